"""The box for the Pi and the driver: the tub, printed upright, and the lid, printed upside down."""

from __future__ import annotations

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
)
from hardware.enclosure.measures import Pair
from hardware.enclosure.plan import Box, Window

LIP_MM = (1.8, 3.0)  # The thickness and height of the lid's lip inside the walls.


def tub(plan: Box) -> Solid:
    """Return the tub: a floor, walls with openings, posts and ears.

    The upper side of the floor is at z 0.
    """
    m, (wide, deep, high) = plan.measures, plan.inner
    wall, floor = m.printed.wall_mm, m.printed.floor_mm
    middle = (wide / 2, deep / 2)
    outer = slab(
        (wide + 2 * wall, deep + 2 * wall), high + floor, m.printed.corner_mm, (*middle, -floor)
    )
    inner = slab((wide, deep), high + OVER, m.printed.corner_mm - wall, (*middle, 0.0))
    ears = [_ear(plan, side, along) for side, along in plan.ears()]
    body = subtract(union([outer, *ears]), [inner])
    posts = [square(at, m.box.post_mm / 2, (0.0, high)) for at in plan.lid_posts()]
    posts += [rod(x, y, plan.post_across, (0.0, lift)) for x, y, lift, _ in plan.board_posts()]
    body = union([body, *posts])
    cuts = [_opening(plan, window, high + OVER) for window in plan.windows()]
    cuts += rods(plan.lid_posts(), m.lid_screw.pilot_mm, (high - SCREW_MM, high + OVER))
    cuts += [rod(x, y, pilot, (0.0, lift + OVER)) for x, y, lift, pilot in plan.board_posts()]
    cuts += [
        rod(*_ear_hole(plan, side, along), m.box.ear_hole_mm, (-floor - OVER, m.box.ear_mm[2]))
        for side, along in plan.ears()
    ]
    return subtract(body, cuts)


def lid(plan: Box) -> Solid:
    """Return the lid in its place on the tub."""
    m, (wide, deep, high) = plan.measures, plan.inner
    wall, gap, corner = m.printed.wall_mm, m.printed.clearance_mm, m.printed.corner_mm
    middle = (wide / 2, deep / 2)
    plate = slab((wide + 2 * wall, deep + 2 * wall), m.printed.floor_mm, corner, (*middle, high))
    thick, drop = LIP_MM
    lip = slab((wide - 2 * gap, deep - 2 * gap), drop, corner - wall, (*middle, high - drop))
    hollow = slab(
        (wide - 2 * gap - 2 * thick, deep - 2 * gap - 2 * thick),
        drop + OVER, 0.5, (*middle, high - drop - OVER),
    )  # fmt: skip
    half = m.box.post_mm / 2 + gap
    at_posts = [square(at, half, (high - drop - OVER, high)) for at in plan.lid_posts()]
    lip = subtract(lip, [hollow, *at_posts])
    tongues = [_tongue(plan, window) for window in plan.windows() if window.open_above]
    top = high + m.printed.floor_mm + OVER
    cuts = rods(plan.lid_posts(), m.lid_screw.through_mm, (high - OVER, top))
    deep = OVER * 2 + m.printed.floor_mm
    cuts += [slab(m.box.vent_mm, deep, 1.1, (*at, high - OVER)) for at in plan.vents()]
    cuts.append(slab(m.box.ribbon_mm, deep, 0.9, (*plan.ribbon_at, high - OVER)))
    return subtract(union([plate, lip, *tongues]), cuts)


def _opening(plan: Box, window: Window, rim: float) -> Solid:
    low, high = window.up
    return _in_wall(
        plan, window.side, window.along, (low, rim if window.open_above else high), OVER
    )


def _tongue(plan: Box, window: Window) -> Solid:
    gap = plan.measures.printed.clearance_mm
    along = (window.along[0] + gap, window.along[1] - gap)
    return _in_wall(plan, window.side, along, (window.up[1], plan.inner[2]), 0.0)


def _in_wall(plan: Box, side: str, along: Pair, up: Pair, over: float) -> Solid:
    """Return a block through a wall that stands out from it by `over` on both sides."""
    wall, (wide, deep, _) = plan.measures.printed.wall_mm, plan.inner
    across = {
        "left": (-wall - over, over),
        "right": (wide - over, wide + wall + over),
        "front": (-wall - over, over),
        "back": (deep - over, deep + wall + over),
    }[side]
    return block(across, along, up) if side in ("left", "right") else block(along, across, up)


def _ear(plan: Box, side: str, along: float) -> Solid:
    floor, wall = plan.measures.printed.floor_mm, plan.measures.printed.wall_mm
    wide, out, thick = plan.measures.box.ear_mm
    y = -wall - out / 2 + 1.0 if side == "front" else plan.inner[1] + wall + out / 2 - 1.0
    return slab((wide, out + 2.0), thick, 3.0, (along, y, -floor))


def _ear_hole(plan: Box, side: str, along: float) -> Pair:
    wall, out = plan.measures.printed.wall_mm, plan.measures.box.ear_mm[1] * 0.55
    return (along, -wall - out if side == "front" else plan.inner[1] + wall + out)
