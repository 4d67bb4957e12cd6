"""Draw the guide's pictures: the parts, their contents, and the whole table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from build123d import Rot

from hardware.cad import arm, bought_parts, box, console, cup
from hardware.cad.bought_parts import PRINTED, STOCK, flat_slab, placed_mesh
from hardware.cad.render import Array, Colour, PlacedMesh, View, render_picture, side_by_side
from hardware.cad.shapes import Solid, block, rod, square
from hardware.enclosure.arm import Arm
from hardware.enclosure.cables import CUPS_MM, MAT_MM, TABLE_MM, CableLengths
from hardware.enclosure.measures import Measures, Pair
from hardware.enclosure.plan import Box, Console, cup_high

WIDTH_PX = 900
LIGHTER = (242, 211, 158)
GROUND, MARKER = (77, 96, 104), (245, 245, 245)
WOOD = (205, 176, 140)
LENS_MM = 800.0


def pictures(measures: Measures, display: str) -> Iterator[tuple[str, Array]]:
    """Yield the name of every picture and the picture."""
    makers: dict[str, Callable[[Measures, str], Array]] = {
        "enclosure-table": draw_table,
        "enclosure-box": draw_box,
        "enclosure-cup": draw_cup,
        "enclosure-console": draw_console,
        "enclosure-arm": draw_arm,
    }
    for name, make in makers.items():
        yield name, make(measures, display)


def draw_box(m: Measures, _: str) -> Array:
    """Draw the open box with its boards and lid, and the closed box."""
    plan = Box(m)
    things = [placed_mesh(box.tub(plan), PRINTED), *bought_parts.boards(plan)]
    lid = placed_mesh(box.lid(plan), LIGHTER, (0.0, 0.0, 62.0))
    closed = [placed_mesh(box.tub(plan), PRINTED), placed_mesh(box.lid(plan), LIGHTER)]
    return _row(([*things, lid], View(32, 34), 520), (closed, View(32, 34), 370))


def draw_cup(m: Measures, _: str) -> Array:
    """Draw a cup taken apart, a cup from below and a whole cup."""
    seat = 4
    shell, below = cup.cup(m, seat), cup.bottom(m)
    apart = [placed_mesh(shell, PRINTED), placed_mesh(below, LIGHTER, (0, 0, -26))]
    apart += _moved(bought_parts.button(m, seat), (0, 0, 58))
    under = [placed_mesh(Rot(180, 0, 0) * shell, PRINTED)]
    whole = [placed_mesh(shell, PRINTED), placed_mesh(below, LIGHTER)]
    whole += bought_parts.button(m, seat)
    return _row((apart, View(20, 28), 260), (under, View(20, 48), 260), (whole, View(0, 40), 260))


def draw_console(m: Measures, display: str) -> Array:
    """Draw the console taken apart, from below and whole."""
    plan = Console(m, display)
    face, behind = console.case(plan), console.back(plan)
    apart = [placed_mesh(face, PRINTED), *bought_parts.console_parts(plan, 44.0)]
    apart.append(placed_mesh(behind, LIGHTER, (0, 0, -74)))
    under = [placed_mesh(Rot(180, 0, 0) * face, PRINTED)]
    whole = [*_tilted_console(plan, LIGHTER)]
    return _row((apart, View(24, 26), 310), (under, View(24, 48), 290), (whole, View(24, 34), 290))


def draw_arm(m: Measures, _: str) -> Array:
    """Draw the foot, the elbow and the camera end, with pieces of the stock."""
    holds = Arm(m)
    side = m.arm.stock_mm / 2
    post = square((0, 0), side, (m.arm.foot_floor_mm, 130))
    at_foot = [placed_mesh(arm.foot(holds), PRINTED), placed_mesh(post, STOCK)]
    post = square((0, 0), side, (-110, 22))
    left = m.arm.aside_mm
    boom = block((left - side, left + side), (-45, 120), (0, 2 * side))
    at_elbow = [placed_mesh(arm.elbow(holds), PRINTED)]
    at_elbow += [placed_mesh(stock, STOCK) for stock in (post, boom)]
    at_elbow.append(placed_mesh(arm.cap(holds), LIGHTER, (left, 0, 2 * side)))
    at_camera = [*_camera_end(m, 60.0)]
    return _row(
        (at_foot, View(-32, 28), 290),
        (at_elbow, View(35, 26), 300),
        (at_camera, View(205, -24), 290),
    )


def draw_table(m: Measures, display: str) -> Array:
    """Draw a 1.4 m table with all parts on it."""
    holds = Arm(m)
    things = [flat_slab(TABLE_MM, 24, WOOD, (0, 0, 0)), flat_slab(MAT_MM, 1, GROUND, (0, 0, 1.0))]
    for a in (-1, 1):
        for b in (-1, 1):
            place = (a * (MAT_MM[0] / 2 - 32), b * (MAT_MM[1] / 2 - 32), 1.6)
            things.append(flat_slab((46, 46), 0.6, MARKER, place))
            things.append(flat_slab((34, 34), 0.6, (20, 20, 20), (*place[:2], 2.2)))
    for seat, (x, y) in enumerate(CUPS_MM):
        parts = [placed_mesh(cup.cup(m, seat), PRINTED), *bought_parts.button(m, seat)]
        things += _moved(parts, (x, y, cup_high(m)))
    ways = CableLengths(m)
    at = ways.post_at
    things += _arm_at(m, holds, at, LENS_MM)
    things += _box_at(m, (at[0], at[1] - m.arm.stock_mm / 2), ways.box_heights_mm(LENS_MM)[0])
    things += _moved(_tilted_console(Console(m, display), PRINTED), (380, -330, 36))
    return render_picture(things, View(-28, 26), WIDTH_PX)


def _row(*shots: tuple[Sequence[PlacedMesh], View, int]) -> Array:
    """Draw meshes as seen in several views, each with its width in pixels, in one row."""
    return side_by_side(render_picture(*shot) for shot in shots)


def _tilted_console(plan: Console, back: Colour) -> Iterator[PlacedMesh]:
    """Yield the whole console as it stands on the table; `back` is the colour of its back."""
    m = plan.measures
    tilt = Rot(m.console.tilt_deg, 0, 0)
    yield placed_mesh(tilt * console.case(plan), PRINTED)
    yield placed_mesh(tilt * console.back(plan), back)
    knob = rod(*m.console.knob_at_mm, m.knob.across_mm, (1.0, 15.0))
    yield placed_mesh(tilt * knob, (60, 62, 66))
    yield placed_mesh(tilt * _glass(plan), (24, 26, 30))


def _arm_at(m: Measures, holds: Arm, at: tuple[float, float], lens: float) -> Iterator[PlacedMesh]:
    """Yield the arm, with its post at `at`.

    The lens is above the mat's middle, at the height `lens`.
    """
    x, y = at
    side, lies = m.arm.stock_mm / 2, lens + holds.lens_below
    yield placed_mesh(Rot(0, 0, 180) * arm.foot(holds), PRINTED, (x, y, 0))
    post = square((0, 0), side, (m.arm.foot_floor_mm, m.arm.post_mm))
    yield placed_mesh(post, STOCK, (x, y, 0))
    yield placed_mesh(arm.elbow(holds), PRINTED, (x, y, lies))
    left = x + m.arm.aside_mm
    end = m.arm.boom_mm - m.arm.cap_mm / 2  # The lens is above the middle of the mat.
    along = (end - m.arm.boom_mm, end)
    yield placed_mesh(block((left - side, left + side), along, (lies, lies + 2 * side)), STOCK)
    yield placed_mesh(arm.cap(holds), LIGHTER, (left, y, lies + 2 * side))
    yield from _moved(_camera_end(m, 0.0), (left, end - m.arm.boom_mm + m.arm.cap_mm / 2, lies))


def _box_at(m: Measures, at: Pair, up: float) -> list[PlacedMesh]:
    """Return the box as it hangs in front of the post.

    Its openings face down, and its lid faces the table.
    """
    plan = Box(m)
    upright = Rot(90, 0, 0) * Rot(0, 0, 180)
    parts = [placed_mesh(upright * box.tub(plan), PRINTED)]
    parts.append(placed_mesh(upright * box.lid(plan), LIGHTER))
    wide, deep, _ = plan.inner
    by = (at[0] + wide / 2, at[1] - m.printed.floor_mm, up + deep + m.printed.wall_mm)
    return _moved(parts, by)


def _camera_end(m: Measures, boom: float) -> Iterator[PlacedMesh]:
    """Yield the camera on its plate below the boom, and the cap.

    The boom's lower side is at z 0.
    """
    holds = Arm(m)
    side = m.arm.stock_mm / 2
    yield placed_mesh(arm.camera_plate(holds), PRINTED)
    yield placed_mesh(arm.cap(holds), LIGHTER, (0, 0, 2 * side))
    if boom:
        along = (-m.arm.cap_mm / 2 - boom, m.arm.cap_mm / 2)
        yield placed_mesh(block((-side, side), along, (0, 2 * side)), STOCK)
    yield from bought_parts.camera(m, (0.0, 0.0, -m.arm.plate_mm - m.camera.lift_mm))


def _glass(plan: Console) -> Solid:
    x, y = plan.measures.console.display_at_mm
    wide, high = (side / 2 for side in plan.display.window_mm)
    y += plan.display.window_up_mm
    return block((x - wide, x + wide), (y - high, y + high), (-2.6, -1.6))


def _moved(things: Iterable[PlacedMesh], by: tuple[float, float, float]) -> list[PlacedMesh]:
    moved = []
    for thing in things:
        mesh = thing.mesh.copy()
        mesh.apply_translation(by)
        moved.append(PlacedMesh(mesh, thing.colour))
    return moved
