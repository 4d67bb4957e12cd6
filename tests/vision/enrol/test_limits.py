"""A deck's limits: alike cards are stricter with each other, and those whose twin is lacking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.smaller_decks import without_pictures
from vision.decks.deck import Card, Deck, load_deck
from vision.enrol.limits import ERROR_MARGIN, INCOMPLETE_MARGIN, limits_of
from vision.enrol.selftest import FAR, MILD, SelfTest, self_test, worn
from vision.match.decide import Limits
from vision.match.matcher import Matcher
from vision.reading import Image, Verdict

BASE = 0.63
PAIR = round(0.8 + ERROR_MARGIN, 3)
LACKING = round(0.8 + ERROR_MARGIN + INCOMPLETE_MARGIN, 3)
LETTERS = ("a", "b", "c", "d")
SUITS = ("KC", "KS", "QS", "4C", "5C", "4H")
REST = dict.fromkeys(SUITS, round(BASE + INCOMPLETE_MARGIN, 3))


@pytest.mark.parametrize(
    ("names", "lacks", "whole", "taken_for", "needs"),
    [
        # One alike pair leaves the rest of a whole deck as it was, more make all cards stricter.
        (LETTERS, "", True, {"ab": 0.8, "ba": 0.7}, {"a": PAIR, "b": PAIR, "c": BASE, "d": BASE}),
        (LETTERS, "", True, {"ab": 0.8, "cd": 0.7}, {"a": PAIR, "b": PAIR, "c": 0.73, "d": 0.73}),
        (LETTERS, "", True, {("a", "BACK"): 0.7}, dict.fromkeys(LETTERS, 0.73)),
        (LETTERS, "", False, {"ab": 0.8}, dict.fromkeys(LETTERS, LACKING)),
        (LETTERS, "e", True, {"ab": 0.8}, dict.fromkeys(LETTERS, LACKING)),
        # A playing card whose twin is lacking is as strict as such a pair.
        (SUITS, "QC", True, {("KC", "KS"): 0.8}, REST | dict.fromkeys(("KC", "KS", "QS"), LACKING)),
        (SUITS, "QC", True, {("4C", "4H"): 0.8}, REST | dict.fromkeys(("4C", "4H"), LACKING)),
        (SUITS, "QC", True, {("4C", "5C"): 0.8}, dict.fromkeys(SUITS, LACKING)),
    ],
)
def test_cards_that_are_alike_need_more_trust_and_all_do_where_cards_may_lack(
    names: Sequence[str],
    lacks: str,
    whole: bool,
    taken_for: Mapping[Sequence[str], float],
    needs: Mapping[str, float],
) -> None:
    faces = dict.fromkeys(names, np.zeros((120, 86, 3), np.uint8))
    missing = (Card(lacks, 1, None),) if lacks else ()
    cards = (*(Card(name, 1, name) for name in names), *missing)
    deck = Deck("d", (63.0, 88.0), cards, faces, whole=whole)
    limits = limits_of(deck, BASE, {(a, b): most for (a, b), most in taken_for.items()})
    trust_for = Limits.from_deck(limits).trust_for
    assert {name: round(trust_for(name), 3) for name in names} == needs


@pytest.fixture(scope="module")
def alike() -> Deck:
    """Return a deck in which two cards differ by their corner signs only."""
    deck = load_deck("coyote-tomahawk")
    names = ("3", "-5", "x2", "20")
    other: Image = deck.templates["20"].copy()
    rows, columns = round(0.12 * other.shape[0]), round(0.2 * other.shape[1])
    signs = deck.templates["3"]
    other[:rows, :columns] = signs[:rows, :columns]
    other[-rows:, -columns:] = signs[-rows:, -columns:]
    cards = tuple(Card(name, 1, f"{name}.png") for name in (*names, "9"))
    faces = {name: deck.templates[name] for name in names} | {"9": other}
    return replace(deck, cards=cards, templates=faces)


@pytest.fixture(scope="module")
def tested(alike: Deck) -> SelfTest:
    return self_test(alike)


def test_a_deck_finds_its_alike_pair_and_reads_the_others_as_before(
    alike: Deck, tested: SelfTest
) -> None:
    assert tested.wrong == 0
    (pair,) = tested.limits["pairs"]
    assert pair["cards"] == ["20", "9"]
    assert pair["trust"] > tested.limits["trust"] == BASE
    matcher = Matcher(replace(alike, limits=tested.limits))
    for name in alike.names:
        seen, corners = worn(alike.templates[name], MILD, np.random.default_rng(78))
        answer = matcher.match(matcher.cut(seen, corners))
        assert (answer.card, answer.decision.verdict) == (name, Verdict.CERTAIN)


def test_a_small_card_whose_twin_has_no_picture_is_not_certain(
    alike: Deck, tested: SelfTest
) -> None:
    seen, corners = worn(alike.templates["9"], FAR, np.random.default_rng(77))
    for measured in ({}, tested.limits):
        cards = tuple(card for card in alike.cards if card.name != "9")
        taught = replace(without_pictures(alike, ["9"]), cards=cards, limits=measured)
        # Nobody knows that the deck lacks a card.
        matcher = Matcher(replace(taught, whole=True, drawn=False))
        match = matcher.match(matcher.cut(seen, corners))
        assert (match.card, match.decision.verdict) == ("20", Verdict.DOUBTFUL)
