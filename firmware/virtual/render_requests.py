"""Requests to the rendering process: plain values that go through a connection."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vision.mat import Mat
from vision.synthetic.scene import Lens, Light, Scene

K1 = -0.03  # the most lens distortion, in pixels at half the picture's width


@dataclass(frozen=True)
class Setup:
    """The mats in view, the picture size, and the `shelves` on which decks are found."""

    mats: tuple[Mat, ...]
    size: tuple[int, int]
    shelves: tuple[Path, ...]


@dataclass(frozen=True)
class Shot:
    """Take a picture. Other requests get an answer only if they fail."""

    scene: Scene
    light: Light
    lens: Lens
    seed: int


@dataclass(frozen=True)
class Print:
    """Print a card, so that it is ready when it is laid down."""

    deck: str
    card: str


RenderRequest = Shot | Print
