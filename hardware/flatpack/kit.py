"""Make the kit's boxes in plywood.

There is one for the Pi and the driver, one for a seat's button, and one for the console.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware.enclosure.measures import BadMeasures, Measures
from hardware.enclosure.plan import Box, Console
from hardware.flatpack.panels import FingerBox, Hole


def boxes(measures: Measures, display: str, thick: float) -> Iterator[FingerBox]:
    """Yield the kit's boxes for sheets of this thickness.

    Raise `BadMeasures` if a button's nut does not fit into its cup.
    """
    yield _for_pi(measures, thick)
    yield _cup(measures, thick)
    yield _console(Console(measures, display), thick)


def _for_pi(m: Measures, thick: float) -> FingerBox:
    plan = Box(m)
    lifts = [
        Hole((x + thick, y + thick), m.screws[board.screw].through_mm)
        for board, (left, low) in plan.boards()
        for x, y in ((left + a, low + b) for a, b in board.holes_mm)
    ]
    holes: dict[str, list[Hole]] = {"bottom": lifts}
    for window in plan.windows():
        (start, end), (low, high) = window.along, window.up
        low = max(low, 1.0)
        size = (end - start, high - low)
        at = ((start + end) / 2 + thick, (low + high) / 2 + thick)
        holes.setdefault(window.side, []).append(Hole(at, size=size))
    holes["top"] = [Hole((x + thick, y + thick), size=m.box.vent_mm) for x, y in plan.vents()]
    ribbon = (plan.ribbon_at[0] + thick, plan.ribbon_at[1] + thick)
    holes["top"].append(Hole(ribbon, size=m.box.ribbon_mm))
    screws = (Hole((x + thick, y + thick), m.lid_screw.through_mm) for x, y in plan.lid_posts())
    holes["top"] += screws
    fixed = {side: tuple(found) for side, found in holes.items()}
    ear, hole = m.box.ear_mm[1], m.box.ear_hole_mm
    return FingerBox("box", plan.inner, thick, m.flatpack.finger_mm, fixed, ear, hole)


def _cup(m: Measures, thick: float) -> FingerBox:
    wide = m.flatpack.cup_inner_mm
    half = wide / 2 + thick
    holes = {
        "top": (Hole((half, half), m.button.hole_mm + 2 * m.printed.clearance_mm),),
        "back": (Hole((half, m.flatpack.cable_up_mm + thick), m.cup.cable_mm),),
    }
    if wide < m.button.nut_mm:
        raise BadMeasures(f"flatpack.cup_inner is {wide:g}, but button.nut is {m.button.nut_mm:g}")
    inner = (wide, wide, m.button.depth_mm + m.cup.plate_mm - min(thick, m.cup.plate_mm))
    return FingerBox("cup", inner, thick, m.flatpack.finger_mm, holes)


def _console(plan: Console, thick: float) -> FingerBox:
    m = plan.measures
    wide, high = (side - 2 * m.printed.wall_mm for side in m.console.size_mm)
    middle = (wide / 2 + thick, high / 2 + thick)
    screw = m.screws[plan.display.screw].through_mm
    (x, y), up = m.console.display_at_mm, plan.display.window_up_mm
    face = [
        Hole((middle[0] + x, middle[1] + y + up), size=plan.display.window_mm),
        *(Hole((middle[0] + a, middle[1] + b), screw) for a, b in plan.display_holes()),
        Hole(
            (middle[0] + m.console.knob_at_mm[0], middle[1] + m.console.knob_at_mm[1]),
            m.knob.hole_mm,
        ),
    ]
    x, y = m.console.buzzer_at_mm
    face += [
        Hole((middle[0] + x + m.flatpack.sound_apart_mm * n, middle[1] + y), m.buzzer.sound_mm)
        for n in (-1, 0, 1)
    ]
    cable = (Hole((middle[0], m.flatpack.cable_up_mm + thick), size=m.console.cable_mm),)
    inner = (wide, high, m.console.inner_high_mm)
    return FingerBox(
        "console", inner, thick, m.flatpack.finger_mm, {"top": tuple(face), "back": cable}
    )
