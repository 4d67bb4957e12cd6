"""The pictures that explain how a card is read."""

from __future__ import annotations

import numpy as np

from tests import off_mat
from tests.bench.vision.drawing import GREEN, RED
from tests.bench.vision.stages import Stages
from vision.decks.deck import load_deck
from vision.reader import Reader
from vision.reading import Image


def test_every_stage_of_a_photograph_is_drawn() -> None:
    deck = load_deck("coyote-kidult")
    laid = dict(zip([(0, 0), (0, 1)], deck.names, strict=False))
    photo = off_mat.rows(deck.name, laid, np.random.default_rng(1))
    stages = Stages(photo, Reader(deck))
    card = next(one for one in stages.cards if one.certain)
    other = card.runners_up[0][0]
    own, others = (_reds(stages.tiles(card, name)) for name in (str(card.card), other))
    assert own < others
    assert all(
        picture.std() > 5
        for picture in (
            stages.outlines(),
            stages.shortlist(card),
            stages.registration(card),
            stages.confusables(card, other),
            stages.pairs(card, card),
        )
    )
    assert _has(stages.places(), GREEN)
    assert _has(stages.verdicts(), GREEN)
    assert not _has(stages.verdicts(), RED)


def _has(picture: Image, colour: tuple[int, int, int]) -> bool:
    return bool((picture == colour).all(2).any())


def _reds(picture: Image) -> int:
    """Return how many pixels are clearly more red than green."""
    blue, green, red = np.moveaxis(picture.astype(int), 2, 0)
    return int(((red > green + 40) & (red > blue + 40)).sum())
