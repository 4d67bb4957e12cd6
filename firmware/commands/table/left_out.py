"""Names the optional files of the data folder that cannot be used.

The table plays on without them, and says so on the console and on its pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from firmware.commands.speak import text_of
from firmware.errors import BadData
from firmware.games import game_problems
from firmware.home.settings import Settings, load_settings
from firmware.languages import language_problems
from firmware.network import load_network
from firmware.running.table import RunningTable
from referee.reports.status import Part
from webui.access.network import Network


def tell_left_out(table: RunningTable, data: Path) -> None:
    """Show what is left out on the pages of a table for as long as it runs, and print it.

    Call this before the table runs, when nothing else can be in trouble.
    """
    for part in _left_out(data):
        table.supervisor.add_source(lambda part=part: part)  # type: ignore[misc]
    for part in table.supervisor.trouble():
        click.echo(text_of(part.message), err=True)


def usable_settings(data: Path) -> Settings | None:
    """Return the settings for the home. Without any, or with unusable ones, return None."""
    try:
        return load_settings(data)
    except BadData:  # `tell_left_out` says why.
        return None


def usable_network(data: Path) -> Network:
    """Return the owner's network settings. Without any, or with unusable ones, they are empty."""
    try:
        return load_network(data)
    except BadData:  # `tell_left_out` says why.
        return Network()


def _left_out(data: Path) -> Iterator[Part]:
    """Yield each file that is left out, as a part of the table in trouble."""
    for name, problems in (("games", game_problems(data)), ("languages", language_problems())):
        yield from (Part(name, False, message) for well, message in problems if well is False)
    for name, load in (("home", load_settings), ("network", load_network)):
        try:
            load(data)
        except BadData as error:
            yield Part(name, False, error.message)
