"""A hub under load: tables that all show something new each second, and an evening's results."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from firmware.hub.store import FILE
from referee.hub.messages import Membership
from tests.bench import SOURCE, Figure, at_least, at_most, percentile
from tests.bench.club.hubs import HubProcess
from tests.bench.club.showing import Did, Task, names_at
from tests.process import PATIENCE_S, eventually

PAGES = ("/wall", "/standings", "/matches", "/players")
EACH_S = 1.0  # as webui/static/hub/wall.js asks
MANY = 250  # light tables of a process: a line has three files, and its library takes 1,024
WALL_S = 2.0  # of which the page lets up to one pass before it asks
HELD = 200  # tables that a hub is to hold
HEARD = 99.9  # % of what was shown
MARK = re.compile(r"\((\d+\.\d+)\)")
TICKS = os.sysconf("SC_CLK_TCK")


class Spent(NamedTuple):
    """What a process has taken so far."""

    cpu_s: float
    memory_mb: float


def spent(process: int) -> Spent:
    """Return what a process has taken."""
    proc = Path(f"/proc/{process}")
    words = (proc / "stat").read_text().rpartition(")")[2].split()
    lines = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
    return Spent((int(words[11]) + int(words[12])) / TICKS, int(lines["VmRSS"].split()[0]) / 1024)


class Wall(threading.Thread):
    """A projector: asks each second, and notes how old what it shows first was, ms."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self._port, self._over = port, threading.Event()
        self.aged_ms: list[float] = []
        self.took_ms: list[float] = []

    def run(self) -> None:
        """Ask until it is stopped."""
        seen: set[str] = set()
        tag = ""
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
        while not self._over.wait(EACH_S):
            began_s = time.monotonic()
            line.request("GET", "/wall", headers={"If-None-Match": tag} if tag else {})
            answer = line.getresponse()
            body = answer.read().decode()
            self.took_ms.append(1000 * (time.monotonic() - began_s))
            tag = answer.headers.get("ETag") or tag
            now_ms = time.time() * 1000
            marks = {*MARK.findall(body)} - seen
            self.aged_ms += [now_ms - int(mark.partition(".")[2]) for mark in marks]
            seen |= marks
        line.close()

    def stop(self) -> None:
        """Ask no more."""
        self._over.set()
        self.join(PATIENCE_S)


class Tables:
    """Light tables in processes of their own, which wait for the beginning."""

    def __init__(
        self, members: Sequence[Membership], *, seconds: float = 0, results: int = 0
    ) -> None:
        many = -(-len(members) // MANY)
        pipe = subprocess.PIPE
        command = (sys.executable, "-m", "tests.bench.club.showing")
        self._processes = [
            subprocess.Popen(command, cwd=SOURCE, stdin=pipe, stdout=pipe) for _ in range(many)
        ]
        for at, one in enumerate(self._processes):
            task = Task(tuple(members[at::many]), seconds, results)
            self._say(one, msgspec.json.encode(task))

    def _say(self, process: subprocess.Popen[bytes], line: bytes) -> None:
        assert process.stdin is not None
        process.stdin.write(line + b"\n")
        process.stdin.flush()

    def ready(self) -> None:
        """Wait until all lines stand."""
        for one in self._processes:
            assert one.stdout is not None
            assert one.stdout.readline() == b"ready\n", "light tables that did not come up"

    def begin(self) -> None:
        """Let all of them begin."""
        for one in self._processes:
            self._say(one, b"")

    def end(self) -> None:
        """End those that have not: something went wrong."""
        for one in self._processes:
            if one.poll() is None:
                one.kill()
                one.wait(PATIENCE_S)

    def did(self) -> list[Did]:
        """Return what they did, once they have."""
        said = [one.communicate(timeout=PATIENCE_S)[0] for one in self._processes]
        return [msgspec.json.decode(one, type=Did) for one in said]


@contextmanager
def _playing(
    members: Sequence[Membership], *, seconds: float = 0, results: int = 0
) -> Iterator[Tables]:
    found = Tables(members, seconds=seconds, results=results)
    try:
        yield found
    finally:
        found.end()


@contextmanager
def _hub(tables: int) -> Iterator[tuple[HubProcess, list[Membership], Path]]:
    with tempfile.TemporaryDirectory(prefix="coyote-hub-") as name:
        ages = Path(name) / "ages"
        hub = HubProcess(Path(name) / "hub", ("-m", "tests.bench.club.watched", str(ages)))
        members = hub.admit([names_at(number) for number in range(1, tables + 1)], drawn=True)
        hub.start()
        try:
            _serves(hub)
            yield hub, members, ages
        finally:
            hub.end(signal.SIGTERM)


def _serves(hub: HubProcess) -> None:
    eventually(lambda: _asked(hub, "/wall") is not None, "its pages")
    eventually(hub.broker, "its broker")


def _asked(hub: HubProcess, page: str) -> float | None:
    """Return how long a page took, ms; None where nobody answers."""
    line = http.client.HTTPConnection("127.0.0.1", hub.port, timeout=PATIENCE_S)
    began_s = time.monotonic()
    with suppress(OSError), closing(line):
        line.request("GET", page, headers={"Accept": "text/html"})
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200
        return 1000 * (time.monotonic() - began_s)
    return None


def shown(tables: int, seconds: float, walls: int) -> Iterator[Figure]:
    """Yield how so many tables that show something each second are on so many walls."""
    of = f"{tables} tables"
    with _hub(tables) as (hub, members, ages), _playing(members, seconds=seconds) as playing:
        broker = hub.broker()
        assert hub.process is not None
        assert broker is not None
        playing.ready()
        looking = [Wall(hub.port) for _ in range(walls)]
        for one in looking:
            one.start()
            time.sleep(EACH_S / walls)  # each at its own moment of the second
        before, began_s = [spent(hub.process.pid), spent(broker)], time.monotonic()
        playing.begin()
        time.sleep(seconds)
        after, took_s = [spent(hub.process.pid), spent(broker)], time.monotonic() - began_s
        did = playing.did()
        for one in looking:
            one.stop()
        hub.end(signal.SIGTERM)
        known_ms = json.loads(ages.read_text())
    aged_ms = [age for one in looking for age in one.aged_ms]
    took_ms = [took for one in looking for took in one.took_ms]
    told = sum(one.shown for one in did)
    held = tables <= HELD
    for share in (0.5, 0.99):
        name = f"{of}: from a table to the hub, {share:.0%}"
        yield Figure(name, round(percentile(known_ms, share), 1), "ms")
    wall_s, last_s = (percentile(aged_ms, share) / 1000 for share in (0.5, 0.99))
    yield Figure(f"{of}: to {walls} walls, 50%", round(wall_s, 3), "s")
    name = f"{of}: to {walls} walls, 99%"
    yield at_most(name, last_s, WALL_S, "s") if held else Figure(name, round(last_s, 3), "s")
    yield Figure(f"{of}: a wall's answer, median", round(percentile(took_ms, 0.5), 1), "ms")
    name, heard = f"{of}: heard of what was shown", 100 * len(known_ms) / told
    yield at_least(name, heard, HEARD, "%") if held else Figure(name, round(heard, 1), "%")
    for name, (from_, to) in zip(("hub", "broker"), zip(before, after, strict=True), strict=True):
        cpu = 100 * (to.cpu_s - from_.cpu_s) / took_s
        yield Figure(f"{of}: CPU of the {name}", round(cpu, 1), "% of a core")
        yield Figure(f"{of}: memory of the {name}", round(to.memory_mb), "MB")
    late_ms = max(one.late_ms for one in did)
    yield Figure(f"{of}: the latest of the tables' own words", late_ms, "ms")


def told(tables: int, each: int) -> Iterator[Figure]:
    """Yield how an evening's results of so many tables are told, kept, and shown afterwards."""
    of = f"{tables} tables, {each} results each"
    with _hub(tables) as (hub, members, _), _playing(members, results=each) as playing:
        playing.ready()
        wall = Wall(hub.port)
        wall.start()
        began_s = time.monotonic()
        playing.begin()
        playing.did()
        took_s = time.monotonic() - began_s
        wall.stop()
        there = len({*hub.told()})
        yield at_least(f"{of}: kept", there, tables * each, "results")
        yield Figure(f"{of}: told", round(there / took_s), "results/s")
        yield Figure(f"{of}: until all were", round(took_s, 1), "s")
        slowest_ms = max(wall.took_ms, default=0.0)
        yield Figure(f"{of}: the wall's slowest answer meanwhile", round(slowest_ms), "ms")
        hub.end(signal.SIGTERM)
        size_mb = (hub.folder / FILE).stat().st_size / 1e6
        yield Figure(f"{of}: the log", round(size_mb, 1), "MB")
        began_s = time.monotonic()
        hub.start()
        _serves(hub)
        yield Figure(f"{of}: the hub's start", round(time.monotonic() - began_s, 1), "s")
        for page in PAGES:
            first_ms, again_ms = (_asked(hub, page) or 0.0 for _ in range(2))
            yield Figure(f"{of}: {page}, the first time", round(first_ms), "ms")
            yield Figure(f"{of}: {page}, again", round(again_ms), "ms")
        assert hub.process is not None
        memory_mb = spent(hub.process.pid).memory_mb
        yield Figure(f"{of}: memory of the hub", round(memory_mb), "MB")


def measure(
    tables: Sequence[int], seconds: float, walls: int, telling: int, each: int
) -> Iterator[Figure]:
    """Yield all of it, for each number of tables."""
    for many in tables:
        yield from shown(many, seconds, walls)
    if telling:
        yield from told(telling, each)
