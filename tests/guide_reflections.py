"""Where a lamp must hang so that the camera does not see its reflection in the mat.

A mat reflects a lamp at the place where the lines to the lens and to the lamp are equally steep.
The lens looks straight down at the mat's middle. Lengths are in mm; heights are above the mat.
"""

from __future__ import annotations

CEILING_MM = 1650.0  # A ceiling of 2.4 m over a table of 75 cm. A higher one reflects farther.
BESIDE_MM = 300.0  # Height of the lamps beside the table.


def least_away_mm(half_mm: float, lamp_mm: float, lens_mm: float) -> float:
    """Return the least distance of a lamp whose reflection is beyond a mat's rim.

    `half_mm` is the distance of the rim from the mat's middle, `lamp_mm` and `lens_mm` are heights.
    """
    return half_mm * (lens_mm + lamp_mm) / lens_mm
