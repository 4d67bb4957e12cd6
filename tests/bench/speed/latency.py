"""From the edge of a button to its own light, and to a hundred phones.

The whole table runs as it does for people: rendered frames are read by the camera's thread,
the journal is written to disk, the pages are served by gevent. The phones are a process
of their own, so that they do not slow what is measured.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from firmware.cameras.base import SIZE, Frame
from firmware.decks import Decks
from firmware.mats import Mats
from firmware.panel.panel import open_panel
from firmware.panel.pins import load_pins
from firmware.running.build import TableBuilder, build_virtual_table
from firmware.running.table import RunningTable
from firmware.virtual.table import VirtualTable
from referee.actor import HOST
from referee.contract import Offer, Press
from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk
from referee.reports import virtual_acts
from tests.bench import SOURCE, Figure, at_most, percentile
from tests.bench.games import speed
from tests.bench.speed.reveal import frames
from tests.matches import match_of
from vision.reading import Image
from webui.app import create_app
from webui.serving.serve import Server

PRESS_S = 0.03
BETWEEN_S = 0.15
FRAMES_A_SECOND = 15
LIMIT_S = 300.0
GOALS_MS = {10: 7.0, 100: 15.0, 300: 25.0}  # at the 99th percentile, for so many phones at most


class Phones:
    """The streams' process, and when each move arrived at each phone."""

    def __init__(self, url: str, phones: int) -> None:
        self.phones = phones
        self._arrived: dict[int, list[int]] = {}
        self._changed = threading.Condition()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.speed.phones", url, str(phones)],
            cwd=SOURCE,
            stdout=subprocess.PIPE,
            text=True,
        )
        threading.Thread(target=self._listen, daemon=True).start()
        with self._changed:  # the first line: all streams are served
            if not self._changed.wait_for(lambda: self._arrived, LIMIT_S):
                self.stop()
                raise TimeoutError("The phones' streams were not all served.")

    def arrivals(self, seq: int) -> list[int]:
        """Return when move `seq` arrived at each phone, in nanoseconds, once it has at all."""
        with self._changed:
            if not self._changed.wait_for(lambda: seq in self._arrived, LIMIT_S):
                raise TimeoutError("A move did not arrive at all phones.")
            return self._arrived[seq]

    def stop(self) -> None:
        """Close all streams."""
        self._process.kill()
        self._process.wait(LIMIT_S)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            seq, *arrived_ns = map(int, line.split())
            with self._changed:
                self._arrived[seq] = arrived_ns
                self._changed.notify_all()


class Playback:
    """A camera that shows some pictures in turn, as fast as a real one."""

    name = "playback"

    def __init__(self, pictures: list[Image]) -> None:
        self._pictures, self._frames, self._next_s = pictures, 0, 0.0

    def read(self) -> Frame:
        """Return the next picture, once it is time for it."""
        now_s = time.monotonic()
        time.sleep(max(0.0, self._next_s - now_s))
        self._next_s = max(now_s, self._next_s) + 1 / FRAMES_A_SECOND
        self._frames += 1
        picture = self._pictures[self._frames % len(self._pictures)]
        return Frame(picture.copy(), time.monotonic())

    def meter(self) -> None:
        """Measure nothing."""

    def close(self) -> None:
        """Release nothing."""


Made = tuple[RunningTable, VirtualTable | None]


def virtual_table(desk: Desk) -> Made:
    """Return a virtual table whose frames are rendered all the time."""
    return build_virtual_table(desk, seed=1, rests=False)


def real_table(desk: Desk) -> Made:
    """Return a table as on a Pi, whose camera gives frames that were rendered before."""
    panel = open_panel(load_pins(), "mock")
    camera = Playback(frames(SIZE, 2, ()))
    builder = TableBuilder(desk, panel, Mats(), Decks(desk), sound=False)
    return builder.build((lambda: camera,)), None


TABLES = {"virtual": virtual_table, "real": real_table}


@contextmanager
def _running(kind: str, folder: Path, phones: int) -> Iterator[tuple[Desk, RunningTable, str]]:
    desk = Desk.open(folder / "journal.db")
    table, virtual = TABLES[kind](desk)
    server = Server(create_app(table, virtual, streams=phones + 20), "127.0.0.1", 0)
    table.run()
    server.start()
    try:
        desk.do(Begin(speed()[0], {}, 4))
        if virtual is not None:
            virtual.do(virtual_acts.Deal())
        yield desk, table, server.url
    finally:
        server.stop()
        table.stop()
        desk.close()


class Times(NamedTuple):
    """How long each press took to its lamp, and to each phone."""

    to_light_ms: list[float]
    to_phone_ms: list[float]


def measure(phones: int, presses: int, kind: str) -> Iterator[Figure]:
    """Press a button `presses` times and yield the edge-to-light and edge-to-phone figures.

    `kind` is one of `TABLES`.
    """
    times = press(phones, presses, kind)
    phones_goal = next(goal for most, goal in GOALS_MS.items() if phones <= most)
    for name, took_ms, goal in (
        (f"edge to LED, {kind} table", times.to_light_ms, 1.0),
        (f"edge to {phones} phones, {kind} table", times.to_phone_ms, phones_goal),
    ):
        yield at_most(f"{name}, 99th percentile", percentile(took_ms, 0.99), goal, "ms")
        yield Figure(f"{name}, median", round(percentile(took_ms, 0.5), 3), "ms")


def press(phones: int, presses: int, kind: str) -> Times:
    """Press a button of a table of this `kind` so many times while phones follow it."""
    times = Times([], [])
    with (
        tempfile.TemporaryDirectory() as folder,
        _running(kind, Path(folder), phones) as (desk, table, url),
    ):
        watching = threading.Event()
        threading.Thread(target=_watch, args=(table, watching), daemon=True).start()
        listeners = Phones(url, phones)
        try:
            for _ in range(presses):
                offer = _until_pressable(desk)
                assert offer.seat is not None
                edge_ns, light_ns = _press(table, offer.seat)
                seq = _seq_after(desk, offer)
                times.to_light_ms.append((light_ns - edge_ns) / 1e6)
                times.to_phone_ms.extend((ns - edge_ns) / 1e6 for ns in listeners.arrivals(seq))
                desk.do(Undo(), HOST)
                time.sleep(BETWEEN_S)
        finally:
            watching.set()
            listeners.stop()
    return times


def _watch(table: RunningTable, stop: threading.Event) -> None:
    """Look at the camera's view again and again, so that its loop never rests."""
    while not stop.wait(1.0):
        table.camera_view()


def _until_pressable(desk: Desk) -> Offer:
    """Make the first thing that can be done until a press means something; return that offer."""
    while True:
        match = match_of(desk)
        for offer in match.offers:
            if offer.shown.press is Press.SHORT and not offer.ask:
                return offer
        first = next(offer for offer in match.offers if offer.seat is not None)
        values = {ask.field: ask.least for ask in first.ask if hasattr(ask, "least")}
        desk.do(Move(first.fill(**values)), HOST)
        time.sleep(BETWEEN_S)


def _press(table: RunningTable, seat: int) -> tuple[int, int]:
    """Press a seat's mock button; return the stamps of the edge and of its lamp's answer."""
    lamp = table.panel.gpio.factory.pin(f"GPIO{table.panel.pins.seats[seat].led}")
    lamp.clear_states()
    cleared_ns = time.monotonic_ns()
    edge_ns = time.monotonic_ns()
    table.panel.press(seat, True)
    time.sleep(PRESS_S)
    table.panel.press(seat, False)
    at_ns = cleared_ns
    for state in list(lamp.states):
        at_ns += int(state.timestamp * 1e9)
        # An answer is full light or none; the patterns in between pass through neither.
        if state.timestamp > 0 and float(state.state) in (0.0, 1.0):
            return edge_ns, at_ns
    raise TimeoutError("The lamp did not answer the press.")


def _seq_after(desk: Desk, offer: Offer) -> int:
    """Return the number of the move that came of a press, once it is made."""
    until_s = time.monotonic() + LIMIT_S
    while time.monotonic() < until_s:
        match = desk.snapshot()
        if match is not None and offer not in tuple(match.offers):
            return match.seq
        time.sleep(0.002)
    raise TimeoutError("The press made no move.")
