"""A fresh card: cloud-init makes a system that starts for the first time into a table.

It has Raspberry Pi Imager's file beside ours, and both count.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from firmware.install import card
from firmware.install.places import NAME
from tests.firmware.install.booted import Booted
from tests.firmware.install.emulated_card import IMAGER
from tests.firmware.install.root import LONG_S, PROJECT, Root

# What the card's first start takes from Debian: a machine that is booted here has no network.
TAKEN = (
    *("cloud-init", "git", "make", "python3", "python3-venv", "avahi-daemon"),
    *("openssh-server", "sudo"),  # which Raspberry Pi OS has
)
SUITE = "trixie"  # Raspberry Pi OS has cloud-init since 13.
BOOT = "boot/firmware"
# As Raspberry Pi OS is told where its first settings are.
SEED = "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg"
SEEDED = f"""datasource_list: [NoCloud, None]
datasource:
  NoCloud:
    seedfrom: {Path("/", BOOT).as_uri()}
"""
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
    (root.path / SEED).write_text(SEEDED)
    boot = root.path / BOOT
    boot.mkdir(parents=True)
    for name in ("config.txt", "cmdline.txt"):
        (boot / name).write_text("")
    shutil.copyfile(IMAGER / "user-data", boot / "user-data")
    (boot / "meta-data").write_text("instance-id: rpi-imager-1\n")
    path = card.write(boot, "/repository")
    root.run("cloud-init", "schema", "--config-file", f"/{BOOT}/{path.name}")


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
        on.until("Imager’s commands ran", lambda: on.run("systemctl", "is-active", "ssh") == 0)
        assert "sudo" in on.output("id", "-nG", "anna")
        asked = on.output("su", "anna", "-c", "sudo -n true")
        assert "password is required" in asked, asked
        return on.output("hostname")
