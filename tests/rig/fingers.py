"""A real table on a guest's header, and the fingers of those who sit at it."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.panel.pins import Pins, load_pins
from firmware.running.build import build_real_table
from firmware.running.table import RunningTable
from referee.actor import Actor
from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk
from tests.rig.header import Header

TAP_S = 0.04
REST_S = 0.1  # a button that was let go is at rest again, and its lamp has answered
PINS = load_pins()


def resting(pins: Pins = PINS) -> set[int]:
    """Return the wires that are high while nobody touches anything."""
    console = pins.console
    knob = (console.encoder_a, console.encoder_b, console.encoder_push) if console else ()
    return {*(seat.button for seat in pins.seats), *knob}


@dataclass(frozen=True)
class Played:
    """A table that runs, its desk, and the wires to it."""

    table: RunningTable
    desk: Desk
    header: Header

    def touch(self, seat: int, down: bool) -> int:
        """Press a seat's button, or let it go; return the moment in nanoseconds."""
        return self.header.wire(PINS.seats[seat].button, not down)

    def tap(self, *seats: int, apart_s: float = 0.0) -> None:
        """Press the buttons of seats one after the other, and let all go."""
        for seat in seats:
            self.touch(seat, True)
            time.sleep(apart_s)
        time.sleep(TAP_S)
        for seat in seats:
            self.touch(seat, False)
        time.sleep(REST_S)

    def lit(self, seat: int) -> bool:
        """Return whether a seat's lamp is on the line."""
        return self.header.level(PINS.seats[seat].led)

    def begin(self) -> None:
        """Begin a match of four in which presses race; one with a long log is slow."""
        self.desk.do(Begin("coup", {"most_s": 0}, 4))

    def claim(self) -> int:
        """Have the first seat claim a card that each other seat's short press challenges."""
        claimed = self.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
        self.pause()
        return claimed.seq

    def pause(self) -> None:
        """Wait for a moment; no two begin alike beside the ticks of a clock."""
        time.sleep(REST_S + random.uniform(0, 0.01))

    def made_since(self, seq: int) -> list[tuple[Any, Actor]]:
        """Return the moves made after entry `seq`, each with who made it."""
        log = self.desk.log(None)
        return [
            (entry.move, entry.by)
            for entry in log
            if entry.seq > seq and entry.move and not entry.undone
        ]

    def take_back(self, seq: int) -> None:
        """Undo all moves made after entry `seq`."""
        for _ in self.made_since(seq):
            self.desk.do(Undo())


@contextmanager
def playing(header: Header, gpio: str = "gpio", sound: bool = False) -> Iterator[Played]:
    """Run the real table on a header, amid a match of four in which presses race.

    `sound` answers presses by the buzzer, too: a line that changes some hundred times a second.
    """
    path = Path(tempfile.mkdtemp(dir="/run"))
    desk = Desk.open(path / "journal.db")
    table = build_real_table(desk, cameras=(), gpio=gpio, sound=sound)
    played = Played(table, desk, header)
    played.begin()
    table.run()
    time.sleep(REST_S)
    try:
        yield played
    finally:
        table.stop()
        desk.close()
