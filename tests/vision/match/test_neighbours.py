"""Cards that share their outlines are told apart by their colour and by what fills them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from tests.bench.vision.attributes import contest, taught
from tests.bench.vision.contest import OURS
from tests.bench.vision.tally import Outcome
from tests.breadth import breadth
from vision.enrol.selftest import MILD, worn
from vision.match.matcher import Match, Matcher
from vision.reading import Verdict

NEARLY_ALIKE = (
    "2 red striped oval",
    "2 violet striped oval",
    "2 red solid oval",
    "2 red open oval",
)


@lru_cache(maxsize=1)
def matcher() -> Matcher:
    return Matcher(taught(NEARLY_ALIKE))


def shown(card: str) -> tuple[Match, Match]:
    """Return the match of a card with the whole deck, and without the card."""
    picture, corners = worn(taught(NEARLY_ALIKE).templates[card], MILD, np.random.default_rng(2))
    patch = matcher().cut(picture, corners)
    whole, without = matcher().match_excluding(patch, [[], [card]])
    return whole, without


@pytest.mark.parametrize("card", breadth(NEARLY_ALIKE))
def test_cards_that_differ_in_colour_or_filling_are_certain_and_never_another(card: str) -> None:
    whole, without = shown(card)
    assert (whole.card, whole.decision.verdict) == (card, Verdict.CERTAIN)
    assert not without.decision.certain


@pytest.mark.verify
def test_more_of_81_cards_of_four_attributes_are_read_than_in_any_other_way() -> None:
    tallies, untaught = contest(range(8))
    right = {way: tally.counts[Outcome.RIGHT] for way, tally in tallies.items()}
    assert tallies[OURS].errors == untaught.errors == []
    assert right[OURS] >= max(right.values())
