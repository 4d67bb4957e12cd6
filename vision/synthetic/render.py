"""Render synthetic frames of a scene under a camera, with the true position of every card in it.

Rendering works backwards: each pixel looks up its point on the table. So perspective and lens
distortion cost nothing extra, and only the pixels of an object are touched.

Longer than 300 lines because the layers of a frame share its caches.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import Mat
from vision.reading import Image
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render_card import CardPatch, card_corners_mm, card_patch
from vision.synthetic.render_hand import hand_colour, hand_shape
from vision.synthetic.render_print import Press
from vision.synthetic.render_sweep import carried_patch, smeared, streak
from vision.synthetic.render_table import AROUND_MM, FINEST_PX_PER_MM, FLOOR_BGR, table_picture
from vision.synthetic.scene import (
    STILL,
    CardTruth,
    Frame,
    Hand,
    Lens,
    Light,
    PlacedCard,
    Scene,
    Sweep,
)

Floats = NDArray[np.float32]

COARSE = 4  # Light, hands and visibility are smooth: every fourth pixel is computed.
VEIL_GREY = 247.0  # Sheen pales print towards this tone.
MIN_PX_PER_MM = 2.0  # Minimum scale of a table with several mats, whose markers are small.
PATCHES = 60  # Number of cached card patches of 1 MB each, besides those on the table.
HAND_GRID_MM = (-220, -140, 220, 720)  # left, top, right, bottom around a fingertip: a whole arm
SHADED_MM = 48.0  # A hand casts no shadow beyond this distance.


Window = tuple[slice, slice]  # Rows and columns.
NOWHERE: Window = (slice(0, 0), slice(0, 0))


class HandPatch(NamedTuple):
    """A hand's part of a frame; `window` is its rows and columns.

    `alpha` (h x w) is the covered share of each pixel, `dark` (h x w) is the light that reaches the
    table next to the hand, and `colour` is h x w x 3, BGR. `coarse` is the covered area of the
    whole frame at 1/`COARSE` size.
    """

    window: Window
    alpha: Floats
    colour: Floats
    dark: Floats
    coarse: NDArray[np.bool_]


class LightMap(NamedTuple):
    """The light at each pixel.

    The picture is multiplied by `bright` (h x w) and `cast` (BGR), and `glare` (h x w x 1) is
    added. `veil` (h x w x 1) is the share of contrast lost to sheen, or None.
    """

    bright: Floats
    cast: Floats
    glare: Floats
    veil: Floats | None

    def gain(self, here: Window = np.s_[:, :]) -> Floats:
        """Return the light's factors at some pixels, h x w x 3; not cached: the whole has 25 MB."""
        return np.asarray(self.bright[here][..., None] * self.cast, np.float32)


class Renderer:
    """Renders scenes for one camera; parts that stay the same between frames are cached.

    Under the cards there is one mat, or several as spread out. `press` prints the cards, including
    decks without drawings. `seed` determines the grain of the table and the camera.
    """

    def __init__(
        self,
        camera: PinholeCamera,
        mats: Mat | Spread,
        press: Press | None = None,
        seed: int = 0,
    ) -> None:
        self.camera, self.seed = camera, seed
        self.spread = Spread.single(mats) if isinstance(mats, Mat) else mats
        self._press = press or Press(seed=seed)
        self._patches: dict[PlacedCard, CardPatch | None] = {}
        self._table = lru_cache(maxsize=1)(self._see_table)
        self._lit_table = lru_cache(maxsize=1)(self._light_table)
        self._light = lru_cache(maxsize=1)(self._light_maps)
        self._coarse_ground = lru_cache(maxsize=1)(self._see_ground)
        self._noise = lru_cache(maxsize=1)(self._noise_maps)
        self._arm = lru_cache(maxsize=4)(self._see_hand)
        self._shape = lru_cache(maxsize=4)(_hand_shape)

    def render(
        self, scene: Scene, light: Light | None = None, lens: Lens | None = None, seed: int = 0
    ) -> Frame:
        """Render a frame; equal arguments give equal pixels.

        Raise `LookupError` for an unknown deck or card, and `ValueError` for an unknown table.
        """
        light, lens = light or Light(), lens or Lens()
        image = self.bare(scene.table, light)
        for card in scene.cards:
            self.lay(image, card, light)
        self._patches = {card: self._patches[card] for card in scene.cards if card in self._patches}
        for hand in scene.hands:
            self.reach(image, hand, light)
        return Frame(self.through_lens(image, lens, seed), self._truth(scene))

    def bare(self, table: str, light: Light) -> Image:
        """Return the lit and empty table, before the effects of the lens."""
        return self._lit_table(table, light).copy()

    def lay(self, image: Image, card: PlacedCard, light: Light) -> None:
        """Draw a card on top of a picture."""
        if (patch := self._patch(card)) is not None:
            self._lay(image, patch, light)

    def carry(
        self,
        image: Image,
        card: PlacedCard,
        place_mm: tuple[float, float],
        light: Light,
        sweep: Sweep,
    ) -> Window:
        """Draw a card while a hand carries it over another place.

        The card looks as it did in its own place. Return the window, the part of the picture that
        changed.
        """
        patch = self._patch(card)
        moved = None if patch is None else carried_patch(patch, card, place_mm, sweep, self.camera)
        if moved is None:
            return NOWHERE
        self._lay(image, moved, light)
        return _window(moved)

    def free_noise(self) -> None:
        """Free 27 MB that only another picture size or noise level needs."""
        _grain.cache_clear()

    def reach(self, image: Image, hand: Hand, light: Light, sweep: Sweep = STILL) -> Window:
        """Draw a hand over a picture; return the affected window."""
        arm = self._arm(hand, sweep)
        if not arm.alpha.size:
            return NOWHERE
        here = self._light(light)
        lit = cv2.merge([here.bright[arm.window] * arm.alpha * part for part in here.cast])
        left = cv2.merge([arm.dark * (1 - arm.alpha)] * 3)
        under = cv2.multiply(image[arm.window], left, dtype=cv2.CV_32F)
        image[arm.window] = cv2.add(under, cv2.multiply(arm.colour, lit), dtype=cv2.CV_8U)
        return arm.window

    def through_lens(self, image: Image, lens: Lens, seed: int) -> Image:
        """Return a picture with the camera's effects: blur, motion, noise and JPEG."""
        return self._through_lens(image, lens, np.random.default_rng([seed, 11]))

    def _patch(self, card: PlacedCard) -> CardPatch | None:
        if card not in self._patches:
            if len(self._patches) >= PATCHES:
                self._patches.pop(next(iter(self._patches)))
            self._patches[card] = self._see_card(card)
        return self._patches[card]

    def _see_card(self, card: PlacedCard) -> CardPatch | None:
        name = card.card if card.face_up else None
        face = self._press.face(card.deck, name, card.copy, card.wear)
        return card_patch(card, face, self._press.size_mm(card.deck), self.camera)

    def _lay(self, image: Image, patch: CardPatch, light: Light) -> None:
        here = _window(patch)
        light_here = self._light(light)
        cover = patch.alpha[..., None]
        lit = patch.colour * light_here.gain(here) + light_here.glare[here]
        if light_here.veil is not None:
            lit += (VEIL_GREY - lit) * light_here.veil[here]
        under = image[here] * patch.light_left[..., None]
        image[here] = np.clip(under * (1 - cover) + lit * cover, 0, 255).astype(np.uint8)

    def _see_table(self, table: str) -> Image:
        # The scale is a whole number, so that cameras at about the same distance share a picture.
        least = 1.0 if len(self.spread.placed) == 1 else MIN_PX_PER_MM
        scale = min(FINEST_PX_PER_MM, max(least, round(self.camera.px_per_mm)))
        picture = table_picture(table, self.spread, scale, self.seed)
        places = (self.camera.ground_map + np.float32(AROUND_MM)) * np.float32(scale) - np.float32(
            0.5
        )
        flags = cv2.INTER_LINEAR
        x, y = places[..., 0], places[..., 1]
        image = cv2.remap(picture, x, y, flags, borderValue=FLOOR_BGR)
        return np.asarray(image, np.uint8)

    def _light_table(self, table: str, light: Light) -> Image:
        light_here = self._light(light)
        # A table is duller than a card: it reflects half of a lamp's glare and has no sheen.
        lit = light_here.gain()
        np.multiply(self._table(table), lit, out=lit)
        if light.glares:
            lit += 0.5 * light_here.glare
        return np.clip(lit, 0, 255, out=lit).astype(np.uint8)

    def _see_ground(self) -> Floats:
        return self.camera.ground_map[::COARSE, ::COARSE].copy()

    def _enlarged(self, small: NDArray[np.floating[Any]]) -> Floats:
        size = (self.camera.width, self.camera.height)
        return np.asarray(cv2.resize(small.astype(np.float32), size), np.float32)

    def _light_maps(self, light: Light) -> LightMap:
        ground = self._coarse_ground()
        width, height = self.spread.size_mm
        x, y = ground[..., 0] - width / 2, ground[..., 1] - height / 2
        turn = math.radians(light.gradient_deg)
        across = (x * math.cos(turn) + y * math.sin(turn)) / (width / 2)
        gain = np.clip(1 - light.gradient * (0.5 + 0.5 * across), 0.05, 2)
        for shadow in light.shadows:
            edge = math.radians(shadow.turn_deg)
            beyond = (ground[..., 0] - shadow.x_mm) * math.sin(edge) - (
                ground[..., 1] - shadow.y_mm
            ) * math.cos(edge)
            inside = 1 / (1 + np.exp(-np.clip(beyond / (shadow.soft_mm / 4), -30, 30)))
            gain = gain * (1 - shadow.depth * inside)
        glare = np.zeros_like(gain)
        for spot in light.glares:
            away = np.hypot(ground[..., 0] - spot.x_mm, ground[..., 1] - spot.y_mm)
            glare = glare + 255 * spot.strength * np.exp(-((away / spot.radius_mm) ** 2))
        cast = np.array(light.cast, np.float32) * np.float32(light.exposure)
        veil = self._enlarged(_veil(light, ground))[..., None] if light.sheens else None
        bright = self._enlarged(gain)
        dark: Floats = np.broadcast_to(np.float32(0), (*bright.shape, 1))
        return LightMap(
            bright, cast, self._enlarged(glare)[..., None] if light.glares else dark, veil
        )

    def _see_hand(self, hand: Hand, sweep: Sweep) -> HandPatch:
        ground = self._coarse_ground()
        if any(sweep.lean_mm):
            shares = np.linspace(0, 1, len(ground), dtype=np.float32)[:, None, None]
            ground = ground - shares * np.array(sweep.lean_mm, np.float32)
        shape = self._shape(replace(hand, x_mm=0.0, y_mm=0.0, from_deg=90.0))
        outside, along = shape.sample(hand, ground)
        # Its shadow is soft and to one side, because a hand hovers.
        shade, _ = shape.sample(hand, ground - np.array((16, 12), np.float32))
        nearest = np.minimum(outside, shade)
        rows, columns = _span(nearest.min(axis=1)), _span(nearest.min(axis=0))
        window = (
            slice(rows.start * COARSE, min(rows.stop * COARSE, self.camera.height)),
            slice(columns.start * COARSE, min(columns.stop * COARSE, self.camera.width)),
        )
        size = (window[1].stop - window[1].start, window[0].stop - window[0].start)
        if 0 in size:
            nothing = np.zeros((0, 0), np.float32)
            return HandPatch(window, nothing, nothing, nothing, outside < 0)
        dark = 1 - 0.45 / (1 + np.exp(np.clip(shade[rows, columns] / 3, -30, 30)))
        outside_px, along_px, dark_px = (
            np.asarray(cv2.resize(part.astype(np.float32), size), np.float32)
            for part in (outside[rows, columns], along[rows, columns], dark)
        )
        cover = np.clip(0.5 - outside_px * self.camera.px_per_mm, 0, 1)
        if any(sweep.smear_mm):
            by_px = np.array(sweep.smear_mm) * self.camera.px_per_mm
            cover, dark_px = smeared(cover, by_px), smeared(dark_px, by_px)
        return HandPatch(
            window, cover, hand_colour(hand, outside_px, along_px), dark_px, outside < 0
        )

    def _through_lens(self, image: Image, lens: Lens, chance: np.random.Generator) -> Image:
        if lens.blur_px > 0.2:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), lens.blur_px), np.uint8)
        if lens.motion_px > 1:
            kernel = streak(lens.motion_px, lens.motion_deg)
            image = np.asarray(cv2.filter2D(image, -1, kernel), np.uint8)
        if lens.noise > 0:
            brighter, darker = self._noise(lens.noise)
            x, y = (int(v) for v in chance.integers(0, 64, 2))
            here = np.s_[y : y + image.shape[0], x : x + image.shape[1]]
            image = np.asarray(cv2.subtract(cv2.add(image, brighter[here]), darker[here]), np.uint8)
        if lens.jpeg:
            _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, lens.jpeg])
            image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return image

    def _noise_maps(self, noise: float) -> tuple[Image, Image]:
        grain = _grain(self.camera.height + 64, self.camera.width + 64)
        brighter, darker = (  # The noise is rounded and clipped in one pass.
            cv2.addWeighted(grain, by, grain, 0.0, 0.0, dtype=cv2.CV_8U) for by in (noise, -noise)
        )
        return np.asarray(brighter, np.uint8), np.asarray(darker, np.uint8)

    def _truth(self, scene: Scene) -> tuple[CardTruth, ...]:
        size = (self.camera.height // COARSE, self.camera.width // COARSE)
        top = np.zeros(size, np.int32)
        outlines = []
        for number, card in enumerate(scene.cards, 1):
            corners = self.camera.project(card_corners_mm(card, self._press.size_mm(card.deck)))
            outlines.append(corners)
            cv2.fillConvexPoly(
                top, np.rint((corners + 0.5) / COARSE * 16 - 8).astype(np.int32), number, shift=4
            )
        for hand in scene.hands:
            top[self._arm(hand, STILL).coarse[: size[0], : size[1]]] = -1
        areas = np.bincount(top[top > 0].ravel(), minlength=len(scene.cards) + 1)
        return tuple(
            CardTruth(
                deck=card.deck,
                card=card.card,
                face_up=card.face_up,
                corners=corners.astype(np.float32),
                visible=min(1.0, float(areas[i]) * COARSE**2 / _area(corners)),
                place_mm=(card.x_mm, card.y_mm),
                turn_deg=card.turn_deg,
            )
            for i, (card, corners) in enumerate(zip(scene.cards, outlines, strict=True), 1)
        )


def _veil(light: Light, ground: Floats) -> Floats:
    """Return the share of contrast (h x w) lost to sheen at places on the table (h x w x 2)."""
    left = np.ones(ground.shape[:2], np.float32)
    for lobe in light.sheens:
        turn = math.radians(lobe.turn_deg)
        x, y = ground[..., 0] - lobe.x_mm, ground[..., 1] - lobe.y_mm
        along = (x * math.cos(turn) + y * math.sin(turn)) / lobe.length_mm
        across = (y * math.cos(turn) - x * math.sin(turn)) / lobe.width_mm
        left *= 1 - lobe.strength * np.exp(-(along**2) - across**2).astype(np.float32)
    return 1 - left


class _HandShape(NamedTuple):
    """The distance from a hand and the position along its arm, on a grid of millimetres."""

    outside: Floats
    along: Floats

    def sample(self, hand: Hand, ground_mm: Floats) -> tuple[Floats, Floats]:
        """Return the same as `hand_shape`, for a hand at any place."""
        turn = math.radians(hand.from_deg - 90)
        left, top = HAND_GRID_MM[:2]
        # Convert to the hand's own axes, from the corner of its grid.
        cos, sin = math.cos(turn), math.sin(turn)
        x, y = hand.x_mm, hand.y_mm
        own = np.array(
            [(cos, sin, -cos * x - sin * y - left), (-sin, cos, sin * x - cos * y - top)]
        )
        places = cv2.transform(ground_mm, own)
        far = 2 * SHADED_MM
        x_px, y_px = cv2.split(places)
        outside = cv2.remap(self.outside, x_px, y_px, cv2.INTER_LINEAR, borderValue=far)
        along = cv2.remap(self.along, x_px, y_px, cv2.INTER_LINEAR)
        return np.asarray(outside, np.float32), np.asarray(along, np.float32)


def _hand_shape(hand: Hand) -> _HandShape:
    left, top, right, bottom = HAND_GRID_MM
    x, y = np.arange(left, right, dtype=np.float32), np.arange(top, bottom, dtype=np.float32)
    return _HandShape(*hand_shape(hand, np.stack(np.meshgrid(x, y), axis=-1)))


def _window(patch: CardPatch) -> Window:
    height, width = patch.alpha.shape
    return slice(patch.top, patch.top + height), slice(patch.left, patch.left + width)


def _span(away_mm: Floats) -> slice:
    """Return the range of pixels that a hand darkens, plus one on each side for smoothing."""
    at = np.flatnonzero(away_mm < SHADED_MM)
    return slice(max(0, int(at[0]) - 1), int(at[-1]) + 2) if len(at) else slice(0, 0)


@lru_cache(maxsize=1)
def _grain(height: int, width: int) -> Floats:
    return np.random.default_rng(5).standard_normal((height, width, 3), np.float32)


def _area(corners: NDArray[np.float64]) -> float:
    x, y = corners[:, 0], corners[:, 1]
    return max(1.0, abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2)
