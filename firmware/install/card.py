"""`make card BOOT=FOLDER`: prepare a fresh card, so that it becomes a table at its first start."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from firmware.install.address import public_address
from firmware.install.disk import NEW, Disk
from firmware.install.machine import Failed, Machine
from firmware.install.system import text_of

SOURCE = Path(__file__).parents[2]
VENDOR, USER = "vendor-data", "user-data"
OURS = "coyote-table"  # Every file of ours names it.
NO_ADDRESS = (
    "This folder is no clone of a public address, so a card could not fetch the project. "
    "Name one: make card BOOT=FOLDER ADDRESS=https://..."
)
# An address that git can fetch without a key, as far as its text tells.
FETCHED = re.compile(r"(https?|git)://[^\s/]+/\S+")
# Finds a cloud-init file's own commands for every start, which would replace ours.
OWN_BOOTCMD = re.compile(r"(?m)^bootcmd\s*:")

NETWORK = "network-config"
# Imager 2 writes a user and a Wi-Fi there. Raspberry Pi OS comes with comments alone.
ITS_USER, ITS_WIFI = re.compile(r"(?m)^users?\s*:"), re.compile(r"(?m)^\s*wifis\s*:")
NOTHING_SET = (
    "This card has neither a user nor a Wi-Fi: an Imager before version 2 sets neither on "
    "Raspberry Pi OS 13. To log in, or to do without a cable, write the card again with Imager 2."
)


def first_start(address: str) -> str:
    """Return the file that makes a fresh card fetch the project from an address and install it."""
    return text_of(VENDOR).replace("{address}", shlex.quote(address))


def write(boot: Path, address: str) -> Path:
    """Write the first-start file onto a card's mounted boot partition, and return its path.

    Nothing else is changed. Raise `Failed` if it would not work there.
    """
    if not ((boot / "config.txt").is_file() and (boot / "cmdline.txt").is_file()):
        raise Failed(f"{boot} is no boot partition of a Raspberry Pi: it has no config.txt.")
    if not (boot / USER).is_file():
        raise Failed(
            f"The system on this card has no cloud-init: {boot} has no {USER}. "
            "Take Raspberry Pi OS 13 or newer."
        )
    if OWN_BOOTCMD.search((boot / USER).read_text(encoding="utf-8", errors="replace")):
        raise Failed(f"{boot / USER} has a bootcmd, which would replace the table's: remove it.")
    path = boot / VENDOR
    if path.exists() and not path.is_file():
        raise Failed(f"{path} is no file: move it away first.")
    before = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    if before.strip() and OURS not in before:
        raise Failed(f"{path} is somebody else's: move it away first.")
    try:
        Disk().write(path, first_start(address))
    except OSError as error:
        with suppress(OSError):
            path.with_name(path.name + NEW).unlink(missing_ok=True)
        raise Failed(f"{path} cannot be written ({error.strerror}), and is as it was.") from error
    return path


def lacks_settings(boot: Path) -> bool:
    """Whether a card's boot partition has neither a user nor a Wi-Fi."""
    files = ((boot / USER, ITS_USER), (boot / NETWORK, ITS_WIFI))
    return not any(
        path.is_file() and wanted.search(path.read_text(encoding="utf-8", errors="replace"))
        for path, wanted in files
    )


def main(given: Sequence[str] | None = None) -> int:
    """Prepare the card whose boot partition is named. Return the exit status."""
    parser = argparse.ArgumentParser(prog="make card", description=__doc__)
    parser.usage = "make card BOOT=FOLDER [ADDRESS=https://...]"
    parser.add_argument("boot", help="the folder of the card's boot partition")
    parser.add_argument("--address", default="", help="where the project is, if not in its clone")
    options = parser.parse_args(given)
    try:
        address = options.address or public_address(Machine(), SOURCE)
        if address is None:
            raise Failed(NO_ADDRESS)
        if not (address.isprintable() and FETCHED.fullmatch(address)):
            raise Failed(f"A Pi cannot fetch from {address!r}; an address is like https://...")
        if not options.boot:
            raise Failed(f"Name the folder of the card's boot partition: {parser.usage}")
        path = write(Path(options.boot), address)
    except (Failed, OSError) as error:
        print(f"Coyote Table: {error}", file=sys.stderr)
        return 1
    if lacks_settings(path.parent):
        print(f"Coyote Table: {NOTHING_SET}", file=sys.stderr)
    print(f"Wrote {path}. The card fetches the project from {address}.")
    print("Eject it, start the Pi with a network, and wait for http://coyote.local:8080/.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
