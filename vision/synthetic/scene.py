"""Describe what a rendered picture shows: cards on a table, the light and the lens.

Coordinates are millimetres on the table, with the origin at the mat's top left corner, x right and
y down as seen from above. Turns are clockwise as seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.reading import Corners, Image

WEAR = 0.1  # Wear of a card that has been used.
MAT, DARK_WOOD, LIGHT_WOOD = "mat", "dark_wood", "light_wood"


Window = tuple[slice, slice]  # Rows and columns of a picture.


@dataclass(frozen=True)
class PlacedCard:
    """A card on the table: its centre, its turn and its wear.

    `curl_mm` is how high the middle of the card is raised along its height. `wear` is from 0 (new)
    to 1 (ruined). Copies of a card differ a little in print and wear.
    """

    deck: str
    card: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    face_up: bool = True
    curl_mm: float = 0.0
    wear: float = WEAR
    copy: int = 0


@dataclass(frozen=True)
class Hand:
    """A hand: the tip of its middle finger, and the direction of its arm (0 right, 90 below).

    `skin` can also be the colour of a glove. `round_` is the strength of the shading towards the
    edges, from 0 (light from all around) to 1.
    """

    x_mm: float
    y_mm: float
    from_deg: float = 90.0
    size: float = 1.0
    skin: str = "#b98263"
    sleeve: str = "#3a4660"
    round_: float = 0.45


@dataclass(frozen=True)
class Scene:
    """Cards on a table in the order in which they were laid, later ones on top, and hands."""

    cards: tuple[PlacedCard, ...] = ()
    table: str = MAT
    hands: tuple[Hand, ...] = ()


@dataclass(frozen=True)
class Shadow:
    """A shadow beyond a straight edge through a point.

    The shadow is to the left of the direction `turn_deg`.
    """

    x_mm: float
    y_mm: float
    turn_deg: float
    depth: float = 0.5  # Share of the light that is lost.
    soft_mm: float = 8.0


@dataclass(frozen=True)
class Glare:
    """A lamp's reflection."""

    x_mm: float
    y_mm: float
    radius_mm: float = 60.0
    strength: float = 0.8


@dataclass(frozen=True)
class Light:
    """The light on the table.

    `cast` multiplies blue, green and red separately, `exposure` all three.
    """

    exposure: float = 1.0
    gradient: float = 0.15  # One side is darker by this share.
    gradient_deg: float = 30.0
    cast: tuple[float, float, float] = (0.96, 1.0, 1.02)
    shadows: tuple[Shadow, ...] = ()
    glares: tuple[Glare, ...] = ()


@dataclass(frozen=True)
class Lens:
    """The camera's effects: blur in pixels, and noise in grey levels."""

    blur_px: float = 0.5
    noise: float = 2.0


@dataclass(frozen=True)
class CardTruth:
    """The true place of a rendered card: TL, TR, BR, BL of the upright card in pixels.

    `visible` is the share of it that is in the picture and not covered.
    """

    deck: str
    card: str
    face_up: bool
    corners: Corners
    visible: float
    place_mm: tuple[float, float]
    turn_deg: float


@dataclass(frozen=True)
class Frame:
    """A rendered picture and the true places of its cards."""

    image: Image
    truth: tuple[CardTruth, ...]


FAULTS = ("shadow", "glare", "blur", "hand", "dark")


def with_faults(
    scene: Scene, light: Light, lens: Lens, faults: set[str], size_mm: tuple[float, float]
) -> tuple[Scene, Light, Lens]:
    width, height = size_mm
    if "shadow" in faults:
        light = replace(light, shadows=(Shadow(width * 0.5, height * 0.5, 65, 0.55, 12),))
    if "glare" in faults:
        light = replace(light, glares=(Glare(width * 0.42, height * 0.45, 85, 1.1),))
    if "dark" in faults:
        light = replace(light, exposure=0.16)
        lens = replace(lens, noise=6.0)
    if "blur" in faults:
        lens = replace(lens, blur_px=5.0)
    if "hand" in faults:
        hand = Hand(width * 0.52, height * 0.36, 78)
        scene = replace(scene, hands=(*scene.hands, hand))
    return scene, light, lens
