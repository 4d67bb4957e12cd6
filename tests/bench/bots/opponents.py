"""`coyote bench opponents`: who beats whom, and what the bots do in games of bluffs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from referee import library
from tests.bench import Figure, json_option, show
from tests.bench.bots.habits import HABITS, Counts
from tests.bench.bots.matches import Thought
from tests.bench.bots.pairings import Came, Pairing, came_of, opponents, share, thought

AGAINST = ("outsiders", "advice", "levels", "tempers")
Table = dict[str, Counts]  # the habits of each bot, by its name and the seats

_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--game", "games", multiple=True, type=click.Choice(library.names()), help="Only it."
    ),
    click.option("--matches", default=200, show_default=True, help="Of each pairing."),
    click.option("--seed", type=int, default=0, show_default=True, help="Of all that is random."),
    click.option(
        "--processes", default=os.cpu_count() or 1, show_default="one a core", help="At once."
    ),
    json_option,
)


def match_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a command that plays many matches."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command("opponents")
@match_options
@click.option("--against", multiple=True, type=click.Choice(AGAINST), help="Only such.")
@click.pass_context
def opponents_command(
    ctx: click.Context,
    games: tuple[str, ...],
    matches: int,
    seed: int,
    processes: int,
    as_json: bool,
    against: tuple[str, ...],
) -> None:
    """Let bots play against outsiders, common advice, each other, and bots of other tempers.

    Each share of matches won has a 95 % confidence interval. A table of habits follows: how the
    bots open, raise, bluff and challenge. The exit status is 1 if a goal is missed.
    """
    missed = False
    for name in games or library.names():
        if not library.game(name).bot:
            continue
        thoughts: list[tuple[str, Thought]] = []
        table: Table = {}
        for pairing in opponents(name):
            if pairing.kind in (against or AGAINST):
                came = came_of(name, pairing, matches, seed, processes)
                missed |= show([share(name, pairing, came)], as_json)
                thoughts += [one for each in came for one in each.thoughts.items()]
                count_habits(table, pairing, came)
        missed |= show(thought(name, thoughts), as_json)
        if as_json:
            show(habit_figures(name, table), as_json)
        else:
            click.echo("\n".join(habit_lines(name, table)))
    ctx.exit(missed)


def count_habits(table: Table, pairing: Pairing, came: tuple[Came, ...]) -> None:
    """Add the habits of the bots of a pairing to a table."""
    for one in came:
        for bot, kept in one.thoughts.items():
            if pairing.kind != "tempers" or bot == pairing.one:
                counts = table.setdefault(f"{bot}, {pairing.seats} seats", Counts())
                counts.update(kept.counts)
                counts.update(one.rounds)


def habit_figures(game: str, table: Mapping[str, Counts]) -> Iterator[Figure]:
    """Yield each habit of each bot."""
    for bot, counts in table.items():
        for habit in HABITS.get(game, ()):
            if (value := habit.value(counts)) is not None:
                yield Figure(f"{game}: {habit.name}: {bot}", value, habit.unit)


def habit_lines(game: str, table: Mapping[str, Counts]) -> Iterator[str]:
    """Yield the lines of a table of habits, with a column for each bot."""
    if game not in HABITS or not table:
        return
    heads = [bot.removesuffix(" seats").replace(",", "") for bot in table]
    yield f"  {f'{game}: habits, by bot and seats':<50}" + "".join(f"{head:>11}" for head in heads)
    for habit in HABITS[game]:
        values = [habit.value(counts) for counts in table.values()]
        cells = ("-" if value is None else f"{value:.1f}" for value in values)
        unit = habit.unit if habit.unit == "%" else ""
        yield f"  {f'{habit.name} {unit}':<50}" + "".join(f"{cell:>11}" for cell in cells)
