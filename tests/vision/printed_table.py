"""A table with cards of a deck that a test has drawn."""

from __future__ import annotations

from collections.abc import Sequence

from vision.mat import Mat
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Frame, Lens, Light, PlacedCard, Scene


def table(
    press: Press,
    cards: Sequence[PlacedCard],
    surface: str,
    seed: int,
    on: Mat,
    *,
    tilt_deg: float = 15.0,
    size: tuple[int, int] = (1920, 1080),
) -> Frame:
    """Return a picture of cards that a press has printed, on a table."""
    camera = PinholeCamera.above(on.size_mm, *size, tilt_deg=tilt_deg, roll_deg=seed % 5 - 2.0)
    renderer = Renderer(camera, on, press, seed)
    return renderer.render(Scene(tuple(cards), surface), Light(gradient=0.2), Lens(noise=3.0), seed)
