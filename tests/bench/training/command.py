"""`coyote bench train`: make the weights of the bots' networks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from random import Random

import click
import numpy as np

from referee import library
from referee.coup.bots.sight import INPUTS
from referee.disk.networks import FILE, Network, read_network
from tests.bench.bots.matches import dealt
from tests.bench.training import matches, positions
from tests.bench.training.learning import OUTPUTS, Learner, learn_choices
from tests.bench.training.positions import Positions, learn_shares

MATCHES = 2048  # for two; fewer of more players, so that each batch takes about as long
SEATS = (2, 2, 3, 4, 4, 5, 6)  # of the batches, in turn
RATES = (1e-3, 1e-5)  # of learning, at the beginning and at the end
MIXING = (0.08, 0.02)
KEPT_S = 60.0
INNER = (128, 64)  # Twice as many learned no faster in ten minutes.
# Of the games whose networks rate positions:
PLANNED = [name for name in library.names() if (bot := library.game(name).bot) and bot.plans]
TABLES = (2, 3, 4, 4, 2, 3, 4, 5, 2, 3, 4, 4, 6, 2, 3, 4, 2, 3, 4, 6)  # seats of a batch's matches
NEWEST = 8  # batches, from which each time is learned
POSITION_RATES, HEATS = (2e-3, 5e-5), (0.08, 0.02)
POSITION_INNER = 64


@click.command("train")
@click.option("--game", type=click.Choice(["coup", *PLANNED]), default="coup", show_default=True)
@click.option("--minutes", default=40.0, show_default=True, help="For how long.")
@click.option("--processes", default=1, show_default=True, help="Of all games but Coup.")
@click.option("--further", is_flag=True, help="Go on from the weights that are kept there.")
@click.option("--seed", default=0, show_default=True, help="Of all that is random.")
@click.option(
    "--out",
    show_default="in the program",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file of the weights.",
)
def train_command(
    game: str, minutes: float, processes: int, further: bool, seed: int, out: Path | None
) -> None:
    """Let a network learn a game by playing, and keep its weights for the bots.

    More minutes make better bots. Measure them with `coyote bench opponents`.
    """
    random, seconds, kept = np.random.default_rng(seed), 60 * minutes, out or kept_at(game)
    begun_s = kept_s = time.monotonic()
    many, batches = 0, 0
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        knows = read_network(kept) if further else None
        learning = _Coup(random, knows) if game == "coup" else _Positions(game, random, pool, knows)
        while (past_s := time.monotonic() - begun_s) < seconds:
            many += learning.batch(batches, past_s / seconds)
            batches += 1
            if time.monotonic() - kept_s > KEPT_S:
                kept_s = time.monotonic()
                keep(learning.layers, kept)
                click.echo(f"{past_s / 60:.0f} minutes: {many:,} matches")
    keep(learning.layers, kept)
    click.echo(f"{kept.name}: {kept.stat().st_size / 1000:.0f} kB")


class _Coup:
    """Learns which action to choose."""

    def __init__(self, random: np.random.Generator, knows: Network | None) -> None:
        self._random, self._learner = random, Learner((INPUTS, *INNER, OUTPUTS), random, knows)
        self.layers = self._learner.layers

    def batch(self, number: int, part: float) -> int:
        """Learn from some matches. Return how many."""
        seats = SEATS[number % len(SEATS)]
        many = 2 * MATCHES // seats
        lessons = matches.play(self.layers, many, seats, self._random)
        learn_choices(self._learner, lessons, _between(RATES, part), _between(MIXING, part))
        return many


class _Positions:
    """Learns to rate positions."""

    def __init__(
        self,
        name: str,
        random: np.random.Generator,
        pool: ProcessPoolExecutor,
        knows: Network | None,
    ) -> None:
        game = library.game(name)
        state = game.rules.begin(library.options(game, {}), game.seats[0])
        inputs = dealt(game, state, Random(0)).seen(0).shape[1]
        self._name, self._random, self._pool = name, random, pool
        self._learner = Learner((inputs, POSITION_INNER, 1), random, knows)
        self._tables = [seats for seats in TABLES if seats in game.seats]
        self._newest: list[Positions] = []
        self.layers = self._learner.layers

    def batch(self, number: int, part: float) -> int:
        """Learn from some matches. Return how many."""
        heat = _between(HEATS, part)
        play = partial(positions.play, self._name, self.layers, heat=heat)
        seeds = [f"{number} {self._random.random()}" for _ in self._tables]
        jobs = [(play, *each) for each in zip(self._tables, seeds, strict=True)]
        found = [*self._pool.map(_played, jobs)]
        self._newest = [*self._newest, Positions.joined(found)][-NEWEST:]
        learn_shares(self._learner, Positions.joined(self._newest), _between(POSITION_RATES, part))
        return len(found)


def _played(job: tuple[Callable[..., Positions], int, str]) -> Positions:
    play, seats, seed = job
    return play(seats=seats, seed=seed)


def _between(ends: Sequence[float], part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part


def kept_at(game: str) -> Path:
    """Return the file in which the bots of a game find their weights."""
    found = find_spec(f"referee.{game}.bots")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).with_name(FILE)


def keep(layers: Network, path: Path) -> None:
    """Write the weights into a file, in half precision."""
    arrays = [array.astype(np.float16) for layer in layers for array in layer]
    with path.open("wb") as file:
        np.savez_compressed(file, *arrays)
