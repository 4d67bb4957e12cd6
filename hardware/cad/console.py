"""The console's case, printed face down, and its back with the feet that tilt it."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin, tan

from build123d import Pos

from hardware.cad.shapes import (
    OVER,
    SCREW_MM,
    Solid,
    block,
    rod,
    rods,
    slab,
    square,
    subtract,
    union,
    wedge,
)
from hardware.enclosure.plan import Console

RING_MM = 1.8  # Thickness of the ring that holds the buzzer.
FOOT_MM = 8.0
SOUND_MM = 3.8  # Distance between neighbouring sound holes.


def case(plan: Console) -> Solid:
    """Return the case, with its face at z 0 and the middle of the face at x, y 0."""
    m = plan.measures
    plate, low = m.console.plate_mm, -m.console.plate_mm - m.console.inner_high_mm
    pilot = m.screws[plan.display.screw].pilot_mm
    around = pilot + 2 * m.printed.least_wall_mm
    face = (-plate - plan.display.lift_mm, -plate)  # The z range of the display's posts.
    posts = [square(at, m.box.post_mm / 2, (low, -plate)) for at in plan.posts()]
    posts += rods(plan.display_holes(), around, face)
    cuts = rods(plan.display_holes(), pilot, (face[0] - OVER, -m.printed.least_wall_mm))
    cuts += rods(plan.posts(), m.lid_screw.pilot_mm, (low - OVER, low + SCREW_MM))
    return subtract(union([_shell(plan, low), *posts, _ring(plan)]), [*cuts, *_openings(plan, low)])


def _shell(plan: Console, low: float) -> Solid:
    """Return the face and the walls down to `low`."""
    m = plan.measures
    (wide, high), wall, corner = m.console.size_mm, m.printed.wall_mm, m.printed.corner_mm
    inner, deep = (wide - 2 * wall, high - 2 * wall), m.console.inner_high_mm + OVER
    hollow = slab(inner, deep, corner - wall, (0, 0, low - OVER))
    return subtract(slab((wide, high), -low, corner, (0, 0, low)), [hollow])


def _ring(plan: Console) -> Solid:
    """Return the ring that holds the buzzer."""
    m, (x, y) = plan.measures, plan.measures.console.buzzer_at_mm
    top, low = -m.console.plate_mm, -m.console.plate_mm - m.buzzer.ring_mm
    hole = m.buzzer.across_mm + 2 * m.printed.clearance_mm
    return subtract(rod(x, y, hole + 2 * RING_MM, (low, top)), [rod(x, y, hole, (low - OVER, top))])


def _openings(plan: Console, low: float) -> Iterator[Solid]:
    """Yield the cuts for the display, the knob, the sound and the cable."""
    m, plate = plan.measures, plan.measures.console.plate_mm
    left, up = m.console.display_at_mm
    window = (left, up + plan.display.window_up_mm, -2 * plate)
    yield slab(plan.display.window_mm, 4 * plate, 1.0, window)
    yield rod(*m.console.knob_at_mm, m.knob.hole_mm, (-plate - OVER, OVER))
    x, y = m.console.buzzer_at_mm
    for out, turn in ((0.0, 0.0), *((SOUND_MM, 60.0 * n) for n in range(6))):
        place = (x + out * cos(radians(turn)), y + out * sin(radians(turn)))
        yield rod(*place, m.buzzer.sound_mm, (-plate - OVER, OVER))
    (cable, up_to), high = m.console.cable_mm, m.console.size_mm[1]
    along = (high / 2 - 2 * m.printed.wall_mm, high / 2 + 1)
    yield block((-cable / 2, cable / 2), along, (low - 1, low + up_to))


def back(plan: Console) -> Solid:
    """Return the back, with two feet that tilt the case towards the reader."""
    m = plan.measures
    wide, high = m.console.size_mm
    top = -m.console.plate_mm - m.console.inner_high_mm
    low = top - m.printed.floor_mm
    plate = slab((wide, high), m.printed.floor_mm, m.printed.corner_mm, (0, 0, low))
    near, far = -high / 2 + m.printed.corner_mm, high / 2 - m.printed.corner_mm
    rise = (far - near) * tan(radians(m.console.tilt_deg))
    sine, cosine = sin(radians(m.console.tilt_deg)), cos(radians(m.console.tilt_deg))
    end = (far - rise * cosine * sine, low - rise * cosine**2)  # The foot has its right angle here.
    outline = [(near, low + 0.1), (far, low + 0.1), (far, low), end, (near, low - 1e-3)]
    feet = [Pos(a * wide * 0.3, 0, 0) * wedge(outline, FOOT_MM, "x") for a in (-1, 1)]
    holes = rods(plan.posts(), m.lid_screw.through_mm, (low - OVER, top + OVER))
    return subtract(union([plate, *feet]), holes)
