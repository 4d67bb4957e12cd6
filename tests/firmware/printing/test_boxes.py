"""A deck's box: its cards fit in, its sides meet, and it says what is in it."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from firmware.errors import PrintError
from firmware.printing.boxes import CARD_MM, net, print_box
from firmware.printing.naming import book, book_of_deck
from tests.firmware.printing.reading import needs_poppler, read
from vision.art import art_names
from vision.decks.deck import load_deck


@pytest.mark.parametrize("deck", art_names())
def test_a_box_holds_its_deck_and_its_sides_meet(deck: str) -> None:
    box, cards = net(deck), load_deck(deck, pictures=False)
    count = sum(card.count for card in cards.cards)
    inside = (box.wide, box.high, box.deep)
    for side, needed in zip(inside, (*cards.size_mm, count * CARD_MM), strict=True):
        assert needed + 1 <= side <= needed + 3
    back, side_1, front, side_2, end = box.xs
    assert front - side_1 == pytest.approx(end - side_2)
    assert side_1 - back == pytest.approx(side_2 - front)


@pytest.mark.parametrize("deck", art_names())
def test_what_is_cut_goes_round_once_and_crosses_nothing(deck: str) -> None:
    box = net(deck)
    outline = box.outline()
    assert math.dist(outline[0], outline[-1]) < 1e-6
    corners = [one for one, after in pairwise(outline) if math.dist(one, after) > 1e-6]
    width, height = box.size_mm
    assert all(-1e-6 <= x <= width + 1e-6 and -1e-6 <= y <= height + 1e-6 for x, y in corners)
    cuts = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    for number, cut in enumerate(cuts):
        for other in cuts[number + 2 :]:
            assert not crosses(*cut, *other), (cut, other)


@needs_poppler
@pytest.mark.parametrize("deck", art_names())
def test_a_box_fits_a_sheet_and_bears_the_games_name_on_five_sides(
    tmp_path: Path, deck: str
) -> None:
    one, pdf = book_of_deck(deck, "fr"), tmp_path / "box.pdf"
    assert print_box(one, pdf) == 1
    (page,) = read(pdf)
    found = Counter(word.text for word in page.words)
    assert all(found[word] >= 5 for word in one.title.split())
    assert found >= Counter(one.sentence.replace("\N{NARROW NO-BREAK SPACE}", " ").split())
    assert found >= Counter(["couper", "plier", "coller"])


def test_a_box_too_large_for_the_paper_says_how_large_it_is(tmp_path: Path) -> None:
    with pytest.raises(PrintError, match=r"box_too_large \(paper=A5, width=\d+, height=\d+\)"):
        print_box(book_of_deck("ogallala", "en"), tmp_path / "box.pdf", "A5")
    assert list(tmp_path.iterdir()) == []


def test_thick_cards_have_a_deep_box() -> None:
    assert net("coup", 0.6).deep - net("coup", 0.3).deep == pytest.approx(15 * 0.3)


def test_a_deck_that_is_no_games_has_no_box() -> None:
    with pytest.raises(PrintError, match="no_art"):
        book_of_deck("my-deck", "en")
    assert book_of_deck("coyote-kidult", "en") == book("coyote", "kidult", "en")


Point = tuple[float, float]


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether two lines cross, ends aside."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1e-6 and side(c, d, a) * side(c, d, b) < -1e-6
