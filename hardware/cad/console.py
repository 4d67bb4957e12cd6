"""The console's case, printed face down, and its back with the feet that tilt it."""

from __future__ import annotations

from math import cos, radians, sin, tan

from build123d import Pos

from hardware.cad.shapes import OVER, Solid, block, rod, slab, subtract, union, wedge
from hardware.enclosure.plan import Console

RING_MM = 1.8  # Thickness of the ring that holds the buzzer.
FOOT_MM = 8.0
SOUND_MM = 3.8  # Distance between neighbouring sound holes.


def case(plan: Console) -> Solid:
    """Return the case, with its face at z 0 and the middle of the face at x, y 0."""
    m = plan.measures
    (wide, high), plate, wall = m.console.size_mm, m.console.plate_mm, m.printed.wall_mm
    low = -plate - m.console.inner_high_mm
    body = slab((wide, high), -low, m.printed.corner_mm, (0, 0, low))
    inner = (wide - 2 * wall, high - 2 * wall)
    body = subtract(
        body,
        [
            slab(
                inner,
                m.console.inner_high_mm + OVER,
                m.printed.corner_mm - wall,
                (0, 0, low - OVER),
            )
        ],
    )
    half, pilot = m.box.post_mm / 2, m.screws[plan.display.screw].pilot_mm
    posts = [
        block((x - half, x + half), (y - half, y + half), (low, -plate)) for x, y in plan.posts()
    ]
    around = pilot + 2 * m.printed.least_wall_mm
    posts += [
        rod(x, y, around, (-plate - plan.display.lift_mm, -plate)) for x, y in plan.display_holes()
    ]
    x, y = m.console.buzzer_at_mm
    hole = m.buzzer.across_mm + 2 * m.printed.clearance_mm
    ring = subtract(
        rod(x, y, hole + 2 * RING_MM, (-plate - m.buzzer.ring_mm, -plate)),
        [rod(x, y, hole, (-plate - m.buzzer.ring_mm - OVER, -plate))],
    )
    body = union([body, *posts, ring])
    deepest = -m.printed.least_wall_mm
    cuts = [
        rod(x, y, pilot, (-plate - plan.display.lift_mm - OVER, deepest))
        for x, y in plan.display_holes()
    ]
    cuts += [rod(x, y, m.screws["m3"].pilot_mm, (low - OVER, low + 14)) for x, y in plan.posts()]
    left, up = m.console.display_at_mm
    cuts.append(
        slab(
            plan.display.window_mm,
            4 * plate,
            1.0,
            (left, up + plan.display.window_up_mm, -2 * plate),
        )
    )
    cuts.append(rod(*m.console.knob_at_mm, m.knob.hole_mm, (-plate - OVER, OVER)))
    turns = [(0.0, 0.0), *((SOUND_MM, 60.0 * n) for n in range(6))]
    for out, turn in turns:
        place = (x + out * cos(radians(turn)), y + out * sin(radians(turn)))
        cuts.append(rod(*place, m.buzzer.sound_mm, (-plate - OVER, OVER)))
    cable, up_to = m.console.cable_mm
    cuts.append(
        block((-cable / 2, cable / 2), (high / 2 - 2 * wall, high / 2 + 1), (low - 1, low + up_to))
    )
    return subtract(body, cuts)


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
    through = m.screws["m3"].through_mm
    holes = [rod(x, y, through, (low - OVER, top + OVER)) for x, y in plan.posts()]
    return subtract(union([plate, *feet]), holes)
