"""Changing over to a release, with an automatic fallback if it is not ready.

The link `before` is the release to fall back to; it exists only while a new one is tried. Falling
back is one rename, of `before` to `current`. Keeping the new one is another, of `before` to
`previous`. After a power cut in between, `coyote-table-back.service` falls back at the next start.
"""

from __future__ import annotations

from firmware.install.machine import Machine
from firmware.install.release import is_whole


def current(machine: Machine) -> str | None:
    """Return the name of the release that starts, or None if there is no complete one."""
    link = machine.places.current
    return link.readlink().name if link.is_symlink() and is_whole(link) else None


def settle(machine: Machine) -> bool:
    """Fall back if an earlier trial was interrupted. Return whether one was."""
    if not machine.places.before.is_symlink():
        return False
    machine.disk.rename(machine.places.before, machine.places.current)
    return True


def begin(machine: Machine, name: str) -> None:
    """Make a release the current one if there is none to fall back to."""
    machine.disk.sync()
    machine.disk.link(machine.places.current, f"releases/{name}")


def switch(machine: Machine, name: str) -> bool:
    """Start a release instead of the current one. Return whether it is ready.

    Otherwise the current one runs again when this returns or raises.
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
