"""A card whose corners were found a few hundredths off is registered from other starts."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from vision.decks.deck import load_deck
from vision.enrol.selftest import MILD, worn
from vision.match.matcher import Match, Matcher
from vision.reading import Corners, Image, Verdict

DECK = load_deck("coyote-tomahawk")
CARDS = ("5", "15", "-5", "max0", "night")


@cache
def matcher() -> Matcher:
    return Matcher(DECK)


@cache
def seen(card: str) -> tuple[Image, Corners]:
    """Return a worn card with cloth about it, and its corners."""
    return worn(DECK.templates[card], MILD, np.random.default_rng(len(card)))


def off(corners: Corners, share: float) -> Corners:
    """Return corners whose sides lie in and out, left and top most, by `share` of the height."""
    high = float(np.linalg.norm(corners[3] - corners[0]))
    return (corners + np.array([[1, 1], [0.3, 1], [0.3, -0.3], [1, -0.3]]) * share * high).astype(
        np.float32
    )


def match(card: str, share: float) -> Match:
    picture, corners = seen(card)
    return matcher().match(matcher().cut(picture, off(corners, share)))


@pytest.mark.parametrize("share", [0.06, 0.07, -0.04])
def test_cards_with_sides_found_in_or_out_are_read_and_laid_where_they_are(share: float) -> None:
    for card in CARDS:
        got = match(card, share)
        assert (got.card, got.decision.verdict) == (card, Verdict.CERTAIN)
        assert got.named is not None
        apart = np.linalg.norm(got.named.corners - seen(card)[1], axis=1)
        assert apart.max() < 0.04 * np.linalg.norm(seen(card)[1][3] - seen(card)[1][0])


def test_no_card_that_the_deck_lacks_is_read_as_another_from_other_starts() -> None:
    for card in CARDS:
        picture, corners = seen(card)
        for share in (0.05, 0.07):
            patch = matcher().cut(picture, off(corners, share))
            (got,) = matcher().match_excluding(patch, [(card,)])
            assert got.decision.verdict is not Verdict.CERTAIN
