"""Finds the running table by its systemd service and its pages."""

from __future__ import annotations

import http.client
import json
import os
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from firmware.checking.machine import Machine
from firmware.install.settings import options_in, port_in
from referee import words
from referee.contract import Message

UNIT = "coyote-table"
ASK_S = 3.0  # Seconds for each part of an answer. A whole answer takes 0.02 s.
MOST_BYTES = 4_000_000


class Unit(NamedTuple):
    """The table's systemd service: its state, and the arguments of its command by their option."""

    state: str  # active, activating, failed, inactive
    restarts: int
    given: Mapping[str, str]

    @property
    def port(self) -> int | None:
        """Return the port that the command names, or None."""
        port = self.given.get("--port", "")
        return int(port) if port.isdecimal() else None

    @property
    def data(self) -> Path | None:
        """Return the data folder that the command names, or None."""
        folder = self.given.get("--data")
        return Path(folder) if folder else None


def unit(machine: Machine) -> Unit | None:
    """Return the table's service, or None if it is not installed."""
    answer = machine.ask(
        "systemctl", "show", UNIT, "--property=LoadState,ActiveState,NRestarts,ExecStart"
    )
    properties = dict(line.partition("=")[::2] for line in (answer or "").splitlines())
    if properties.get("LoadState") != "loaded":
        return None
    settings = machine.text(f"etc/default/{UNIT}")
    command = properties.get("ExecStart", "").replace("${COYOTE_PORT}", str(port_in(settings)))
    words = command.replace("$COYOTE_OPTIONS", " ".join(options_in(settings))).split()
    restarts = properties.get("NRestarts", "0")
    return Unit(
        properties.get("ActiveState", "?"),
        int(restarts) if restarts.isdecimal() else 0,
        dict(pairwise(words)),
    )


def data_of(service: Unit | None, given: Path | None) -> Path | None:
    """Return the given data folder, or else the service's. None is this user's own folder."""
    if given is not None or os.environ.get("COYOTE_DATA") or service is None:
        return given
    return service.data if service.data is not None and service.data.exists() else None


class Pages(NamedTuple):
    """The answer at a port: a running table's `state`, or `safe` for the page of safe mode."""

    state: Mapping[str, Any] | None = None
    safe: bool = False


def pages(port: int, locale: str) -> Pages:
    """Ask the pages at a port. Return an empty answer if no table listens there."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=ASK_S)
    asked = {"Accept-Language": locale.replace("_", "-"), "Accept": "application/json"}
    try:
        line.request("GET", "/api/state", headers=asked)
        answer = line.getresponse()
        state = json.loads(answer.read(MOST_BYTES))
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        return Pages()
    finally:
        line.close()
    if not isinstance(state, dict):
        return Pages()
    ours = {"seq", "parts", "seats"} <= state.keys() and isinstance(state["parts"], list)
    safe = state.get("error") == words.say(Message("page.safe.alone"), locale)
    return Pages(state if ours else None, safe)
