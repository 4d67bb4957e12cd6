"""The virtual camera's pictures, rendered in a process of their own: `python -m` this module.

What it is to see comes through a connection, the first argument; pictures go into memory that both
processes share, the second. It ends when the other end of the connection does, however that came.
Only what rendering needs is imported: the process is there beside the table's.
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
from vision.shelves import set_shelves
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press

NICENESS = 5  # beyond that of the thread that sees them: whoever presses or asks goes first
PRINTS = 32  # of 1.7 MB each. Halved, a hand that is laid down is seen 50 ms a card later


class RenderWorker:
    """Renders what it is told, into a picture's memory."""

    def __init__(self, hung: Setup, picture: mmap.mmap) -> None:
        set_shelves(*hung.shelves)
        spread = Spread.side_by_side(hung.mats)
        camera = PinholeCamera.over(spread.size_mm, *hung.size, tilt_deg=5.0, roll_deg=1.5, k1=K1)
        self._press = Press(kept=PRINTS)
        self._renderer = Renderer(camera, spread, self._press)
        self._picture = picture

    def do(self, asked: RenderRequest) -> bool:
        """Do what is asked; tell whether it is to be answered: there is a picture now."""
        match asked:
            case Shot(scene, light, lens, seed):
                image = self._renderer.render(scene, light, lens, seed=seed).image
                self._renderer.settle()
                np.frombuffer(self._picture, np.uint8)[:] = image.reshape(-1)
                return True
            case Print(deck, card):
                self._press.face(deck, card)
                return False


def main(connection: int, memory: int) -> None:
    """Do what is asked for as long as anybody is there to ask; answer where a picture is there."""
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
        os._exit(0)  # nobody is there any more


def _answer(told: Connection, darkroom: RenderWorker, asked: RenderRequest) -> None:
    try:
        answers, failed = darkroom.do(asked), None
    except Exception as error:  # said at the other end; the next may well be done
        answers, failed = isinstance(asked, Shot), f"{type(error).__name__}: {error}"
    if answers:
        told.send(failed)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
