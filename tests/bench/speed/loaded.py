"""A table in a process of its own: what it costs at rest, at an unchanged table, and reading.

`python -m tests.bench.speed.loaded FOLDER` prints that as JSON; the pictures lie in the folder.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from firmware.cameras.base import SIZE, Frame
from firmware.decks import Decks
from firmware.games import open_games
from firmware.mats import Mats
from firmware.panel.panel import open_panel
from firmware.panel.pins import load_pins
from firmware.running.build import TableBuilder
from referee.actor import HOST
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from tests.bench import games
from tests.matches import match_of
from webui.app import create_app
from webui.serving.serve import Server

FRAMES_A_SECOND = 15
NOISES = 2  # pictures of each scene
CARDS = len(games.speed()[1].cards)
REST_S, STILL_S, LAID_S = 4.0, 6.0, 1.0  # seconds of each phase; LAID_S for each card
SETTLE_S, LIMIT_S = 3.0, 300.0


def file_of(scene: int, noise: int) -> str:
    return f"{scene}-{noise}.raw"


class Playback:
    """A camera that shows one scene, the first of so many cards, until it is told another."""

    name = "playback"

    def __init__(self, folder: Path) -> None:
        self.scene = 0
        self._folder = folder
        self.frames = 0  # given so far
        self._next_s = 0.0

    def read(self) -> Frame:
        """Return the next picture, once it is time for it."""
        now_s = time.monotonic()
        time.sleep(max(0.0, self._next_s - now_s))
        self._next_s = max(now_s, self._next_s) + 1 / FRAMES_A_SECOND
        self.frames += 1
        path = self._folder / file_of(self.scene, self.frames % NOISES)
        width, height = SIZE
        image = np.fromfile(path, np.uint8).reshape(height, width, 3)
        return Frame(image, time.monotonic())

    def meter(self) -> None:
        """Measure nothing."""

    def close(self) -> None:
        """Release nothing."""


def run(folder: Path) -> dict[str, float]:
    """Run a table through all phases; return what it took."""
    camera = Playback(folder)
    desk = Desk.open(folder / "journal.sqlite")
    panel = open_panel(load_pins(), "mock")
    builder = TableBuilder(desk, panel, Mats(), Decks(desk), sound=False)
    table = builder.build((lambda: camera,))
    server = Server(create_app(table), "127.0.0.1", 0)
    table.run()
    server.start()
    told: dict[str, float] = {}
    try:
        time.sleep(SETTLE_S)
        told["rest"] = _cpu(REST_S)
        game, speed = games.speed()
        desk.do(Begin(game, {}, CARDS))
        for move in speed.asks_for_cards:
            desk.do(Move(move), HOST)
        asked = _seq(desk)
        camera.scene = CARDS - 1  # one is missing, so there is nothing to count yet
        _until(lambda: len(table.watcher.settled()) == CARDS - 1)
        time.sleep(SETTLE_S)
        frames = camera.frames
        told["still"] = _cpu(STILL_S)
        told["frames"] = round((camera.frames - frames) / STILL_S, 1)
        camera.scene = 0
        _until(lambda: not table.watcher.settled())
        from_s, from_cpu_s = time.monotonic(), time.process_time()
        for scene in range(1, CARDS + 1):
            camera.scene = scene
            time.sleep(LAID_S)
        wall_s = time.monotonic() - from_s
        told["laid"] = round(100 * (time.process_time() - from_cpu_s) / wall_s, 1)
        _until(lambda: _seq(desk) > asked)
        time.sleep(1.0)
        told["memory"], told["peak"] = _memory_mb()
    finally:
        server.stop()
        table.stop()
        desk.close()
    return told


def _seq(desk: Desk) -> int:
    match = match_of(desk)
    return match.seq


def _until(true: Callable[[], bool]) -> None:
    until_s = time.monotonic() + LIMIT_S
    while not true():
        if time.monotonic() > until_s:
            raise TimeoutError("The table did not read what lies on it.")
        time.sleep(0.05)


def _cpu(seconds: float) -> float:
    """Return the share of a core that this process takes for so long, in %."""
    from_s, from_cpu_s = time.monotonic(), time.process_time()
    time.sleep(seconds)
    return round(100 * (time.process_time() - from_cpu_s) / (time.monotonic() - from_s), 1)


def _memory_mb() -> tuple[float, float]:
    """Return the memory of this process now, and the most it was; where that is not told, twice."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        most_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        return most_mb, most_mb
    kb = {
        name: line.split()[1]
        for line in lines
        for name in [line.partition(":")[0]]
        if name in ("VmRSS", "VmHWM")
    }
    now_mb, most_mb = (round(int(kb[name]) * 1024 / 1e6, 1) for name in ("VmRSS", "VmHWM"))
    return now_mb, most_mb


if __name__ == "__main__":
    open_games()
    print(json.dumps(run(Path(sys.argv[1]))))
