"""The doctor's case: a machine, and the table that runs on it, if any."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from firmware.checking.machine import Machine
from firmware.checking.service import Pages, Unit, data_of, pages, unit
from firmware.errors import BadData, BadWiring
from firmware.folders import data_folder
from firmware.install.settings import PORT
from firmware.panel.pins import Pins, load_pins
from firmware.service.calls import start_call
from hardware import PINS

PAGES_S = 8.0


@dataclass(frozen=True)
class Case:
    """One machine, and what its owner says about it. Each check looks at one part of it.

    `camera` and `gpio` name parts that the machine must have. `pins` is the file of the pin table.
    `given_port` and `given_data` count before those of the service. `unit` and `pages` describe a
    table that runs here.
    """

    machine: Machine = field(default_factory=Machine)
    camera: str | None = None
    gpio: bool = False
    pins: Path = PINS
    given_port: int | None = None
    given_data: Path | None = None
    unit: Unit | None = None
    pages: Pages = field(default_factory=Pages)

    def with_table(self, locale: str) -> Case:
        """Return this case with the table that runs here, because the checks depend on it."""
        here = replace(self, unit=unit(self.machine))
        asking = start_call(lambda: pages(here.port, locale), "pages")
        return replace(here, pages=asking.result(0)) if asking.is_done(PAGES_S) else here

    @property
    def port(self) -> int:
        """The port of the pages: the given one, the service's, or the usual one."""
        return self.given_port or (self.unit and self.unit.port) or PORT

    @property
    def data(self) -> Path | None:
        """The data folder, given or the service's. None stands for this user's own."""
        return data_of(self.unit, self.given_data)

    @property
    def folder(self) -> Path | None:
        """The data folder, or None if it is not writable, which the check `data` reports."""
        try:
            return data_folder(self.data)
        except BadData:
            return None

    @property
    def pin_table(self) -> Pins | None:
        """The pin table, or None if it is faulty, which the check `pins` reports."""
        try:
            return load_pins(self.pins)
        except BadWiring:
            return None

    @property
    def seats(self) -> int:
        """The number of seats in the running match or, without one, of those with a button."""
        seats = (self.pages.state or {}).get("seats")
        if isinstance(seats, list) and seats:
            return len(seats)
        return len(self.pin_table.seats) if self.pin_table else 0

    @property
    def held(self) -> frozenset[str]:
        """The things that a running table uses, so no check may touch them: "devices", "port"."""
        held = {"devices"} if self.pages.state is not None else set[str]()
        if self.pages != Pages() or (self.unit and self.unit.state == "active"):
            held.add("port")
        return frozenset(held)
