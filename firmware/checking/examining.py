"""Runs all checks in order. It leaves devices alone that a running table holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from firmware.checking import devices, health, lines, network, seeing, service, storage, wifi
from firmware.checking.bundle.bundle import write_bundle
from firmware.checking.bundle.names import private_names
from firmware.checking.findings import PATIENCE_S, Finding, found, patient
from firmware.checking.machine import Machine
from firmware.checking.seeing import OPENED_S
from firmware.checking.storage import folder_of
from firmware.checking.walk.camera import walk_camera
from firmware.checking.walk.console import walk_console
from firmware.checking.walk.panel import walk
from firmware.console.display import Oled
from firmware.errors import BadWiring
from firmware.install.settings import PORT
from firmware.panel.panel import open_panel
from firmware.panel.pins import load_pins
from firmware.service.calls import start_call
from hardware import PINS

PAGES_S = 8.0


@dataclass(frozen=True)
class Asked:
    """What the doctor must check: the required parts, and where the files and pages are.

    The checks of camera and pins open these devices. A `walk` needs a person at the table.
    """

    camera: str | None = None
    gpio: bool = False
    walk: bool = False
    pins: Path = PINS
    port: int | None = None
    data: Path | None = None


class Check(NamedTuple):
    """A check. It is left out while a running table holds what it `needs`."""

    name: str
    run: Callable[[], Iterable[Finding]]
    needs: Literal["", "devices", "port"] = ""
    within_s: float = PATIENCE_S


@dataclass(frozen=True)
class Examination:
    """The checks of one machine. `unit` and `pages` describe a table that runs on it, if any."""

    asked: Asked
    machine: Machine
    unit: service.Unit | None
    pages: service.Pages

    @classmethod
    def begin(cls, asked: Asked, machine: Machine, locale: str) -> Examination:
        """Ask whether a table runs here, because the list of checks depends on that."""
        here = cls(asked, machine, service.unit(machine), service.Pages())
        asking = start_call(lambda: service.pages(here.port, locale), "pages")
        return replace(here, pages=asking.result(0)) if asking.is_done(PAGES_S) else here

    @property
    def port(self) -> int:
        """The port of the pages: the requested one, the service's, or the usual one."""
        return self.asked.port or (self.unit and self.unit.port) or PORT

    @property
    def data(self) -> Path | None:
        """The data folder: the requested one, or the service's.

        None stands for this user's own folder.
        """
        return service.data_of(self.unit, self.asked.data)

    def findings(self) -> Iterator[Finding]:
        """Yield the findings of every check, in order."""
        held = set[str]()
        if self.pages.state is not None:
            held.add("devices")
        if self.pages != service.Pages() or (self.unit and self.unit.state == "active"):
            held.add("port")
        for check in self._checks():
            if check.needs not in held:
                yield from patient(check.name, check.run, check.within_s)
        if self.asked.walk:
            yield from self._walked()

    def private_names(self) -> frozenset[str]:
        """Return the names that must stay out of a report."""
        return private_names(self.machine, folder_of(self.data), self.pages.state)

    def write_bundle(self, path: Path, findings: Sequence[Finding]) -> None:
        """Write a bug report with these findings. Raise `BadData` on failure."""
        write_bundle(
            path,
            findings,
            machine=self.machine,
            data=folder_of(self.data),
            pins=self.asked.pins,
            names=self.private_names(),
        )

    def _checks(self) -> tuple[Check, ...]:
        """Return the checks in order."""
        asked, machine, port, data = self.asked, self.machine, self.port, self.data
        needs_gpio = asked.gpio or asked.walk
        return (
            Check("python", health.python),
            Check("board", lambda: health.board(machine)),
            Check("power", lambda: health.power(machine)),
            Check("heat", lambda: health.heat(machine)),
            Check("clock", lambda: health.clock(machine, storage.newest_s(data))),
            Check("data", lambda: storage.data(data)),
            Check("card", lambda: storage.card(machine, data)),
            Check("journal", lambda: storage.journals(data)),
            Check("starts", lambda: storage.starts(data)),
            Check("service", self._service),
            Check("pins", lambda: lines.pins(asked.pins)),
            Check("currents", lambda: lines.currents(asked.pins)),
            Check("chip", lambda: lines.chip(asked.pins)),
            Check("gpio", lambda: lines.lines(machine, needs_gpio, asked.pins), "devices"),
            Check("console", lambda: devices.console(asked.pins), "devices"),
            Check("voice", devices.voice),
            Check("cameras", seeing.cameras),
            Check(
                "camera",
                lambda: seeing.camera(machine, asked.camera, folder_of(data)),
                "devices",
                OPENED_S,
            ),
            Check("games", lambda: storage.games(data)),
            Check("decks", seeing.decks),
            Check("home", lambda: storage.home(data)),
            Check("port", lambda: network.port(port), "port"),
            Check("address", lambda: network.address(machine, port, data)),
            Check("wifi", lambda: wifi.wifi(machine, self._seats)),
        )

    def _seats(self) -> int:
        """Return the seats of the running match or, without one, those with a button."""
        seats = (self.pages.state or {}).get("seats")
        if isinstance(seats, list) and seats:
            return len(seats)
        try:
            return len(load_pins(self.asked.pins).seats)
        except BadWiring:
            return 0  # The check `pins` reports the fault.

    def _service(self) -> Iterator[Finding]:
        if self.unit is not None:
            answers = self.pages != service.Pages()
            yield from service.installed(self.unit, answers)
        if self.pages.state is not None:
            yield from service.running(self.pages.state, self.port)
        elif self.pages.safe:
            yield from service.waiting(self.port)

    def _walked(self) -> Iterator[Finding]:
        """Yield the findings of the walk, for which a person tries each part."""
        if self.pages.state is not None:
            yield found("walk", False, "cli.walk.runs", unit=service.UNIT)
            return
        try:
            pins = load_pins(self.asked.pins)
            panel = open_panel(pins, "gpio")
        except BadWiring:
            return  # The check `gpio` reports the fault.
        try:
            yield from walk(panel)
            if pins.console is not None:
                yield from walk_console(pins.console, panel.gpio, Oled)
        finally:
            panel.close()
        yield from walk_camera(self.asked.camera)
