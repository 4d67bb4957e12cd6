"""`coyote bench moves`: random legal moves of every game, and what holds after each."""

from __future__ import annotations

from random import Random

import click

from firmware.commands.options import chosen_options
from referee import library
from tests.bench import json_option, show
from tests.bench.rules import moves


@click.command("moves")
@click.option("--moves", "number", default=1_000_000, show_default=True, help="Moves of each game.")
@click.option("--matches", type=int, help="At most, of each game.")
@click.option("--seconds", default=600.0, show_default=True, help="At most, for each game.")
@click.option("--game", "games", multiple=True, type=click.Choice(library.names()), help="Only it.")
@click.option(
    "--option",
    "chosen",
    multiple=True,
    metavar="NAME=VALUE",
    help="Of every match, such as actions=true; the others are chosen at random.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of all that is random.")
@json_option
def moves_command(
    number: int,
    matches: int | None,
    seconds: float,
    games: tuple[str, ...],
    chosen: tuple[str, ...],
    seed: int,
    as_json: bool,
) -> int:
    """Play random matches, check each move, and make every viewer's page now and then.

    The exit status is 1 if a promise of the contract is broken. Its match is printed move by move.
    """
    status = 0
    fixed = chosen_options(chosen)
    for name in games or library.names():
        tally = moves.play(name, number, seconds, Random(f"{name} {seed}"), matches, fixed)
        show(tally.figures(number if matches is None else None), as_json)
        for broken in tally.broken:
            click.echo(broken, err=True)
            status = 1
    return status
