"""A crowd at the door: phones that all drop and come back, strangers who flood the table."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from firmware.running.build import build_virtual_table
from referee.match.commands import Begin
from referee.match.desk import Desk
from referee.reports import virtual_acts
from tests.bench import SOURCE, Figure, at_most, percentile
from tests.bench.games import speed
from webui.app import STREAMS, create_app
from webui.serving.serve import Server

LIMIT_S = 120.0
WARM_S = 5.0  # the camera has its pictures and templates by then
GREEDY_S = 3.0  # for how long a stranger guesses at the code
SIZE = (640, 480)  # the pictures of 1920 x 1080 take 100 MB more, flood or none


def measure(phones: int = STREAMS, strangers: int = 400, seconds: float = 30.0) -> list[Figure]:
    """Return how a table stands it, which runs in this process and they in another."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.sqlite"
        desk = Desk.open(journal)
        table, virtual = build_virtual_table(desk, seed=1, size=SIZE)
        app = create_app(table, virtual)
        server = Server(app, "127.0.0.1", 0)
        table.run()
        server.start()
        try:
            desk.do(Begin(speed()[0], {}, 6))
            virtual.do(virtual_acts.Deal())
            time.sleep(WARM_S)
            before, calm_mb = _size(journal), _peak_mb()
            said = _send(server.url, phones, strangers, seconds)
            written = _size(journal) - before
            taken = len(app.extensions["web"].holders.taken)
            greed = _greed(server.url, app.extensions["web"], min(seconds, GREEDY_S))
        finally:
            server.stop()
            table.stop()
            desk.close()
    calm_ms, took_ms = said["calm_ms"], said["took_ms"]
    return [
        at_most(f"{phones} phones drop and are all served again", said["back_s"], 1.0, "s"),
        at_most("of them refused meanwhile", said["refused"], 0, "phones"),
        Figure("a page in peace, 99th percentile", round(percentile(calm_ms, 0.99), 1), "ms"),
        at_most(
            f"a page beside {strangers} strangers, 99th percentile",
            percentile(took_ms, 0.99),
            500,
            "ms",
        ),
        at_most("pages that were not served beside them", said["failed"], 0, "pages"),
        Figure("memory of the whole table in peace", round(calm_mb), "MB"),
        at_most("memory that they all cost", _peak_mb() - calm_mb, 100, "MB"),
        at_most("written to the journal by strangers", written, 0, "bytes"),
        at_most("seats taken by strangers", taken, 0, "seats"),
        *_refusals(greed),
    ]


def _refusals(greed: dict[str, float]) -> list[Figure]:
    """Return how often those who belong to the table were refused for strangers."""
    return [
        Figure("streams that 15 addresses hold", greed["places_had"], "streams"),
        at_most(
            f"seat, host and screen refused a stream, of {greed['places_tried']:.0f}",
            greed["places_refused"],
            0,
            "times",
        ),
        at_most(
            f"the right code refused beside a guesser, of {greed['codes_tried']:.0f}",
            greed["codes_refused"],
            0,
            "times",
        ),
        Figure("guesses at the code that can be answered", round(greed["guessed"]), "a second"),
        at_most(
            f"pictures shut out by eight slow ones of a seat, of {greed['pictures_tried']:.0f}",
            greed["pictures_refused"],
            0,
            "pictures",
        ),
        at_most("of them refused in no words", greed["pictures_unsaid"], 0, "pictures"),
    ]


def _greed(url: str, web: Any, seconds: float) -> dict[str, float]:
    """Let strangers and a seat take what they can, beside all the seats and a host."""
    tokens = [f"seat-{seat}-{'x' * 20}" for seat in range(6)]
    for seat, token in enumerate(tokens):
        web.holders.take(seat, token)
    shown = {
        "seats": [f"seat={token}" for token in tokens],
        "host": f"host={web.hosts.guess(web.hosts.code, None)}",
        "code": web.hosts.code,
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.speed.greedy", url, str(seconds)],
        input=json.dumps(shown).encode(),
        check=True,
        cwd=SOURCE,
        stdout=subprocess.PIPE,
        timeout=LIMIT_S + seconds,
    )
    told: dict[str, float] = json.loads(done.stdout)
    return told


def _send(url: str, phones: int, strangers: int, seconds: float) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.bench.speed.strangers", url]
    counts = [str(phones), str(strangers), str(seconds)]
    done = subprocess.run(
        [*command, *counts], check=True, cwd=SOURCE, capture_output=True, timeout=LIMIT_S + seconds
    )
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def _size(journal: Path) -> int:
    return sum(path.stat().st_size for path in journal.parent.iterdir() if path.is_file())


def _peak_mb() -> float:
    """Return the most memory that this process has held, in megabytes."""
    import resource  # not there on every system

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
