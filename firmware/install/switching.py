"""Changing over to a release. If the release is not ready in time, the old one comes back.

The link `before` names the release to fall back to. It exists only while a new release is tried.
One rename, of `before` to `current`, falls back. Another rename, of `before` to `previous`, keeps
the new release. If the power fails in between, `coyote-table-back.service` falls back at the next
start.
"""

from __future__ import annotations

from firmware.install.machine import Machine
from firmware.install.release import is_whole


def current(machine: Machine) -> str | None:
    """Return the name of the release that starts, or None if there is no complete one."""
    link = machine.places.current
    return link.readlink().name if link.is_symlink() and is_whole(link) else None


def settle(machine: Machine) -> bool:
    """Fall back if an earlier trial was interrupted. Return whether that was necessary."""
    if not machine.places.before.is_symlink():
        return False
    machine.disk.rename(machine.places.before, machine.places.current)
    return True


def begin(machine: Machine, name: str) -> None:
    """Make a release the current one. Only for use without a release to fall back to."""
    machine.disk.sync()
    machine.disk.link(machine.places.current, f"releases/{name}")


def switch(machine: Machine, name: str) -> bool:
    """Start a release instead of the current one. Return whether it is ready.

    If it is not ready, or if this raises, the old release runs again.
    """
    places, disk = machine.places, machine.disk
    disk.sync()
    disk.link(places.before, str(places.current.readlink()))
    try:
        disk.link(places.current, f"releases/{name}")
        ready = machine.restart()
        if ready:
            disk.rename(places.before, places.previous)
    finally:
        if settle(machine):
            machine.restart()
    return ready
