"""The running table, found by its systemd service and its pages, with the state of its parts."""

from __future__ import annotations

import http.client
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from firmware.checking.findings import Finding, found
from firmware.checking.machine import Machine, arguments_of
from firmware.install.settings import options_in, port_in
from referee import words
from referee.contract import Message

UNIT = "coyote-table"
ASK_S = 3.0  # Seconds for each part of an answer. A whole answer takes 0.02 s.
MOST_BYTES = 4_000_000
PART = "part."  # The key of a part's name begins so.


@dataclass(frozen=True)
class Unit:
    """The table's systemd service: the arguments of its command, and its state."""

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
    told = dict(line.partition("=")[::2] for line in (answer or "").splitlines())
    if told.get("LoadState") != "loaded":
        return None
    given = _settled(machine, arguments_of(told.get("ExecStart", "")))
    options = {one: after for one, after in pairwise(given) if one.startswith("--")}
    restarts = told.get("NRestarts", "0")
    return Unit(told.get("ActiveState", "?"), int(restarts) if restarts.isdecimal() else 0, options)


def data_of(service: Unit | None, given: Path | None) -> Path | None:
    """Return the given data folder, or else the service's. None is this user's own folder."""
    if given is not None or os.environ.get("COYOTE_DATA") or service is None:
        return given
    return service.data if service.data is not None and service.data.exists() else None


def _settled(machine: Machine, given: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command's arguments with the installer's settings filled in for the variables."""
    text = machine.text(f"etc/default/{UNIT}")
    settings = {"COYOTE_PORT": [str(port_in(text))], "COYOTE_OPTIONS": options_in(text)}
    return tuple(word for one in given for word in settings.get(one.strip("${}"), [one]))


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


def running(state: Mapping[str, Any], port: int) -> Iterator[Finding]:
    """Report that a table is running, and the state of each of its parts."""
    yield found("table", True, "cli.doctor.runs", port=str(port))
    locale = str(state.get("locale", words.DEFAULT))
    known = {name: key.removeprefix(PART) for key, name in words.texts(PART, locale).items()}
    for part in state["parts"]:
        if isinstance(part, dict):
            name, text = str(part.get("name", "?")), str(part.get("text", "?"))
            check = f"table.{known.get(name, 'part')}"
            params = {"part": name, "said": text}
            yield found(check, part.get("well") is True, "cli.doctor.runs_part", **params)


def waiting(port: int) -> Iterator[Finding]:
    """Report that the table is in safe mode and waits for a decision."""
    yield found("table", False, "cli.doctor.runs_safe", port=str(port))


def installed(service: Unit, answers: bool) -> Iterator[Finding]:
    """Check the installed service. `answers` says whether its pages answered."""
    params = {"unit": UNIT}
    if service.state == "failed":
        yield found("service", False, "cli.doctor.service_failed", **params)
    elif service.state == "active" and not answers:
        yield found("service", False, "cli.doctor.service_silent", **params)
    elif service.state == "active" and service.restarts:
        yield found("service", None, "cli.doctor.service_restarted", **params, n=service.restarts)
    elif service.state == "active":
        yield found("service", True, "cli.doctor.service", **params)
    elif service.state == "activating":
        yield found("service", False, "cli.doctor.service_starting", **params, n=service.restarts)
    else:
        yield found("service", None, "cli.doctor.service_off", **params)
