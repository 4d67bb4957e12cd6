"""Checks of the Wi-Fi that the table opens: how many phones fit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.checking.case import Case
from firmware.checking.findings import Finding, result
from firmware.checking.machine import Machine
from firmware.install.places import Places
from firmware.install.system import PROFILE
from firmware.wifi import FIRMWARE, MINIMAL, MINIMAL_PHONES, STANDARD_PHONES

CHOSEN = f"etc/alternatives/{FIRMWARE}"


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
    """Report how many phones this machine's own Wi-Fi carries, if it has one.

    If it carries fewer than there are seats, say what to do.
    """
    carried = firmware_phones(case.machine) if has_profile(case.machine) else None
    if carried is not None and carried < case.seats:
        yield result("wifi", None, "cli.doctor.wifi_few", count=carried, seats=case.seats)
    elif carried is not None:
        yield result("wifi", True, "cli.doctor.wifi_carries", count=carried)
