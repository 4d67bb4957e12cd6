"""The camera above the virtual table. It renders frames from the positions of the cards."""

from __future__ import annotations

import time

from firmware.cameras.base import SIZE, VIRTUAL, Frame
from firmware.errors import CameraLost
from firmware.service.child import ChildGone
from firmware.virtual.rendering.process import RenderProcess, Shot
from firmware.virtual.state import TableState
from firmware.virtual.table import VirtualTable
from vision.synthetic.scene import Lens, Light, PlacedCard, Scene, with_faults

FRAMES_A_SCENE = 14  # In 14 frames the reader settles every card or gives up on it.
PACE_S = 0.1


class VirtualCamera:
    """A camera that sees the virtual table slightly askew, with different noise in each frame.

    After `FRAMES_A_SCENE` frames of the same scene, `read` returns None until something changes, so
    an idle table needs no CPU time. With `rests=False` the camera keeps returning frames, like a
    real one. A separate process renders the pictures, so nobody at the table has to wait for them.
    """

    def __init__(
        self, table: VirtualTable, size: tuple[int, int] = SIZE, *, rests: bool = True
    ) -> None:
        self.name = VIRTUAL
        self._rests = rests
        self._table = table
        self._spread = table.spread
        self._seen = (-1, 0)
        self._number = 0
        self._at_s = 0.0
        self._size = size
        self._renderer = self._new_renderer()

    @property
    def pid(self) -> int | None:
        """The id of the rendering process, or None before the first picture."""
        return self._renderer.pid

    def read(self) -> Frame | None:
        """Return a picture, or None if nothing has changed.

        Raise `CameraLost` if that fault is switched on, or if the rendering process has ended.
        """
        seen_s = time.monotonic()  # Whatever moves after this is not in the picture.
        state, version = self._table.snapshot()
        if state.faults.get("camera_lost"):
            raise CameraLost("table.camera.lost", camera=self.name)
        try:
            return self._read(state, version, seen_s)
        except ChildGone as error:
            raise CameraLost("table.camera.lost", camera=self.name) from error

    def _read(self, state: TableState, version: int, seen_s: float) -> Frame | None:
        seen, times = self._seen
        if self._rests and seen == version and times >= FRAMES_A_SCENE:
            return None
        time.sleep(max(0.0, self._at_s + PACE_S - time.monotonic()))
        self._at_s = time.monotonic()
        if self._table.spread is not self._spread:
            self._renderer.close()
            self._spread = self._table.spread
            self._renderer = self._new_renderer()
        self._seen = (version, times + 1 if seen == version else 1)
        self._number += 1
        return Frame(self._renderer.picture(self._shot(state)), seen_s)

    def meter(self) -> None:
        """Do nothing: there is no real light to measure."""

    def close(self) -> None:
        """End the rendering process."""
        self._renderer.close()

    def _new_renderer(self) -> RenderProcess:
        """Return a process that renders the current mats and has all of them in view.

        The camera starts a new process whenever the mats change. This frees up to 150 MB of
        drawings that the old process held.
        """
        return RenderProcess(self._size, [laid.mat for laid in self._spread.placed])

    def _shot(self, state: TableState) -> Shot:
        cards = tuple(
            PlacedCard(state.deck, p.card, p.x_mm, p.y_mm, p.turn_deg, p.face_up)
            for p in (*state.placed, *self._table.tops(state))
        )
        faults = {name for name, on in state.faults.items() if on}
        scene, light, lens = with_faults(
            Scene(cards), Light(), Lens(), faults, self._spread.size_mm
        )
        return Shot(scene, light, lens, self._number)
