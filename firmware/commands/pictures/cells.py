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

Cells = tuple[Cell, ...]


class _StrictCell(Cell, frozen=True, forbid_unknown_fields=True):
    """A cell in a file. A wrong field's name is a mistake there."""


def appraised(file: Path, game: Game[Any, Any, Any], options: Any) -> tuple[Cells, Appraisal]:
    """Return the cells of a JSON file (``-`` is standard input) and the game's appraisal of them.

    Messages count cells from 1. Raise `BadData` for an unusable file.
    """
    assert game.table.appraise is not None
    try:
        listed = msgspec.json.decode(read_text(file, MOST_BYTES), type=list[_StrictCell])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        refuse("cli.count.no_cells", file=str(file), reason=str(error))
    called = _called(game, options)
    cells: list[Cell] = []
    for number, given in enumerate(listed, 1):
        cell = Cell(called.get(_folded(given.card), given.card), given.row, given.column)
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
