"""Runs all checks in order. It leaves alone what a running table uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from firmware.checking import health, lines, network, reading, running, storage, wifi
from firmware.checking.case import Case
from firmware.checking.findings import Finding, failed, result
from firmware.service.calls import start_call

PATIENCE_S = 15.0  # The slowest healthy check (a journal of 100 evenings) takes 4 s.


class Check(NamedTuple):
    """A check. It is left out while a running table holds what it `needs`."""

    name: str
    look: Callable[[Case], Iterable[Finding]]
    needs: Literal["", "devices", "port"] = ""
    within_s: float = 0.0  # PATIENCE_S, if that is longer

    def findings(self, case: Case) -> tuple[Finding, ...]:
        """Run the check in its own thread, because a driver may never answer."""
        within_s = max(PATIENCE_S, self.within_s)
        looking = start_call(lambda: tuple(self.look(case)), f"check {self.name}")
        if not looking.is_done(within_s):
            return (result(self.name, False, "cli.doctor.hangs", check=self.name, s=within_s),)
        error = looking.exception(0)
        return looking.result(0) if error is None else (failed(self.name, error),)


CHECKS = (
    Check("board", health.board),
    Check("power", health.power),
    Check("heat", health.heat),
    Check("clock", health.clock),
    Check("data", storage.data),
    Check("card", storage.card),
    Check("journal", storage.journals),
    Check("starts", storage.starts),
    Check("service", running.service),
    Check("table", running.table),
    Check("pins", lines.pins),
    Check("currents", lines.currents),
    Check("gpio", lines.lines, "devices"),
    Check("console", lines.console, "devices"),
    Check("voice", reading.voice),
    Check("cameras", reading.cameras),
    Check("camera", reading.camera, "devices", reading.OPENED_S),
    Check("games", storage.games),
    Check("decks", reading.decks),
    Check("home", storage.home),
    Check("port", network.port, "port"),
    Check("address", network.address),
    Check("wifi", wifi.wifi),
)


def examine(case: Case) -> Iterator[Finding]:
    """Yield the findings of every check, in order."""
    for check in CHECKS:
        if check.needs not in case.held:
            yield from check.findings(case)
