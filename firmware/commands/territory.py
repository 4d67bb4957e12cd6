"""`coyote territory`: what a territory is worth, canoe by canoe, with the arithmetic."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from firmware.commands.speak import locale, refuse, say
from referee import library, words
from referee.contract import Appraisal, Cell, Group

GAME = "ogallala"
MOST_BYTES = 100_000  # of a file of cells: 42 take 3,000


@click.command("territory")
@click.option(
    "--cells",
    "file",
    required=True,
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help='A JSON list of {"card", "row", "column"}; - is standard input.',
)
@click.option("--tribes", is_flag=True, help="By the rules for two tribes.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def territory_command(file: Path, tribes: bool, as_json: bool) -> None:
    """Count a territory of Ogallala: its canoes, their strength and points.

    Rows count downwards from 0, columns to the right from anywhere.
    """
    cells = read_cells(file)
    game = library.game(GAME)
    assert game.appraise is not None
    found = game.appraise(library.options(game, {"tribes": tribes}), cells)
    cells = tuple(Cell(game.cards.name(cell.card), cell.row, cell.column) for cell in cells)
    click.echo(_json(found, cells) if as_json else text(found, cells))


def read_cells(file: Path) -> tuple[Cell, ...]:
    """Return the cells of a JSON file; raises `BadData` in one sentence."""
    try:
        with click.open_file(str(file), "rb") as source:
            data = source.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError(file)
        return msgspec.json.decode(data, type=tuple[Cell, ...])
    except OSError as error:
        refuse("cli.file_unreadable", file=str(file), reason=error.strerror or str(error))
    except (msgspec.MsgspecError, ValueError, UnicodeError):
        refuse("cli.territory.no_cells", file=str(file))


def text(found: Appraisal, cells: Sequence[Cell]) -> str:
    """Return an appraisal in words, a line a canoe, a sum and a fault, the total last."""
    language = locale()
    lines = [_line(group, cells) for group in found.groups]
    lines += [
        say(
            "cli.score.step",
            text=words.say(step.message, language),
            sum=words.say_sum(step, language),
        )
        for step in found.score.steps
    ]
    lines += [words.say(fault, language) for fault in found.faults]
    return "\n".join([*lines, words.number(found.score.total, language)])


def _line(group: Group, cells: Sequence[Cell]) -> str:
    """Return a canoe in words: its row, its cards with what is between them, what it is worth."""
    at = {(cell.row, cell.column): cell.card for cell in cells}
    row = group.cells[0][0]
    columns = [column for _, column in group.cells]
    cards = [
        words.card(at[row, column], locale()) if (row, column) in at else "–"
        for column in range(columns[0], columns[-1] + 1)
    ]
    notes = ", ".join(words.say(note, locale()) for note in group.notes)
    return say("cli.territory.canoe", number=row + 1, names=" | ".join(cards), notes=notes)


def _json(found: Appraisal, cells: Sequence[Cell]) -> str:
    language = locale()
    plain: dict[str, Any] = {
        "total": found.score.total,
        "cells": msgspec.to_builtins(cells),
        "canoes": [
            {
                "cells": [list(cell) for cell in group.cells],
                "complete": group.whole,
                "notes": [words.say(note, language) for note in group.notes],
                "messages": msgspec.to_builtins(group.notes),
            }
            for group in found.groups
        ],
        "steps": [
            {
                "text": words.say(step.message, language),
                "sum": words.say_sum(step, language),
                "terms": [{"card": t.card, "was": t.was, "now": t.now} for t in step.terms],
                "total": step.total,
            }
            for step in found.score.steps
        ],
        "faults": [words.say(fault, language) for fault in found.faults],
    }
    return json.dumps(plain, ensure_ascii=False)
