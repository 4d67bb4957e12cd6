"""A deck that lacks cards is matched from what was worked out for the whole one, and alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.breadth import breadth
from tests.smaller_decks import without_pictures
from vision.decks.deck import load_deck
from vision.enrol.selftest import HARD, MILD, Wear, worn
from vision.geometry import rectangle
from vision.match.matcher import Match, Matcher
from vision.reading import Verdict

DECK = load_deck("coyote-kidult")
LACKING = ((), ("5",), ("1", "2", "3", "4", "5"), DECK.names[:-1], DECK.names)


def answer(match: Match) -> tuple[str | None, Verdict]:
    return match.card, match.decision.verdict


@pytest.mark.parametrize("wear", breadth([MILD, HARD]))
def test_what_is_matched_without_cards_is_what_a_deck_without_them_matches(wear: Wear) -> None:
    whole = Matcher(DECK)
    smaller = [Matcher(without_pictures(DECK, gone)) for gone in LACKING]
    for card in ("5", "15", "night"):
        picture, corners = worn(DECK.templates[card], wear, np.random.default_rng(4))
        got = whole.match_excluding(whole.cut(picture, corners), LACKING)
        wanted = [matcher.match(matcher.cut(picture, corners)) for matcher in smaller]
        assert [answer(match) for match in got] == [answer(match) for match in wanted]
        sure = [
            (g.decision.score, w.decision.score)
            for g, w in zip(got, wanted, strict=True)
            if w.decision.verdict is Verdict.CERTAIN
        ]
        assert sure
        assert [score for score, _ in sure] == pytest.approx([score for _, score in sure], abs=1e-3)


def test_a_deck_of_which_nothing_is_taught_is_like_no_card_even_under_another() -> None:
    nothing = Matcher(replace(without_pictures(DECK, DECK.names), backs=()))
    picture = DECK.templates["5"]
    card = rectangle(*picture.shape[1::-1])
    above = (card / 2)[np.newaxis]
    assert nothing.likeness(picture, card) == nothing.likeness(picture, card, above) == -1.0
    assert Matcher(DECK).likeness(picture, card, above) > 0.9
