"""The table's own Wi-Fi, as the installer has set it up in NetworkManager."""

from __future__ import annotations

import configparser
from pathlib import Path
from typing import NamedTuple

from firmware.errors import BadData
from firmware.install.places import Places
from firmware.install.settings import PORT, port_in
from firmware.install.system import PROFILE
from firmware.wifi import Wifi
from referee.disk.textfiles import read_text, reason


class Hotspot(NamedTuple):
    """A Wi-Fi of the table's own, and the address of the table in it."""

    wifi: Wifi
    address: str


def installed_hotspot(places: Places) -> Hotspot | None:
    """Return the Wi-Fi that the installer set up, or None if there is none.

    Raise `BadData` if its file cannot be read. It holds the password, so only root may.
    """
    path = places.path(PROFILE)
    try:
        text = read_text(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError as error:
        raise BadData("cli.hotspot.sudo") from error
    except (OSError, ValueError) as error:
        raise BadData("cli.file_unreadable", file=str(path), reason=reason_of(error)) from error
    return read_profile(text, path)


def installed_port(places: Places) -> int:
    """Return the port of the pages in the owner's settings, or the usual one."""
    try:
        return port_in(read_text(places.settings))
    except (OSError, ValueError):
        return PORT


def read_profile(text: str, path: Path) -> Hotspot:
    """Return the Wi-Fi of a NetworkManager profile. Raise `BadData` if it is none."""
    keys = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        keys.read_string(text)
        wifi = Wifi(keys["wifi"]["ssid"], keys.get("wifi-security", "psk", fallback=""))
        return Hotspot(wifi, keys["ipv4"]["address1"].partition("/")[0])
    except (configparser.Error, KeyError) as error:
        raise BadData("cli.file_unreadable", file=str(path), reason=str(error)) from error


def reason_of(error: OSError | ValueError) -> str:
    """Return why a file cannot be read."""
    return reason(error) if isinstance(error, OSError) else str(error)
