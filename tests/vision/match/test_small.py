"""Small cards far from the camera: each is read, and known to lie upside down."""

from __future__ import annotations

import numpy as np
import pytest

from tests.breadth import breadth
from vision.art import deck_art
from vision.decks.deck import load_deck
from vision.enrol.selftest import Wear, worn
from vision.match.matcher import Matcher
from vision.reading import Verdict

# 70 pixels wide
# 45 pixels wide


@pytest.mark.parametrize(
    ("name", "wide", "every"),
    breadth(
        [
            ("ogallala", 70, 6),
            ("ogallala-bw", 70, 6),
            ("plenty_coups", 45, 1),
            ("plenty_coups-bw", 45, 1),
        ]
    ),
)
def test_small_cards_are_read_either_way_up(name: str, wide: int, every: int) -> None:
    deck, chance = load_deck(name), np.random.default_rng(2)
    matcher, art = Matcher(deck), deck_art(name.removesuffix("-bw"))
    high = round(wide * 63 / 44)
    wear = Wear(height_px=high, blur_px=0.6, noise=3.0, gradient=0.15, askew=0.008, ink=1.1)
    certain = 0
    for number, card in enumerate(names := deck.names[::every]):
        face = art.picture(card, 500, bw=name.endswith("-bw"))  # no template's own pixels
        turned = number % 2 == 1
        picture, corners = worn(face[::-1, ::-1] if turned else face, wear, chance)
        match = matcher.match(matcher.cut(picture, corners))
        assert match.card == card
        assert match.best is not None
        first = match.best.corners[0]  # the upright card's top left
        if every > 1:
            assert np.linalg.norm(first - corners[2 if turned else 0]) < 6
        certain += match.decision.verdict is Verdict.CERTAIN
    assert certain >= len(names) - 1
