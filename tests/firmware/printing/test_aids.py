"""Player aids: a language on each side, all of their words on each card."""

from __future__ import annotations

from collections import Counter
from itertools import product, zip_longest
from pathlib import Path

import pytest

from firmware.errors import PrintError
from firmware.printing.aids import (
    CARD_MM,
    INSET_MM,
    SIZES_PT,
    aid_names,
    panels_of,
    print_aids,
)
from firmware.printing.layout import Layout, layout
from firmware.printing.naming import Book, book
from firmware.printing.papers import PAPERS
from referee import library, words
from referee.booklet import aids
from referee.words import Voice
from tests.breadth import breadth
from tests.firmware.printing.reading import Page, needs_poppler, read

PAGES = [
    (name, edition)
    for name in aid_names()
    for edition in library.editions(library.game(name)) or (None,)
]


# The languages of both sides: each is on a card.
PAIRS = [*zip_longest(words.LOCALES[::2], words.LOCALES[1::2], fillvalue=words.LOCALES[0])]


def test_every_game_of_ours_has_an_aid() -> None:
    assert aid_names() == library.names()


@needs_poppler
@pytest.mark.parametrize(("page", "both"), breadth(product(PAGES, PAIRS)), ids=str)
def test_all_words_of_an_aid_are_on_each_card_and_keep_off_cuts_and_fold(
    tmp_path: Path, page: tuple[str, str | None], both: tuple[str, str]
) -> None:
    game, edition = page
    books = [book(game, edition, item) for item in both]
    count = print_aids(books, pdf := tmp_path / "aid.pdf")
    sheets = read(pdf)
    assert len(sheets) == count
    assert count % 2 == 0
    copies = 0
    size_mm = (63.0 * max(map(panels_of, books)), 88.0)
    grid = layout(library.game(game).seats[-1], PAPERS["A4"], size_mm)
    for number, sheet in enumerate(sheets):
        counter = Counter(word.text for word in sheet.words)
        wanted = words_of(books[number % 2])
        (fewest, word) = min((counter[word] // wanted[word], word) for word in wanted)
        assert fewest >= 2, word
        copies += fewest * (number % 2)
        check_places(sheet, grid)
    assert copies >= library.game(game).seats[-1]
    assert min(SIZES_PT) >= 8.0


def check_places(sheet: Page, grid: Layout) -> None:
    """Hold that no word is near a cut or a fold."""
    parts = list(grid.boxes())
    for word in sheet.words:
        inside = [box for box in parts if box[0] < word.left < box[2] and box[1] < word.top]
        if grid.turned or not inside or word.top > parts[-1][3]:
            continue
        left, *_ = inside[-1]
        across = (word.left - left) % CARD_MM[0], (word.right - left) % CARD_MM[0]
        assert INSET_MM < across[0] < across[1] < CARD_MM[0] - INSET_MM, word.text


def test_an_aid_that_no_card_holds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = aids.aid("coup")
    monkeypatch.setattr(aids, "aid", lambda *_: result * 4)
    with pytest.raises(PrintError, match="aid_too_long"):
        print_aids([book("coup", None, "en")], tmp_path / "aid.pdf")
    monkeypatch.setattr(aids, "aid", lambda *_: ())
    with pytest.raises(PrintError, match="no_aid"):
        print_aids([book("coup", None, "en")], tmp_path / "aid.pdf")
    assert list(tmp_path.iterdir()) == []


def words_of(book: Book) -> Counter[str]:
    """Return the words of an aid, however a sentence begins."""
    voice, parts = Voice(book.language), aids.aid(book.game, book.edition)
    texts = (voice.say(line.text) for part in parts for line in part.lines)
    return Counter(word for text in texts for word in text.split()[1:])
