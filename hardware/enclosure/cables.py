"""Compute the lengths of the camera's ribbon and of the wire to each seat, for any mat.

On the arm's post, the box's openings face down, and the slot for the ribbon is at its upper end. On
the boom, its openings face the post, and the slot is at the end near the camera. Places on the
table are in mm from the middle of the mat, and y points to the far edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from hardware.enclosure.arm import Arm
from hardware.enclosure.measures import Measures, Pair
from hardware.enclosure.plan import Box, cup_high

MAT_MM = (594.0, 420.0)
# Table that a mat needs in all: cups, elbows and the arm's foot are beside it.
BESIDE_MM = (806.0, 440.0)
TABLE_MM = (MAT_MM[0] + BESIDE_MM[0], MAT_MM[1] + BESIDE_MM[1])
# The six cups of an A2 mat.
CUPS_MM = ((-150, -345), (-500, -90), (-150, 330), (150, 330), (500, -90), (150, -345))
MARGIN_MM = 80.0  # The camera sees this much around the mat; the foot must stand outside.


class Hung(Enum):
    """The place of the box."""

    POST = auto()  # At `box.up` on the post, or below the elbow if that is lower: short wires.
    ELBOW = auto()  # Right below the elbow, for a short ribbon.
    BOOM = auto()  # On the boom, beside the elbow's cap: a short ribbon for every mat.


@dataclass(frozen=True)
class CableLengths:
    """The cable lengths for a mat of `mat_mm`, from end to end and with slack."""

    measures: Measures
    mat_mm: Pair = MAT_MM
    hung: Hung = Hung.POST

    @property
    def least_reach_mm(self) -> float:
        """Return the distance from lens to post at which the foot is beside the picture."""
        return self.mat_mm[1] / 2 + MARGIN_MM + self.measures.arm.foot_mm[1] / 2

    @property
    def post_at(self) -> Pair:
        """Return the position of the post; the boom reaches over the middle of the mat."""
        deep = self.mat_mm[1] + BESIDE_MM[1]
        return (-self.measures.arm.aside_mm, deep / 2 - self.measures.arm.foot_mm[1] / 2)

    @property
    def cups_mm(self) -> tuple[Pair, ...]:
        """Return the places of the six cups: as far beside this mat as beside an A2 mat."""
        wide, deep = ((mine - a2) / 2 for mine, a2 in zip(self.mat_mm, MAT_MM, strict=True))
        return tuple(
            (x + (wide if x > 0 else -wide) * (abs(x) > MAT_MM[0] / 2), y)
            if abs(x) > MAT_MM[0] / 2
            else (x * self.mat_mm[0] / MAT_MM[0], y + (deep if y > 0 else -deep))
            for x, y in CUPS_MM
        )

    def box_heights_mm(self, height_mm: float) -> Pair:
        """Return the heights of the lower and upper ends of a box on the post.

        `height_mm` is the height of the lens.
        """
        arm, long = self.measures.arm, Box(self.measures).outer[1]
        up = height_mm + Arm(self.measures).lens_below - arm.plate_mm - arm.sleeve_mm - long
        if self.hung is Hung.POST:
            up = min(self.measures.box.up_mm, up)
        return (up, up + long)

    def ribbon_mm(self, height_mm: float, reach_mm: float) -> float:
        """Return the length of the ribbon from the lens to the Pi.

        `height_mm` is the height of the lens, and `reach_mm` its distance from the post.
        """
        below = self.measures.printed.wall_mm + Box(self.measures).ribbon_at[1]
        slack, lens_below = self.measures.cables.ribbon_slack_mm, Arm(self.measures).lens_below
        if self.hung is Hung.BOOM:
            along = abs(reach_mm - (self.box_along_mm[1] - below))
            return (
                along
                + Box(self.measures).outer[2]
                + self.measures.arm.stock_mm
                + lens_below
                + slack
            )
        slot = self.box_heights_mm(height_mm)[1] - below
        return reach_mm + (height_mm + lens_below - slot) + slack

    @property
    def box_along_mm(self) -> Pair:
        """Return how far both ends of a box on the boom are from the post's middle."""
        near = self.measures.arm.cap_mm / 2 + self.measures.box.ear_mm[1]
        return (near, near + Box(self.measures).outer[1])

    def down_mm(self, height_mm: float) -> float:
        """Return the length of a cable from the box down to the table, for a height of the lens."""
        if self.hung is Hung.BOOM:
            up = height_mm + Arm(self.measures).lens_below + self.measures.arm.stock_mm
            return up + self.box_along_mm[0]
        return self.box_heights_mm(height_mm)[0]

    def power_mm(self, height_mm: float) -> float:
        """Return the length of the Pi's power cable down to the table, for a height of the lens.

        Its socket is at the end of the box with the ribbon.
        """
        near, far = self.box_along_mm
        if self.hung is Hung.BOOM:
            return self.down_mm(height_mm) + far - near
        return self.box_heights_mm(height_mm)[1]

    def wire_mm(self, seat: int, height_mm: float) -> float:
        """Return the length of a seat's wire, with the lens at a height.

        The wire runs from the box down the post and around the mat.
        """
        cables, (x, y) = self.measures.cables, self.cups_mm[seat % len(CUPS_MM)]
        foot = self.post_at
        beside = self.mat_mm[0] / 2 + cables.beside_mm
        if y > self.mat_mm[1] / 2:
            along = abs(x - foot[0])
        else:  # The wire goes around one corner of the mat, or two if opposite the post.
            sides = (side for side in (-beside, beside) if abs(x) < beside or side * x > 0)
            along = min(abs(side - foot[0]) + abs(side - x) for side in sides)
        up = self.down_mm(height_mm) - cup_high(self.measures) / 2
        return up + along + abs(foot[1] - y) + cables.slack_mm

    def longest_wire_mm(self, height_mm: float) -> float:
        """Return the length of the wire to the farthest seat."""
        return max(self.wire_mm(seat, height_mm) for seat in range(len(CUPS_MM)))
