"""`coyote bench opponents`: who beats whom."""

from __future__ import annotations

import os

import click

from referee import library
from tests.bench import Figure, json_option, show
from tests.bench.bots.pairings import KINDS, played, results
from tests.bench.bots.solving import Duel, exploitability, known


@click.command("opponents")
@click.option("--game", "games", multiple=True, type=click.Choice(library.names()), help="Only it.")
@click.option("--matches", default=200, show_default=True, help="Of each pairing.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of all that is random.")
@click.option(
    "--processes", default=os.cpu_count() or 1, show_default="one for each core", help="At once."
)
@click.option("--against", multiple=True, type=click.Choice(KINDS), help="Only these.")
@json_option
@click.pass_context
def opponents_command(
    ctx: click.Context,
    games: tuple[str, ...],
    matches: int,
    seed: int,
    processes: int,
    against: tuple[str, ...],
    as_json: bool,
) -> None:
    """Let bots play against outsiders and against the next weaker level.

    In Coyote there is a pool of outsiders: they open, doubt and jump in different ways, by the
    seed. Each share of matches won has a 95 % confidence interval. The exit status is 1 if a goal
    is missed.
    """
    missed = False
    for name in games or library.names():
        if library.game(name).bot:
            result = played(name, against or KINDS, matches, seed, processes)
            missed |= show(results(name, seed, result), as_json)
    if "coyote" in (games or ("coyote",)) and "pool" in (against or KINDS):
        value = exploitability(Duel.of("tomahawk"), known("tomahawk"))
        show([Figure("coyote, 2 seats: exploitability of solved", value, "chips a round")], as_json)
    ctx.exit(missed)
