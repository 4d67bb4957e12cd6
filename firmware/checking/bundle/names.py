"""Finds private names: those of the machine, its user, its networks and the players."""

from __future__ import annotations

import contextlib
import getpass
import os
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from firmware.checking.machine import Machine
from firmware.checking.storage import KEPT
from referee.match.journal.rescue import names_in, typed_names

# Systems with netplan store their networks in the second folder.
CONNECTIONS = ("etc/NetworkManager/system-connections/*", "run/NetworkManager/system-connections/*")
PUBLIC = {
    "root",
    "coyote table",
    "coyote-table-hotspot",
    "localhost",
    "raspberrypi",
    "coyote",
    "coyote-table",
    "home",
    "user",
}


def private_names(
    machine: Machine, data: Path | None, state: Mapping[str, Any] | None
) -> frozenset[str]:
    """Return all private names that can be found. `state` comes from a running table."""
    found = {socket.gethostname(), *_user(), *_networks(machine)}
    found |= {folder.name for folder in machine.all("home/*")}
    if state is not None:
        found |= names_in({"seats": state.get("seats"), "names": state.get("known")})
    if data is not None:
        for name in KEPT:
            found |= typed_names(data / f"{name}.sqlite")
    return frozenset(one for one in found if one and one.lower() not in PUBLIC)


def _user() -> Iterator[str]:
    with contextlib.suppress(OSError, KeyError):
        yield getpass.getuser()
    for variable in ("SUDO_USER", "LOGNAME"):
        yield os.environ.get(variable, "")
    with contextlib.suppress(RuntimeError):
        yield Path.home().name


def _networks(machine: Machine) -> Iterator[str]:
    """Yield the names of wireless networks that this user may read."""
    for file in (one for pattern in CONNECTIONS for one in machine.all(pattern)):
        yield file.stem
        for line in machine.text(file).splitlines():
            if line.startswith("ssid="):
                yield line.removeprefix("ssid=").strip()
    yield machine.ask("iwgetid", "--raw") or ""
