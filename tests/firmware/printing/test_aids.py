"""Player aids: a language on each side, all of their words on each card."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from firmware.errors import PrintError
from firmware.printing.aids import CARD_MM, INSET_MM, aid_names, print_aids
from firmware.printing.naming import Book, book
from referee import library, words
from referee.booklet import aids
from referee.words import Voice
from tests.breadth import breadth
from tests.firmware.printing.reading import needs_poppler, read

PAGES = [
    (name, edition)
    for name in aid_names()
    for edition in library.editions(library.game(name)) or (None,)
]


def test_every_game_of_ours_has_an_aid() -> None:
    assert aid_names() == library.names()


@needs_poppler
@pytest.mark.parametrize("page", breadth((page,) for page in PAGES), ids=str)
def test_all_words_of_an_aid_are_on_each_card_in_every_language(
    tmp_path: Path, page: tuple[str, str | None]
) -> None:
    game, edition = page
    for other in words.LOCALES:
        books = [book(game, edition, one) for one in ("en", other)]
        count = print_aids(books, pdf := tmp_path / "aid.pdf")
        sheets = read(pdf)
        assert len(sheets) == count
        assert count % 2 == 0
        copies = 0
        for number, sheet in enumerate(sheets):
            found = Counter(word.text for word in sheet.words)
            wanted = said(books[number % 2])
            (fewest, word) = min((found[word] // wanted[word], word) for word in wanted)
            assert fewest >= 3, word
            copies += fewest * (number % 2)
        assert copies >= library.game(game).seats[-1]


@needs_poppler
def test_an_aids_words_keep_off_the_cuts(tmp_path: Path) -> None:
    print_aids([book("coup", None, "en")], pdf := tmp_path / "aid.pdf")
    (page, _) = read(pdf)
    left, top = (page.width - 3 * CARD_MM[0]) / 2, (page.height - 2 * CARD_MM[1]) / 2
    for word in page.words:
        if top <= word.top <= page.height - top:
            across = (word.left - left) % CARD_MM[0], (word.right - left) % CARD_MM[0]
            assert INSET_MM < across[0] < across[1] < CARD_MM[0] - INSET_MM, word.text


def test_an_aid_that_no_card_holds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = aids.aid("coup")
    monkeypatch.setattr(aids, "aid", lambda *_: found * 9)
    with pytest.raises(PrintError, match="aid_too_long"):
        print_aids([book("coup", None, "en")], tmp_path / "aid.pdf")
    monkeypatch.setattr(aids, "aid", lambda *_: ())
    with pytest.raises(PrintError, match="no_aid"):
        print_aids([book("coup", None, "en")], tmp_path / "aid.pdf")
    assert list(tmp_path.iterdir()) == []


def said(one: Book) -> Counter[str]:
    """Return the words of an aid, however a sentence begins."""
    voice, parts = Voice(one.language), aids.aid(one.game, one.edition)
    texts = (voice.say(line.text) for part in parts for line in part.lines)
    return Counter(word for text in texts for word in text.split()[1:])
