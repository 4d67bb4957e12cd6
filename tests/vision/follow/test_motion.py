"""What counts as movement on the table: cards and hands, and not the light upon them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.scenes import deck, renderer, strewn
from vision.follow.motion import Motion
from vision.reading import Image
from vision.synthetic.scene import MAT, Lens, Light, PlacedCard

SIZE = (960, 540)
DIM = 0.25  # of the light: white paper is at 60 grey levels
SCENE = strewn(deck(), 3, seed=3)
CARD = SCENE.cards[0]


def shot(
    cards: tuple[PlacedCard, ...], seed: int, *, noise: float = 3.0, light: float = 1.0
) -> Image:
    """Return a picture of the table, with fresh noise."""
    painter = renderer(*SIZE)
    image = painter.bare(MAT, Light())
    for card in cards:
        painter.lay(image, card, Light())
    lit = (image * light).astype(np.uint8)
    return painter.through_lens(lit, Lens(noise=noise), seed)


def touched(motion: Motion, mask: Image) -> list[bool]:
    """Return which of the cards' places a mask touches."""
    places = renderer(*SIZE).render(SCENE).truth
    return [motion.touches(mask, place.corners) for place in places]


def banded(image: Image, depth: float, phase: float) -> Image:
    rows = 1 + depth * np.sin(np.linspace(0, 15, len(image)) + phase)
    return np.asarray(np.clip(image * rows[:, None, None], 0, 255), np.uint8)


def changed_to(first: Image, *later: Image) -> Motion:
    """Return the motion of a table read once, after later frames."""
    motion = Motion()
    motion.update(first)
    motion.mark_read()
    for image in later:
        motion.update(image)
    return motion


@pytest.mark.parametrize(("noise", "light"), [(3.0, 1.0), (14.0, 1.0), (5.0, DIM), (14.0, DIM)])
def test_noise_is_no_change(noise: float, light: float) -> None:
    pictures = [shot(SCENE.cards, seed, noise=noise, light=light) for seed in range(4)]
    motion = changed_to(*pictures)
    assert not motion.is_moving
    assert not motion.is_changed


@pytest.mark.parametrize("depth", [0.06, 0.2])
def test_a_lamps_flicker_is_no_change(depth: float) -> None:
    pictures = [banded(shot(SCENE.cards, n), depth, 1.3 * n) for n in range(6)]
    for last in range(1, 6):
        motion = changed_to(*pictures[: last + 1])
        assert not motion.is_moving
        assert not motion.is_changed


@pytest.mark.parametrize("gains", [(0.8, 1.0, 1.1), (0.6, 0.6, 0.6), (0.3, 0.3, 0.3)])
def test_the_cameras_white_balance_and_exposure_are_no_change(gains: tuple[float, ...]) -> None:
    after = np.clip(shot(SCENE.cards, 2) * np.array(gains), 0, 255).astype(np.uint8)
    assert not changed_to(shot(SCENE.cards, 1), after).is_changed


@pytest.mark.parametrize(("light", "noise"), [(1.0, 3.0), (DIM, 4.0)])
@pytest.mark.parametrize("name", deck().names[:6])
def test_another_card_in_its_place_is_a_change_in_dim_light_too(
    name: str, light: float, noise: float
) -> None:
    card = replace(CARD, card="20")
    other = replace(CARD, card=name)
    before, after = (
        shot((card, *SCENE.cards[1:]), n, light=light, noise=noise)
        for n, card in enumerate((card, other))
    )
    motion = changed_to(before, after, after)
    assert motion.is_changed
    assert not motion.is_moving
    assert touched(motion, motion.changed) == [True, False, False]


def test_a_card_pushed_by_two_millimetres_is_a_change() -> None:
    pushed = replace(CARD, x_mm=CARD.x_mm + 2)
    assert changed_to(shot(SCENE.cards, 1), shot((pushed, *SCENE.cards[1:]), 2)).is_changed


def test_a_card_laid_under_flicker_moves_in_its_place_alone() -> None:
    before = banded(shot(SCENE.cards[1:], 1), 0.2, 0.0)
    motion = changed_to(before, banded(shot(SCENE.cards, 2), 0.2, 1.3))
    assert touched(motion, motion.moving) == [True, False, False]


def test_a_light_that_falls_slowly_is_followed_and_a_card_laid_meanwhile_is_not() -> None:
    motion = changed_to(shot(SCENE.cards[1:], 0))
    for n in range(1, 12):
        motion.update(shot(SCENE.cards[1:], n, light=1 - 0.03 * n))
        assert not motion.is_changed
    motion.update(shot(SCENE.cards, 12, light=0.64))
    assert motion.is_changed
