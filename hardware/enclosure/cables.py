"""Compute the lengths of the camera's ribbon and of the wire to each seat.

The box hangs on the arm's post below the elbow. Its openings face down, and the slot for the ribbon
is at its upper end. Places on the table are in mm from the middle of the mat, and y points to the
far edge.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.enclosure.arm import Arm
from hardware.enclosure.measures import Measures, Pair
from hardware.enclosure.plan import Box, cup_high

TABLE_MM = (1400.0, 860.0)
MAT_MM = (594.0, 420.0)
CUPS_MM = ((-150, -345), (-500, -90), (-150, 330), (150, 330), (500, -90), (150, -345))


@dataclass(frozen=True)
class CableLengths:
    """The cable lengths for the given measures, from end to end and with slack."""

    measures: Measures

    @property
    def post_at(self) -> Pair:
        """Return the position of the post; the boom reaches over the middle of the mat."""
        return (-self.measures.arm.aside_mm, TABLE_MM[1] / 2 - self.measures.arm.foot_mm[1] / 2)

    def box_heights_mm(self, height_mm: float) -> Pair:
        """Return the heights of the box's lower and upper ends, for a height of the lens."""
        arm, long = self.measures.arm, Box(self.measures).outer[1]
        elbow = height_mm + Arm(self.measures).lens_below - arm.plate_mm - arm.sleeve_mm
        up = min(self.measures.box.up_mm, elbow - long)
        return (up, up + long)

    def ribbon_mm(self, height_mm: float, reach_mm: float) -> float:
        """Return the length of the ribbon from the lens to the Pi.

        `height_mm` is the height of the lens, and `reach_mm` its distance from the post.
        """
        below = self.measures.printed.wall_mm + Box(self.measures).ribbon_at[1]
        slot = self.box_heights_mm(height_mm)[1] - below
        down = height_mm + Arm(self.measures).lens_below - slot
        return reach_mm + down + self.measures.cables.slack_mm

    def wire_mm(self, seat: int) -> float:
        """Return the length of a seat's wire.

        The wire runs from the box down the post and around the mat.
        """
        cables, (x, y) = self.measures.cables, CUPS_MM[seat % len(CUPS_MM)]
        foot = self.post_at
        beside = MAT_MM[0] / 2 + cables.beside_mm
        if y > MAT_MM[1] / 2:
            along = abs(x - foot[0])
        else:  # The wire goes around one corner of the mat, or two if opposite the post.
            sides = (side for side in (-beside, beside) if abs(x) < beside or side * x > 0)
            along = min(abs(side - foot[0]) + abs(side - x) for side in sides)
        up = self.measures.box.up_mm - cup_high(self.measures) / 2
        return up + along + abs(foot[1] - y) + cables.slack_mm
