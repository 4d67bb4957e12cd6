"""The turn that a page of rules tells is one that the referee rules as it is told."""

from __future__ import annotations

import pytest

from referee import library, words
from referee.booklet import example, rulebook

PAGES = [
    (name, edition)
    for name in library.names()
    for edition in library.editions(library.game(name)) or (None,)
]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_the_table_says_something_of_all_that_is_done(page: tuple[str, str | None]) -> None:
    name, _ = page
    told = example.example(*page)
    scenes = library.data(name).example.steps
    assert 3 <= len(told) == len(scenes)
    for step, scene in zip(told, scenes, strict=True):
        assert bool(step.rulings) == bool(scene.moves), step.text.key
    sections = rulebook.rules(*page)
    rules = {rule.id for section in sections for rule in section.rules}
    assert {ruling.rule for step in told for ruling in step.rulings} <= rules


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_the_cards_of_an_example_are_of_the_deck_and_each_is_seen(
    page: tuple[str, str | None],
) -> None:
    name, edition = page
    game = library.game(name)
    deck = game.table.cards.counts(library.options(game, {"edition": edition} if edition else {}))
    told = example.example(*page)
    assert {card for step in told for card in step.cards} <= set(deck)
    assert any(step.cards for step in told)


@pytest.mark.parametrize("locale", words.LOCALES)
@pytest.mark.parametrize("name", library.names())
def test_each_step_is_told_in_one_to_three_sentences(name: str, locale: str) -> None:
    for step in example.example(name):
        assert words.has_key(step.text.key, locale), step.text.key
        text = words.say(step.text, locale)
        assert "%(" not in text
        assert 1 <= text.count(". ") + 1 <= 3
