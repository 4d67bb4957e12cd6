"""A fresh card: cloud-init makes a system that starts for the first time into a table."""

from __future__ import annotations

import shutil
import subprocess

from firmware.install.places import NAME
from tests.firmware.install.booted import Booted
from tests.firmware.install.root import LONG_S, PROJECT, Root

# What the card's first start takes from Debian: a machine that is booted here has no network.
TAKEN = ("cloud-init", "git", "make", "python3", "python3-venv", "avahi-daemon")
SEED = "var/lib/cloud/seed/nocloud"  # as the boot partition of a card is to Raspberry Pi OS
PIP = "[global]\nno-index = true\nfind-links = /wheels\n"


def prepare(root: Root) -> None:
    """Put onto a clean root what a card has, with a clone of this repository for its address."""
    root.run("apt-get", "update", "-qq")
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq")
    root.run(*apt, "--no-install-recommends", *TAKEN)
    shutil.copytree(root.kept / root.wheels, root.path / "wheels")
    (root.path / "etc" / "pip.conf").write_text(PIP)
    repository = root.path / "repository"
    cloned = ("git", "clone", "--quiet", "--bare", PROJECT, repository)
    subprocess.run(cloned, check=True, timeout=LONG_S)
    root.run("chown", "--recursive", "root:", "/repository")
    shown = PROJECT / "firmware" / "install" / "files" / "user-data"
    seed = root.path / SEED
    seed.mkdir(parents=True)
    (seed / "user-data").write_text(shown.read_text().replace("THIS-REPOSITORY", "/repository"))
    (seed / "meta-data").write_text("instance-id: a-card\n")
    root.run("cloud-init", "schema", "--config-file", f"/{SEED}/user-data")


def first_starts(root: Root) -> str:
    """Start the card, cut the power while it installs, and start it again; return its name."""
    with Booted(root.path) as on:
        on.until("its packages are unpacked", lambda: bool(root.packages()), LONG_S)
        on.cut()
    assert not root.places.current.is_symlink()
    with Booted(root.path) as on:
        on.until("the table is READY", on.runs, LONG_S)
        assert on.answers()
        first = f"{NAME}-first.service"
        on.until("it is done", lambda: on.run("systemctl", "is-active", "--quiet", first) != 0)
        assert on.run("systemctl", "is-failed", "--quiet", first) != 0
        return on.said("hostname")
