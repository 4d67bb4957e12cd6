"""`coyote games`: lists this table's games, and trusts or forgets games of your own."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.commands.options import data_option
from firmware.commands.speak import MARKS, text_of
from firmware.folders import data_folder
from firmware.games import distrust, game_problems, open_games, trust
from referee import library
from referee.contract import Message

DATA = data_option(help="The data folder.")


@click.group("games", invoke_without_command=True)
@DATA
@click.pass_context
def games_command(context: click.Context, data: Path | None) -> None:
    """List the games. Use trust or forget for a game of your own in the data folder's `games`."""
    if context.invoked_subcommand is None:
        _list(data_folder(data))
    elif data is not None:
        context.default_map = {name: {"data": data} for name in ("trust", "forget")}


@games_command.command("trust")
@click.argument("name")
@DATA
def trust_command(name: str, data: Path | None) -> None:
    """Trust the game NAME as its folder is now, and load it. A game is a program: it can do
    anything.
    """
    folder = data_folder(data)
    trust(folder, name)
    _list(folder)


@games_command.command("forget")
@click.argument("name")
@DATA
def forget_command(name: str, data: Path | None) -> None:
    """Stop loading the game NAME; its folder stays."""
    folder = data_folder(data)
    distrust(folder, name)
    _list(folder)


def _list(folder: Path) -> None:
    open_games(folder)
    for name in library.names():
        click.echo(f"{MARKS[True]} {name}: {text_of(Message(f'game.{name}'))}")
    for well, message in game_problems(folder):
        click.echo(f"{MARKS[well]} {text_of(message)}")
