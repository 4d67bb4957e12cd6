"""The image of a disk with Debian 13 and the table, put there by the project's own installer.

Made once, in some minutes, and named by the hash of its sources.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.install.places import UNIT
from firmware.install.release import name_of
from tests.firmware.install import root as roots
from tests.rig.kernel import NotBuilt, cache, run

SUITE, ARCH = "trixie", "amd64"
# What Raspberry Pi OS has besides; its python3-lgpio is not among Debian's own packages.
# The rest is for its Wi-Fi, and for the phone that joins it.
PACKAGES = (
    *("udev", "network-manager", "wpasupplicant", "dnsmasq-base"),
    *("iproute2", "iw", "busybox"),
)
TOOLS = ("gcc", "libc6-dev", "python3-dev", "swig")
LGPIO = "lgpio==0.2.2.0"
PIP = ("/opt/coyote-table/current/.venv/bin/python", "-m", "pip", "--quiet")
SITE = "/usr/local/lib/python3.13/dist-packages"
SIZE = "6G"  # most of it is a hole in the file
# What a machine without a network would only wait for, or do at a time of its own.
IDLE = (
    *("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "fstrim.timer"),
    # Only a table with a Wi-Fi of its own needs these; see `phone`.
    *("NetworkManager.service", "wpa_supplicant.service"),
)
HOST = "/run/rig"
UNIT_TEXT = f"""[Unit]
Description=Rig: %p
{{order}}
[Service]
Type={{kind}}
ExecStartPre=-/bin/sh -c 'mkdir -p {HOST}; mountpoint -q {HOST} || mount -t hostfs none {HOST} \
-o "hostfs=$$(sed "s/.*rig=//;s/ .*//" /proc/cmdline)"'
ExecStart=/bin/sh {HOST}/{{script}}
"""
FIRST = (
    "Wants=systemd-udevd.service\nAfter=systemd-udevd.service\n"
    f"Before={UNIT} NetworkManager.service"
)
BEFORE = UNIT_TEXT.format(order=FIRST, kind="oneshot", script="before")
DURING = UNIT_TEXT.format(order="After=rig-before.service", kind="exec", script="during")
UNITS = {"rig-before.service": BEFORE, "rig.service": DURING}
# gpiozero knows a Pi by this; a Pi has it in place of the kernel's own.
PI = "[Service]\nBindReadOnlyPaths=-/run/cpuinfo:/proc/cpuinfo\n"


def image() -> Path:
    """Return where the image of this project is, once it is made."""
    made_of = (roots.PACKAGES, roots.OTHERS, PACKAGES, TOOLS, LGPIO, SIZE, UNITS, PI, IDLE)
    return cache() / f"table-{name_of(roots.PROJECT, repr((SUITE, *made_of)))}.ext4"


def make(say: Callable[[str], None]) -> Path:
    """Return the image, made where it is not there yet; raises `NotBuilt`."""
    made = image()
    if made.exists():
        return made
    for command, package in (("mmdebstrap", "mmdebstrap"), ("mke2fs", "e2fsprogs")):
        if shutil.which(command) is None:
            raise NotBuilt(f"{command} is missing. sudo apt install {package}")
    if os.geteuid() != 0:
        raise NotBuilt("A disk with Debian on it is made by root alone: sudo make rig")
    say(f"Installing a table into {made}: some minutes, once for each state of the project.")
    cache().mkdir(parents=True, exist_ok=True)
    root = roots.Root.clean(SUITE, ARCH, "rig")
    root.run("apt-get", "update", "-qq")
    _get(root, *PACKAGES)
    root.source("src")
    root.install()
    root.collect("src")
    _lgpio(root)
    root.others()
    root.without_camera("gpio")
    _put_rig(root)
    new = made.with_suffix(".new")
    new.unlink(missing_ok=True)
    run("mke2fs", "-q", "-t", "ext4", "-d", str(root.path), str(new), SIZE, cwd=cache())
    shutil.rmtree(root.path)
    for old in cache().glob("table-*.ext4"):  # 2 GB, of a project that is no more
        old.unlink()
    new.rename(made)
    return made


def _get(root: roots.Root, *packages: str) -> None:
    root.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)


def _lgpio(root: roots.Root) -> None:
    """Put lgpio among the system's own packages, as on a Pi; the wheel is kept."""
    if not any(root.kept.glob("lgpio*.whl")):
        with_tools = root.copy("rig-tools")
        _get(with_tools, *TOOLS)
        online = ("env", "--unset=PIP_NO_INDEX", "PYPI=1")
        texts = ("--no-deps", "--no-binary", "lgpio", "--wheel-dir", "/kept", LGPIO)
        with_tools.run(*online, *PIP, "wheel", *texts)
        shutil.rmtree(with_tools.path)
    (wheel,) = root.kept.glob("lgpio*.whl")
    root.run(*PIP, "install", "--no-index", "--target", SITE, f"/kept/{wheel.name}")


def _put_rig(root: roots.Root) -> None:
    """Let the machine run what it is told from outside, and nothing by itself."""
    for name, text in UNITS.items():
        root.places.path(f"/etc/systemd/system/{name}").write_text(text)
        root.places.wanted(name).symlink_to(f"/etc/systemd/system/{name}")
    dropin = root.places.path(f"/etc/systemd/system/{UNIT}.d/pi.conf")
    dropin.parent.mkdir()
    dropin.write_text(PI)
    for name in IDLE:
        root.places.path(f"/etc/systemd/system/{name}").symlink_to("/dev/null")


@contextmanager
def copied(made: Path) -> Iterator[tuple[Path, Path]]:
    """Yield a copy of an image that may be spoilt, and a folder to share with who runs on it."""
    with tempfile.TemporaryDirectory(prefix="coyote-rig-", dir=cache()) as folder:
        disk = Path(folder) / "disk.ext4"
        answers = ("cp", "--sparse=always", "--reflink=auto", made, disk)
        subprocess.run(answers, check=True, timeout=roots.LONG_S)
        (Path(folder) / "expected.json").write_text("{}")
        yield disk, Path(folder)
