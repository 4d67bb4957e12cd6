"""Cards drawn in one style are read by templates made from another, and none is read wrong.

The rendered cards of other tests are the project's own art; here at least its style is another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest

from tests.breadth import breadth
from tests.vision.art.restyled import PX_PER_MM, felt_pen
from vision.art import deck_art
from vision.art.deckart import DeckArt
from vision.decks.deck import Card, Deck
from vision.enrol.selftest import MILD, worn
from vision.match.matcher import Matcher
from vision.reading import Image, Verdict


def deck_of(art: DeckArt, faces: Mapping[str, Image]) -> Deck:
    cards = tuple(Card(name, 1, name) for name in faces)
    return Deck(art.name, art.size_mm, cards, faces, whole=True, drawn=True)


def read_by_turns(deck: Deck, other: Deck) -> Counter[str]:
    """Count what becomes of the cards, each shown in one style and read by the other's templates.

    The same are read by a deck that has no picture of them.
    """
    matchers, counts = (Matcher(deck), Matcher(other)), Counter[str]()
    for number, name in enumerate(deck.names):
        face = (other, deck)[number % 2].templates[name]
        matcher = matchers[number % 2]
        picture, corners = worn(face, MILD, np.random.default_rng(3))
        whole, lacking = matcher.match_excluding(matcher.cut(picture, corners), [(), (name,)])
        certain = whole.decision.verdict is Verdict.CERTAIN
        counts["certain"] += certain and whole.card == name
        counts["wrong"] += certain and whole.card != name
        counts["wrong"] += lacking.decision.verdict is Verdict.CERTAIN
    return counts


@pytest.mark.parametrize(("name", "least"), breadth([("coup", 1), ("coyote-tomahawk", 8)]))
def test_art_by_another_hand_is_read_both_ways_and_never_wrong(name: str, least: int) -> None:
    art = deck_art(name)
    high = round(art.size_mm[1] * PX_PER_MM)
    own = deck_of(art, {card: art.picture(card, high) for card in art.faces})
    other = deck_of(art, {card: felt_pen(art, card) for card in art.faces})
    counts = read_by_turns(own, other)
    assert counts["wrong"] == 0
    assert counts["certain"] >= least, counts
