"""A game's rules on paper: all that its page says, uncut, and no page left half empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.printing.naming import book
from firmware.printing.rules import MARGIN_MM, SMALL_MARGIN_MM, print_rules
from referee.booklet import rulebook
from referee.words import Voice
from tests.breadth import breadth
from tests.firmware.printing.reading import needs_poppler, read


@needs_poppler
@pytest.mark.parametrize(
    ("game", "edition", "language", "paper"),
    breadth([("coup", None, "fr", "A5"), ("coyote", "oliphante", "en", "A4")]),
)
def test_every_rule_of_the_page_is_printed_within_the_margins(
    tmp_path: Path, game: str, edition: str | None, language: str, paper: str
) -> None:
    pdf = tmp_path / "rules.pdf"
    count = print_rules(book(game, edition, language), pdf, paper)
    pages = read(pdf)
    assert len(pages) == count
    margin = SMALL_MARGIN_MM if paper == "A5" else MARGIN_MM
    for page in pages:
        for word in page.words:
            if word.left < margin - 4 or word.top > page.height - 9:
                continue  # the rulers' numbers
            assert margin - 0.1 <= word.left < word.right <= page.width - margin + 0.5, word
            assert margin - 1 <= word.top < word.bottom <= page.height - margin + 5, word
    printed = "".join(word.text for page in pages for word in page.words)
    voice = Voice(language)
    for section in rulebook.rules(game, edition):
        for rule in section.rules:
            for text in rule.texts:  # which a column's end does not part
                assert "".join(voice.say(text).split()) in printed, rule.id
            assert rule.id in printed
    assert "".join(rulebook.deck_text(game, edition, voice).split()) in printed


def test_a_sheet_names_the_players_and_the_deck_of_its_edition() -> None:
    assert book("coyote", "tomahawk", "en").measures.startswith("2–6 ")
    assert book("coyote", "oliphante", "en").measures.startswith("3–12 ")
    assert rulebook.deck_text("coyote", "kidult", Voice("en")).startswith(
        "The deck has 36 cards: 4 × 1, 2, 3, 4, 5; 3 × 10, 0; 2 × 15, −5; 1 × 20, −10, ?"
    )


@needs_poppler
@pytest.mark.parametrize("paper", breadth(["A4", "A5", "letter"]))
def test_the_last_page_is_no_half_empty_one(tmp_path: Path, paper: str) -> None:
    pdf = tmp_path / "rules.pdf"
    print_rules(book("coup", None, "en"), pdf, paper)
    page = read(pdf)[-1]
    lowest = sorted(word.bottom for word in page.words)[-10]  # the page's foot is below
    assert lowest > page.height / 2
