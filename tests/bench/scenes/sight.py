"""How a camera sees a table at an instant: its lens and shutter, and what the light does just then.

A `Sight` is data. `hardships` makes one harder as time goes on, `effects` and `film` render it.
Places are on the table, in mm, as in a scene.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.synthetic.scene import Glare, Lens, Sheen

STILL = Lens()


@dataclass(frozen=True)
class Bands:
    """A lamp's flicker under a rolling shutter: rows brighter and darker by `depth` (0 to 1).

    In a picture that is turned by software rows run `lean_deg` askew. A lamp that is not the only
    light flickers most at one side of the picture, `near_deg` (0 right, 90 below).
    """

    depth: float
    cycles: float  # bands in a frame's height
    phase: float
    lean_deg: float = 0.0
    near_deg: float | None = None


@dataclass(frozen=True)
class Shade:
    """The soft shadow of a head that is bent over the table; `depth` is the light it takes."""

    x_mm: float
    y_mm: float
    radius_mm: float
    depth: float


@dataclass(frozen=True)
class Moire:
    """Fringes where fine print beats with the sensor's grid: `depth` in grey levels, each colour's
    beside the others'."""

    depth: float
    period_px: float
    turn_deg: float
    phase: float


@dataclass(frozen=True)
class Shutter:
    """How long a row is exposed, and how long after the first the last row is: what moves smears
    and leans."""

    exposure_s: float = 0.0
    readout_s: float = 0.0


WHOLE = Shutter()  # that takes all of the frame at once


@dataclass(frozen=True)
class Sight:
    """How the camera sees, and what the light does.

    `gain` multiplies blue, green and red; `turn_deg` is how far the camera was pushed round: to
    the side, down and about its axis; `zoom` how much larger all is than in focus.
    """

    lens: Lens = STILL
    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    turn_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)
    zoom: float = 1.0
    bands: Bands | None = None
    shades: tuple[Shade, ...] = ()
    glares: tuple[Glare, ...] = ()
    sheens: tuple[Sheen, ...] = ()
    moire: Moire | None = None
    shutter: Shutter = WHOLE


PLAIN = Sight()
