"""Prints without a flaw: marks for every cut, backs that tell nothing, fonts, margins, rulers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware import cli
from firmware.mats import load_mats
from firmware.printing import worded
from firmware.printing.faces import faces
from firmware.printing.layout import Layout, layout
from firmware.printing.markers import print_markers
from firmware.printing.papers import PAPERS, TICK_MM
from firmware.printing.sheets import pieces_layout, print_deck, print_pieces
from referee import words
from referee.contract import Message
from tests.breadth import breadth
from tests.firmware.printing.reading import needs_poppler, rasterised, read, thin_lines
from tests.process import run_program
from vision.art import art_names, deck_art
from vision.art.svg import BLEED_MM, render, with_bleed
from vision.art.wording import drawn_words
from vision.decks.deck import load_deck
from vision.reading import Image

PX = 10  # Pixels in a millimetre of a rasterised page.
SHIFT_MM = 2.0
JOIN = ("join", "--wifi", "Cabin", "--password", "abcdefghkm", "--address", "http://10.42.0.1/")
KINDS = [
    ("coup", "--language", "de"),
    ("plenty_coups",),
    ("mat", "ogallala", "--seats", "2", "--language", "de"),
    ("markers", "coup_detat"),
    ("pieces", "plenty_coups"),
    ("aid", "coup", "--language", "es"),
    ("box", "coup", "--language", "it"),
    JOIN,
]
GATE = [(KINDS[n],) for n in (0, 7)]


def print_of(kind: tuple[str, ...], paper: str, folder: Path) -> Path:
    """Return the PDF of a print."""
    path = folder / "print.pdf"
    assert cli.run(["print", *kind, "--paper", paper, "--out", str(path)]) == 0
    return path


@needs_poppler
@pytest.mark.parametrize(
    "kind", breadth(((kind,) for kind in KINDS), *GATE), ids=lambda kind: kind[0]
)
def test_fonts_are_embedded_margins_are_free_and_the_first_page_has_a_ruler(
    tmp_path: Path, kind: tuple[str, ...]
) -> None:
    pdf = print_of(kind, "letter", tmp_path)
    check_fonts(pdf)
    check_ruler(pdf, kind)
    check_margins(pdf, "letter")


@pytest.mark.verify
@needs_poppler
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_nothing_is_printed_in_the_margin_of_a_large_sheet(
    tmp_path: Path, kind: tuple[str, ...]
) -> None:
    check_margins(print_of(kind, "tabloid", tmp_path), "tabloid")


def check_fonts(pdf: Path) -> None:
    """Hold that the PDF has all letters that it shows."""
    command = ["pdffonts", str(pdf)]
    process = run_program(command)
    fonts = process.stdout.splitlines()[2:]
    assert fonts
    for font in fonts:
        assert re.search(r" yes (yes|no) +(yes|no) +\d+ +0$", font), font


def check_margins(pdf: Path, paper: str) -> None:
    """Hold that nothing is printed where a printer prints nothing."""
    for page in rasterised(pdf, px_per_mm=4):
        rim = int(PAPERS[paper].margin_mm * 4) - 1
        page[rim:-rim, rim:-rim] = 255
        assert page.min() >= 250


def check_ruler(pdf: Path, kind: tuple[str, ...]) -> None:
    """Hold that the first page has rulers of 100 mm in both directions."""
    text = " ".join(word.text for word in read(pdf)[0].words)
    language = kind[kind.index("--language") + 1] if "--language" in kind else "en"
    turns = kind[0] in ("coup", "plenty_coups", "pieces", "aid")
    assert text.count("100 mm") >= 2
    size = words.say(Message("cli.print.actual_size", {"mm": "100"}), language)
    assert " ".join(size.split()) in text
    assert (words.say(Message("cli.print.long_edge"), language) in text) == turns
    (page,) = rasterised(pdf, last=1)
    grey = np.asarray(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), np.uint8)
    for turned in (grey, np.ascontiguousarray(grey.T)):
        # A dark line on paper, or a light one on a mat.
        lines = thin_lines(turned) | thin_lines(np.asarray(255 - turned, np.uint8))
        bridged = cv2.morphologyEx(lines, cv2.MORPH_CLOSE, np.ones((25, 1), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(bridged)
        assert any(abs(high - 100 * PX) <= 4 for *_, high, _ in stats.tolist()), turned.shape


DECK = load_deck("coup", pictures=False)


def deck_sheet(folder: Path) -> tuple[Image, Layout]:
    print_deck("coup", folder / "deck.pdf", backs=False)
    (page,) = rasterised(folder / "deck.pdf", last=1)
    return page, layout(sum(DECK.counts.values()), PAPERS["A4"], DECK.size_mm)


def pieces_sheet(folder: Path) -> tuple[Image, Layout]:
    print_pieces("plenty_coups", folder / "pieces.pdf", backs=False)
    (page,) = rasterised(folder / "pieces.pdf", last=1)
    return page, pieces_layout(60, PAPERS["A4"], (22.0, 22.0))


@needs_poppler
@pytest.mark.parametrize("sheet", breadth([deck_sheet, pieces_sheet]))
@pytest.mark.parametrize("first", breadth(["across", "down"]))
def test_marks_for_the_next_cut_survive_all_cuts_in_the_other_direction(
    tmp_path: Path, sheet: Callable[[Path], tuple[Image, Layout]], first: str
) -> None:
    page, grid = sheet(tmp_path)
    grey, xs, ys = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY), grid.xs, grid.ys
    if first == "down":
        grey, xs, ys = np.ascontiguousarray(grey.T), ys, xs
    for left, right in strips(grid, xs):
        strip = np.ascontiguousarray(grey[:, round(left * PX) : round(right * PX)])
        lines = thin_lines(np.ascontiguousarray(strip.T)).T
        reach = round(TICK_MM * PX)
        for y in ys:
            band = lines[round(y * PX) - 2 : round(y * PX) + 3]
            for end in (band[:, :reach], band[:, -reach:]):
                assert end.max(0).mean() > 0.8, (left, y)


def strips(grid: Layout, cuts: list[float]) -> Iterator[tuple[float, float]]:
    """Yield where each strip is after all cuts in one direction."""
    step = 2 if grid.gutter_mm else 1
    yield from list(pairwise(cuts))[::step]


@pytest.mark.parametrize("deck", art_names())
@pytest.mark.parametrize(
    ("across", "down"), breadth([(1.4, -1.4), (2, 0), (-2, 0), (0, 2), (0, -2)])
)
def test_a_back_that_is_printed_2_mm_off_has_no_rim_and_tells_no_card(
    deck: str, across: float, down: float
) -> None:
    art = deck_art(deck)
    size = tuple(round((side + 2 * BLEED_MM) * PX) for side in art.size_mm)
    whole = render(with_bleed(art.seamless), (size[0], size[1]))
    edges = rims(cut_out(whole, art.size_mm, across, down))
    straight = rims(cut_out(whole, art.size_mm, 0, 0))
    assert max(edges.values()) < 215, "a white rim"
    for side, level in edges.items():
        assert level == pytest.approx(straight[side], abs=6)
    assert max(edges.values()) - min(edges.values()) < 8, "sides of unequal width"


def cut_out(whole: Image, size_mm: tuple[float, float], across: float, down: float) -> Image:
    """Return what is cut from a back that is printed so far off."""
    left, top = round((BLEED_MM - across) * PX), round((BLEED_MM - down) * PX)
    wide, high = (round(side * PX) for side in size_mm)
    return whole[top : top + high, left : left + wide]


def rims(part: Image) -> dict[str, float]:
    """Return the mean level of a card's outermost 2 mm at each side."""
    rim = round(SHIFT_MM * PX)
    sides = {
        "top": part[:rim],
        "bottom": part[-rim:],
        "left": part[:, :rim],
        "right": part[:, -rim:],
    }
    return {name: float(side.mean()) for name, side in sides.items()}


@pytest.mark.parametrize("language", ["de", "it", "es"])
@pytest.mark.parametrize("deck", ["coup", "coup_detat"])
def test_cards_have_the_names_of_their_games_catalogue(deck: str, language: str) -> None:
    drawn = faces(deck, language)
    named = {card: drawn_words(svg) for card, svg in deck_art(deck).faces.items()}
    for card in (card for card, is_printed in named.items() if is_printed):
        answer = words.say(Message(f"card.{card}"), language).upper().replace("\u00ad", "")
        labels = re.findall(r'aria-label="([^"]{2,})"', drawn.drawing(card))
        assert labels == list(dict.fromkeys((answer, named[card][0]))), card
    assert faces(deck, "fr").faces == deck_art(deck).faces


@needs_poppler
@pytest.mark.parametrize(("game", "seats"), [("table", None), ("ogallala", 3)])
def test_markers_alone_are_read_and_their_place_is_named(
    tmp_path: Path, game: str, seats: int | None
) -> None:
    mats, pdf = load_mats(game, seats), tmp_path / "markers.pdf"
    assert print_markers(pdf, mats, "en") == 1
    (page,) = rasterised(pdf, px_per_mm=6)
    detector = cv2.aruco.ArucoDetector(mats[0].aruco_dictionary)
    corners, result, _ = detector.detectMarkers(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY))
    assert sorted(result.ravel().tolist()) == sorted(n for mat in mats for n in mat.markers)
    side = float(np.linalg.norm(corners[0][0][1] - corners[0][0][0])) / 6
    assert side == pytest.approx(mats[0].marker_mm, abs=0.3)
    text = " ".join(word.text for word in read(pdf)[0].words)
    across, down = next(iter(mats[0].markers.values()))
    assert f"centre {across:g} mm from the left edge and {down:g} mm from the far edge" in text


def test_a_table_can_know_cards_in_another_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["draw", "coup", "--language", "de"]) == 0
    deck, plain = load_deck(tmp_path / "coup-de"), load_deck("coup")
    assert (deck.name, deck.counts, deck.drawn) == ("coup-de", plain.counts, True)
    for card in deck.names:
        assert (deck.templates[card] != plain.templates[card]).any(), card
    written: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(worded, "write_worded_deck", lambda *how: written.append(str(how[-1])))
        assert cli.run(["draw", "--language", "it"]) == 0
    assert written == ["coup-it", "coup_detat-it"]
    assert cli.run(["draw", "ogallala", "--language", "de"]) == 2
    assert "--language" in capsys.readouterr().err
