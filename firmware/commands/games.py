"""`coyote games`: the games that this table plays, and which of one's own it may load."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.commands.speak import MARKS, locale, say
from firmware.folders import data_folder
from firmware.games import Trust, distrust, open_games, own_games, trust
from referee import library, words
from referee.contract import Message

DATA = click.option("--data", type=click.Path(path_type=Path), help="The data folder.")


@click.group("games", invoke_without_command=True)
@DATA
@click.pass_context
def games_command(context: click.Context, data: Path | None) -> None:
    """List the games; TRUST or FORGET one of your own, a folder in `games` of the data folder."""
    if context.invoked_subcommand is None:
        _list(data_folder(data))


@games_command.command("trust")
@click.argument("name")
@DATA
def trust_command(name: str, data: Path | None) -> None:
    """Let the game NAME be loaded, as its folder is now: it is a program that may do anything."""
    folder = data_folder(data)
    trust(folder, name)
    _list(folder)


@games_command.command("forget")
@click.argument("name")
@DATA
def forget_command(name: str, data: Path | None) -> None:
    """Load the game NAME no more; its folder stays."""
    folder = data_folder(data)
    distrust(folder, name)
    _list(folder)


def _list(folder: Path) -> None:
    open_games(folder)
    for name in library.names():
        click.echo(f"{MARKS[True]} {name}: {words.say(Message(f'game.{name}'), locale())}")
    for fault in library.faults():
        reason = say("cli.games.broken", game=fault.name, reason=fault.reason)
        click.echo(f"{MARKS[False]} {reason}")
    for path, known in own_games(folder).items():
        if known is not Trust.TRUSTED:
            key = "cli.games.changed" if known is Trust.CHANGED else "cli.games.new"
            click.echo(f"{MARKS[None]} {say(key, game=path.name)}")
