"""Describe a card's image to Raspberry Pi Imager 2.

Imager customises an image that is not its own, with a user, Wi-Fi and a name, only if such a file
says how. Its format: doc/json-schema in the repository raspberrypi/rpi-imager.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import sys
import tomllib
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from firmware.install.address import project_address
from firmware.install.machine import Failed

SOURCE = Path(__file__).parents[2]
ICON = "webui/static/base/icon.svg"
SUFFIX = ".rpi-imager-manifest"
PIECE_BYTES = 1 << 20
SECTOR_BYTES, BOOTS = 512, b"\x55\xaa"  # A card's first sector, and how it ends.
XZ = b"\xfd7zXZ"
DEVICES = {"Raspberry Pi 5": "pi5-64bit", "Raspberry Pi 4": "pi4-64bit"}


def manifest(image: Path, about: str, day: date, folder: str = "") -> dict[str, Any]:
    """Return Imager's description of an image, compressed with xz or not.

    `about` is the text of `pyproject.toml`. `folder` is the address of the folder from which the
    image and the icon are downloaded, or empty if both are on this computer.
    """
    project = tomllib.loads(about)["project"]
    size, sha256 = _unpacked(image)
    entry = {
        "name": f"Coyote Table {project['version']}",
        "description": project["description"],
        "icon": _address(SOURCE / ICON, folder),
        "url": _address(image, folder),
        "extract_size": size,
        "extract_sha256": sha256,
        "image_download_size": image.stat().st_size,
        "release_date": day.isoformat(),
        "devices": list(DEVICES.values()),
        "architecture": "armv8",
        "init_format": "cloudinit",
    }
    if website := project_address(about):
        entry["website"] = website
    devices = [
        {"name": name, "description": name, "tags": [tag], "architecture": "armv8"}
        for name, tag in DEVICES.items()
    ]
    return {"imager": {"devices": devices}, "os_list": [entry]}


def _address(path: Path, folder: str) -> str:
    return f"{folder.rstrip('/')}/{quote(path.name)}" if folder else path.resolve().as_uri()


def _unpacked(image: Path) -> tuple[int, str]:
    """Return the size in bytes and the SHA-256 of the content that a card would get.

    Raise `Failed` if that is no card's content.
    """
    digest, size = hashlib.sha256(), 0
    with _opened(image) as file:
        while piece := file.read(PIECE_BYTES):
            if not size and not piece[:SECTOR_BYTES].endswith(BOOTS):
                break
            digest.update(piece)
            size += len(piece)
    if not size:
        raise Failed(f"{image} is no image of a card, compressed with xz or not.")
    return size, digest.hexdigest()


def _opened(image: Path) -> IO[bytes]:
    with image.open("rb") as file:
        packed = file.read(len(XZ)) == XZ
    return lzma.open(image) if packed else image.open("rb")


def write(image: Path, folder: str = "", day: date | None = None) -> Path:
    """Write the manifest of an image beside it, and return its path.

    Raise `Failed` if the image cannot be read.
    """
    if folder and not folder.startswith(("https://", "http://")):
        raise Failed(f"“{folder}” is no web address of a folder: https://...")
    about = (SOURCE / "pyproject.toml").read_text(encoding="utf-8")
    try:
        content = manifest(image, about, day or date.today(), folder)
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise Failed(f"{image} is no whole image: {error}") from error
    path = image.with_name(image.name.partition(".")[0] + SUFFIX)
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    return path


def main(given: Sequence[str] | None = None) -> int:
    """Write a manifest. Return the exit status."""
    parser = argparse.ArgumentParser(prog="manifest", description=__doc__)
    parser.add_argument("image", type=Path)
    parser.add_argument("--folder", default="", help="the address it is downloaded from")
    options = parser.parse_args(given)
    try:
        path = write(options.image, options.folder)
    except (Failed, OSError) as error:
        print(f"Coyote Table: {error}", file=sys.stderr)
        return 1
    print(f"Wrote {path}: double-click it to open it in Raspberry Pi Imager 2.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
