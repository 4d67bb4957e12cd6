"""A deck's limits: alike cards are stricter with each other, and those whose twin is lacking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from vision.decks.deck import Card, Deck, load_deck
from vision.enrol.limits import ERROR_MARGIN, INCOMPLETE_MARGIN, limits_of
from vision.enrol.selftest import FAR, MILD, SelfTest, self_test, worn
from vision.match.decide import Limits
from vision.match.matcher import Matcher
from vision.reading import Image, Verdict

BASE = 0.63
PACK = ("KC", "KS", "QC", "QS", "4C", "5C", "4H")


def deck_of(names: tuple[str, ...], missing: tuple[str, ...] = ()) -> Deck:
    nothing = np.zeros((120, 86, 3), np.uint8)
    cards = tuple(Card(name, 1, None if name in missing else name) for name in names)
    faces = {c.name: nothing for c in cards if c.file}
    return Deck("d", (63.0, 88.0), cards, faces, whole=True)


def trusts(deck: Deck, taken_for: Mapping[tuple[str, str], float]) -> dict[str, float]:
    """Return the trust that each card needs that there is a picture of."""
    limits = Limits.from_deck(limits_of(deck, BASE, taken_for))
    return {name: round(limits.trust_for(name), 3) for name in deck.templates}


def test_one_alike_pair_leaves_the_rest_of_a_whole_deck_as_it_was() -> None:
    deck = deck_of(("a", "b", "c", "d"))
    strict = round(0.8 + ERROR_MARGIN, 3)
    needs = trusts(deck, {("a", "b"): 0.8, ("b", "a"): 0.7})
    assert needs == {"a": strict, "b": strict, "c": BASE, "d": BASE}


def test_where_nobody_says_that_a_deck_is_whole_its_surest_error_makes_every_card_strict() -> None:
    deck = replace(deck_of(("KC", "KS", "4C", "4H")), whole=False)
    strict = round(0.8 + ERROR_MARGIN + INCOMPLETE_MARGIN, 3)
    assert trusts(deck, {("KC", "KS"): 0.8}) == dict.fromkeys(deck.names, strict)


def test_where_more_is_alike_than_one_pair_every_card_is_stricter() -> None:
    needs = trusts(deck_of(("a", "b", "c", "d", "e")), {("a", "b"): 0.8, ("c", "d"): 0.7})
    assert needs == {"a": 0.83, "b": 0.83, "c": 0.73, "d": 0.73, "e": 0.73}


def test_a_face_that_is_taken_for_a_back_makes_every_card_stricter() -> None:
    assert set(trusts(deck_of(("a", "b")), {("a", "BACK"): 0.7}).values()) == {0.73}


def test_a_deck_that_lacks_cards_is_as_strict_as_its_surest_error() -> None:
    deck = deck_of(("a", "b", "c", "d"), missing=("d",))
    assert set(trusts(deck, {("a", "b"): 0.8}).values()) == {
        round(0.8 + ERROR_MARGIN + INCOMPLETE_MARGIN, 3)
    }


def test_a_playing_card_whose_twin_is_lacking_is_as_strict_as_such_a_pair() -> None:
    deck = deck_of(PACK, missing=("QC",))
    strict, rest = (
        round(0.86 + ERROR_MARGIN + INCOMPLETE_MARGIN, 3),
        round(BASE + INCOMPLETE_MARGIN, 3),
    )
    needs = trusts(deck, {("KC", "KS"): 0.86})
    assert needs == dict.fromkeys(deck.templates, rest) | dict.fromkeys(("KC", "KS", "QS"), strict)
    needs = trusts(deck, {("4C", "4H"): 0.86})
    assert needs == dict.fromkeys(deck.templates, rest) | dict.fromkeys(("4C", "4H"), strict)
    of_two_ranks = trusts(deck, {("4C", "5C"): 0.86})
    assert set(of_two_ranks.values()) == {strict}


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
        said = matcher.match(matcher.cut(seen, corners))
        assert (said.card, said.decision.verdict) == (name, Verdict.CERTAIN)


def test_a_small_card_whose_twin_has_no_picture_is_not_certain(
    alike: Deck, tested: SelfTest
) -> None:
    seen, corners = worn(alike.templates["9"], FAR, np.random.default_rng(77))
    for measured in ({}, tested.limits):
        cards = tuple(card for card in alike.cards if card.name != "9")
        taught = replace(alike.without_pictures(["9"]), cards=cards, limits=measured)
        # Nobody knows that the deck lacks a card.
        matcher = Matcher(replace(taught, whole=True, drawn=False))
        match = matcher.match(matcher.cut(seen, corners))
        assert (match.card, match.decision.verdict) == ("20", Verdict.DOUBTFUL)
