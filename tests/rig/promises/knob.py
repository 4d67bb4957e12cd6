"""Each detent of the encoder is a step, the way that it was turned, though its contacts bounce."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import replace

from firmware.console.knob import Knob, Turned
from firmware.panel.gpio import open_gpio
from firmware.panel.pins import ConsolePins
from firmware.presses.gestures import Gesture
from referee.contract import Press
from tests.bench import Figure, at_least, at_most
from tests.rig.fingers import PINS, REST_S, TAP_S, resting
from tests.rig.hand import Shaft
from tests.rig.header import Header

DETENTS = 300
DETENT_S = 0.12  # Within this time, a detent has come.
PUSHES = 20


def promises() -> Iterator[Figure]:
    """Yield how many detents and pushes came through."""
    random.seed(1)
    console = PINS.console
    assert console is not None
    header = Header(resting())
    for detents in (1, 2, 4):
        yield from _clicks(header, replace(console, detents=detents))
    knob, pushes = Knob(console, open_gpio("gpio")), []
    for _ in range(PUSHES):
        for down in (True, False):
            header.wire(console.encoder_push, not down)
            time.sleep(TAP_S)
            pushes += list(knob.events(TAP_S))
    pushes += knob.events(REST_S)
    short = sum(isinstance(push, Gesture) and push.press is Press.SHORT for push in pushes)
    yield at_least(f"pushes that came, of {PUSHES}", short, PUSHES, "pushes")
    knob.close()
    knob.gpio.factory.close()


def _clicks(header: Header, console: ConsolePins) -> Iterator[Figure]:
    """Yield how many clicks came of an encoder with so many detents a cycle."""
    knob = Knob(console, open_gpio("gpio"))
    shaft = Shaft(header, console.detents)
    for name, way in (("clockwise", 1), ("the other way", -1)):
        steps = []
        for _ in range(DETENTS):
            shaft.turn(way)
            steps += [event.steps for event in knob.events(DETENT_S) if isinstance(event, Turned)]
        of = f"of {DETENTS}, {console.detents} a cycle"
        yield at_least(f"clicks {name} that came, {of}", steps.count(way), DETENTS, "")
        yield at_most(f"steps the wrong way among them ({name})", steps.count(-way), 0, "steps")
    knob.close()
    knob.gpio.factory.close()
