"""The pages of a game: its rules, its player's aid and its example, in words and nothing else."""

from __future__ import annotations

import re
from random import Random

import pytest

from referee import library, words
from referee.booklet import aids, example, rulebook
from referee.contract import BadOptions, Message
from tests.bench.rules.randomplay import play
from tests.breadth import breadth
from tests.referee.known import known

Page = tuple[str, str | None]
PAGES: list[Page] = [
    (name, edition)
    for name in library.names()
    for edition in library.editions(library.game(name)) or (None,)
]
PLAIN = re.compile(r"-?\d+|(\d+|[JQKA])[CDHS]")  # a number, a card of a suit
ID = re.compile(r'"([A-Z]{2}-\d+)"')


def ids(game: str, edition: str | None) -> list[str]:
    return [rule.id for section in rulebook.rules(game, edition) for rule in section.rules]


def deck(page: Page) -> set[str]:
    game = library.game(page[0])
    plain = {"edition": page[1]} if page[1] else {}
    return set(game.table.cards.counts(library.options(game, plain)))


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_a_page_has_each_rule_of_its_edition_once_in_every_language(page: Page) -> None:
    results = ids(*page)
    assert len(results) == len(set(results))
    slips = [item for item in results if item.startswith("SL-")]
    game, edition = page
    own = [25] if game == "coup_detat" else []
    assert slips == [f"SL-{number}" for number in (*own, *range(1, 18), 26, 27)]  # in every game
    rules = known(game).rules[edition]
    assert {int(item.partition("-")[2]) for item in results if item not in slips} == set(rules)
    keys = set()
    for section in rulebook.rules(*page):
        assert all(rule.texts for rule in section.rules)
        keys |= {section.title.key}
        keys |= {text.key for rule in section.rules for text in (*rule.texts, rule.name) if text}
    for locale in words.LOCALES:
        assert {key for key in keys if not words.has_key(key, locale)} == set()


@pytest.mark.parametrize("matches", breadth([6, 30]))
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_rule_that_can_be_cited_is_on_a_page(page: Page, matches: int) -> None:
    name, edition = page
    game, random = library.game(name), Random(f"rules of {page}")
    files = library.folder(name).rglob("*.py")
    in_code = {rule for path in files for rule in ID.findall(path.read_text("utf-8"))}
    assert in_code
    assert in_code <= {rule for other in PAGES if other[0] == name for rule in ids(*other)}
    plain = {"edition": edition, "actions": True} if edition else {}
    options = library.options(game, plain)
    cited = {
        ruling.rule
        for _ in range(matches)
        for step in play(game, options, min(5, game.seats[-1]), random, 1000)
        for ruling in step.rulings
    }
    assert cited
    assert cited <= set(ids(*page))
    for locale in words.LOCALES:  # as the sheet of a ruling tells them
        assert {rule for rule in cited if not words.has_key(f"rule.{rule}", locale)} == set()


def test_no_words_of_a_rule_are_on_no_page_and_those_of_an_edition_on_its_own_alone() -> None:
    rules = {
        page: [rule for section in rulebook.rules(*page) for rule in section.rules]
        for page in PAGES
    }
    answers = {text.key for every in rules.values() for rule in every for text in rule.texts}
    assert {key for key in words.texts("rule.") if key not in answers} == set()
    for edition in library.editions(library.game("coyote")):
        (own,) = [rule for rule in rules["coyote", edition] if rule.id == "CY-24"]
        assert own.texts == (Message(f"rule.CY-24.{edition}"),)


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_action_and_special_card_is_told_in_the_rules_and_in_the_aid(page: Page) -> None:
    name, edition = page
    rules = [rule for section in rulebook.rules(*page) for rule in section.rules]
    special = {card for card in deck(page) if not PLAIN.fullmatch(card)}
    assert special <= {card for rule in rules for card in rule.cards} | known(name).untold
    named = {rule.name.key for rule in rules if rule.name}
    assert len([rule for rule in rules if rule.name]) == known(name).named[edition]
    lines = [line for part in aids.aid(*page) for line in part.lines]
    in_aid = {line.name.key for line in lines if line.name}
    actions = f"{name}.action."
    assert {key for key in in_aid if key.startswith(actions)} == {
        key for key in named if key.startswith(actions)
    }
    keys = [part.title.key for part in aids.aid(*page) if part.title]
    keys += [text.key for line in lines for text in (line.text, line.name) if text]
    for locale in words.LOCALES:
        texts = words.texts("", locale)
        assert not [key for key in keys if "%(" in texts[key]]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_an_example_is_ruled_as_it_is_told_with_cards_of_the_deck(page: Page) -> None:
    steps = example.example(*page)
    scenes = library.data(page[0]).example.steps
    assert 3 <= len(steps) == len(scenes)
    for step, scene in zip(steps, scenes, strict=True):
        assert bool(step.rulings) == bool(scene.moves), step.text.key
        for locale in words.LOCALES:
            text = words.say(step.text, locale)
            assert words.has_key(step.text.key, locale)
            assert "%(" not in text
            assert 1 <= text.count(". ") + 1 <= 3
    assert {ruling.rule for step in steps for ruling in step.rulings} <= set(ids(*page))
    cards = {card for step in steps for card in step.cards}
    assert cards
    assert cards <= deck(page)


@pytest.mark.parametrize(("game", "edition"), [("chess", None), ("coyote", "x"), ("coup", "x")])
def test_what_there_is_not_has_no_page(game: str, edition: str | None) -> None:
    for page in (rulebook.rules, aids.aid):
        with pytest.raises(BadOptions):
            page(game, edition)
