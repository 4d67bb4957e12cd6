"""`coyote doctor` on a kernel's lines: free, busy, a running table's, and walked through."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firmware.checking.walk.console import pattern
from firmware.checking.walk.panel import TONE_HZ
from tests.bench import Figure, at_least, at_most
from tests.firmware.console.ssd1306 import Ssd1306
from tests.process import Process
from tests.rig.bus import Bus
from tests.rig.fingers import PINS, REST_S, resting
from tests.rig.header import Header
from tests.rig.holder import held
from tests.rig.walker import Walker

SEATS = len(PINS.seats)
LINES = 2 * SEATS + 1 + 3  # of buttons and lamps, the buzzer, the knob
PORT = 65123  # where no table is
PITCH = 0.02
SPOKEN = {"LC_ALL": "en_GB.UTF-8", "PYTHONUTF8": "1"}
Check = tuple[str, bool | None, str]
# What is wrong in a walk: no press, buttons changed, one closed; nobody hears; A and B changed.
NO_PRESS, CHANGED, CLOSED = 1, (2, 3), 4
FAULTY = [
    ("walk.seat", True, "well"),
    ("walk.seat", False, "none"),
    ("walk.seat", False, "other"),
    ("walk.seat", False, "other"),
    ("walk.seat", False, "stuck"),
    ("walk.seat", True, "well"),
    ("walk.buzzer", False, "not_heard"),
    ("walk.knob", False, "turned_other"),
    ("walk.knob", False, "turned_other"),
    ("walk.knob", False, "pushed_not"),
    ("walk.display", True, "bus_well"),
    ("walk.display", False, "pattern_not"),
]


class Doctor:
    """A run of `coyote doctor --json`: its document, its status, and whether both fit."""

    valid = runs = 0

    def __init__(self, *options: str, walker: Walker | None = None, port: int = PORT) -> None:
        command = [sys.executable, "-m", "firmware.cli", "doctor", "--json", "--port", str(port)]
        walk = () if walker is None else ("--walk",)
        with subprocess.Popen(
            [*command, *walk, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | SPOKEN,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            for line in process.stderr:
                if walker is not None:
                    walker.told(line)
            said = process.stdout.read()
        document: dict[str, Any] = json.loads(said)
        self.checks: list[dict[str, Any]] = document["checks"]
        well = all(one["well"] is not False for one in self.checks)
        fits = document["schema"] == 1 and document["well"] == well
        Doctor.runs += 1
        Doctor.valid += fits and process.returncode == (not well)

    def of(self, *names: str) -> list[dict[str, Any]]:
        """Return the checks by such names, or below them."""
        return [one for one in self.checks if one["check"].startswith(names)]

    def told(self, *names: str) -> list[Check]:
        """Return what was said by such names: the check, how it is, the key's last word."""
        return [
            (one["check"], one["well"], one["key"].rpartition(".")[2]) for one in self.of(*names)
        ]


def promises() -> Iterator[Figure]:
    """Yield what the doctor tells of lines that are free, busy or a table's, and of each part."""
    os.environ.pop("LG_WD")  # programs that share it take each other's edges
    header, bus, screen = Header(resting()), Bus(), Ssd1306()
    yield from _lines()
    yield from _running(header)

    def display() -> bytes:
        assert PINS.console is not None
        for message in bus.written(PINS.console.address):
            screen.take(message)
        return screen.picture().tobytes()

    yield from _walked(Walker(header, display))
    changed = dict(zip(CHANGED, ((one,) for one in reversed(CHANGED)), strict=True))
    header.wire(PINS.seats[CLOSED].button, False)
    walker = Walker(
        header,
        display,
        presses={NO_PRESS: (), **changed},
        leaves=("tone", "push", "pattern"),
        wrong_way=True,
    )
    told = [one for one in Doctor(walker=walker).told("walk.") if one[1] is not None]
    right = sum(one == other for one, other in zip(told, FAULTY, strict=False))
    yield at_least(
        f"parts of a faulty table told rightly, of {len(FAULTY)}", right, len(FAULTY), ""
    )
    yield at_most("parts told beside them", max(0, len(told) - len(FAULTY)), 0, "parts")
    name = f"runs with valid JSON and the status that fits, of {Doctor.runs}"
    yield at_least(name, Doctor.valid, Doctor.runs, "runs")


def _lines() -> Iterator[Figure]:
    """Yield how many lines are claimed, and whether busy ones are named with their holder."""
    claimed = [one["params"]["count"] for one in Doctor("--gpio").of("gpio") if one["well"]]
    yield at_least("lines of the kit, claimed where all are free", sum(claimed), LINES, "lines")
    busy = (PINS.seats[2].button, PINS.seats[4].led)
    with held(*busy) as holder:
        doctor = Doctor("--gpio")
        named = {
            one["params"]["pin"]
            for one in doctor.of("gpio")
            if one["key"] == "table.pins.busy" and one["params"]["holder"] == "lg"
        }
        yield at_least("busy lines that are named, of 2", named == {*busy} and 2, 2, "lines")
        yield at_least("their program is named", _names(doctor, holder.pid), 1, "times")


def _names(doctor: Doctor, pid: int) -> bool:
    """Return whether a program is among those that have the pins open."""
    users = [one["params"]["programs"] for one in doctor.of("gpio") if "programs" in one["params"]]
    return any(f"({pid})" in program for programs in users for program in programs)


def _running(header: Header) -> Iterator[Figure]:
    """Yield whether a running table is recognised, and left alone."""
    options = ("--camera", "none", "--gpio", "gpio", "--quiet")
    table = Process(Path("/run/table"), *options, table="table")
    doctor = Doctor(port=table.port)
    told = {("table", True, "runs"), ("table.panel", True, "runs_part")} <= {*doctor.told("table")}
    alone = not doctor.of("gpio", "console", "camera")
    yield at_least("a running table is asked in place of its lines", told and alone, 1, "times")
    refused = Doctor(walker=Walker(header, bytes), port=table.port).told("walk")
    yield at_least("and is not walked through", refused == [("walk", False, "runs")], 1, "times")
    elsewhere = Doctor("--gpio")
    busy = elsewhere.told("gpio").count(("gpio", False, "busy"))
    yield at_least("lines told busy where its pages are not found", busy, LINES, "lines")
    named = _names(elsewhere, table.process.pid)
    yield at_least("the table is named then", named, 1, "times")
    lamp = PINS.seats[1].led
    header.wire(PINS.seats[1].button, False)
    time.sleep(REST_S / 2)
    answered = header.level(lamp)
    header.wire(PINS.seats[1].button, True)
    yield at_least("its lamp answers a press afterwards", answered, 1, "times")
    yield at_most("its status when it is stopped", table.kill(signal.SIGTERM), 0, "")


def _walked(walker: Walker) -> Iterator[Figure]:
    """Yield what came of a walk through a table that is well."""
    doctor = Doctor(walker=walker)
    alone = walker.lit == [(seat,) for seat in range(SEATS)]
    seats = doctor.told("walk.seat").count(("walk.seat", True, "well"))
    yield at_least(
        "seats whose lamp alone was lit, and whose press came", alone and seats, SEATS, ""
    )
    off = abs(walker.heard_hz / TONE_HZ - 1)
    yield at_most(f"the tone on the buzzer's line is off {TONE_HZ:.0f} Hz by", off, PITCH, "")
    seen = walker.shown == pattern().tobytes()
    yield at_least("the pattern on the bus, pixel by pixel", seen, 1, "screens")
    parts = [one for one in doctor.told("walk.") if one[1] is True and one[0] != "walk.seat"]
    yield at_least("buzzer, knob (three times), display (twice) told well", len(parts), 6, "times")
