"""Printed sheets: true millimetres, every card as often as the deck has it, equal every time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.errors import PrintError
from firmware.mats import load_mats
from firmware.printing.papers import PAPERS
from firmware.printing.sheets import pieces_layout, print_deck, print_pieces
from firmware.printing.tiles import print_mats
from referee import words
from tests.breadth import breadth
from tests.firmware.printing.reading import POINT_MM, needs_poppler, rasterised
from vision.art import deck_art, pieces_art
from vision.art.matart import mat_svg
from vision.art.svg import render, to_greyscale
from vision.decks.deck import load_deck
from vision.mat import Mat
from vision.mat_file import read_mat
from vision.reading import Image

MAT = read_mat(Path(__file__).parents[3] / "hardware" / "mats" / "table.toml")


def page_sizes_mm(pdf: Path) -> list[tuple[float, float]]:
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf.read_bytes())
    return [(float(w) * POINT_MM, float(h) * POINT_MM) for w, h in boxes]


def cut(page: Image, left_mm: float, top_mm: float) -> Image:
    centre = ((left_mm + 31.5) * 5 - 0.5, (top_mm + 44) * 5 - 0.5)
    return np.asarray(cv2.getRectSubPix(page, (315, 440), centre), np.uint8)


def near(a: Image, b: Image) -> float:
    return float(np.abs(a.astype(int) - b.astype(int)).mean())


@pytest.mark.parametrize(
    ("name", "paper", "backs", "count", "size"),
    breadth(
        [
            ("coyote-oliphante", "letter", True, 8, (215.9, 279.4)),
            ("coyote-kidult", "A4", True, 8, (210, 297)),
            ("coyote-tomahawk", "A4", False, 4, (210, 297)),
            ("coyote-tomahawk", "A3", False, 2, (297, 420)),
            ("ogallala", "A4", True, 14, (210, 297)),
            ("plenty_coups", "A4", True, 6, (210, 297)),
            ("coup_detat", "tabloid", True, 6, (279.4, 431.8)),
        ]
    ),
)
def test_a_deck_fills_its_sheets(
    tmp_path: Path, name: str, paper: str, backs: bool, count: int, size: tuple[float, float]
) -> None:
    pdf = tmp_path / "deck.pdf"
    assert print_deck(name, pdf, paper, backs=backs) == count
    sizes = page_sizes_mm(pdf)
    assert len(sizes) == count
    assert all(page == pytest.approx(size, abs=0.1) for page in sizes)


@pytest.mark.parametrize(
    ("mats", "paper", "other", "count", "size"),
    [
        ([MAT], "A2", 0, 1, (594, 420)),
        ([MAT], "A3", 0, 3, (420, 297)),
        ([MAT], "A4", 0, 6, (210, 297)),
        (load_mats("ogallala", 3), "A4", 1, 12, (210, 297)),
        (load_mats("ogallala", 3), "A3", 1, 6, (420, 297)),
    ],
)
def test_the_mat_is_one_page_or_tiles_and_all_mats_of_a_game_suit_their_pages(
    tmp_path: Path,
    mats: Sequence[Mat],
    paper: str,
    other: int,
    count: int,
    size: tuple[float, float],
) -> None:
    """The hunting grounds of Ogallala are on one page of another size."""
    pdf = tmp_path / "mat.pdf"
    assert print_mats(pdf, mats, paper) == other + count
    sizes = page_sizes_mm(pdf)[other:]
    assert sizes == [pytest.approx(size, abs=0.1)] * count


@needs_poppler
@pytest.mark.parametrize("bw", breadth([False, True]))
def test_markers_are_printed_with_the_back_of_each_behind_it(tmp_path: Path, bw: bool) -> None:
    pdf, pieces = tmp_path / "pieces.pdf", pieces_art("plenty_coups")
    counts = Counter[str]()
    for piece in pieces:
        counts[piece.name.partition(" ")[0]] += piece.count
    assert counts == {"raid": 24, "horse": 36, "camp": 6}
    assert print_pieces("plenty_coups", pdf, bw=bw) == 4
    fronts, backs, *_ = rasterised(pdf, px_per_mm=5)
    copies = [piece for piece in pieces[:7] for _ in range(piece.count)]
    grid = pieces_layout(len(copies), PAPERS["A4"], (22.0, 22.0))
    for piece, (left, top, *_) in zip(copies, grid.boxes(), strict=False):
        for page, drawing, x in ((fronts, piece.front, left), (backs, piece.back, 188 - left)):
            centre = ((x + 11) * 5 - 0.5, (top + 11) * 5 - 0.5)
            printed = cv2.getRectSubPix(page, (110, 110), centre)
            drawn = render(to_greyscale(drawing) if bw else drawing, (110, 110))
            assert near(np.asarray(printed, np.uint8), drawn) < 6.5, piece.name


def test_printing_twice_gives_equal_files(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        print_deck("coup", tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


@needs_poppler
@pytest.mark.parametrize("bw", breadth([False, True]))
def test_every_printed_card_is_the_drawing_in_its_place(tmp_path: Path, bw: bool) -> None:
    pdf = tmp_path / "deck.pdf"
    print_deck("coyote-kidult", pdf, bw=bw)
    art, deck = deck_art("coyote-kidult"), load_deck("coyote-kidult", pictures=False)
    copies = [card.name for card in deck.cards for _ in range(card.count)]
    drawn: dict[str | None, Image] = {card: art.picture(card, 440, bw) for card in copies}
    drawn[None] = art.picture(None, 440, bw, back=1)
    sheets = list(rasterised(pdf, px_per_mm=5))
    for number, card in enumerate(copies):
        sheet, place = divmod(number, 9)
        left, top = 10.5 + place % 3 * 63, 16.5 + place // 3 * 88
        front = cut(sheets[2 * sheet], left, top)
        assert near(front, drawn[card]) < 6.5, card
        back = cut(sheets[2 * sheet + 1], 210 - left - 63, top)  # the sheet is turned over
        assert near(back, drawn[None]) < 16, card


@pytest.mark.verify
@needs_poppler
def test_the_tiles_of_the_mat_join_to_the_whole(tmp_path: Path) -> None:
    pdf = tmp_path / "mat.pdf"
    print_mats(pdf, [MAT], "A4")
    parts = [page[218 : 218 + 1050, 30 : 30 + 990] for page in rasterised(pdf, px_per_mm=5)]
    whole = np.vstack([np.hstack(parts[:3]), np.hstack(parts[3:])])
    assert near(whole, render(mat_svg(MAT), (2970, 2100))) < 3


def test_what_cannot_be_printed_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PrintError) as no_art:
        print_deck("my-deck", tmp_path / "x.pdf")
    with pytest.raises(PrintError) as no_pieces:
        print_pieces("coup", tmp_path / "x.pdf")
    with pytest.raises(PrintError) as unwritable:
        print_mats(tmp_path / "nowhere" / "x.pdf", [MAT])
    texts = [words.say(error.value.message) for error in (no_art, unwritable)]
    assert texts[0].startswith("There are no drawings of the deck my-deck to print. Choose one of")
    assert words.say(no_pieces.value.message) == (
        "There are no pieces of coup to print. Choose one of plenty_coups."
    )
    assert texts[1].endswith("x.pdf cannot be written (No such file or directory).")
