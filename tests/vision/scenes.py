"""Rendered tables for tests of the reader: cards strewn over the mat, apart from each other."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from vision.decks.deck import Deck, load_deck
from vision.mat import Mat
from vision.mat_file import read_mat
from vision.match.matcher import Matcher
from vision.reader import Reader
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import PlacedCard, Scene

MAT = Path(__file__).parents[2] / "hardware" / "mats" / "table.toml"
APART_MM = 114.0


@cache
def mat() -> Mat:
    """Return the project's mat."""
    return read_mat(MAT)


@cache
def deck(name: str = "coyote-tomahawk") -> Deck:
    """Return one of the project's decks."""
    return load_deck(name)


@cache
def matcher(name: str = "coyote-tomahawk") -> Matcher:
    """Return what knows that deck's cards, which all readers of a test's thread may share."""
    return Matcher(deck(name))


def reader(*mats: Mat, name: str = "coyote-tomahawk") -> Reader:
    """Return a reader of one of the project's decks, on its mat where no others are given."""
    return Reader(deck(name), *(mats or (mat(),)), matcher=matcher(name))


@cache
def renderer(width: int = 1920, height: int = 1080, tilt_deg: float = 12.0) -> Renderer:
    """Return a renderer above the mat."""
    return Renderer(PinholeCamera.above(mat().size_mm, width, height, tilt_deg=tilt_deg), mat())


def strewn(deck: Deck, count: int, seed: int) -> Scene:
    """Return `count` cards of a deck at any place and turn, none touching another."""
    chance = np.random.default_rng(seed)
    cards: list[PlacedCard] = []
    while len(cards) < count:
        x, y = chance.uniform(90, 504), chance.uniform(60, 360)
        if all(np.hypot(x - c.x_mm, y - c.y_mm) > APART_MM for c in cards):
            card = str(chance.choice(deck.names))
            cards.append(PlacedCard(deck.name, card, x, y, chance.uniform(-180, 180)))
    return Scene(tuple(cards))
