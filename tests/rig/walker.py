"""Somebody at the table who does what `coyote doctor --walk` asks for, or not quite that."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from firmware.console.drawing import SIZE
from referee import words
from referee.contract import Message
from tests.rig.fingers import PINS, TAP_S
from tests.rig.hand import turn
from tests.rig.header import Header

ASKED = ("press", "tone", "clockwise", "back", "push", "pattern")
SEEN_S = 0.1  # before a hand moves
LISTENS_S, SAMPLE_S = 0.2, 0.00002  # At 2800 Hz, half a wave takes 179 µs.
DETENTS = 9
DARK = bytes(SIZE[0] * SIZE[1] // 8)


@dataclass
class Walker:
    """Sees lamps, hears the buzzer, reads the display, and answers by the header's wires.

    `presses` has for each seat whose lamp is lit the seats that are pressed, its own where it is
    not in it. What is in `leaves` is not done; `wrong_way` is a knob whose wires are changed.
    """

    header: Header
    display: Callable[[], bytes]
    presses: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    leaves: tuple[str, ...] = ()
    wrong_way: bool = False
    lit: list[tuple[int, ...]] = field(default_factory=list)
    """The seats whose lamps were lit, at each time that one was to be."""
    heard_hz: float = 0.0
    shown: bytes = DARK

    def told(self, line: str) -> None:
        """Do what a line of the doctor asks for; others are let be."""
        asked = next((one for one in ASKED if _words(one) in line), None)
        if asked is None:
            return
        time.sleep(SEEN_S)
        if asked == "press":
            self.lit.append(self._lamps())
            for seat in self.lit[-1]:
                for button in self.presses.get(seat, (seat,)):
                    self._tap(PINS.seats[button].button)
        elif asked == "tone":
            self.heard_hz = self._heard()
        elif asked == "pattern":
            self.shown = self.display()
        if asked not in self.leaves:
            self._answer(asked)

    def _answer(self, asked: str) -> None:
        console = PINS.console
        assert console is not None
        if asked in ("clockwise", "back"):
            way = 1 if asked == "clockwise" else -1
            turn(self.header, DETENTS * (-way if self.wrong_way else way))
        elif asked in ("push", "pattern"):
            self._tap(console.encoder_push)
        elif asked == "tone":
            self._tap(PINS.seats[0].button)

    def _tap(self, wire: int) -> None:
        self.header.wire(wire, False)
        time.sleep(TAP_S)
        self.header.wire(wire, True)

    def _lamps(self) -> tuple[int, ...]:
        return tuple(seat for seat, row in enumerate(PINS.seats) if self.header.level(row.led))

    def _heard(self) -> float:
        """Return the pitch of what the buzzer's line does, in Hz."""
        assert PINS.buzzer is not None
        rises, before, began_s = 0, True, time.monotonic()
        while (listened_s := time.monotonic() - began_s) < LISTENS_S:
            high = self.header.level(PINS.buzzer)
            rises, before = rises + (high and not before), high
            time.sleep(SAMPLE_S)
        return rises / listened_s


def _words(asked: str) -> str:
    return words.say(Message(f"cli.walk.{asked}"), "en")
