"""`coyote bench bots`: bots beat chance, think fast, and are honest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import click

from referee import library
from tests.bench import Figure, at_most, show
from tests.bench.bots import honest, kept
from tests.bench.bots.matches import Thought
from tests.bench.bots.opponents import match_options
from tests.bench.bots.pairings import came_of, chance_pairings, share, thought
from tests.bench.spread import spread

AGAINST = ("random", "honest")
KEPT_MB = 100.0  # what the process that thinks keeps at most
PARTS = 20  # in which pairs and moves are tried, each from another match on


class Trial(NamedTuple):
    """Pairs of states and moves of a game to be tried."""

    game: str
    pairs: int
    moves: int
    seed: int


@click.command("bots")
@match_options
@click.option("--pairs", default=1000, show_default=True, help="Of states that look the same.")
@click.option("--moves", default=10_000, show_default=True, help="To be held against the offers.")
@click.option("--against", multiple=True, type=click.Choice(AGAINST), help="Only such.")
@click.pass_context
def bots_command(
    ctx: click.Context,
    games: tuple[str, ...],
    matches: int,
    pairs: int,
    moves: int,
    against: tuple[str, ...],
    seed: int,
    processes: int,
    as_json: bool,
) -> None:
    """Let bots play against chance, and check that they are fast, small and honest.

    The exit status is 1 if a goal is missed. `coyote bench opponents` measures who beats whom.
    """
    missed = False
    for name in games or library.names():
        if not library.game(name).bot:
            continue
        figures = _figures(name, matches, pairs, moves, against or AGAINST, seed, processes)
        missed |= show(figures, as_json)
    ctx.exit(missed)


def _figures(
    name: str,
    matches: int,
    pairs: int,
    moves: int,
    against: tuple[str, ...],
    seed: int,
    processes: int,
) -> Iterator[Figure]:
    """Yield what is measured of one game, each as soon as it is known."""
    thoughts: list[tuple[str, Thought]] = []
    for pairing in chance_pairings(name) if "random" in against else ():
        came = came_of(name, pairing, matches, seed, processes)
        thoughts += [one for each in came for one in each.thoughts.items()]
        yield share(name, pairing, came)
    yield from thought(name, thoughts)
    if thoughts:
        yield at_most(
            f"{name}: kept by the process that thinks", kept.measured(name), KEPT_MB, "MB"
        )
    if "honest" in against:
        each = [Trial(name, -(-pairs // PARTS), -(-moves // PARTS), seed + n) for n in range(PARTS)]
        yield from _honest(name, spread(tried, each, processes, f"{name}: honest"))


def tried(trial: Trial) -> honest.Tried:
    """Try a part of the pairs and moves."""
    return honest.tried(*trial)


def _honest(name: str, parts: Iterable[honest.Tried]) -> Iterator[Figure]:
    pairs = apart = moves = 0
    faults: list[str] = []
    for part in parts:
        pairs, apart, moves = pairs + part.pairs, apart + part.apart, moves + part.moves
        faults += part.faults
    for fault in faults[:3]:
        click.echo(fault, err=True)
    yield Figure(f"{name}: pairs of states that a seat cannot tell apart", pairs, "pairs")
    yield Figure(f"{name}: of these, with other secrets in the state", apart, "pairs")
    yield Figure(f"{name}: moves held against the offers", moves, "moves")
    yield at_most(f"{name}: choices by what is hidden, or not offered", len(faults), 0, "choices")
