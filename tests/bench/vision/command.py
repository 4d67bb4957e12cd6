"""`coyote bench vision`: how well cards are read, beside four well-known ways of doing it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click
import msgspec

from tests.bench import Figure, Judged
from tests.bench.evening import dusk as fades
from tests.bench.evening import evening as nights
from tests.bench.evening import resting as rested
from tests.bench.evening.watching import SIZE, SIZES, Wanted
from tests.bench.scenes.evenings import KINDS as EVENING_KINDS
from tests.bench.scenes.hardships import SOME
from tests.bench.scenes.torture import DECKS, SEVERITIES
from tests.bench.scenes.torture_kinds import KINDS
from tests.bench.table import deals as tricks
from tests.bench.table import mistakes as mistaken
from tests.bench.table import territories as layouts
from tests.bench.table import verdicts
from tests.bench.table.matches import matches
from tests.bench.vision import torture as tortures
from tests.bench.vision.contest import OURS
from tests.bench.vision.photos import ENROL, PhotoError
from tests.bench.vision.readings import Row, own_decks, photographs
from tests.bench.vision.readings import rows as rows_of
from tests.bench.vision.removals import read_removals

COLUMNS = ("cards", "right", "asked", "missed", "refused", "wrong", "beside")
EVENING_COLUMNS = (
    "evenings", "known", "wrong", "stale", "lost", "doubled", "late", "asked", "unreadable",
    "stray", "anew", "without", "moves", "steady", "idle", "ms", "cpu_s",
)  # fmt: skip

MISTAKE_COLUMNS = ("kinds", "right", "silent", "wrong", "false")
REST_COLUMNS = ("trials", "gone", "changed", "wrong", "asked", "hidden", "unknown")
DUSK_COLUMNS = ("fresh", "gone", "unseen", "wrong", "asked", "found", "certain", "dark")
TERRITORY_COLUMNS = (
    "territories", "cards", "right", "wrong", "cells", "asked", "lost",
    "asked_of_100", "cpu_s", "slowest_s",
)  # fmt: skip


def _only(
    one: str, many: str, choices: Sequence[Any], metavar: str, what: str
) -> Callable[[Any], Any]:
    """Return an option that limits the torture set, and may be given several times."""
    return click.option(
        f"--{one}",
        many,
        multiple=True,
        type=click.Choice(choices),
        metavar=metavar,
        help=f"Only {what} (repeatable).",
    )


@click.command("vision")
@click.option(
    "--cards",
    type=click.IntRange(1),
    default=3000,
    show_default=True,
    help="Rendered cards to read, over three decks.",
)
@click.option(
    "--photos",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Labelled photographs: with --evening play with their decks too; else read them instead.",
)
@click.option(
    "--removals", is_flag=True, help="Read those photographs by smaller decks, taught anew."
)
@click.option("--torture", is_flag=True, help="Read the torture set instead.")
@click.option(
    "--per-cell",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Tables of each deck, kind and severity of the torture set.",
)
@_only("kind", "kinds", list(KINDS), "KIND", "this kind of hardship")
@_only("severity", "severities", SEVERITIES, "0-5", "this severity")
@_only("deck", "decks", DECKS, "DECK", "this deck of the torture set")
@click.option("--evening", is_flag=True, help="Play evenings, frame by frame, instead.")
@click.option(
    "--evenings",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    help="How many evenings to play.",
)
@click.option(
    "--first",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="The number of the first evening, so that several runs may share them.",
)
@_only("size", "sizes", list(SIZES), "SIZE", "evenings before a camera of this size")
@_only("hardship", "hardships", list(SOME), "KIND", "this hardship, in all evenings")
@click.option("--plain", is_flag=True, help="Play evenings without any hardship.")
@click.option(
    "--again", metavar="EVENING", help="Play the one evening that these words of a fault name."
)
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep what comes of each evening in this file; what is in it is not played again.",
)
@_only("happening", "happenings", list(EVENING_KINDS), "KIND", "evenings of this kind")
@click.option(
    "--deals", type=click.IntRange(1), help="Play so many whole deals of tricks, instead."
)
@click.option("--hands", type=click.IntRange(1), help="Let so many hands rest on cards, instead.")
@click.option(
    "--dusk", type=click.IntRange(1), help="Let the light fade over so many tables, instead."
)
@click.option("--turns", type=click.IntRange(1), help="Play so many turns by camera, instead.")
@click.option("--territories", type=click.IntRange(1), help="Read so many territories, instead.")
@click.option("--rounds", type=click.IntRange(1), help="Play so many rounds by camera, instead.")
@click.option(
    "--mistakes", is_flag=True, help="Make everyday mistakes at a rendered table, instead."
)
@_only("game", "games", mistaken.games(), "GAME", "the mistakes of this game")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("out/torture"),
    show_default=True,
    help="Where the torture set's report goes.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="What fixes all chance in rendered pictures.",
)
@click.option(
    "--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes to work in."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a row.")
def vision_command(
    cards: int,
    photos: Path | None,
    removals: bool,
    torture: bool,
    per_cell: int,
    kinds: tuple[str, ...],
    severities: tuple[int, ...],
    decks: tuple[str, ...],
    evening: bool,
    evenings: int,
    first: int,
    sizes: tuple[str, ...],
    hardships: tuple[str, ...],
    plain: bool,
    again: str | None,
    results: Path | None,
    happenings: tuple[str, ...],
    deals: int | None,
    hands: int | None,
    dusk: int | None,
    turns: int | None,
    territories: int | None,
    rounds: int | None,
    mistakes: bool,
    games: tuple[str, ...],
    out: Path,
    seed: int,
    jobs: int,
    as_json: bool,
) -> int:
    """Read pictures whose truth is known: rendered tables, photographs, torture, whole play.

    The exit status is 1 where anything was certain and wrong; of evenings also where a name was
    stale, a card lost, or one card taken for two; of deals where a card or seat was wrong, or lost;
    of turns and rounds where a move was wrong, lost, or asked about although all lay well; of
    territories where a cell was wrong; of hands where a card below was gone, or another afterwards;
    of fading light where a card was gone, unseen or wrong before it was called dark;
    of mistakes where one was met with silence, a false reason,
    or told to somebody else.
    """
    for part, count in (("deals", deals), ("turns", turns), ("rounds", rounds)):
        if count is not None:
            dealt = part == "deals"
            made = tricks.deals(count, seed, jobs) if dealt else matches(part, count, seed, jobs)
            counts = msgspec.to_builtins(made)
            counts = {part: counts.pop("deals" if dealt else "parts"), **counts}
            faults = counts.pop("faults")
            told = {**counts, "faults": faults}
            click.echo(json.dumps(told) if as_json else _counted(counts, faults))
            return 1 if made.failed else 0
    if territories is not None:
        return _judged(
            layouts.territories(territories, seed, jobs), "seen", TERRITORY_COLUMNS, as_json
        )
    if hands is not None:
        lay = rested.resting(hands, seed, jobs)
        return _judged(lay, "colour", REST_COLUMNS, as_json)
    if dusk is not None:
        return _judged(fades.fading(dusk, seed, jobs), "colour", DUSK_COLUMNS, as_json)
    if mistakes:
        return _judged(verdicts.mistakes(games, jobs), "game", MISTAKE_COLUMNS, as_json)
    if evening:
        harder = () if plain else hardships or None
        wanted = Wanted(evenings, first, seed, happenings, harder, sizes or (SIZE,))
        pictures = None if photos is None else photos / ENROL
        try:
            played = nights.evenings(wanted, jobs, pictures, results, again)
        except LookupError as error:
            raise click.BadParameter(str(error)) from error
        return _judged(played, "kind", EVENING_COLUMNS, as_json)
    figures: list[Figure] = []
    if photos is not None:
        try:
            if removals:
                rows = rows_of(read_removals(photos, jobs))
            else:
                rows, located = photographs(photos, jobs)
                figures.append(located)
        except PhotoError as error:
            raise click.ClickException(str(error)) from error
    elif torture:
        tortured = tortures.torture(per_cell, jobs, seed, kinds, severities, decks)
        rows = tortures.rows(tortured)
        click.echo(f"The report is in {tortures.report(tortured, out)}.", err=True)
    else:
        rows = own_decks(cards, seed, jobs)
    if as_json:
        for one in (*rows, *figures):
            click.echo(json.dumps(msgspec.to_builtins(one)))
    else:
        click.echo("\n".join([*_table(rows), *(_told(figure) for figure in figures)]))
    return 1 if any(one.mistaken for one in rows if one.way == OURS) else 0


def _table(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a block of lines for each part, then every wrong reading of ours."""
    alone = {one.way for one in rows} == {OURS}
    named = max(len(one.part if alone else one.way) for one in rows)
    heads = "".join(f"{head:>9}" for head in COLUMNS) + f"{'ms a card':>12}"
    if alone:
        yield " " * named + heads
    for part, ways in groupby(rows, lambda one: one.part):
        if not alone:
            yield f"{part}:"
            yield " " * (named + 2) + heads
        for one in ways:
            counts = "".join(f"{getattr(one, column):>9,}" for column in COLUMNS)
            name = f"{part:<{named}}" if alone else f"  {one.way:<{named}}"
            yield f"{name}{counts}{one.ms_a_card:>12.1f}"
    errors = [error for one in rows if one.way == OURS for error in one.errors]
    for error in dict.fromkeys(errors):
        yield f"WRONG  {error.where}: {error.lay} was read as {error.said}"


def _judged(rows: Sequence[Judged], by: str, columns: Sequence[str], as_json: bool) -> int:
    """Print a line a row, named by one of its fields, and each fault; return the exit status."""
    if as_json:
        lines: Iterable[str] = (json.dumps(msgspec.to_builtins(one)) for one in rows)
    else:
        lines = _judged_table(rows, by, columns)
    for line in lines:
        click.echo(line)
    return 1 if any(one.failed for one in rows) else 0


def _judged_table(rows: Sequence[Judged], by: str, columns: Sequence[str]) -> Iterator[str]:
    names = [str(getattr(one, by)) for one in rows]
    named, wide = max(map(len, names)), max(map(len, columns)) + 2
    yield " " * named + "".join(f"{head:>{wide}}" for head in columns)
    for name, one in zip(names, rows, strict=True):
        counts = "".join(f"{getattr(one, column):>{wide},}" for column in columns)
        yield f"{name:<{named}}{counts}"
    # A row of all has those of the others, too.
    yield from dict.fromkeys(fault for one in rows for fault in one.faults)


def _counted(counts: dict[str, Any], faults: Sequence[str]) -> str:
    """Return the counts under their names, and a line for each fault."""
    heads = "".join(f"{name:>11}" for name in counts)
    return "\n".join([heads, "".join(f"{one:>11,}" for one in counts.values()), *faults])


def _told(figure: Figure) -> str:
    return f"{'✓' if figure.met else '✗'} {figure.name}: {figure.value:g} {figure.unit}"
