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
SMALL = Wear(height_px=100, blur_px=0.6, noise=3.0, gradient=0.15, askew=0.008, ink=1.1)
# 45 pixels wide
SMALLER = Wear(height_px=64, blur_px=0.6, noise=3.0, gradient=0.15, askew=0.01, ink=1.1)


@pytest.mark.parametrize("name", breadth(["ogallala", "ogallala-bw"]))
def test_cards_70_pixels_wide_are_read_either_way_up(name: str) -> None:
    deck, chance = load_deck(name), np.random.default_rng(2)
    matcher, art = Matcher(deck), deck_art("ogallala")
    start = 0 if name == deck.name else 1
    certain = 0
    for number, card in enumerate(names := deck.names[start::6]):
        face = art.picture(card, 500, bw=name.endswith("-bw"))  # no template's own pixels
        turned = number % 2 == 1
        picture, corners = worn(face[::-1, ::-1] if turned else face, SMALL, chance)
        match = matcher.match(matcher.cut(picture, corners))
        assert match.card == card
        assert match.best is not None
        first = match.best.corners[0]  # the upright card's top left
        assert np.linalg.norm(first - corners[2 if turned else 0]) < 6
        certain += match.decision.verdict is Verdict.CERTAIN
    assert certain >= len(names) - 1


@pytest.mark.verify
@pytest.mark.parametrize("name", breadth(["plenty_coups", "plenty_coups-bw"]))
def test_a_clans_warriors_and_equal_ones_of_all_clans_are_told_apart_45_pixels_wide(
    name: str,
) -> None:
    deck, chance = load_deck(name), np.random.default_rng(5)
    matcher, art = Matcher(deck), deck_art("plenty_coups")
    certain = 0
    for number, card in enumerate(deck.names):
        face = art.picture(card, 500, bw=name.endswith("-bw"))
        picture, corners = worn(face[::-1, ::-1] if number % 2 else face, SMALLER, chance)
        match = matcher.match(matcher.cut(picture, corners))
        assert match.card == card
        certain += match.decision.verdict is Verdict.CERTAIN
    assert certain >= len(deck.names) - 1
