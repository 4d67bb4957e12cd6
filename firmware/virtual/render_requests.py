"""Requests to the rendering process. They are plain values, so they can go through a connection."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vision.mat import Mat
from vision.synthetic.scene import Lens, Light, Scene

K1 = -0.03  # Maximum lens distortion, at half the picture's width.


@dataclass(frozen=True)
class Setup:
    """The mats in view, the size of the pictures, and the folders (`shelves`) of the decks."""

    mats: tuple[Mat, ...]
    size: tuple[int, int]
    shelves: tuple[Path, ...]


@dataclass(frozen=True)
class Shot:
    """Requests a picture. It is always answered; other requests are answered only if they fail."""

    scene: Scene
    light: Light
    lens: Lens
    seed: int


@dataclass(frozen=True)
class Print:
    """Requests the drawing of a card, so that it is ready when the card is laid down."""

    deck: str
    card: str


RenderRequest = Shot | Print
