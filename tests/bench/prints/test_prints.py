"""What is printed is cut by its crop marks and read back; what is amiss is told."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware import cli
from firmware.mats import load_mats, mat_names
from firmware.printing.sheets import print_deck, print_pieces
from firmware.printing.tiles import print_mats
from tests.bench.prints import prints
from tests.bench.prints.cutting import CAN_RASTERISE, BadSheet, Cuts, cuts, rasterised
from tests.bench.prints.prints import (
    BLACK,
    COLOUR,
    INKS,
    MAT,
    PAPERS,
    PIECES,
    Job,
    cells,
    jobs,
    lies,
    mats_row,
    sheet_cuts,
    sheets_row,
)
from vision.art import art_names, pieces_names
from vision.decks.deck import load_deck
from vision.reading import BACK, Image

needs_poppler = pytest.mark.skipif(
    shutil.which(CAN_RASTERISE) is None, reason="poppler-utils is not installed"
)
DECK, GAME = "coup", "plenty_coups"


@needs_poppler
def test_a_sheet_cut_by_its_marks_is_read_card_by_card(tmp_path: Path) -> None:
    print_deck(DECK, tmp_path / "deck.pdf", bw=True, backs=False)
    (page,) = rasterised(tmp_path / "deck.pdf", last=1)
    cut = sheet_cuts(page)
    read = cells(Job(DECK, "A4", BLACK), page, cut)
    cards = [card.name for card in load_deck(DECK, pictures=False).cards for _ in range(card.count)]
    assert np.diff(cut.xs) == pytest.approx(630, abs=1)
    assert np.diff(cut.ys) == pytest.approx(880, abs=1)
    assert read == cards[: len(read)]
    assert len(read) == 9


@needs_poppler
def test_a_sheet_of_markers_is_read_piece_by_piece(tmp_path: Path) -> None:
    print_pieces(GAME, tmp_path / "pieces.pdf", bw=True, backs=False)
    (page,) = rasterised(tmp_path / "pieces.pdf", last=1)
    job = Job(GAME, "A4", BLACK, PIECES)
    cut = sheet_cuts(page)
    read = cells(job, page, cut)
    markers = [front for front, _ in lies(job) if not front.startswith("camp")]
    assert np.diff(cut.xs)[::2] == pytest.approx(220, abs=1)
    assert np.diff(cut.xs)[1::2] == pytest.approx(60, abs=1)
    assert read == markers
    assert len({side for pair in lies(job) for side in pair}) == 14 + 6


@needs_poppler
def test_a_mats_markers_are_read_where_its_file_has_them(tmp_path: Path) -> None:
    mat = load_mats("ogallala")[0]
    print_mats(tmp_path / "mat.pdf", [mat], "A4")
    pages, job = list(rasterised(tmp_path / "mat.pdf")), Job("ogallala", "A4", COLOUR, MAT)
    row = mats_row(job, [mat], pages)
    assert (row.things, row.right, row.off_mm < 0.1, row.failed) == (4, 4, True, False)
    moved = {number: (x + 0.5, y) for number, (x, y) in mat.markers.items()}
    assert mats_row(job, [replace(mat, markers=moved)], pages).wrong == 4


@needs_poppler
def test_a_strips_name_hides_no_mark_between_two_strips_on_a_sheet(tmp_path: Path) -> None:
    print_mats(tmp_path / "mat.pdf", load_mats("table"), "A3", ground=False)
    *_, page = rasterised(tmp_path / "mat.pdf")
    cut = cuts(page, (1, 2))
    assert cut is not None
    assert len(list(cut.cells())) == 2


def test_without_a_rasteriser_the_package_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    assert cli.run(["bench", "prints", "--only", DECK]) == 2
    assert "poppler-utils" in capsys.readouterr().err


def test_every_deck_piece_and_mat_is_printed_in_each_ink_on_each_paper() -> None:
    planned = list(jobs(PAPERS, INKS, ()))
    drawn = (*art_names(), *pieces_names(), *mat_names())
    assert len(planned) == len(set(planned)) == 12 * len(drawn)
    some = ("mat:table", "pieces:plenty_coups", DECK)
    assert [job.name for job in jobs(("A4",), (BLACK,), some)] == [*reversed(some)]


@pytest.mark.parametrize(
    ("place", "card", "said"),
    [
        (0, None, "ASKED 1"),
        (0, "other", "WRONG 1"),
        (1, "", "WRONG number"),
        (3, "", "WRONG sheet 1"),
        (2, "raid", "WRONG sheet 1"),
        (2, "", "WRONG sheet 1"),
    ],
)
def test_what_is_amiss_on_a_sheet_is_told(
    monkeypatch: pytest.MonkeyPatch, place: int, card: str | None, said: str
) -> None:
    """Two cards on a sheet, cells 0 and 1; cells 2 and 3 are their backs', 3 behind 0."""
    names = [card.name for card in load_deck(DECK, pictures=False).cards for _ in range(card.count)]
    cells: list[str | None] = [*names[:2], BACK, BACK]
    grid = Cuts((0.0, 300.0, 600.0), (0.0, 300.0))
    page = np.zeros((300, 600, 3), np.uint8)

    def read(found: list[str | None]) -> Iterator[list[str | None]]:
        yield found[:2]
        yield found[2:]

    def row(found: list[str | None]) -> prints.PrintRow:
        answers = read(found)
        monkeypatch.setattr(prints, "sheet_cuts", lambda _: grid)
        monkeypatch.setattr(prints, "cells", lambda *_, **__: next(answers))
        monkeypatch.setattr(prints, "lies", lambda _: [(name, BACK) for name in names[:2]])
        return sheets_row(Job(DECK, "A4", COLOUR), [page, page])

    assert not row(cells).failed
    assert row(cells).backs == 2
    cells[place] = card
    assert any(fault.startswith(said) for fault in row(cells).faults)
    assert row(cells).failed


def test_a_sheet_is_cut_only_where_its_marks_face_each_other() -> None:
    page: Image = np.full((900, 700, 3), 255, np.uint8)
    assert cuts(page) is None
    for x in (100, 400):
        page[20:55, x] = page[820:855, x] = 110
    for y in (70, 500):
        page[y, 30:65] = page[y, 620:655] = 110
    assert cuts(page) == Cuts((100.0, 400.0), (70.0, 500.0))
    page[70, 30:65], page[80, 30:65] = 255, 110
    with pytest.raises(BadSheet, match="do not face"):
        cuts(page)
    page[70, 30:65] = 110
    assert cuts(page, (1, 1)) == Cuts((100.0, 400.0), (70.0, 500.0))
    with pytest.raises(BadSheet, match="do not face"):
        cuts(page, (1, 2))
