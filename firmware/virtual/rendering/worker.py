"""The rendering process itself: `python -m` this module.

The first argument is the connection that the requests come through. The second is the memory shared
with the parent, which pictures are written to. It imports only what rendering needs, because it
runs alongside the table's process.
"""

from __future__ import annotations

import mmap
import sys

import cv2
import numpy as np

from firmware.service.child import serve
from firmware.service.heap import TrimAfterWork
from firmware.virtual.rendering.process import K1, Setup, Shot
from vision.decks.shelves import set_shelves
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Scene

NICENESS = 5  # Lower priority than the reading thread, so that presses and pages come first.


class RenderWorker:
    """Renders the requested pictures into the shared memory."""

    def __init__(self, picture: mmap.mmap) -> None:
        self._picture = picture
        self._trim, self._scene = TrimAfterWork(), Scene()
        self._press = Press(kept=1)  # The renderer keeps what is seen of a print.

    def answer(self, request: Setup | Shot) -> str | None:
        """Handle a request. Return why a picture failed, or an empty text."""
        if isinstance(request, Setup):
            self._set_up(request)
            return None
        try:
            self._render(request)
        except Exception as error:  # The parent gets the error; the next request may work.
            return f"{type(error).__name__}: {error}"
        return ""

    def _set_up(self, setup: Setup) -> None:
        set_shelves(*setup.shelves)
        spread = Spread.side_by_side(setup.mats)
        camera = PinholeCamera.above(spread.size_mm, *setup.size, tilt_deg=5.0, roll_deg=1.5, k1=K1)
        self._renderer = Renderer(camera, spread, self._press)

    def _render(self, shot: Shot) -> None:
        image = self._renderer.render(shot.scene, shot.light, shot.lens, seed=shot.seed).image
        np.frombuffer(self._picture, np.uint8)[:] = image.reshape(-1)
        self._trim.note_step(shot.scene != self._scene)
        self._scene = shot.scene


if __name__ == "__main__":
    cv2.setNumThreads(1)
    with mmap.mmap(int(sys.argv[2]), 0) as memory:
        serve(int(sys.argv[1]), RenderWorker(memory).answer, NICENESS)
