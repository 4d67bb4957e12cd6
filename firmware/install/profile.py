"""NetworkManager's profile of the table's own Wi-Fi: what it says, and its text."""

from __future__ import annotations

import configparser
import ipaddress
import re
from typing import NamedTuple

from firmware.install.places import Places
from firmware.install.settings import Mode
from firmware.install.system import PROFILE, text_of
from firmware.wifi import Wifi

_MEANT = {"s": " ", "t": "\t", "n": "\n", "r": "\r"}  # After a backslash, in a text of GLib's.
_BYTES = re.compile(r"(?:[0-9]{1,3};)+")  # So NetworkManager writes a name that is not ASCII.


class Profile(NamedTuple):
    """A Wi-Fi of the table's own, the address of the table in it, and when it opens."""

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
        password = _plain(keys.get("wifi-security", "psk", fallback=""))
        wifi = Wifi(_name(keys["wifi"]["ssid"]), password)
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


def _name(text: str) -> str:
    r"""Return the name of a Wi-Fi, however NetworkManager has written it.

    >>> _name("Anna"), _name("195;150;108;"), _name(r"a\\;b")
    ('Anna', 'Öl', 'a;b')
    """
    if _BYTES.fullmatch(text):
        return bytes(map(int, text.split(";")[:-1])).decode()
    return _plain(text).replace("\\;", ";")


def _plain(text: str) -> str:
    r"""Return a text without the escapes of GLib.

    >>> _plain(r"\sa\\b"), _escaped(" a\\b")
    (' a\\b', '\\sa\\\\b')
    """
    return re.sub(r"\\(.)", lambda escaped: _MEANT.get(escaped[1], escaped[1]), text)


def _escaped(text: str) -> str:
    text = text.replace("\\", r"\\")
    return re.sub(r"\A +", lambda spaces: r"\s" * len(spaces[0]), text)


def profile_text(wifi: Wifi, mode: Mode) -> str:
    """Return the text of a Wi-Fi's profile."""
    text = text_of("hotspot.nmconnection")
    always = str(mode is Mode.ALWAYS).lower()
    for blank, value in (("name", wifi.name), ("password", wifi.password), ("always", always)):
        text = text.replace(f"{{{blank}}}", _escaped(value))
    return text


def installed_profile(places: Places) -> Profile | None:
    """Return what the installed profile says, or None if there is none that says anything.

    Only root may read it.
    """
    path = places.path(PROFILE)
    try:
        return read_profile(path.read_text(encoding="utf-8")) if path.is_file() else None
    except ValueError:
        return None
