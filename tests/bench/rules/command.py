"""`coyote bench moves`: random legal moves of every game, and what holds after each."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click

from firmware.commands.options import chosen_options
from firmware.games import open_games
from referee import library
from tests.bench import json_option, show
from tests.bench.rules import moves
from tests.bench.rules.hands import stands_still


def _open_games(_context: click.Context, _option: click.Parameter, folder: Path | None) -> None:
    if folder is not None:
        open_games(folder)


@click.command("moves")
@click.option("--moves", "number", default=1_000_000, show_default=True, help="Moves of each game.")
@click.option("--matches", type=int, help="At most, of each game.")
@click.option("--seconds", default=600.0, show_default=True, help="At most, for each game.")
@click.option("--game", "games", multiple=True, metavar="NAME", help="Only it.")
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    is_eager=True,
    expose_value=False,
    callback=_open_games,
    help="A data folder, whose trusted games are played, too.",
)
@click.option(
    "--option",
    "chosen",
    multiple=True,
    metavar="NAME=VALUE",
    help="Of every match, such as actions=true; the others are chosen at random.",
)
@click.option(
    "--hands-s",
    default=600.0,
    show_default=True,
    help="Seconds of the table in which virtual hands play a match of each game with bots.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of all that is random.")
@json_option
def moves_command(
    number: int,
    matches: int | None,
    seconds: float,
    games: tuple[str, ...],
    chosen: tuple[str, ...],
    hands_s: float,
    seed: int,
    as_json: bool,
) -> int:
    """Play random matches, check each move, and make every viewer's page now and then.

    Then bots play a match at the virtual table, whose hands draw and lay every card.
    The exit status is 1 if a promise of the contract is broken, or if that match stands still.
    A broken promise is printed with its match, move by move.
    """
    status = 0
    fixed = chosen_options(chosen)
    for name in games or library.names():
        tally = moves.play(name, number, seconds, Random(f"{name} {seed}"), matches, fixed)
        show(tally.figures(number if matches is None else None), as_json)
        still = stands_still(name, hands_s) if hands_s else ""
        for broken in (*tally.broken, *filter(None, (still,))):
            click.echo(broken, err=True)
            status = 1
    return status
