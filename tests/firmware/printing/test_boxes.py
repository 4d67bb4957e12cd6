"""A deck's box: its cards fit in, its sides meet, and it says what is in it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from firmware.errors import PrintError
from firmware.printing.boxes import CARD_MM, net, print_box
from firmware.printing.naming import book_of_deck
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


@needs_poppler
@pytest.mark.parametrize("deck", art_names())
def test_a_box_fits_a_sheet_and_bears_the_games_name_on_five_sides(
    tmp_path: Path, deck: str
) -> None:
    book, pdf = book_of_deck(deck, "fr"), tmp_path / "box.pdf"
    assert print_box(book, pdf) == 1
    (page,) = read(pdf)
    counter = Counter(word.text for word in page.words)
    assert all(counter[word] >= 5 for word in book.title.split())
    assert counter >= Counter(book.sentence.replace("\N{NARROW NO-BREAK SPACE}", " ").split())
    assert counter >= Counter(["couper", "plier", "coller"])


def test_a_box_too_large_for_the_paper_says_how_large_it_is(tmp_path: Path) -> None:
    with pytest.raises(PrintError, match=r"box_too_large \(paper=A5, width=\d+, height=\d+\)"):
        print_box(book_of_deck("ogallala", "en"), tmp_path / "box.pdf", "A5")
    assert list(tmp_path.iterdir()) == []
