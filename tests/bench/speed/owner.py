"""Whether a machine is fast enough for a table, in words: what people notice, in half a minute."""

from __future__ import annotations

import json
import signal
import statistics
import tempfile
import time
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import NamedTuple

import click

from firmware.checking import service
from firmware.checking.machine import Machine
from firmware.commands.speak import MARKS, locale, say, tell, warn
from firmware.install.settings import PORT
from hardware import MAT
from referee import library, words
from referee.actor import HOST
from referee.bots.levels import Level, choose_action
from referee.contract import Value
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from tests.bench import games, percentile
from tests.bench.bots.matches import dealt, own_cards
from tests.bench.rules.randomplay import choose
from tests.bench.speed import latency, reveal
from tests.process import Process
from vision.decks.deck import load_deck
from vision.mat_file import read_mat
from vision.reader import Reader

PHONES = 12  # six players' own, and as many who watch
PRESSES = 10
PICTURES = 4  # of the reveal; the first one costs more, once an evening
SEATS = 4
CHOICES = 3  # of the bots, in each game
MOVES = 100  # of the match that is opened again


class Verdict(StrEnum):
    """What a measured time means to people. The text is `cli.bench.` and the value."""

    GOOD = "good"
    SLOW = "slow"  # It is noticed, but one can play.
    TOO_SLOW = "too_slow"


class Limits(NamedTuple):
    """The most seconds that are good, and that are slow: anything above is too slow."""

    good_s: float
    slow_s: float

    def verdict(self, seconds: float) -> Verdict:
        """Return the verdict on a measured time."""
        if seconds <= self.good_s:
            return Verdict.GOOD
        return Verdict.SLOW if seconds <= self.slow_s else Verdict.TOO_SLOW


# A lamp or phone that answers within 0.1 s seems to answer at once. A card is read several times
# before it counts. People wait for a bot about as long as for a person. Halved, these limits blame
# a Pi 4 for what nobody notices; doubled, they praise a table at which people press twice.
LIMITS = {
    "lamp": Limits(0.05, 0.2),
    "phones": Limits(0.1, 0.4),
    "reveal": Limits(0.15, 0.5),
    "bot": Limits(3.0, 10.0),
    "reopen": Limits(15.0, 60.0),
}
MARK = {Verdict.GOOD: MARKS[True], Verdict.SLOW: MARKS[None], Verdict.TOO_SLOW: MARKS[False]}


class Noticed(NamedTuple):
    """What somebody notices, a key of `LIMITS`; how long it took; and of which `game`, if any."""

    name: str
    seconds: float
    game: str = ""

    @property
    def verdict(self) -> Verdict:
        """The verdict on the time."""
        return LIMITS[self.name].verdict(self.seconds)

    def lines(self) -> Iterator[str]:
        """Yield a sentence with the verdict and, if it is not good, what helps."""
        answers: dict[str, Value] = {
            "seconds": words.number(float(f"{self.seconds:.2g}"), locale()),
            "word": f"cli.bench.{self.verdict}",
            "game_word": f"game.{self.game}",
        }
        yield f"{MARK[self.verdict]} {say(f'cli.bench.{self.name}', **answers)}"
        if self.verdict is not Verdict.GOOD:
            yield f"  {say(f'cli.bench.{self.name}.help')}"


def report(all_noticed: Iterator[Noticed], *, as_json: bool) -> bool:
    """Print each time as soon as it is measured. Return whether one is too slow."""
    worst = {Verdict.GOOD}
    for noticed in all_noticed:
        worst.add(noticed.verdict)
        if as_json:
            values = {
                "name": noticed.name,
                "seconds": round(noticed.seconds, 4),
                "verdict": noticed.verdict,
            }
            click.echo(json.dumps(values))
        else:
            click.echo("\n".join(noticed.lines()))
    verdict = max(worst, key=[*Verdict].index)
    if not as_json:
        tell(f"cli.bench.all_{verdict}")
    return verdict is Verdict.TOO_SLOW


def begin() -> None:
    """Say on standard error how long it takes, and if a table is running: that slows it down."""
    warn("cli.bench.begins")
    unit = service.unit(Machine())
    port = (unit and unit.port) or PORT
    if service.pages(port, locale()) != service.Pages():
        warn("cli.bench.running", port=port)


def measure() -> Iterator[Noticed]:
    """Yield everything that people notice, at a table without a camera."""
    yield from presses()
    yield Noticed("reveal", reveal_s())
    bots = (noticed for name in library.names() for noticed in bot(name))
    yield max(bots, key=lambda noticed: noticed.seconds)
    yield Noticed("reopen", reopen_s())


def presses() -> Iterator[Noticed]:
    """Yield how long a lamp takes to answer a press, and the phones to show it."""
    times = latency.press(PHONES, PRESSES, "real")
    yield Noticed("lamp", percentile(times.to_light_ms, 0.9) / 1000)
    yield Noticed("phones", percentile(times.to_phone_ms, 0.9) / 1000)


def reveal_s() -> float:
    """Return how long the cards of a reveal take to be read."""
    reader = Reader(load_deck(games.speed()[1].deck), read_mat(MAT))
    took_s = []
    for picture in reveal.frames((1920, 1080), PICTURES):
        started_s = time.perf_counter()
        reader.read(picture)
        took_s.append(time.perf_counter() - started_s)
    return statistics.median(took_s[1:])


def bot(name: str) -> Iterator[Noticed]:
    """Yield how long the best bot of a game thinks, if the game has bots."""
    game, random = library.game(name), Random(name)
    if game.bot is None:
        return
    world = dealt(game, game.rules.begin(library.options(game, None), SEATS), random)
    took_s: list[float] = []
    while len(took_s) < CHOICES and world.mover is not None:
        actions = world.legal_actions()
        if len(actions) > 1:
            own = own_cards(game, world, world.mover)
            started_s = time.perf_counter()
            choose_action(game, world.state, world.mover, own, Level.KEEN, random)
            took_s.append(time.perf_counter() - started_s)
        world = world.play(random.choice(actions), random)
    if took_s:
        yield Noticed("bot", statistics.median(took_s), name)


def reopen_s() -> float:
    """Return how long a table takes after a power cut until its pages show the match again."""
    with tempfile.TemporaryDirectory() as folder:
        _play(Path(folder) / "play.sqlite")
        started_s = time.perf_counter()
        process = Process(Path(folder), "--quiet")
        try:
            assert process.state()["seq"]
            return time.perf_counter() - started_s
        finally:
            process.kill(signal.SIGKILL)


def _play(journal: Path) -> None:
    """Write random moves to a journal: matches of the game in which times are taken."""
    desk, random = Desk.open(journal), Random(1)
    for _ in range(MOVES):
        match = desk.snapshot()
        if match is None or match.outcome is not None:
            desk.do(Begin(games.speed()[0], {}, SEATS), HOST)
        else:
            desk.do(Move(choose(match.offers, random)), HOST)
    desk.close()
