"""Reads a grid of cards from a file of cells. An error names the cell and its field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from firmware.commands.speak import read_text, refuse, text_of
from referee import words
from referee.contract import Appraisal, Cell, Game, IllegalMove
from vision.files import composed

MOST_BYTES = 100_000  # A file of 42 cells has 3,000 bytes.
FIELDS = {"card": str, "row": int, "column": int}

Cells = tuple[Cell, ...]


def appraised(file: Path, game: Game[Any, Any, Any], options: Any) -> tuple[Cells, Appraisal]:
    """Return the cells of a JSON file (``-`` is standard input) and the game's appraisal of them.

    Messages count cells from 1. Raise `BadData` for an unusable file.
    """
    assert game.table.appraise is not None
    called = _called(game, options)
    cells: list[Cell] = []
    for number, plain in enumerate(_listed(file), 1):
        cell = _cell(plain, file, number)
        cell = msgspec.structs.replace(cell, card=called.get(_folded(cell.card), cell.card))
        for other, one in enumerate(cells, 1):
            if (one.row, one.column) == (cell.row, cell.column):
                where = {"row": cell.row, "column": cell.column}
                refuse("cli.count.cells_twice", file=str(file), one=other, other=number, **where)
        try:
            game.table.appraise(options, (cell,))
        except IllegalMove as error:
            reason = text_of(error.message)
            refuse("cli.count.cell_refused", file=str(file), number=number, reason=reason)
        cells.append(cell)
    return tuple(cells), game.table.appraise(options, cells)


def _called(game: Game[Any, Any, Any], options: Any) -> dict[str, str]:
    """Return the cards by every name that a page uses for them, in any language."""
    return {
        _folded(words.card(card, tag)): card
        for tag in words.locales()
        for card in game.table.cards.counts(options)
    }


def _folded(name: str) -> str:
    return composed(name).casefold()


def _listed(file: Path) -> list[Any]:
    text = read_text(file, MOST_BYTES)
    try:
        return msgspec.json.decode(text, type=list[Any])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        refuse("cli.count.no_cells", file=str(file))


def _cell(plain: Any, file: Path, number: int) -> Cell:
    where: dict[str, Any] = {"file": str(file), "number": number}
    if not isinstance(plain, dict):
        refuse("cli.count.no_cell", **where)
    for field in plain:
        if field not in FIELDS:
            refuse("cli.count.cell_unknown", field=field[:40], **where)
    for field, kind in FIELDS.items():
        if field not in plain:
            refuse("cli.count.cell_missing", field=field, **where)
        if type(plain[field]) is not kind:
            given = str(plain[field])[:40]
            if kind is str:
                refuse("cli.count.cell_text", field=field, given=given, **where)
            refuse("cli.count.cell_number", field=field, given=given, **where)
    return Cell(plain["card"], plain["row"], plain["column"])
