"""The camera above the virtual table: frames rendered from how the cards really lie."""

from __future__ import annotations

import time

from firmware.cameras.base import SIZE, Frame
from firmware.errors import CameraLost
from firmware.virtual.layout import Layout
from firmware.virtual.table import VirtualTable
from vision.reading import Image
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Lens, Light, Lying, Scene, with_faults

FRAMES_A_SCENE = 14  # enough for every card to be read or given up; then nothing new is to be seen
PACE_S = 0.1
K1 = -0.03  # of its lens, at half the picture's width


class VirtualCamera:
    """Sees the virtual table a little askew, with noise that differs from frame to frame.

    Once it has shown a scene often enough it has no new pictures until something changes:
    a table at which nothing moves costs nothing. Without `rests` it goes on like a real one.
    """

    def __init__(
        self, table: VirtualTable, size: tuple[int, int] = SIZE, *, rests: bool = True
    ) -> None:
        self.name = "virtual"
        self._rests = rests
        self._table = table
        self._size = size
        self._over = table.spread
        self._renderer = self._hung_over(table.spread)
        self._seen = (-1, 0)
        self._number = 0
        self._at_s = 0.0
        self._prepared: set[tuple[str, str]] = set()

    def read(self) -> Frame | None:
        """Return a picture, None where nothing is new; raises `CameraLost` while so faulted."""
        layout, version = self._table.snapshot()
        if layout.faults.get("camera_lost"):
            raise CameraLost("table.camera.lost", camera=self.name)
        seen, times = self._seen
        if self._rests and seen == version and times >= FRAMES_A_SCENE:
            self._prepare(layout)
            return None
        time.sleep(max(0.0, self._at_s + PACE_S - time.monotonic()))
        self._at_s = time.monotonic()
        if self._table.spread is not self._over:
            self._over = self._table.spread
            self._renderer, self._prepared = self._hung_over(self._over), set()
        self._seen = (version, times + 1 if seen == version else 1)
        self._number += 1
        return Frame(self._render(layout), self._at_s)

    def _hung_over(self, spread: Spread) -> Renderer:
        """Return what renders the mats, seen whole."""
        camera = PinholeCamera.over(spread.size_mm, *self._size, tilt_deg=5.0, roll_deg=1.5, k1=K1)
        return Renderer(camera, spread)

    def meter(self) -> None:
        """Measure nothing: the light is as it is rendered."""

    def close(self) -> None:
        """Release nothing."""

    def _prepare(self, layout: Layout) -> None:
        """Draw a face that is still held, so that it is there when it is laid down."""
        for hand in layout.hands:
            for held in hand:
                face = (layout.deck, layout.pile.faces[held])
                if face not in self._prepared:
                    self._prepared.add(face)
                    x, y = (side / 2 for side in self._table.spread.size_mm)
                    self._renderer.render(Scene((Lying(*face, x, y),)))
                    return

    def _render(self, layout: Layout) -> Image:
        cards = tuple(
            Lying(layout.deck, p.card, p.x_mm, p.y_mm, p.turn_deg, p.face_up)
            for p in (*layout.placed, *self._table.tops())
        )
        faults = {name for name, on in layout.faults.items() if on}
        scene, light, lens = with_faults(
            Scene(cards), Light(), Lens(), faults, self._table.spread.size_mm
        )
        return self._renderer.render(scene, light, lens, seed=self._number).image
