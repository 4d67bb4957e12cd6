"""Render a virtual table's pictures in the test's own process.

A process for each table would start an interpreter, and print every card again.
"""

from __future__ import annotations

from collections.abc import Sequence

from firmware.virtual.rendering import camera
from firmware.virtual.rendering.process import K1, Shot
from vision.mat import Mat
from vision.reading import Image
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press

PRESS = Press(kept=60)  # of all tables, 1.7 MB a print


class RenderHere:
    """Does what a `RenderProcess` does, without a process."""

    pid = 0

    def __init__(self, size: tuple[int, int], mats: Sequence[Mat]) -> None:
        spread = Spread.side_by_side(mats)
        above = PinholeCamera.above(spread.size_mm, *size, tilt_deg=5.0, roll_deg=1.5, k1=K1)
        self._renderer = Renderer(above, spread, PRESS)

    def picture(self, shot: Shot) -> Image:
        """Return a picture. Raise `RuntimeError` if it cannot be rendered."""
        try:
            image = self._renderer.render(shot.scene, shot.light, shot.lens, seed=shot.seed).image
        except Exception as error:
            raise RuntimeError(f"{type(error).__name__}: {error}") from error
        return image

    def close(self) -> None:
        """Nothing is to end."""


def render_here() -> None:
    """Let all tables of this process render here."""
    camera.RenderProcess = RenderHere  # type: ignore[assignment, attr-defined]
