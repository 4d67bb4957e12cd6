"""The pictures of the guide: each part beside what goes into it, and the whole table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from build123d import Rot

from hardware.cad import arm, bought, box, console, cup
from hardware.cad.bought import PRINTED, STOCK, lying, thing
from hardware.cad.render import Array, Thing, View, beside, rendered
from hardware.cad.shapes import Solid, block, rod
from hardware.enclosure.arm import Arm
from hardware.enclosure.cables import CUPS_MM, MAT_MM, TABLE_MM, Ways
from hardware.enclosure.measures import Measures, Pair
from hardware.enclosure.plan import Box, Console, cup_high

WIDTH_PX = 900
LIGHTER = (242, 211, 158)
GROUND, MARKER = (77, 96, 104), (245, 245, 245)
WOOD = (205, 176, 140)
LENS_MM = 800.0


def pictures(measures: Measures, display: str) -> Iterator[tuple[str, Array]]:
    """Yield every picture with its name."""
    makers: dict[str, Callable[[Measures, str], Array]] = {
        "enclosure-table": whole_table,
        "enclosure-box": the_box,
        "enclosure-cup": the_cup,
        "enclosure-console": the_console,
        "enclosure-arm": the_arm,
    }
    for name, make in makers.items():
        yield name, make(measures, display)


def the_box(m: Measures, _: str) -> Array:
    """Draw the box with its boards, the lid above."""
    plan = Box(m)
    things = [thing(box.tub(plan), PRINTED), *bought.boards(plan)]
    lid = thing(box.lid(plan), LIGHTER, (0.0, 0.0, 62.0))
    closed = [thing(box.tub(plan), PRINTED), thing(box.lid(plan), LIGHTER)]
    return beside(
        [rendered([*things, lid], View(32, 34), 520), rendered(closed, View(32, 34), 370)]
    )


def the_cup(m: Measures, _: str) -> Array:
    """Draw a cup between its button and its bottom, one from below, and one that is whole."""
    seat = 4
    shell, below = cup.cup(m, seat), cup.bottom(m)
    apart = [thing(shell, PRINTED), thing(below, LIGHTER, (0, 0, -26))]
    apart += _moved(bought.button(m, seat), (0, 0, 58))
    under = [thing(Rot(180, 0, 0) * shell, PRINTED)]
    whole = [thing(shell, PRINTED), thing(below, LIGHTER), *bought.button(m, seat)]
    return beside(
        [
            rendered(apart, View(20, 28), 260),
            rendered(under, View(20, 48), 260),
            rendered(whole, View(0, 40), 260),
        ]
    )


def the_console(m: Measures, display: str) -> Array:
    """Draw the console apart, and whole as it stands."""
    plan = Console(m, display)
    face, behind = console.case(plan), console.back(plan)
    apart = [thing(face, PRINTED), *bought.console_parts(plan, 44.0)]
    apart.append(thing(behind, LIGHTER, (0, 0, -74)))
    tilt = Rot(m.console.tilt_deg, 0, 0)
    whole = [
        Thing(one.mesh, one.colour)
        for one in (
            thing(tilt * face, PRINTED),
            thing(tilt * behind, LIGHTER),
            thing(tilt * rod(*m.console.knob_at_mm, m.knob.across_mm, (1.0, 15.0)), (60, 62, 66)),
            thing(tilt * _glass(plan), (24, 26, 30)),
        )
    ]
    under = [thing(Rot(180, 0, 0) * face, PRINTED)]
    return beside(
        [
            rendered(apart, View(24, 26), 310),
            rendered(under, View(24, 48), 290),
            rendered(whole, View(24, 34), 290),
        ]
    )


def the_arm(m: Measures, _: str) -> Array:
    """Draw foot, elbow and camera's end with the stock between."""
    holds = Arm(m)
    side = m.arm.stock_mm / 2
    post = block((-side, side), (-side, side), (m.arm.foot_floor_mm, 130))
    at_foot = [thing(arm.foot(holds), PRINTED), thing(post, STOCK)]
    post = block((-side, side), (-side, side), (-110, 22))
    left = m.arm.aside_mm
    boom = block((left - side, left + side), (-45, 120), (0, 2 * side))
    at_elbow = [thing(arm.elbow(holds), PRINTED), thing(post, STOCK), thing(boom, STOCK)]
    at_elbow.append(thing(arm.cap(holds), LIGHTER, (left, 0, 2 * side)))
    return beside(
        [
            rendered(at_foot, View(-32, 28), 290),
            rendered(at_elbow, View(35, 26), 300),
            rendered([*_camera_end(m, 60.0)], View(205, -24), 290),
        ]
    )


def whole_table(m: Measures, display: str) -> Array:
    """Draw a table of 1.4 m with all parts on it."""
    holds = Arm(m)
    things = [lying(TABLE_MM, 24, WOOD, (0, 0, 0)), lying(MAT_MM, 1, GROUND, (0, 0, 1.0))]
    for a in (-1, 1):
        for b in (-1, 1):
            place = (a * (MAT_MM[0] / 2 - 32), b * (MAT_MM[1] / 2 - 32), 1.6)
            things.append(lying((46, 46), 0.6, MARKER, place))
            things.append(lying((34, 34), 0.6, (20, 20, 20), (*place[:2], 2.2)))
    for seat, (x, y) in enumerate(CUPS_MM):
        parts = [thing(cup.cup(m, seat), PRINTED), *bought.button(m, seat)]
        things += _moved(parts, (x, y, cup_high(m)))
    ways = Ways(m)
    at = ways.post_at
    things += _arm_at(m, holds, at, LENS_MM)
    things += _box_at(m, (at[0], at[1] - m.arm.stock_mm / 2), ways.hangs_mm(LENS_MM)[0])
    desk = Console(m, display)
    tilt = Rot(m.console.tilt_deg, 0, 0)
    face = [thing(tilt * one, PRINTED) for one in (console.case(desk), console.back(desk))]
    face.append(thing(tilt * _glass(desk), (24, 26, 30)))
    face.append(thing(tilt * rod(*m.console.knob_at_mm, m.knob.across_mm, (1, 15)), (60, 62, 66)))
    things += _moved(face, (380, -330, 36))
    return rendered(things, View(-28, 26), WIDTH_PX)


def _arm_at(m: Measures, holds: Arm, at: tuple[float, float], lens: float) -> Iterator[Thing]:
    """Yield the arm with its post at a place and its lens so high, over the mat's middle."""
    x, y = at
    side, lies = m.arm.stock_mm / 2, lens + holds.lens_below
    yield thing(Rot(0, 0, 180) * arm.foot(holds), PRINTED, (x, y, 0))
    yield thing(
        block((-side, side), (-side, side), (m.arm.foot_floor_mm, m.arm.post_mm)), STOCK, (x, y, 0)
    )
    yield thing(arm.elbow(holds), PRINTED, (x, y, lies))
    left = x + m.arm.aside_mm
    end = m.arm.boom_mm - m.arm.cap_mm / 2  # the lens is over the mat's middle
    yield thing(
        block((left - side, left + side), (end - m.arm.boom_mm, end), (lies, lies + 2 * side)),
        STOCK,
    )
    yield thing(arm.cap(holds), LIGHTER, (left, y, lies + 2 * side))
    yield from _moved(_camera_end(m, 0.0), (left, end - m.arm.boom_mm + m.arm.cap_mm / 2, lies))


def _box_at(m: Measures, at: Pair, up: float) -> list[Thing]:
    """Return the box as it hangs before the post, its windows down and its lid to the table."""
    plan = Box(m)
    upright = Rot(90, 0, 0) * Rot(0, 0, 180)
    parts = [
        thing(upright * one, ink)
        for one, ink in ((box.tub(plan), PRINTED), (box.lid(plan), LIGHTER))
    ]
    wide, deep, _ = plan.inner
    by = (at[0] + wide / 2, at[1] - m.printed.floor_mm, up + deep + m.printed.wall_mm)
    return _moved(parts, by)


def _camera_end(m: Measures, boom: float) -> Iterator[Thing]:
    """Yield the camera on its plate beneath the boom, whose lower side is z 0, and its cap."""
    holds = Arm(m)
    side = m.arm.stock_mm / 2
    yield thing(arm.camera_plate(holds), PRINTED)
    yield thing(arm.cap(holds), LIGHTER, (0, 0, 2 * side))
    if boom:
        yield thing(
            block((-side, side), (-m.arm.cap_mm / 2 - boom, m.arm.cap_mm / 2), (0, 2 * side)), STOCK
        )
    yield from bought.camera(m, (0.0, 0.0, -m.arm.plate_mm - m.camera.lift_mm))


def _glass(plan: Console) -> Solid:
    x, y = plan.measures.console.display_at_mm
    wide, high = (side / 2 for side in plan.display.window_mm)
    y += plan.display.window_up_mm
    return block((x - wide, x + wide), (y - high, y + high), (-2.6, -1.6))


def _moved(things: Any, by: tuple[float, float, float]) -> list[Thing]:
    moved = []
    for one in things:
        mesh = one.mesh.copy()
        mesh.apply_translation(by)
        moved.append(Thing(mesh, one.colour, one.edges))
    return moved
