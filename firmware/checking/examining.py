"""Runs all checks in order. It leaves devices alone that a running table holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.checking import devices, health, lines, network, playing, seeing, service, storage
from firmware.checking.findings import PATIENCE_S, Finding, found, patient
from firmware.checking.machine import Machine
from firmware.checking.walk.camera import walk_camera
from firmware.checking.walk.console import walk_console
from firmware.checking.walk.panel import walk
from firmware.console.display import Oled
from firmware.errors import BadWiring
from firmware.panel.panel import open_panel
from firmware.panel.pins import load_pins
from firmware.service.calls import start_call
from hardware import PINS

PORT = 8080  # Port of the pages, unless the service or the user names another one.
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


class Examination:
    """The checks of one machine. `service` and `pages` describe a table that runs on it, if any.

    The constructor asks whether a table runs, because the list of checks depends on that.
    """

    def __init__(self, asked: Asked, machine: Machine, locale: str) -> None:
        self.asked = asked
        self.machine = machine
        self.service = service.unit(machine)
        asking = start_call(lambda: service.pages(self.port, locale), "pages")
        self.pages = asking.result(0) if asking.is_done(PAGES_S) else service.Pages()

    @property
    def port(self) -> int:
        """The port of the pages: the requested one, the service's, or the usual one."""
        return self.asked.port or (self.service and self.service.port) or PORT

    @property
    def data(self) -> Path | None:
        """The data folder: the requested one, or the service's.

        None stands for this user's own folder.
        """
        return service.data_of(self.service, self.asked.data)

    def findings(self) -> Iterator[Finding]:
        """Yield the findings of every check, in order."""
        for name, look in self._checks().items():
            within_s = seeing.OPENED_S if name == "camera" else PATIENCE_S
            yield from patient(name, look, within_s)
        if self.asked.walk:
            yield from self._walked()

    def _checks(self) -> dict[str, Callable[[], Iterable[Finding]]]:
        """Return the checks in order, without those of devices that a running table holds."""
        asked, machine, port, data = self.asked, self.machine, self.port, self.data
        every: dict[str, Callable[[], Iterable[Finding]]] = {
            "python": health.python,
            "board": lambda: health.board(machine),
            "power": lambda: health.power(machine),
            "heat": lambda: health.heat(machine),
            "clock": lambda: health.clock(machine, storage.newest_s(data)),
            "data": lambda: storage.data(data),
            "card": lambda: storage.card(machine, data),
            "journal": lambda: storage.journals(data),
            "starts": lambda: storage.starts(data),
            "service": self._service,
            "pins": lambda: lines.pins(asked.pins),
            "currents": lambda: lines.currents(asked.pins),
            "chip": lambda: lines.chip(asked.pins),
            "gpio": lambda: lines.lines(machine, asked.gpio or asked.walk, asked.pins),
            "console": lambda: devices.console(asked.pins),
            "voice": devices.voice,
            "cameras": seeing.cameras,
            "camera": lambda: seeing.camera(machine, asked.camera),
            "games": lambda: playing.games(data),
            "decks": seeing.decks,
            "home": lambda: playing.home(data),
            "port": lambda: network.port(port),
            "address": lambda: network.address(machine, port, data),
        }
        held = {"gpio", "console", "camera"} if self.pages.state is not None else set()
        if self.pages != service.Pages() or (self.service and self.service.state == "active"):
            held |= {"port"}
        return {name: look for name, look in every.items() if name not in held}

    def _service(self) -> Iterator[Finding]:
        if self.service is not None:
            answers = self.pages != service.Pages()
            yield from service.installed(self.service, answers)
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
