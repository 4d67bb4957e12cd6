"""A script rendered frame by frame; what did not change since the last frame is kept."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.scenes.effects import Lights, fringe, pushed
from tests.bench.scenes.script import Instant, Script
from tests.bench.scenes.sight import STILL, WHOLE, Moire, Shutter, Sight
from vision.mat import Mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_card import card_corners_mm
from vision.synthetic.render_print import Press
from vision.synthetic.scene import MAT, Glare, Hand, Lens, Light, PlacedCard, Sheen, Sweep, Window

NOISES = 7  # frames of a table on which nothing changes, after which their noise comes again
BLUR_REACH = 4.0  # times its sigma, beyond which a blur changes nothing

Point = tuple[float, float]
Cards = tuple[PlacedCard, ...]


@dataclass(frozen=True)
class _Shot:
    """All that decides a frame's pixels but the lens: equal shots are rendered once.

    What is `carried` is seen as where it lay or will lie, at its place.
    """

    cards: Cards
    carried: tuple[tuple[PlacedCard, Point, Sweep], ...]
    hands: tuple[tuple[Hand, Sweep], ...]
    sight: Sight
    light: Light


class Film:
    """Renders scripts for one camera above a mat; its table and cards are kept between them."""

    def __init__(self, camera: PinholeCamera, mat: Mat, press: Press | None = None) -> None:
        self.camera = camera
        self._press = press or Press()
        self._renderer = Renderer(camera, mat, self._press)
        self._lights = Lights(camera)
        self._laid = lru_cache(maxsize=3)(self._lay)
        self._masked = lru_cache(maxsize=1)(self._mask)
        self._shone = lru_cache(maxsize=1)(self._shine)
        self._soft = lru_cache(maxsize=1)(self._blur)
        self._clear = lru_cache(maxsize=1)(self._see)
        self._taken = lru_cache(maxsize=NOISES)(self._take)

    def shoot(self, script: Script) -> Iterator[tuple[Instant, Image]]:
        """Yield each instant of a script with its picture (height x width x 3, BGR)."""
        picture: Image | None = None
        before: Instant | None = None
        for number, instant in enumerate(script.instants):
            if picture is None or not instant.frozen:
                shot = _shot(before, instant, script.light)
                picture = self._taken(shot, instant.sight.lens, number % NOISES)
            before = instant
            yield instant, picture

    def _take(self, shot: _Shot, lens: Lens, number: int) -> Image:
        clear = self._clear(shot, replace(lens, noise=0.0, jpeg=0))
        return self._renderer.through_lens(clear, replace(lens, blur_px=0.0, motion_px=0.0), number)

    def _see(self, shot: _Shot, lens: Lens) -> Image:
        """Return a shot without noise; it is blurred anew only where something moves."""
        sight = shot.sight
        lying = (shot.cards, shot.light, sight.moire, sight.sheens, sight.glares)
        image = self._soft(lens, *lying)
        if shot.carried or shot.hands:
            sharp, image = self._shone(*lying).copy(), image.copy()
            moving = [
                self._renderer.carry(sharp, card, place_mm, shot.light, sweep)
                for card, place_mm, sweep in shot.carried
            ]
            moving += [
                self._renderer.reach(sharp, hand, shot.light, sweep) for hand, sweep in shot.hands
            ]
            for window in moving:
                self._soften(image, sharp, window, lens)
        image = pushed(image, self.camera, sight.turn_deg, sight.zoom)
        return self._lights.lit(image, sight)

    def _soften(self, image: Image, sharp: Image, window: Window, lens: Lens) -> None:
        """Blur a part of a sharp picture into another one."""
        reach = math.ceil(BLUR_REACH * lens.blur_px)
        inner = [_grown(side, reach, end) for side, end in zip(window, sharp.shape, strict=False)]
        outer = [_grown(side, reach, end) for side, end in zip(inner, sharp.shape, strict=False)]
        soft = self._renderer.through_lens(sharp[outer[0], outer[1]], lens, 0)
        rows, columns = (
            slice(a.start - b.start, a.stop - b.start) for a, b in zip(inner, outer, strict=True)
        )
        image[inner[0], inner[1]] = soft[rows, columns]

    def _blur(self, lens: Lens, *lying: Any) -> Image:
        return self._renderer.through_lens(self._shone(*lying), lens, 0)

    def _shine(
        self,
        cards: Cards,
        light: Light,
        moire: Moire | None,
        sheens: tuple[Sheen, ...],
        glares: tuple[Glare, ...],
    ) -> Image:
        """Return the table and its cards with all that they throw back; hands lie above it."""
        image = self._laid(cards, light)
        if moire is None and not sheens and not glares:
            return image
        image = image.copy()
        if moire is not None:
            for card in cards:
                fringe(image, moire, self._outline(card))
        mask = self._masked(cards)
        self._lights.pale(image, sheens, mask)
        self._lights.reflect(image, glares, mask)
        return image

    def _lay(self, cards: Cards, light: Light) -> Image:
        if not cards:
            return self._renderer.bare(MAT, light)
        image = self._laid(cards[:-1], light).copy()
        self._renderer.lay(image, cards[-1], light)
        return image

    def _mask(self, cards: Cards) -> Image:
        """Return where cards lie (height x width, 0 or 255)."""
        mask = np.zeros((self.camera.height, self.camera.width), np.uint8)
        for card in cards:
            cv2.fillConvexPoly(mask, self._outline(card), 255)
        return mask

    def _outline(self, card: PlacedCard) -> NDArray[np.int32]:
        """Return a card's corners in the picture (4 x 2)."""
        corners = card_corners_mm(card, self._press.size_mm(card.deck))
        return np.rint(self.camera.project(corners)).astype(np.int32)


def _shot(before: Instant | None, now: Instant, light: Light) -> _Shot:
    """Return what is seen at an instant; how fast it moves is told by the one before."""
    was = {} if before is None else {piece.number: piece.card for piece in before.pieces}
    hands_were = before.hands if before is not None and len(before.hands) == len(now.hands) else ()
    pace = _Pace(now.stamp_s - before.stamp_s if before else 1.0, now.sight.shutter)
    carried = [
        (piece.home or piece.card, _at(piece.card), pace.sweep(_at(old), _at(piece.card)))
        for piece in now.pieces
        if piece.held
        for old in (was.get(piece.number, piece.card),)
    ]
    hands = [
        (hand, pace.sweep(_at(old), _at(hand)))
        for hand, old in zip(now.hands, hands_were or now.hands, strict=True)
    ]
    return _Shot(
        tuple(piece.card for piece in now.pieces if not piece.held),
        tuple(carried),
        tuple(hands),
        replace(now.sight, shutter=WHOLE, lens=STILL),
        light,
    )


@dataclass(frozen=True)
class _Pace:
    """What a shutter makes of a thing that moved within so many seconds."""

    seconds: float
    shutter: Shutter

    def sweep(self, was: Point, now: Point) -> Sweep:
        return Sweep(
            self._within(self.shutter.readout_s, was, now),
            self._within(self.shutter.exposure_s, was, now),
        )

    def _within(self, seconds: float, was: Point, now: Point) -> Point:
        share = seconds / self.seconds
        return (now[0] - was[0]) * share, (now[1] - was[1]) * share


def _grown(side: slice, by_px: int, end_px: int) -> slice:
    return slice(max(0, side.start - by_px), min(end_px, side.stop + by_px))


def _at(thing: PlacedCard | Hand) -> Point:
    return thing.x_mm, thing.y_mm
