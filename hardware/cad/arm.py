"""The printed parts that join the arm's stock: foot, elbow, cap and camera plate.

They need no support material.
"""

from __future__ import annotations

from build123d import Pos

from hardware.cad.shapes import (
    OVER,
    Solid,
    block,
    hexagon,
    pin,
    rods,
    slab,
    square,
    subtract,
    union,
    wedge,
)
from hardware.enclosure.arm import Arm

FOOT_RIB_MM = 27.0  # Length of a rib along the foot.
EDGE_MM = 10.0  # Distance of the foot's screws from its rim.


def foot(plan: Arm) -> Solid:
    """Return the foot, with the table at z 0 and the post's middle at x, y 0.

    The mat is in the direction of +y.
    """
    m, arm = plan.measures, plan.measures.arm
    top = arm.foot_floor_mm + arm.foot_socket_mm
    plate = slab(arm.foot_mm, arm.foot_thick_mm, m.printed.corner_mm, (0, 0, 0))
    half = plan.outer / 2
    sleeve = square((0, 0), half, (0, top))
    outline = [
        (half - 1, arm.foot_thick_mm - 1),
        (half + FOOT_RIB_MM, arm.foot_thick_mm - 1),
        (half + FOOT_RIB_MM, arm.foot_thick_mm),
        (half, top - 8.0),
        (half - 1, top - 8.0),
    ]
    mirrored = [(-x, z) for x, z in outline]
    ribs = [wedge(item, arm.rib_mm, "y") for item in (outline, mirrored)]
    body = union([plate, sleeve, *ribs, _ears(plan, (arm.foot_thick_mm - 1, top))])
    bore = square((0, 0), plan.bore / 2, (arm.foot_floor_mm, top + OVER))
    cuts = [bore, _slot(plan, (arm.foot_thick_mm, top + OVER))]
    heights = (arm.foot_thick_mm + 0.3 * arm.foot_socket_mm, top - 0.2 * arm.foot_socket_mm)
    cuts += _ear_screws(plan, heights)
    x, y = (side / 2 - EDGE_MM for side in arm.foot_mm)
    corners = [(a * x, b * y) for a in (-1, 1) for b in (-1, 1)]
    cuts += rods(corners, arm.foot_screw_mm, (-OVER, arm.foot_thick_mm + OVER))
    return subtract(body, cuts)


def elbow(plan: Arm) -> Solid:
    """Return the elbow, with the lower side of the boom at z 0 and the post's middle at x, y 0."""
    m, arm = plan.measures, plan.measures.arm
    half, low = plan.outer / 2, -arm.plate_mm - arm.sleeve_mm
    across, along = plan.cap_size
    left, right = -half, arm.aside_mm + across / 2
    middle = ((left + right) / 2, 0.0, -arm.plate_mm)
    plate = slab((right - left, along), arm.plate_mm, m.printed.corner_mm, middle)
    sleeve = square((0, 0), half, (low, -arm.plate_mm + 1))
    outline = [
        (half - 1, -arm.plate_mm + 1),
        (right - 3.0, -arm.plate_mm + 1),
        (right - 3.0, -arm.plate_mm - 2.0),
        (half + 2.0, low + 8.0),
        (half - 1, low + 8.0),
    ]
    rib = wedge(outline, 2 * arm.rib_mm, "y")
    body = union([plate, sleeve, rib, _ears(plan, (low, 0.0))])
    bore = square((0, 0), plan.bore / 2, (low - OVER, OVER))
    cuts = [bore, _slot(plan, (low - OVER, -arm.plate_mm))]
    cuts += _ear_screws(plan, (low + 0.2 * arm.sleeve_mm, low + 0.68 * arm.sleeve_mm))
    cuts += [Pos(arm.aside_mm, 0, 0) * hole for hole in _cap_holes(plan, (-arm.plate_mm, 0.0))]
    return subtract(body, cuts)


def cap(plan: Arm) -> Solid:
    """Return the plate that clamps the boom, with the boom's upper side at z 0."""
    m, arm = plan.measures, plan.measures.arm
    plate = slab(plan.cap_size, arm.plate_mm - 1, m.printed.corner_mm, (0, 0, 0))
    return subtract(plate, _cap_holes(plan, (0.0, arm.plate_mm)))


def camera_plate(plan: Arm) -> Solid:
    """Return the camera's plate, with the boom's lower side at z 0.

    The lens looks down at x, y 0. The camera's ribbon leaves in the direction of -y, along the
    boom.
    """
    m, arm, camera = plan.measures, plan.measures.arm, plan.measures.camera
    plate = slab(plan.cap_size, arm.plate_mm, m.printed.corner_mm, (0, 0, -arm.plate_mm))
    pilot = m.screws[camera.screw].pilot_mm
    low = -arm.plate_mm - camera.lift_mm
    around = pilot + 2 * m.printed.least_wall_mm
    posts = rods(plan.camera_posts(), around, (low, -arm.plate_mm + 0.1))
    cuts = rods(plan.camera_posts(), pilot, (low - OVER, -arm.plate_mm))
    return subtract(union([plate, *posts]), [*cuts, *_cap_holes(plan, (-arm.plate_mm, 0.0))])


def _cap_holes(plan: Arm, z: tuple[float, float]) -> list[Solid]:
    through = plan.measures.screws["m4"].through_mm
    return rods(plan.cap_holes(), through, (z[0] - OVER, z[1] + OVER))


def _slot(plan: Arm, z: tuple[float, float]) -> Solid:
    """Return the slot that opens a sleeve between its ears, on the side away from the mat."""
    arm = plan.measures.arm
    return block((-arm.slot_mm / 2, arm.slot_mm / 2), (-plan.outer / 2 - arm.ear_mm - 1, 0), z)


def _ears(plan: Arm, z: tuple[float, float]) -> Solid:
    arm, half = plan.measures.arm, plan.outer / 2
    side = arm.slot_mm / 2 + arm.ear_thick_mm
    return block((-side, side), (-half - arm.ear_mm, -half + 1), z)


def _ear_screws(plan: Arm, heights: tuple[float, ...]) -> list[Solid]:
    """Return a screw hole through the ears at each height, with a pocket for its nut."""
    m, arm = plan.measures, plan.measures.arm
    y = -plan.outer / 2 - arm.ear_mm / 2
    side = arm.slot_mm / 2 + arm.ear_thick_mm
    flats = m.nut_m4.flats_mm + m.printed.clearance_mm
    cuts = []
    for z in heights:
        cuts.append(pin((0, y, z), m.screws["m4"].through_mm, 4 * side, "x"))
        cuts.append(hexagon((side - m.nut_m4.high_mm, y, z), flats, m.nut_m4.high_mm + 1, "x"))
    return cuts
