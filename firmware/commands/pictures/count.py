"""`coyote count`: counts the worth of cards in a grid, line by line, with the arithmetic."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import msgspec

from firmware.commands.options import CHOSEN_OPTION, GAME_OPTION, chosen_options, game_that
from firmware.commands.pictures.cells import appraised
from firmware.commands.pictures.read import load_image
from firmware.commands.speak import (
    locale,
    plain_steps,
    refuse,
    say,
    say_score,
    text_of,
    warn,
)
from firmware.errors import BadData
from firmware.mats import chosen_mats
from firmware.pictures.counting import Count, Unsure, count, grid_to_count, grids_in_view
from firmware.pictures.grid_rows import join_rows
from referee import library, words
from referee.contract import Appraisal, Cell, Game, Message
from referee.table import Outline
from vision.decks.deck import load_deck
from vision.errors import TooMuch
from vision.follow.rows import ObservedRows
from vision.follow.still import StillReader
from vision.observation import Observation

NO_MAT = "no_mat"  # This is no error here, because `count` reads rows of cards without a mat.
LIKELIEST = 3  # Number of candidates to name for a doubtful card.


@click.command("count")
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--cells",
    "file",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help='A JSON list of {"card", "row", "column"}; - for standard input.',
)
@GAME_OPTION
@CHOSEN_OPTION
@click.option("--deck", show_default="the game's", help="A deck's name or folder.")
@click.option("--mat", show_default="the game's", help="Mats by name, file or folder.")
@click.option("--joined", is_flag=True, help="The IMAGES show parts of one grid, without a mat.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per grid.")
def count_command(
    images: tuple[Path, ...],
    file: Path | None,
    game: str | None,
    chosen: tuple[str, ...],
    deck: str | None,
    mat: str | None,
    joined: bool,
    as_json: bool,
) -> int:
    """Count the grids of cards on IMAGES, or in a file: what they form and what that is worth.

    A picture shows the four corners of each grid's mat. Without a mat, the cards lie in rows and
    columns. Several pictures of one such grid are joined by the cards that they share. Doubtful
    cards are named and not counted; then the exit status is 1. It is also 1 for a grid that no
    match can produce.

    In a file, rows count down from 0 and columns count to the right from any number. Cards have the
    names on the pages or in the rules.
    """
    played = game_that("appraise", game)
    assert played.table.appraise is not None
    options = library.options(played, chosen_options(chosen, played))
    if bool(images) == (file is not None):
        refuse("cli.count.what")
    if file is None:
        reader = StillReader(load_deck(deck or played.name), *chosen_mats(mat or played.name))
        parts = [images] if joined else [(path,) for path in images]
        return max(map(_Counter(played, options, reader, as_json).count, parts))
    cells, found = appraised(file, played, options)
    cells = tuple(Cell(played.table.cards.name(cell.card), cell.row, cell.column) for cell in cells)
    click.echo(
        json.dumps(_plain(found, cells), ensure_ascii=False) if as_json else text(found, cells)
    )
    return 1 if found.faults else 0


@dataclass(frozen=True)
class _Counter:
    """Counts grids on pictures, and prints what they contain."""

    game: Game[Any, Any, Any]
    options: Any
    reader: StillReader
    as_json: bool

    def count(self, paths: Sequence[Path]) -> int:
        """Count the grids on one picture, or one grid on several. Return 1 if one is uncertain."""
        seen: tuple[Observation, ObservedRows | None] | None = None
        for path in paths:
            image = load_image(path)
            if image is None:
                return 1
            try:
                observed, rows = self.reader.observe_rows(image)
            except TooMuch:
                warn("cli.read.too_much", file=str(path))
                return 1
            for reason in observed.quality.by_weight:
                if reason != NO_MAT:
                    warn("cli.read.bad", file=str(path), reason=say(f"table.quality.{reason}"))
            if seen is not None:
                both = None if seen[1] is None or rows is None else join_rows(seen[1], rows)
                if both is None:
                    warn("cli.read.bad", file=str(path), reason=say("table.photo.apart"))
                    return 1
                observed, rows = both.observed, both
            seen = observed, rows
        assert seen is not None
        return self._print(paths[-1], *seen)

    def _print(self, path: Path, observed: Observation, rows: ObservedRows | None) -> int:
        """Print what a picture's grids contain. Return 1 if anything is uncertain."""
        mats = self.reader.mats
        grids = grids_in_view(mats, observed, None)
        own = not grids
        if own:
            try:
                observed, grid, _ = grid_to_count(mats, observed, rows, None)
            except BadData as error:
                warn("cli.read.bad", file=str(path), reason=text_of(error.message))
                return 1
            grids = [grid]
        there = {card.reading.zone for card in observed.settled}
        if not there & {grid.zone for grid in grids}:
            warn("cli.count.no_mat", file=str(path))
            return 1
        status = 0
        for grid in grids:
            if grid.zone in there:
                found = count(self.game, self.options, observed.settled, grid, {})
                click.echo(_count_text(path, None if own else grid.zone, found, self.as_json))
                status |= found.worth is None or bool(found.unsure or found.worth.faults)
        return status


def _count_text(path: Path, zone: str | None, found: Count, as_json: bool) -> str:
    """Return a count as text or JSON, with its worth first and then the doubtful cards.

    `zone` is None without a mat, because then nobody can tell the zone.
    """
    refused = () if found.refused is None else (text_of(found.refused),)
    if as_json:
        worth = {} if found.worth is None else _plain(found.worth, found.cells)
        plain = {
            "image": str(path),
            "zone": zone,
            **worth,
            "refused": list(refused),
            "doubts": [
                {
                    "cell": None if one.cell is None else list(one.cell),
                    "text": text_of(one.reason),
                    "candidates": [may.card for may in one.candidates],
                }
                for one in found.unsure
            ],
        }
        return json.dumps(plain, ensure_ascii=False)
    lines = [f"{path}:"]
    if zone is not None:
        seat = int(zone.rpartition(":")[2]) if zone.rpartition(":")[2].isdecimal() else 0
        lines = [say("cli.count.of", file=str(path), number=seat + 1)]
    if found.worth is not None:
        lines.append(text(found.worth, found.cells))
    lines += [*refused, *map(_doubt, found.unsure)]
    return "\n".join(lines)


def _doubt(one: Unsure) -> str:
    """Return the text about a doubtful card, with its most similar candidates."""
    likely = [words.card(may.card, locale()) for may in one.candidates[:LIKELIEST]]
    reason = text_of(one.reason)
    if one.cell is None:
        return reason
    row, column = one.cell
    return say(
        "cli.count.doubt", row=row + 1, cell=column + 1, text=reason, names=" | ".join(likely)
    )


def text(found: Appraisal, cells: Sequence[Cell]) -> str:
    """Return the text of an appraisal: a line for each outline, sum and fault, and the total."""
    outlines = [_line(outline, cells) for outline in found.outlines]
    *steps, total = say_score(found.score)
    return "\n".join([*outlines, *steps, *map(text_of, found.faults), total])


def _line(outline: Outline, cells: Sequence[Cell]) -> str:
    """Return the text of an outline: its row, cards, gaps and worth."""
    at = {(cell.row, cell.column): cell.card for cell in cells}
    row = outline.cells[0][0]
    columns = [column for _, column in outline.cells]
    cards = [
        words.card(at[row, column], locale()) if (row, column) in at else "–"
        for column in range(columns[0], columns[-1] + 1)
    ]
    notes = ", ".join(text_of(note) for note in _notes(outline))
    return say("cli.count.line", number=row + 1, names=" | ".join(cards), notes=notes)


def _notes(outline: Outline) -> list[Message]:
    """Return the notes about an outline."""
    return [Message(f"token.{one.kind}", {"count": one.count}) for one in outline.pieces]


def _plain(found: Appraisal, cells: Sequence[Cell]) -> dict[str, Any]:
    """Return an appraisal as JSON-able data."""
    return {
        "total": found.score.total,
        "cells": msgspec.to_builtins(cells),
        "outlines": [
            {
                "cells": [list(cell) for cell in outline.cells],
                "complete": outline.whole,
                "notes": [text_of(note) for note in _notes(outline)],
                "messages": msgspec.to_builtins(_notes(outline)),
            }
            for outline in found.outlines
        ],
        "steps": plain_steps(found.score),
        "faults": [text_of(fault) for fault in found.faults],
    }
