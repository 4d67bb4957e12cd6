"""`coyote bench train`: make the weights of the bots of Coup."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import click
import numpy as np

import referee.coup.bots
from referee.coup.bots.network import FILE, Network
from referee.coup.bots.sight import INPUTS
from tests.bench.training.learning import Learner
from tests.bench.training.matches import play

INNER = (128, 64)  # Twice as many learned no faster in ten minutes.
MATCHES = 2048  # for two; fewer of more players, so that each batch takes about as long
SEATS = (2, 2, 3, 4, 4, 5, 6)  # of the batches, in turn
RATES = (1e-3, 1e-5)  # of learning, at the beginning and at the end
MIXING = (0.08, 0.02)
SAID_S = 60.0
KEPT = Path(referee.coup.bots.__file__).with_name(FILE)


@click.command("train")
@click.option("--minutes", default=40.0, show_default=True, help="For how long, on one core.")
@click.option("--seed", default=0, show_default=True, help="Of all that is random.")
@click.option(
    "--out",
    default=KEPT,
    show_default="in the program",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file of the weights.",
)
def train_command(minutes: float, seed: int, out: Path) -> None:
    """Let a network learn Coup by playing, and keep its weights for the bots.

    More minutes make better bots. Measure them with `coyote bench opponents --game coup`.
    """
    learned = train(60 * minutes, np.random.default_rng(seed), say=click.echo)
    keep(learned, out)
    click.echo(f"{out.name}: {out.stat().st_size / 1000:.0f} kB")


def train(
    seconds: float, random: np.random.Generator, say: Callable[[str], None] = lambda _: None
) -> Network:
    """Return a network that has learned for so many seconds."""
    learner, begun_s = Learner(INPUTS, INNER, random), time.monotonic()
    said_s, matches, batches = 0.0, 0, 0
    while (past_s := time.monotonic() - begun_s) < seconds:
        seats, part = SEATS[batches % len(SEATS)], past_s / seconds
        lessons = play(learner.layers, 2 * MATCHES // seats, seats, random)
        learner.learn(lessons, _between(RATES, part), _between(MIXING, part))
        matches, batches = matches + 2 * MATCHES // seats, batches + 1
        if past_s - said_s > SAID_S:
            said_s = past_s
            say(f"{past_s / 60:.0f} minutes: {matches:,} matches")
    return learner.layers


def _between(ends: tuple[float, float], part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part


def keep(layers: Network, path: Path) -> None:
    """Write the weights into a file, in half precision."""
    arrays = [array.astype(np.float16) for layer in layers for array in layer]
    with path.open("wb") as file:
        np.savez_compressed(file, *arrays)
