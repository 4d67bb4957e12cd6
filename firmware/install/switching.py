"""Changing over to a release, and back by itself where it is not ready.

`before` is the link to the release to go back to, and there only while a new one is tried. To go
back is one rename, of `before` onto `current`; so is to keep the new one, of `before` onto
`previous`. Where the power is cut in between, `coyote-table-back.service` goes back at the next
start.
"""

from __future__ import annotations

from firmware.install.machine import Machine
from firmware.install.release import is_whole


def current(machine: Machine) -> str | None:
    """Return the name of the release that is started, or None where there is no whole one."""
    link = machine.places.current
    return link.readlink().name if link.is_symlink() and is_whole(link) else None


def settle(machine: Machine) -> bool:
    """Go back where an earlier trial was cut off; tell whether one was."""
    if not machine.places.before.is_symlink():
        return False
    machine.disk.rename(machine.places.before, machine.places.current)
    return True


def begin(machine: Machine, name: str) -> None:
    """Make a release the current one where there is none to go back to."""
    machine.disk.sync()
    machine.disk.link(machine.places.current, f"releases/{name}")


def switch(machine: Machine, name: str) -> bool:
    """Start a release in place of the current one; tell whether it is ready.

    Where it is not, the current one runs again when this returns or raises.
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
