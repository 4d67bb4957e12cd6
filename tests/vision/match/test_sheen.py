"""Sheen: print paled by a lamp is read through; what cannot be told is said to lie under glare."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from tests.breadth import breadth
from vision.decks.deck import load_deck
from vision.enrol.selftest import MILD, worn
from vision.match.matcher import Match, Matcher
from vision.reading import Corners, Image, Verdict

DECK = load_deck("coyote-kidult")
CARDS = ("5", "15", "-5", "max0", "night")


@cache
def matcher() -> Matcher:
    return Matcher(DECK)


def under_sheen(strength: float, seed: int = 0) -> Iterator[tuple[str, Image, Corners]]:
    """Yield cards (name, picture, corners), a lobe of sheen on each."""
    for number, card in enumerate(CARDS):
        chance = np.random.default_rng([seed, number])
        picture, corners = worn(DECK.templates[card], MILD, chance)
        yield card, veiled(picture, corners, strength, chance), corners


def veiled(picture: Image, corners: Corners, strength: float, chance: np.random.Generator) -> Image:
    high = float(np.linalg.norm(corners[3] - corners[0]))
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    u, v = np.stack([x, y]) - (corners.mean(0) + chance.normal(0, 0.2, 2) * high)[:, None, None]
    turn = chance.uniform(0, np.pi)
    along, across = u * np.cos(turn) + v * np.sin(turn), v * np.cos(turn) - u * np.sin(turn)
    veil = strength * np.exp(-((along / (0.6 * high)) ** 2) - (across / (0.35 * high)) ** 2)
    pale = picture + (247.0 - picture) * veil[..., None] + chance.normal(0, 1, picture.shape)
    return np.asarray(np.clip(pale, 0, 255), np.uint8)


def answer(match: Match) -> tuple[str | None, Verdict]:
    return match.card, match.decision.verdict


@pytest.mark.parametrize("strength", [0.5, 0.8])
def test_cards_are_read_through_sheen(strength: float) -> None:
    for card, picture, corners in under_sheen(strength):
        match = matcher().match(matcher().cut(picture, corners))
        assert answer(match) == (card, Verdict.CERTAIN)


@pytest.mark.parametrize("strength", breadth([0.4, 0.6, 0.8, 0.95], 0.6))
def test_no_card_that_the_deck_lacks_is_read_through_sheen_as_another(strength: float) -> None:
    for card, picture, corners in under_sheen(strength, seed=1):
        patch = matcher().cut(picture, corners)
        (match,) = matcher().match_excluding(patch, [(card,)])
        assert match.decision.verdict is not Verdict.CERTAIN


def test_a_card_that_sheen_leaves_in_doubt_says_glare_and_no_other_does() -> None:
    reasons = {}
    for strength in (0.0, 0.99):
        matches = [matcher().match(matcher().cut(p, c)) for _, p, c in under_sheen(strength)]
        reasons[strength] = {match.decision.reason for match in matches}
    assert reasons[0.0] == {""}
    assert "glare" in reasons[0.99]
