"""The page of rules has every rule that its table may hear of, in words, and no others."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from referee import library, rulebook, words
from referee.contract import BadOptions, Message
from tests.bench.rules.randomplay import play

COYOTE = {*range(1, 12), 20, 21, 22, 24, 25, 28, 29, 79}
OF_EDITION = {
    "kidult": {*range(40, 47), 70, 72, 74, 75},
    "tomahawk": {23, 26, *range(50, 57), 70, 72, 74, 75},
    "oliphante": {23, 27, *range(60, 69), 71, 73, 76, 77, 78},
}
COUP = {*range(1, 8), *range(10, 19), *range(20, 34), 40, 41, 42, 50, 51, 52}
PAGES: dict[tuple[str, str | None], set[int]]
PAGES = {("coyote", edition): COYOTE | more for edition, more in OF_EDITION.items()}
PAGES |= {("coup", None): COUP}
COUP_DETAT = {*range(1, 7), *range(10, 14), *range(20, 28), *range(30, 43), *range(50, 55)}
PAGES |= {("coup_detat", None): {*COUP_DETAT, 60, 61, 70, 71, 72}}
OGALLALA = {*range(1, 6), *range(10, 18), *range(20, 25), *range(30, 33), *range(40, 44)}
PAGES |= {("ogallala", None): {*OGALLALA, 50, 51, 52, 60, 61}}
PLENTY_COUPS = {*range(1, 9), *range(10, 23), *range(30, 42), *range(50, 54), *range(80, 85)}
PAGES |= {("plenty_coups", None): PLENTY_COUPS}
NAMED = {("coyote", "oliphante"): 5, ("coup", None): 7, ("ogallala", None): 2}  # else six
NAMED |= {("plenty_coups", None): 9}
PLAIN = re.compile(r"-?\d+|(\d+|[JQKA])[CDHS]")  # a number, a card of a suit
ID = re.compile(r'"((?:C[YPE]|OG|PC|SL)-\d+)"')


def ids(game: str, edition: str | None) -> list[str]:
    return [rule.id for section in rulebook.rules(game, edition) for rule in section.rules]


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_each_rule_of_an_edition_stands_once_on_its_page(page: tuple[str, str | None]) -> None:
    found = ids(*page)
    assert len(found) == len(set(found))
    slips = [one for one in found if one.startswith("SL-")]
    assert slips == [f"SL-{number}" for number in range(1, 18)]  # in every game
    assert {int(one.partition("-")[2]) for one in found if one not in slips} == PAGES[page]


@pytest.mark.parametrize("game", library.names())
def test_every_rule_that_a_ruling_or_refusal_can_cite_is_on_a_page(game: str) -> None:
    code = Path(library.__file__).parent / game
    cited = {one for path in code.glob("*.py") for one in ID.findall(path.read_text("utf-8"))}
    assert len(cited) > 20
    pages = library.editions(library.game(game)) or (None,)
    assert cited <= {one for edition in pages for one in ids(game, edition)}


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_rule_that_a_match_cites_is_on_the_page_of_its_edition(
    page: tuple[str, str | None],
) -> None:
    name, edition = page
    game, random = library.game(name), Random(f"rules of {page}")
    plain = {"edition": edition, "actions": True} if edition else {}
    options = library.options(game, plain)
    cited = {
        ruling.rule
        for _ in range(30)
        for step in play(game, options, min(5, game.seats[-1]), random, 1000)
        for ruling in step.rulings
    }
    assert len(cited) > 8
    assert cited <= set(ids(*page))
    for locale in words.LOCALES:  # as the sheet of a ruling tells them
        assert {one for one in cited if not words.known(f"rule.{one}", locale)} == set()


@pytest.mark.parametrize("locale", words.LOCALES)
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_every_rule_is_told_in_every_language(page: tuple[str, str | None], locale: str) -> None:
    for section in rulebook.rules(*page):
        assert words.known(section.title.key, locale)
        for rule in section.rules:
            assert rule.texts, rule.id
            said = [*rule.texts, *([rule.name] if rule.name else [])]
            assert all(words.known(one.key, locale) for one in said), rule.id


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
    special = {card for card in game.cards.counts(options) if not PLAIN.fullmatch(card)}
    told = {card for rule in rules for card in rule.cards}
    told |= {"contessa"} if name == "coup" else set()  # which no action claims: CP-14 tells of it
    assert special <= told
    assert len([rule for rule in rules if rule.name]) == NAMED.get(page, 6)


def test_what_an_edition_has_of_its_own_is_told_on_its_page_alone() -> None:
    told = {
        edition: next(
            rule.texts
            for section in rulebook.rules("coyote", edition)
            for rule in section.rules
            if rule.id == "CY-24"
        )
        for edition in OF_EDITION
    }
    assert told == {one: (Message(f"rule.CY-24.{one}"),) for one in OF_EDITION}


@pytest.mark.parametrize(("game", "edition"), [("chess", None), ("coyote", "x"), ("coup", "x")])
def test_what_there_is_not_has_no_page(game: str, edition: str | None) -> None:
    with pytest.raises(BadOptions):
        rulebook.rules(game, edition)
