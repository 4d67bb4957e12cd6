"""What the process that renders is asked: plain values, which go through a connection."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vision.mat import Mat
from vision.synthetic.scene import Lens, Light, Scene

K1 = -0.03  # of the camera's lens, at half the picture's width


@dataclass(frozen=True)
class Setup:
    """The mats that the camera hangs over, as they are set out; `shelves` are where decks are."""

    mats: tuple[Mat, ...]
    size: tuple[int, int]
    shelves: tuple[Path, ...]


@dataclass(frozen=True)
class Shot:
    """Take a picture: the only thing that is answered, unless something fails."""

    scene: Scene
    light: Light
    lens: Lens
    seed: int


@dataclass(frozen=True)
class Print:
    """Print a card, so that it is there when it is laid down."""

    deck: str
    card: str


RenderRequest = Shot | Print
