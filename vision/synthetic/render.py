"""Render synthetic frames of a scene under a camera, with the true position of every card in it.

Rendering works backwards: each pixel looks up its point on the table. So perspective and lens
distortion cost nothing extra, and only the pixels of an object are touched.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import Mat
from vision.reading import Image
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render_card import CardPatch, card_corners_mm, card_patch, seen_face
from vision.synthetic.render_hand import COARSE, HandPatch, hand_patch
from vision.synthetic.render_lens import NoiseMaps, noise_maps, through_lens
from vision.synthetic.render_light import LightMap, light_map
from vision.synthetic.render_print import Press
from vision.synthetic.render_table import (
    AROUND_MM,
    FINEST_PX_PER_MM,
    FLOOR_BGR,
    strips,
    table_picture,
)
from vision.synthetic.scene import (
    CardTruth,
    Frame,
    Hand,
    Lens,
    Light,
    PlacedCard,
    Scene,
)

Floats = NDArray[np.float32]

MIN_PX_PER_MM = 2.0  # Minimum scale of a table with several mats, whose markers are small.
FACES = 32  # Number of cached faces of 1 MB each, as they are seen: printing one takes 50 ms.
PATCHES = 60  # Number of cached card patches of 1 MB each, besides those on the table.

Key = TypeVar("Key")
Value = TypeVar("Value")


class _Latest(Generic[Key, Value]):
    """Keeps the values of the latest keys, because they stay the same from frame to frame."""

    def __init__(self, count: int = 1) -> None:
        self._count = count
        self._values: dict[Key, Value] = {}

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return the value of a key; if it is not kept, make it."""
        if key not in self._values:
            if len(self._values) >= self._count:
                self._values.pop(next(iter(self._values)))
            self._values[key] = make()
        return self._values[key]


class Renderer:
    """Renders scenes for one camera; parts that stay the same between frames are cached.

    Under the cards there is one mat, or several as spread out. `press` prints the cards, including
    decks without drawings. `seed` determines the grain of the table and the camera.
    """

    def __init__(
        self, camera: PinholeCamera, mats: Mat | Spread, press: Press | None = None, seed: int = 0
    ) -> None:
        self.camera, self.seed = camera, seed
        self.spread = Spread.single(mats) if isinstance(mats, Mat) else mats
        self._press = press or Press(seed=seed)
        self._patches: dict[PlacedCard, CardPatch | None] = {}
        self._tables = _Latest[str, Image]()
        self._lit_tables = _Latest[tuple[str, Light], Image]()
        self._lights = _Latest[Light, LightMap]()
        self._noises = _Latest[float, NoiseMaps]()
        self._faces = _Latest[tuple[str, str | None, int, float], Image](FACES)
        self._arms = _Latest[Hand, HandPatch](4)

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
            self._reach(image, hand, light)
        return Frame(self.through_lens(image, lens, seed), self._truth(scene))

    def bare(self, table: str, light: Light) -> Image:
        """Return the lit and empty table, before the effects of the lens."""
        return self._lit_tables.get((table, light), lambda: self._light_table(table, light)).copy()

    def lay(self, image: Image, card: PlacedCard, light: Light) -> None:
        """Draw a card on top of a picture."""
        if (patch := self._patch(card)) is None:
            return
        height, width = patch.alpha.shape
        here = np.s_[patch.top : patch.top + height, patch.left : patch.left + width]
        light_here = self._light(light)
        cover = patch.alpha[..., None]
        lit = patch.colour * light_here.gain(here) + light_here.glare[here]
        under = image[here] * patch.light_left[..., None]
        image[here] = np.clip(under * (1 - cover) + lit * cover, 0, 255).astype(np.uint8)

    def _reach(self, image: Image, hand: Hand, light: Light) -> None:
        """Draw a hand over a picture."""
        arm = self._arm(hand)
        if not arm.alpha.size:
            return
        here = self._light(light)
        lit = cv2.merge([here.bright[arm.window] * arm.alpha * part for part in here.cast])
        left = cv2.merge([arm.dark * (1 - arm.alpha)] * 3)
        under = cv2.multiply(image[arm.window], left, dtype=cv2.CV_32F)
        image[arm.window] = cv2.add(under, cv2.multiply(arm.colour, lit), dtype=cv2.CV_8U)

    def through_lens(self, image: Image, lens: Lens, seed: int) -> Image:
        """Return a picture with the camera's effects: blur and noise."""
        size = (self.camera.width, self.camera.height)
        maps = self._noises.get(lens.noise, lambda: noise_maps(lens.noise, *size))
        return through_lens(image, lens, maps, seed)

    @cached_property
    def _ground(self) -> Floats:
        """Return the table points in mm of every `COARSE`-th pixel."""
        windows = (self._ground_of(rows) for rows in strips(self.camera.height))
        return np.concatenate([ground[::COARSE, ::COARSE] for ground in windows])

    def _ground_of(self, rows: slice) -> Floats:
        """Return the table point in mm of every pixel in some rows."""
        return self.camera.ground_of(0, rows.start, self.camera.width, rows.stop, 1)

    def _light(self, light: Light) -> LightMap:
        size_px = (self.camera.width, self.camera.height)
        return self._lights.get(
            light, lambda: light_map(light, self._ground, self.spread.size_mm, size_px)
        )

    def _arm(self, hand: Hand) -> HandPatch:
        return self._arms.get(hand, lambda: hand_patch(hand, self._ground, self.camera))

    def _patch(self, card: PlacedCard) -> CardPatch | None:
        if card not in self._patches:
            if len(self._patches) >= PATCHES:
                self._patches.pop(next(iter(self._patches)))
            name = card.card if card.face_up else None
            face = (card.deck, name, card.copy, card.wear)
            size_mm = self._press.size_mm(card.deck)
            picture = self._faces.get(
                face, lambda: seen_face(self._press.face(*face), size_mm, self.camera)
            )
            self._patches[card] = card_patch(card, picture, size_mm, self.camera)
        return self._patches[card]

    def _see_table(self, table: str) -> Image:
        # The scale is a whole number, so that cameras at about the same distance share a picture.
        least = 1.0 if len(self.spread.placed) == 1 else MIN_PX_PER_MM
        scale = min(FINEST_PX_PER_MM, max(least, round(self.camera.px_per_mm)))
        picture = table_picture(table, self.spread, scale, self.seed)
        image = np.empty((self.camera.height, self.camera.width, 3), np.uint8)
        for rows in strips(len(image)):
            places = self._ground_of(rows)
            places += np.float32(AROUND_MM)
            places *= np.float32(scale)
            places -= np.float32(0.5)
            x, y = places[..., 0], places[..., 1]
            image[rows] = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderValue=FLOOR_BGR)
        return image

    def _light_table(self, table: str, light: Light) -> Image:
        light_here = self._light(light)
        image = self._tables.get(table, lambda: self._see_table(table)).copy()
        for rows in strips(len(image)):
            lit = image[rows] * light_here.gain(np.s_[rows, :])
            # A table is duller than a card: it reflects half of a lamp's glare.
            if light.glares:
                lit += 0.5 * light_here.glare[rows]
            image[rows] = np.clip(lit, 0, 255)
        return image

    def _truth(self, scene: Scene) -> tuple[CardTruth, ...]:
        size = (self.camera.height // COARSE, self.camera.width // COARSE)
        top = np.zeros(size, np.int32)
        outlines = []
        for number, card in enumerate(scene.cards, 1):
            corners = self.camera.project(card_corners_mm(card, self._press.size_mm(card.deck)))
            outlines.append(corners.astype(np.float32))
            cv2.fillConvexPoly(
                top, np.rint((corners + 0.5) / COARSE * 16 - 8).astype(np.int32), number, shift=4
            )
        for hand in scene.hands:
            top[self._arm(hand).coarse[: size[0], : size[1]]] = -1
        areas = np.bincount(top[top > 0].ravel(), minlength=len(scene.cards) + 1)
        return tuple(
            CardTruth(
                deck=card.deck,
                card=card.card,
                face_up=card.face_up,
                corners=corners,
                visible=min(1.0, areas[i] * COARSE**2 / max(1.0, cv2.contourArea(corners))),
                place_mm=(card.x_mm, card.y_mm),
                turn_deg=card.turn_deg,
            )
            for i, (card, corners) in enumerate(zip(scene.cards, outlines, strict=True), 1)
        )
