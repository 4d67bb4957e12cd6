"""`coyote bench`: whether this machine is fast enough, and the commands that measure more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import click

from referee import library
from tests.bench import Figure, json_option, show
from tests.bench.bots.opponents import opponents_command
from tests.bench.club.command import kills_command
from tests.bench.journal.command import faults_command
from tests.bench.rules import moves
from tests.bench.rules.command import moves_command
from tests.bench.rules.openspiel import openspiel_command
from tests.bench.rules.speeds import MATCHES
from tests.bench.speed import latency, owner, reveal
from tests.bench.vision.command import vision_command

KINDS = ("virtual", "real")
EVENING = 40  # matches of eight hours, of five games eight times


@click.group(
    "bench",
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@json_option
@click.pass_context
def bench_command(ctx: click.Context, as_json: bool) -> None:
    """Say whether this machine is fast enough for a table, in half a minute.

    The exit status is 1 if something is too slow. The commands below measure more, and print
    figures: `coyote bench all` the speed of every part.
    """
    if ctx.invoked_subcommand is not None:
        return
    owner.begin()
    ctx.exit(int(owner.report(owner.measure(), as_json=as_json)))


for command in (
    vision_command,
    faults_command,
    moves_command,
    openspiel_command,
    opponents_command,
    kills_command,
):
    bench_command.add_command(command)


@bench_command.command("all")
@json_option
@click.option("--phones", default=100, show_default=True, help="Phones that follow the table.")
@click.option("--presses", default=40, show_default=True, help="Presses to measure.")
def all_command(as_json: bool, phones: int, presses: int) -> None:
    """Measure the speed of the referee, the reader and the table, in some minutes."""
    parts: tuple[Callable[[], Iterable[Figure]], ...] = (
        _referee,
        reveal.measure,
        *(partial(latency.measure, phones, presses, kind) for kind in latency.TABLES),
    )
    for part in parts:
        show(part(), as_json)


@bench_command.command("memory")
@click.option("--minutes", default=10.0, show_default=True, help="Of play, of all games in turn.")
@click.option("--evening", default=EVENING, show_default=True, help="Matches after it, at once.")
@click.option("--table", "kinds", type=click.Choice(KINDS), multiple=True, help="Only such a one.")
@json_option
@click.pass_context
def memory_command(
    ctx: click.Context, minutes: float, evening: int, kinds: tuple[str, ...], as_json: bool
) -> None:
    """Measure what a table holds in memory, its real process with six pages in Chromium.

    Before that, measure what it keeps of each move. The exit status is 1 if it is too much.
    """
    from tests.bench.speed import memory, per_move  # need a browser or pytest, as no other bench

    missed = show(per_move.measure(), as_json)
    for kind in kinds or KINDS:
        missed |= show(memory.run(kind, minutes, evening), as_json)
    ctx.exit(missed)


@bench_command.command("rules")
@click.option("--game", "games", multiple=True, type=click.Choice(library.names()), help="Only it.")
@click.option("--matches", default=MATCHES, show_default=True, help="Random ones, of each game.")
@json_option
def rules_command(games: tuple[str, ...], matches: int, as_json: bool) -> None:
    """Measure the rules alone: moves checked, read from JSON, and shown."""
    for name in games or library.names():
        show(moves.speeds(name, matches), as_json)


def _referee() -> Iterator[Figure]:
    for name in library.names():
        yield from moves.speeds(name)
