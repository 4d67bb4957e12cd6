"""Checks of the Wi-Fi that the table opens: how many phones fit, and how many joined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from firmware.checking.case import Case
from firmware.checking.findings import Finding, result
from firmware.checking.machine import Machine
from firmware.install.places import Places
from firmware.install.system import PROFILE
from firmware.wifi import FIRMWARE, MINIMAL, MINIMAL_PHONES, STANDARD_PHONES

CHOSEN = f"etc/alternatives/{FIRMWARE}"


def hotspot_interface(machine: Machine) -> str | None:
    """Return the name of the interface that is an access point, or None."""
    interface = ""
    for line in (machine.ask("iw", "dev") or "").splitlines():
        name, _, value = line.strip().partition(" ")
        if name == "Interface":
            interface = value
        elif (name, value) == ("type", "AP"):
            return interface
    return None


def phones_joined(machine: Machine) -> int | None:
    """Return how many phones are in this machine's own Wi-Fi, or None if it is off."""
    interface = hotspot_interface(machine)
    stations = machine.ask("iw", "dev", interface, "station", "dump") if interface else None
    return None if stations is None else len(re.findall(r"(?m)^Station ", stations))


def firmware_phones(machine: Machine) -> int | None:
    """Return how many phones a Pi's Wi-Fi carries with its firmware, or None if unknown."""
    link = machine.root / CHOSEN
    if not link.is_symlink():
        return None
    return MINIMAL_PHONES if Path(link.readlink()).name.endswith(MINIMAL) else STANDARD_PHONES


def has_profile(machine: Machine) -> bool:
    """Whether the table opens a Wi-Fi. On some systems, only root may look."""
    try:
        return Places(machine.root).path(PROFILE).exists()
    except PermissionError:
        return False


def wifi(case: Case) -> Iterator[Finding]:
    """Report how many phones this machine's own Wi-Fi carries and has.

    If it carries fewer than there are seats, say what to do.
    """
    carried, joined = firmware_phones(case.machine), phones_joined(case.machine)
    if joined is not None:
        yield result("wifi", True, "cli.doctor.wifi_phones", count=joined)
    elif not has_profile(case.machine):
        return  # Without a Wi-Fi of its own, the number does not matter.
    if carried is not None and carried < case.seats:
        yield result("wifi", None, "cli.doctor.wifi_few", count=carried, seats=case.seats)
    elif carried is not None:
        yield result("wifi", True, "cli.doctor.wifi_carries", count=carried)
