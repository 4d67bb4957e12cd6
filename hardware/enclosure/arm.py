"""Compute the camera arm: its reach, its height and how much it bends.

The post stands in a foot that is clamped to the far edge of the table. An elbow slides on the post
and carries the boom. Units are millimetres, newtons and seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt

from hardware.enclosure.measures import Measures, Pair, Stock

GRAVITY = 9.81  # Newtons per kilogram.
CAMERA_KG = 0.06  # The camera, plates, screws and half of the cable together.
PUSH_N = 1.0  # A finger pushes the camera with this force.


@dataclass(frozen=True, kw_only=True)
class Bend:
    """How far an arm sags, how far a push moves it, and how fast it swings, for a given stock."""

    sags_mm: float
    pushed_mm: float
    swings_hz: float


@dataclass(frozen=True)
class Arm:
    """The camera arm, computed from the measures."""

    measures: Measures

    @property
    def bore(self) -> float:
        """Return the inner width of the sleeves that hold the stock."""
        return self.measures.arm.stock_mm + 2 * self.measures.printed.clearance_mm

    @property
    def outer(self) -> float:
        """Return the outer width of a sleeve."""
        return self.bore + 2 * self.measures.arm.wall_mm

    @property
    def lens_below(self) -> float:
        """Return the distance from the boom's lower side down to the front of the lens."""
        arm, camera = self.measures.arm, self.measures.camera
        return arm.plate_mm + camera.lift_mm + camera.deep_mm

    @property
    def lens_heights(self) -> Pair:
        """Return the lowest and highest lens position above the table."""
        arm = self.measures.arm
        least = arm.foot_floor_mm + arm.foot_socket_mm + arm.sleeve_mm + arm.plate_mm
        return (least - self.lens_below, arm.foot_floor_mm + arm.post_mm - self.lens_below)

    @property
    def reaches(self) -> Pair:
        """Return the shortest and the longest distance along the boom from the post to the lens.

        The distance is measured from the post's middle.
        """
        arm = self.measures.arm
        half = arm.cap_mm / 2
        return (arm.stock_mm / 2 + half + half, arm.boom_mm - 2 * half)

    def cap_holes(self) -> tuple[Pair, ...]:
        """Return the screw positions from the middle of a plate, across and along the boom."""
        arm, screw = self.measures.arm, self.measures.screws["m4"]
        across = self.bore / 2 + screw.through_mm / 2
        return tuple((a * across, b * arm.cap_screws_mm / 2) for a in (-1, 1) for b in (-1, 1))

    @property
    def cap_size(self) -> Pair:
        """Return the size of a plate, across and along the boom."""
        across = self.cap_holes()[-1][0] + self.measures.arm.rim_mm
        return (2 * across, self.measures.arm.cap_mm)

    def camera_posts(self) -> tuple[Pair, ...]:
        """Return the middles of the camera's posts, measured from the lens (the plate's middle)."""
        camera = self.measures.camera
        return tuple((x - camera.lens_mm[0], camera.lens_mm[1] - y) for x, y in camera.holes_mm)

    def bend(
        self, stock: Stock, height_mm: float, reach_mm: float, box_mm: float | None = None
    ) -> Bend:
        """Return how an arm with stiff joints bends, with the lens at this height and reach.

        `box_mm` is the distance of the box from the post if it hangs on the boom.
        """
        high, far = height_mm + self.lens_below, reach_mm + self.measures.arm.cap_mm / 2
        area = self.measures.arm.stock_mm**2 - stock.bore_mm**2
        stiff = stock.e_gpa * 1e3 * (self.measures.arm.stock_mm**4 - stock.bore_mm**4) / 12  # N mm²
        kg_per_mm = area * stock.grams_per_cm3 * 1e-6
        own, tip = kg_per_mm * GRAVITY, CAMERA_KG * GRAVITY
        droop = own * far**4 / (8 * stiff) + tip * far**3 / (3 * stiff)
        turns = own * far**2 / 2 + tip * far
        if box_mm is not None:
            weight = self.measures.box.weighs_g / 1e3 * GRAVITY
            droop += weight * box_mm**2 * (3 * far - box_mm) / (6 * stiff)
            turns += weight * box_mm
        lean = turns * high / stiff  # In radians, at the top of the post.
        aside = PUSH_N * high**3 / (3 * stiff)
        # The box hangs lower on the post and moves less than the top, so its mass counts by the
        # square of the ratio of the two movements.
        box = self.measures.box
        at = min(1.0, box.up_mm / high) if box_mm is None else 1.0
        box_kg = box.weighs_g / 1e3 * ((3 * at**2 - at**3) / 2) ** 2
        moved_kg = 0.24 * kg_per_mm * high + kg_per_mm * far + CAMERA_KG + box_kg
        swings = sqrt(PUSH_N / aside * 1e3 / moved_kg) / (2 * pi)
        return Bend(sags_mm=droop + lean * far, pushed_mm=aside, swings_hz=swings)
