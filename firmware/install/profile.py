"""NetworkManager's profile of the table's own Wi-Fi: its settings, and its text."""

from __future__ import annotations

import configparser
import ipaddress
from typing import NamedTuple

from firmware.install.places import Places
from firmware.install.settings import Mode
from firmware.install.system import PROFILE, text_of
from firmware.wifi import Wifi


class Profile(NamedTuple):
    """The table's own Wi-Fi, the address of the table in it, and when it opens."""

    wifi: Wifi
    address: str
    mode: Mode


def read_profile(text: str) -> Profile:
    """Return what a profile says. Raise `ValueError` if the text is no profile of a Wi-Fi.

    >>> read_profile(profile_text(Wifi("Coyote Table anna", "abc"), Mode.ALWAYS)).address
    '10.42.0.1'
    """
    keys = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        keys.read_string(text)
        wifi = Wifi(keys["wifi"]["ssid"], keys.get("wifi-security", "psk", fallback=""))
        address = keys["ipv4"]["address1"].partition("/")[0]
        ipaddress.IPv4Address(address)
        always = keys.getboolean("connection", "autoconnect", fallback=True)
    except KeyError as error:
        raise ValueError(f"it has no {error}") from error
    except configparser.Error as error:
        raise ValueError(str(error).splitlines()[0].rstrip(".")) from error
    if not wifi.name:
        raise ValueError("the Wi-Fi has no name")
    return Profile(wifi, address, Mode.ALWAYS if always else Mode.FALLBACK)


def profile_text(wifi: Wifi, mode: Mode) -> str:
    """Return the text of a Wi-Fi's profile."""
    text = text_of("hotspot.nmconnection")
    always = str(mode is Mode.ALWAYS).lower()
    for blank, value in (("name", wifi.name), ("password", wifi.password), ("always", always)):
        text = text.replace(f"{{{blank}}}", value)
    return text


def installed_profile(places: Places) -> Profile | None:
    """Return the installed profile, or None if it is missing or invalid.

    Only root may read it.
    """
    path = places.path(PROFILE)
    try:
        return read_profile(path.read_text(encoding="utf-8")) if path.is_file() else None
    except ValueError:
        return None
