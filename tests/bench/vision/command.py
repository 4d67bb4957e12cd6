"""`coyote bench vision`: how well cards are read, and what is said of mistakes at a table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from tests.bench import json_option
from tests.bench.table import mistakes as bed
from tests.bench.table import verdicts
from tests.bench.vision.photos import PhotoError
from tests.bench.vision.readings import own_decks, photographs

COLUMNS = ("cards", "right", "asked", "missed", "refused", "wrong", "beside", "ms_a_card")
MISTAKE_COLUMNS = ("kinds", "right", "silent", "wrong", "false")


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
    help="Read the labelled photographs in a folder, instead.",
)
@click.option(
    "--mistakes", is_flag=True, help="Make everyday mistakes at a rendered table, instead."
)
@click.option(
    "--game",
    "games",
    multiple=True,
    type=click.Choice(bed.games()),
    help="Only the mistakes of this game (repeatable).",
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
@json_option
def vision_command(
    cards: int,
    photos: Path | None,
    mistakes: bool,
    games: Sequence[str],
    seed: int,
    jobs: int,
    as_json: bool,
) -> int:
    """Read rendered tables or photographs whose cards are known, or make mistakes at a table.

    The exit status is 1 if a card was certain and wrong, or if a mistake was met with silence, with
    a false reason, or told to somebody else.
    """
    if mistakes:
        judged = verdicts.mistakes(games, jobs)
        faults = [fault for row in judged for fault in row.faults]
        _print(judged, "game", MISTAKE_COLUMNS, faults, as_json)
        return int(any(mistake_row.failed for mistake_row in judged))
    if photos is not None:
        try:
            rows, located = photographs(photos, jobs)
        except PhotoError as error:
            raise click.ClickException(str(error)) from error
    else:
        rows, located = own_decks(cards, seed, jobs), None
    errors = [
        f"WRONG  {error.where}: {error.lay} was read as {error.read_as}"
        for item in rows
        for error in item.errors
    ]
    _print(rows, "part", COLUMNS, errors, as_json)
    if located is not None:
        click.echo(json.dumps(msgspec.to_builtins(located)) if as_json else located.line())
    return int(any(row.mistaken for row in rows))


def _print(
    rows: Sequence[Any], by: str, columns: Sequence[str], faults: Sequence[str], as_json: bool
) -> None:
    """Print a line for each row, named by its field `by`, and then each fault once."""
    if as_json:
        lines: Iterator[str] = (json.dumps(msgspec.to_builtins(row)) for row in rows)
    else:
        lines = _table(rows, by, columns, faults)
    for line in lines:
        click.echo(line)


def _table(
    rows: Sequence[Any], by: str, columns: Sequence[str], faults: Sequence[str]
) -> Iterator[str]:
    names = [getattr(row, by) for row in rows]
    named, wide = max(map(len, names)), max(map(len, columns)) + 2
    yield " " * named + "".join(f"{head:>{wide}}" for head in columns)
    for name, row in zip(names, rows, strict=True):
        cells = "".join(f"{getattr(row, column):>{wide},}" for column in columns)
        yield f"{name:<{named}}{cells}"
    yield from dict.fromkeys(faults)
