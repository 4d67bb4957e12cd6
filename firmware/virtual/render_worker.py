"""The rendering process itself: `python -m` this module.

The first argument is the connection that the requests come through. The second is the memory shared
with the parent, which pictures are written to. The process ends when the other end of the
connection closes. It imports only what rendering needs, because it runs alongside the table's
process.
"""

from __future__ import annotations

import mmap
import os
import sys
from multiprocessing.connection import Connection

import cv2
import numpy as np

from firmware.service.heap import keep_heap_small
from firmware.virtual.render_requests import K1, Print, RenderRequest, Setup, Shot
from vision.decks.shelves import set_shelves
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press

NICENESS = 5  # Lower priority than the reading thread, so that presses and pages come first.
PRINTS = 32  # Prints kept, 1.7 MB each; with half, each card of a laid hand is seen 50 ms late.


class RenderWorker:
    """Renders the requested pictures into the shared memory."""

    def __init__(self, hung: Setup, picture: mmap.mmap) -> None:
        set_shelves(*hung.shelves)
        spread = Spread.side_by_side(hung.mats)
        camera = PinholeCamera.above(spread.size_mm, *hung.size, tilt_deg=5.0, roll_deg=1.5, k1=K1)
        self._press = Press(kept=PRINTS)
        self._renderer = Renderer(camera, spread, self._press)
        self._picture = picture

    def do(self, asked: RenderRequest) -> bool:
        """Handle a request. Return whether a picture is ready and the parent must be told."""
        match asked:
            case Shot(scene, light, lens, seed):
                image = self._renderer.render(scene, light, lens, seed=seed).image
                self._renderer.free_noise()
                np.frombuffer(self._picture, np.uint8)[:] = image.reshape(-1)
                return True
            case Print(deck, card):
                self._press.face(deck, card)
                return False


def main(connection: int, memory: int) -> None:
    """Answer requests until the parent has gone."""
    os.nice(NICENESS)
    keep_heap_small()
    cv2.setNumThreads(1)
    told = Connection(connection)
    try:
        with mmap.mmap(memory, 0) as picture:
            darkroom = RenderWorker(told.recv(), picture)
            while True:
                _answer(told, darkroom, told.recv())
    except (EOFError, OSError):
        os._exit(0)  # The parent has ended.


def _answer(told: Connection, darkroom: RenderWorker, asked: RenderRequest) -> None:
    try:
        answers, failed = darkroom.do(asked), None
    except Exception as error:  # The parent gets the error; the next request may work.
        answers, failed = isinstance(asked, Shot), f"{type(error).__name__}: {error}"
    if answers:
        told.send(failed)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
