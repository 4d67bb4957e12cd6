"""Cards that share their outlines are told apart by their colour and by what fills them."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest

from tests.breadth import breadth
from vision.decks.deck import Card, Deck
from vision.enrol.selftest import MILD, Wear, worn
from vision.geometry import homography, rectangle
from vision.match.matcher import Match, Matcher
from vision.reading import Image, Verdict
from vision.synthetic.render_print import Press

NAME = "attributes"
SIZE_MM = (57.0, 88.0)
PX_PER_MM, TAUGHT_PX_PER_MM = 10, 6
COLOURS = {"red": (60, 50, 220), "violet": (130, 45, 90)}  # BGR
TAUGHT = Wear(height_px=500, blur_px=1.0, noise=2.0, gradient=0.15, askew=0.0, ink=1.0)
NEARLY_ALIKE = ("red striped", "violet striped", "red solid", "red open")


@lru_cache(maxsize=8)
def drawn(card: str | None) -> Image:
    """Return a card with two ovals as it is printed; None is the back."""
    width, height = (round(side * PX_PER_MM) for side in SIZE_MM)
    image = np.full((height, width, 3), 252, np.uint8)
    if card is None:
        return image
    colour, filling = card.split()
    for y in (height // 2 - 115, height // 2 + 115):
        inside, ink = (np.zeros((height, width), np.uint8) for _ in range(2))
        cv2.ellipse(inside, (width // 2, y), (200, 90), 0, 0, 360, 255, -1, cv2.LINE_AA)
        if filling == "solid":
            ink[:] = 255
        elif filling == "striped":
            for x in range(85, width, 13):
                ink[:, x : x + 4] = 255
        ink = np.minimum(ink, inside)
        cv2.ellipse(ink, (width // 2, y), (200, 90), 0, 0, 360, 255, 8, cv2.LINE_AA)
        share = ink[..., None] / 255.0
        image = np.rint(image * (1 - share) + np.array(COLOURS[colour]) * share).astype(np.uint8)
    return image


@lru_cache(maxsize=1)
def taught() -> Deck:
    """Return the deck as an owner taught it from pictures."""
    width, height = (round(side * TAUGHT_PX_PER_MM) for side in SIZE_MM)
    press, faces = Press({NAME: (drawn, SIZE_MM)}, 1), {}
    for name in NEARLY_ALIKE:
        printed = press.face(NAME, name, 0, 0.05)
        picture, corners = worn(printed, TAUGHT, np.random.default_rng([1, *name.encode()]))
        matrix = homography(corners, rectangle(width, height))
        face = cv2.warpPerspective(picture, matrix, (width, height), flags=cv2.INTER_LINEAR)
        faces[name] = np.asarray(face, np.uint8)
    return Deck(NAME, SIZE_MM, tuple(Card(name, 1, name) for name in faces), faces, whole=True)


@lru_cache(maxsize=1)
def matcher() -> Matcher:
    return Matcher(taught())


def shown(card: str) -> tuple[Match, Match]:
    """Return the match of a card with the whole deck, and without the card."""
    picture, corners = worn(taught().templates[card], MILD, np.random.default_rng(2))
    patch = matcher().cut(picture, corners)
    whole, without = matcher().match_excluding(patch, [[], [card]])
    return whole, without


@pytest.mark.parametrize("card", breadth(NEARLY_ALIKE))
def test_cards_that_differ_in_colour_or_filling_are_certain_and_never_another(card: str) -> None:
    whole, without = shown(card)
    assert (whole.card, whole.decision.verdict) == (card, Verdict.CERTAIN)
    assert not without.decision.certain
