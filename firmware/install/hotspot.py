"""Sets up the table's own Wi-Fi in NetworkManager. `Mode` says when it opens."""

from __future__ import annotations

import json
import re
import secrets

from firmware.install.disk import Disk
from firmware.install.machine import STOP_S, Failed, Machine
from firmware.install.places import HOTSPOT, NAME, Places
from firmware.install.profile import installed_profile, profile_text
from firmware.install.settings import Mode, port_in
from firmware.install.system import NAMES, PROFILE, lead, reload_files, text_of
from firmware.wifi import FIRMWARE, MINIMAL, MINIMAL_PHONES, NAME_BYTES, STANDARD_PHONES, Wifi

PORT = 80  # The only port on which phones look for a page by themselves.
READABLE = 0o640  # By root and the service, whose group the folder gives to its files.


def set_up(machine: Machine, mode: Mode) -> Wifi | None:
    """Write the files of the table's Wi-Fi, or remove them.

    Its password is chosen once. Its name has the machine's name, so that two tables in one room
    differ. Raise `Failed` without NetworkManager and dnsmasq.
    """
    places, disk = machine.places, machine.disk
    profile = places.path(PROFILE)
    kept = installed_profile(places)
    if mode is not Mode.FALLBACK:
        disk.remove(places.wanted(HOTSPOT))
        disk.remove(places.unit(HOTSPOT))
    if mode is Mode.NEVER:
        disk.remove(profile)
        disk.remove(places.path(NAMES))
        share(places, disk)
        reload_files(machine)
        return None
    must_have_programs(machine)
    wifi = Wifi(wifi_name(machine.name), (kept and kept.wifi.password) or made_up())
    disk.write(profile, profile_text(wifi, mode), mode=0o600)
    share(places, disk)
    lead(machine, port_in(machine.settings))
    if mode is Mode.FALLBACK:
        disk.write(places.unit(HOTSPOT), text_of(HOTSPOT))
        disk.link(places.wanted(HOTSPOT), f"/usr/local/lib/systemd/system/{HOTSPOT}")
    reload_files(machine)
    if mode is Mode.ALWAYS:
        carry_more(machine)
    return wifi


def is_open(machine: Machine) -> bool:
    """Whether the table's Wi-Fi runs now. It keeps its name until it opens again."""
    shows = ("nmcli", "-g", "GENERAL.STATE", "connection", "show", NAME)
    asked = machine.run(*shows, timeout_s=STOP_S)
    return not asked.returncode and "activated" in asked.stdout.split()


def open_now(machine: Machine) -> bool:
    """Open the Wi-Fi unless its radio is in another network. Return whether it is open."""
    if is_open(machine):
        return True
    radios = machine.run("nmcli", "-g", "TYPE,STATE,CONNECTION", "device", timeout_s=STOP_S)
    ours = re.search(rf"(?m)^wifi:(disconnected:|connecting .*:{NAME}$)", radios.stdout)
    opens = ("nmcli", "connection", "up", NAME)
    return ours is not None and not machine.run(*opens, timeout_s=STOP_S).returncode


def must_have_programs(machine: Machine) -> None:
    """Raise `Failed` without NetworkManager, or without dnsmasq, which gives phones an address."""
    if any(machine.run(program, "--version").returncode for program in ("nmcli", "dnsmasq")):
        packages = "network-manager dnsmasq-base"
        raise Failed(f"A hotspot needs NetworkManager and dnsmasq: sudo apt install {packages}")


def share(places: Places, disk: Disk) -> None:
    """Tell the service, and nobody else, what the profile of the Wi-Fi says."""
    profile = installed_profile(places)
    if profile is None:
        disk.remove(places.wifi)
        return
    wifi, address, mode = profile
    plain = json.dumps({**wifi._asdict(), "address": address, "mode": mode})
    disk.write(places.wifi, f"{plain}\n", READABLE)


def mode_of(places: Places) -> Mode:
    """Return when the table opens its Wi-Fi, by the profile that is installed."""
    profile = installed_profile(places)
    return Mode.NEVER if profile is None else profile.mode


def carry_more(machine: Machine) -> None:
    """Choose the firmware of a Pi's Wi-Fi that carries more phones, if the system has it."""
    listed = machine.run("update-alternatives", "--list", FIRMWARE).stdout.split()
    minimal = next((path for path in listed if path.endswith(MINIMAL)), None)
    if minimal is None:
        return
    if not machine.run("update-alternatives", "--set", FIRMWARE, minimal).returncode:
        more = f"about {MINIMAL_PHONES} phones instead of {STANDARD_PHONES}"
        machine.say(f"From the next start, the Pi's Wi-Fi carries {more}.")
        machine.say(f"It uses its minimal firmware; back: update-alternatives --auto {FIRMWARE}")


def wifi_name(host: str) -> str:
    """Return the name of the Wi-Fi of a machine.

    >>> wifi_name("anna"), len(wifi_name("a" * 63))
    ('Coyote Table anna', 32)
    """
    label = re.sub(r"[^A-Za-z0-9-]", "", host)
    return f"Coyote Table {label}".strip()[: NAME_BYTES[1]]


def made_up() -> str:
    """Return a random password that is easy to read aloud and to type: twelve letters, 56 bits."""
    letters = "abcdefghijkmnpqrstuvwxyz"
    return "".join(secrets.choice(letters) for _ in range(12))
