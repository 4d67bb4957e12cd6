"""A Wi-Fi of the table's own, through NetworkManager: always, where there is no other, or never."""

from __future__ import annotations

import re
import secrets
from enum import StrEnum

from firmware.install.machine import Failed, Machine
from firmware.install.places import HOTSPOT
from firmware.install.system import NAMES, PROFILE, reload_files, text_of
from firmware.wifi import Wifi

LONGEST_NAME = 32  # Of a Wi-Fi, in bytes.
PORT = 80  # The only port on which phones look for a page by themselves.


class Mode(StrEnum):
    """When the table opens its Wi-Fi."""

    ALWAYS = "always"
    FALLBACK = "fallback"  # Only if it finds no network within a minute of its start.
    NEVER = "never"


def set_up(machine: Machine, mode: Mode) -> Wifi | None:
    """Write the files of the table's Wi-Fi, or remove them.

    Its password is chosen once. Its name has the machine's name, so that two tables in one room
    differ. Raise `Failed` without NetworkManager.
    """
    places, disk = machine.places, machine.disk
    profile = places.path(PROFILE)
    if mode is not Mode.FALLBACK:
        disk.remove(places.wanted(HOTSPOT))
        disk.remove(places.unit(HOTSPOT))
    if mode is Mode.NEVER:
        disk.remove(profile)
        disk.remove(places.path(NAMES))
        reload_files(machine)
        return None
    if machine.run("nmcli", "--version").returncode:
        raise Failed("A hotspot needs NetworkManager: sudo apt install network-manager")
    kept = profile.read_text(encoding="utf-8") if profile.is_file() else ""
    old = re.search(r"(?m)^psk=(.+)$", kept)
    wifi = Wifi(wifi_name(machine.name), old[1] if old else made_up())
    disk.write(profile, profile_of(wifi, mode), mode=0o600)
    disk.write(places.path(NAMES), text_of("dnsmasq.conf"))
    if mode is Mode.FALLBACK:
        disk.write(places.unit(HOTSPOT), text_of(HOTSPOT))
        disk.link(places.wanted(HOTSPOT), f"/usr/local/lib/systemd/system/{HOTSPOT}")
    reload_files(machine)
    return wifi


def profile_of(wifi: Wifi, mode: Mode) -> str:
    """Return NetworkManager's profile of a Wi-Fi."""
    always = str(mode is Mode.ALWAYS).lower()
    text = text_of("hotspot.nmconnection")
    for blank, value in (("name", wifi.name), ("password", wifi.password), ("always", always)):
        text = text.replace(f"{{{blank}}}", value)
    return text


def wifi_name(host: str) -> str:
    """Return the name of the Wi-Fi of a machine.

    >>> wifi_name("anna"), len(wifi_name("a" * 63))
    ('Coyote Table anna', 32)
    """
    label = re.sub(r"[^A-Za-z0-9-]", "", host)
    return f"Coyote Table {label}".strip()[:LONGEST_NAME]


def made_up() -> str:
    """Return a random password that is easy to read aloud and to type: twelve letters, 56 bits."""
    letters = "abcdefghijkmnpqrstuvwxyz"
    return "".join(secrets.choice(letters) for _ in range(12))
