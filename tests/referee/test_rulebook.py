"""The page of rules has every rule that its table may hear of, in words, and no others."""

from __future__ import annotations

import re
from random import Random

import pytest

from referee import library, words
from referee.booklet import rulebook
from referee.contract import BadOptions, Message
from tests.bench.rules.randomplay import play
from tests.breadth import breadth
from tests.referee.known import known

PAGES = [
    (name, edition)
    for name in library.names()
    for edition in library.editions(library.game(name)) or (None,)
]
PLAIN = re.compile(r"-?\d+|(\d+|[JQKA])[CDHS]")  # a number, a card of a suit
ID = re.compile(r'"([A-Z]{2}-\d+)"')


def ids(game: str, edition: str | None) -> list[str]:
    return [rule.id for section in rulebook.rules(game, edition) for rule in section.rules]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_each_rule_of_an_edition_stands_once_on_its_page(page: tuple[str, str | None]) -> None:
    found = ids(*page)
    assert len(found) == len(set(found))
    slips = [one for one in found if one.startswith("SL-")]
    game, edition = page
    own = [25] if game == "coup_detat" else []
    assert slips == [f"SL-{number}" for number in (*own, *range(1, 18), 26, 27)]  # in every game
    rules = known(game).rules[edition]
    assert {int(one.partition("-")[2]) for one in found if one not in slips} == set(rules)


@pytest.mark.parametrize("game", library.names())
def test_every_rule_that_a_ruling_or_refusal_can_cite_is_on_a_page(game: str) -> None:
    code = library.folder(game)
    cited = {one for path in code.rglob("*.py") for one in ID.findall(path.read_text("utf-8"))}
    assert cited
    pages = library.editions(library.game(game)) or (None,)
    assert cited <= {one for edition in pages for one in ids(game, edition)}


@pytest.mark.parametrize("matches", breadth([6, 30]))
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_rule_that_a_match_cites_is_on_the_page_of_its_edition(
    page: tuple[str, str | None], matches: int
) -> None:
    name, edition = page
    game, random = library.game(name), Random(f"rules of {page}")
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
        assert {one for one in cited if not words.has_key(f"rule.{one}", locale)} == set()


@pytest.mark.parametrize("locale", words.LOCALES)
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_rule_is_told_in_every_language(page: tuple[str, str | None], locale: str) -> None:
    for section in rulebook.rules(*page):
        assert words.has_key(section.title.key, locale)
        for rule in section.rules:
            assert rule.texts, rule.id
            said = [*rule.texts, *([rule.name] if rule.name else [])]
            assert all(words.has_key(one.key, locale) for one in said), rule.id


def test_no_words_of_a_rule_are_on_no_page() -> None:
    told = {
        text.key
        for page in PAGES
        for section in rulebook.rules(*page)
        for rule in section.rules
        for text in rule.texts
    }
    assert {key for key in words.texts("rule.") if key not in told} == set()


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_action_and_every_special_card_has_a_name_and_a_sentence(
    page: tuple[str, str | None],
) -> None:
    name, edition = page
    game = library.game(name)
    options = library.options(game, {"edition": edition} if edition else {})
    rules = [rule for section in rulebook.rules(*page) for rule in section.rules]
    special = {card for card in game.table.cards.counts(options) if not PLAIN.fullmatch(card)}
    told = {card for rule in rules for card in rule.cards}
    assert special <= told | known(name).untold
    assert len([rule for rule in rules if rule.name]) == known(name).named[edition]


def test_what_an_edition_has_of_its_own_is_told_on_its_page_alone() -> None:
    told = {
        edition: next(
            rule.texts
            for section in rulebook.rules("coyote", edition)
            for rule in section.rules
            if rule.id == "CY-24"
        )
        for edition in library.editions(library.game("coyote"))
    }
    assert told == {one: (Message(f"rule.CY-24.{one}"),) for one in told}


@pytest.mark.parametrize(("game", "edition"), [("chess", None), ("coyote", "x"), ("coup", "x")])
def test_what_there_is_not_has_no_page(game: str, edition: str | None) -> None:
    with pytest.raises(BadOptions):
        rulebook.rules(game, edition)
