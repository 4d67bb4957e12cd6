"""The camera's arm as numbers: how high and far it reaches, and how much it bends.

The post stands in a foot that is clamped to the table's far edge; an elbow slides on it, and the
boom lies on the elbow. Millimetres, newtons, seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sqrt

from hardware.enclosure.measures import Measures, Pair, Stock

GRAVITY = 9.81  # newtons a kilogram
CAMERA_KG = 0.06  # the camera, its plates and screws, and half of its cable
PUSH_N = 1.0  # a finger against the camera


@dataclass(frozen=True, kw_only=True)
class Bend:
    """What an arm of a stock does: it sags by its own weight, is pushed aside, and swings."""

    sags_mm: float
    pushed_mm: float
    swings_hz: float


@dataclass(frozen=True)
class Arm:
    """The arm of some measures."""

    measures: Measures

    @property
    def bore(self) -> float:
        """Return the inner width of what goes round the stock."""
        return self.measures.arm.stock_mm + 2 * self.measures.printed.clearance_mm

    @property
    def outer(self) -> float:
        """Return the outer width of a sleeve."""
        return self.bore + 2 * self.measures.arm.wall_mm

    @property
    def lens_below(self) -> float:
        """Return how far the lens's front is below the boom's lower side."""
        arm, camera = self.measures.arm, self.measures.camera
        return arm.plate_mm + camera.lift_mm + camera.deep_mm

    @property
    def lens_heights(self) -> Pair:
        """Return the least and most height of the lens above the table, by the elbow's place."""
        arm = self.measures.arm
        least = arm.foot_floor_mm + arm.foot_socket_mm + arm.sleeve_mm + arm.plate_mm
        return (least - self.lens_below, arm.foot_floor_mm + arm.post_mm - self.lens_below)

    @property
    def reaches(self) -> Pair:
        """Return the least and most way from the post's middle to the lens, along the boom."""
        arm = self.measures.arm
        half = arm.cap_mm / 2
        return (arm.stock_mm / 2 + half + half, arm.boom_mm - 2 * half)

    def cap_holes(self) -> tuple[Pair, ...]:
        """Return the screws' middles, from the middle of a plate across the boom and along it."""
        arm, screw = self.measures.arm, self.measures.screws["m4"]
        across = self.bore / 2 + screw.through_mm / 2
        return tuple((a * across, b * arm.cap_screws_mm / 2) for a in (-1, 1) for b in (-1, 1))

    @property
    def cap_size(self) -> Pair:
        """Return the size of a plate, across the boom and along it."""
        across = self.cap_holes()[-1][0] + self.measures.arm.rim_mm
        return (2 * across, self.measures.arm.cap_mm)

    def camera_posts(self) -> tuple[Pair, ...]:
        """Return the middles of the camera's posts from the lens, which is the plate's middle."""
        camera = self.measures.camera
        return tuple((x - camera.lens_mm[0], camera.lens_mm[1] - y) for x, y in camera.holes_mm)

    def bend(self, stock: Stock, height_mm: float, reach_mm: float) -> Bend:
        """Return what the arm does with its lens so high and so far out; its joints are stiff."""
        high, far = height_mm + self.lens_below, reach_mm + self.measures.arm.cap_mm / 2
        area = self.measures.arm.stock_mm**2 - stock.bore_mm**2
        stiff = stock.e_gpa * 1e3 * (self.measures.arm.stock_mm**4 - stock.bore_mm**4) / 12  # N mm²
        kg_per_mm = area * stock.grams_per_cm3 * 1e-6
        own, tip = kg_per_mm * GRAVITY, CAMERA_KG * GRAVITY
        droop = own * far**4 / (8 * stiff) + tip * far**3 / (3 * stiff)
        lean = (own * far**2 / 2 + tip * far) * high / stiff  # radians, at the post's top
        aside = PUSH_N * high**3 / (3 * stiff)
        box = self.measures.box  # at its place on the post it moves less than the top, squared
        at = min(1.0, box.up_mm / high)
        box_kg = box.weighs_g / 1e3 * ((3 * at**2 - at**3) / 2) ** 2
        moved_kg = 0.24 * kg_per_mm * high + kg_per_mm * far + CAMERA_KG + box_kg
        swings = sqrt(PUSH_N / aside * 1e3 / moved_kg) / (2 * pi)
        return Bend(sags_mm=droop + lean * far, pushed_mm=aside, swings_hz=swings)
