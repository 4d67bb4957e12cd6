"""The cup for a seat's button, printed upside down, and its bottom."""

from __future__ import annotations

from math import cos, radians, sin

from build123d import Axis, Circle, Polygon, Pos, Rectangle, Rot, chamfer, extrude

from hardware.cad.shapes import OVER, SCREW_MM, Solid, pin, rod, rods, subtract, union
from hardware.enclosure.measures import Measures
from hardware.enclosure.plan import cup_screws

EDGE_MM = 1.5


def cup(m: Measures, seat: int) -> Solid:
    """Return a seat's cup, with its symbol engraved next to the button. The top is at z 0."""
    plate, deep, across = m.cup.plate_mm, m.button.depth_mm, m.cup.across_mm
    body = rod(0, 0, across, (-plate - deep, 0.0))
    body = chamfer(body.edges().group_by(Axis.Z)[-1], EDGE_MM)
    body = subtract(
        body, [rod(0, 0, across - 2 * m.printed.wall_mm, (-plate - deep - OVER, -plate))]
    )
    inside = rod(0, 0, across - m.printed.wall_mm, (-plate - deep, -plate))
    posts = [
        post & inside for post in rods(cup_screws(m), m.box.post_mm, (-plate - deep, -plate + 0.1))
    ]
    body = union([body, *posts])
    cuts = [rod(0, 0, m.button.hole_mm + 2 * m.printed.clearance_mm, (-plate - OVER, OVER))]
    low = -plate - deep
    cuts += rods(cup_screws(m), m.lid_screw.pilot_mm, (low - OVER, low + SCREW_MM))
    cable = (0.0, -across / 2, -plate - deep + m.cup.cable_mm)
    cuts.append(pin(cable, m.cup.cable_mm, 4 * m.printed.wall_mm, "y"))
    out = (m.button.bezel_mm + across) / 4
    mark = extrude(_symbol(seat, m.cup.symbol_mm), m.cup.engraved_mm + OVER)
    cuts.append(Pos(0, out, -m.cup.engraved_mm) * mark)
    return subtract(body, cuts)


def bottom(m: Measures) -> Solid:
    """Return the bottom, which is the same for all seats."""
    low = -m.cup.plate_mm - m.button.depth_mm - m.printed.floor_mm
    body = rod(0, 0, m.cup.across_mm, (low, low + m.printed.floor_mm))
    z = (low - OVER, low + 2 * m.printed.floor_mm)
    return subtract(body, rods(cup_screws(m), m.lid_screw.through_mm, z))


def _symbol(seat: int, size: float) -> Solid:
    """Return a seat's symbol, the same shape as on the mat and on the pages."""
    half = size / 2
    match seat:
        case 0:
            return Circle(half * 0.92)
        case 1:
            return Polygon((-half, -half * 0.75), (half, -half * 0.75), (0, half), align=None)
        case 2:
            return Rectangle(size * 0.84, size * 0.84)
        case 3:
            return Rot(0, 0, 45) * Rectangle(size * 0.76, size * 0.76)
        case 4:
            turns = [(90 + 36 * n, half * (1.1 if n % 2 == 0 else 0.48)) for n in range(10)]
            points = [(r * cos(radians(a)), r * sin(radians(a))) for a, r in turns]
            return Polygon(*points, align=None)
        case _:
            return Rectangle(size, size * 0.36) + Rectangle(size * 0.36, size)
