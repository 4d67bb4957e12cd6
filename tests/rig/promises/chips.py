"""The header's chip is found whatever its number, and no line of another chip is touched."""

from __future__ import annotations

import os
from collections.abc import Iterator

from firmware.console.knob import Knob, Turned
from firmware.errors import BadWiring
from firmware.panel.gpio import open_gpio
from firmware.panel.wires import Lamp
from referee.contract import Message
from tests.bench import Figure, at_least, at_most
from tests.rig.fingers import PINS, REST_S, playing, resting
from tests.rig.hand import turn
from tests.rig.header import (
    CHIPS,
    OTHER_LINES,
    Header,
    make_chip,
    numbered,
    remove_chip,
)
from tests.rig.promises.doctor import Doctor

# How a Pi 4 and three kernels of a Pi 5 number the header's chip, and whether others are beside it.
NUMBERED = ((0, "pinctrl-bcm2711", True), (4, "pinctrl-rp1", False), (11, "pinctrl-rp1", True))
DETENTS = 20


def promises() -> Iterator[Figure]:
    """Yield for each number whether buttons, lamps, knob and doctor have the header's lines."""
    os.environ.pop("LG_WD")  # the doctor is a program of its own
    for number, label, alone in NUMBERED:
        with numbered(number, label, resting(), alone=alone) as header:
            yield from _used(header, number)
    yield from _of_others()


def _used(header: Header, number: int) -> Iterator[Figure]:
    name = f"with chip {number}: "
    told = Doctor("--gpio").of("chip", "gpio")
    keys = [(one["check"], one["key"].rpartition(".")[2]) for one in told]
    named = told[0]["params"].get("device") == str(header.device)
    well = keys == [("chip", "chip_by_label"), ("gpio", "lines")] and named
    yield at_least(f"{name}the doctor names it and claims every line", well, 1, "times")
    with playing(header) as played:
        for seat in (1, 2):
            seq = played.claim()
            played.tap(seat)
            made = len(played.made_since(seq))
            yield at_least(f"{name}moves made by a press of seat {seat}", made, 1, "moves")
            played.take_back(seq - 1)
    gpio = open_gpio("gpio")
    led = PINS.seats[0].led
    lamp = Lamp(led, gpio.factory)
    lamp.light(1.0)
    yield at_least(f"{name}a lamp lights its own line", header.level(led), 1, "times")
    assert PINS.console is not None
    knob = Knob(PINS.console, gpio)
    steps = []
    for _ in range(DETENTS):
        turn(header, 1)
        steps += [one.steps for one in knob.events(REST_S) if isinstance(one, Turned)]
    yield at_least(f"{name}detents that came, of {DETENTS}", steps.count(1), DETENTS, "")
    knob.close()
    lamp.close()
    knob.gpio.factory.close()


def _of_others() -> Iterator[Figure]:
    """Yield whether a machine with other chips alone has its lines left to them."""
    other = CHIPS / "other"
    make_chip(other, OTHER_LINES, "mcp23017")
    told: Message | None = None
    try:
        open_gpio("gpio")
    except BadWiring as error:
        told = error.message
    refused = told is not None and told.key == "table.gpio.no_header"
    yield at_least("another device's chip 0 is not taken, and named", refused, 1, "times")
    doctor = Doctor("--gpio").told("gpio")
    yield at_most(
        "lines of it that the doctor claims", doctor.count(("gpio", True, "lines")), 0, ""
    )
    remove_chip(other)
