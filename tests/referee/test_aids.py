"""A player's aid says nothing that is not said elsewhere, and of each edition what holds there."""

from __future__ import annotations

import pytest

from referee import library, words
from referee.booklet import aids, rulebook
from referee.contract import BadOptions

PAGES = [
    (name, edition)
    for name in library.names()
    for edition in library.editions(library.game(name)) or (None,)
]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_word_of_an_aid_is_known_in_every_language(page: tuple[str, str | None]) -> None:
    said = [
        message
        for part in aids.aid(*page)
        for message in (part.title, *(one for line in part.lines for one in (line.text, line.name)))
        if message is not None
    ]
    for locale in words.LOCALES:
        texts = words.texts("", locale)
        assert not [one.key for one in said if "%(" in texts[one.key]]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_an_aid_has_the_actions_of_its_edition_and_no_others(page: tuple[str, str | None]) -> None:
    rules = (rule for section in rulebook.rules(*page) for rule in section.rules)
    on_page = {rule.name.key for rule in rules if rule.name}
    lines = (line for part in aids.aid(*page) for line in part.lines)
    named = {line.name.key for line in lines if line.name}
    of_game = f"{page[0]}.action."
    assert {one for one in named if one.startswith(of_game)} == {
        one for one in on_page if one.startswith(of_game)
    }


def test_an_edition_that_is_none_is_refused() -> None:
    with pytest.raises(BadOptions):
        aids.aid("chess")
    with pytest.raises(BadOptions):
        aids.aid("coyote", "chess")
