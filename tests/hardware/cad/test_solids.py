"""The printed parts as solids: closed, as `made.toml` has them, and fitting each other."""
# ruff: noqa: E402 (what needs the library is imported where it is there)

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.enclosure.arm import Arm
from hardware.enclosure.measured_parts import display_driver, load_measured_parts
from hardware.enclosure.measures import load_measures
from hardware.enclosure.plan import Box

for name in ("build123d", "trimesh", "rtree", "networkx"):
    pytest.importorskip(name, reason="make enclosure installs the CAD library")

import trimesh

from hardware.cad import arm, bought_parts, box, cup
from hardware.cad.parts import Part, measure_mesh, measure_part, parts, to_mesh, write_part
from hardware.cad.shapes import block, rod

M = load_measures()
PARTS = {part.name: part for part in parts(M, display_driver())}


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_closed_fits_the_bed_and_is_what_was_made(name: str) -> None:
    made = measure_part(PARTS[name])
    assert not made.faults(M.printed)
    assert PARTS[name].as_printed.is_valid
    (kept,) = (part for part in load_measured_parts().part if part.name == name)
    assert made.size == pytest.approx(kept.size, abs=0.05)
    assert made.volume_cm3 == pytest.approx(kept.volume_cm3, rel=0.005)


def test_stl_and_3mf_hold_the_same_solid(tmp_path: Path) -> None:
    part = PARTS["arm-elbow"]
    for path in write_part(part, tmp_path):
        read = trimesh.load_mesh(path)
        assert read.is_watertight
        assert read.volume == pytest.approx(part.solid.volume, rel=0.002)


def common(one: object, other: object) -> float:
    shared = one & other  # type: ignore[operator]
    return 0.0 if shared is None else sum(solid.volume for solid in shared.solids())


def test_lid_boards_and_tub_do_not_run_into_each_other() -> None:
    plan = Box(M)
    tub, lid = box.tub(plan), box.lid(plan)
    assert common(tub, lid) < 1e-3
    x, y = plan.pi_at
    top = M.pi.lift_mm + M.pi.thick_mm
    pi = block((x, x + 85), (y, y + 56), (M.pi.lift_mm, top))
    ports = block((x + 67, x + 87.7), (y + 2.3, y + 53.5), (top, top + 15.6))
    plugs = block((x + 6.7, x + 58), (y - 0.9, y + 7), (top, top + 6))
    for solid in (pi, ports, plugs):
        assert common(tub, solid) < 1e-3
        assert common(lid, solid) < 1e-3


def test_button_and_stock_go_into_their_holes() -> None:
    shell = cup.cup(M, 0)
    body = rod(0, 0, M.button.hole_mm, (-M.cup.plate_mm - M.button.depth_mm, 1))
    nut = rod(0, 0, M.button.nut_mm, (-M.cup.plate_mm - 8, -M.cup.plate_mm - 0.1))
    assert common(shell, body) < 1e-3
    assert common(shell, nut) < 1e-3
    plan, half = Arm(M), M.arm.stock_mm / 2
    post = block((-half, half), (-half, half), (M.arm.foot_floor_mm, 200))
    assert common(arm.foot(plan), post) < 1e-3
    through = block((-half, half), (-half, half), (-200, 200))
    boom = block((M.arm.aside_mm - half, M.arm.aside_mm + half), (-200, 200), (0, 2 * half))
    for stock in (through, boom):
        assert common(arm.elbow(plan), stock) < 1e-3


def test_the_camera_hangs_free_of_its_plate_but_for_the_posts() -> None:
    plate = arm.camera_plate(Arm(M))
    low = -M.arm.plate_mm - M.camera.lift_mm
    assert all(
        common(plate, thing) < 1e-3 for thing in [block((-12, 12), (-9, 14), (low - 5, low))]
    )
    assert len(list(bought_parts.camera(M, (0, 0, low)))) == 3


def test_a_part_that_is_open_or_thin_is_told() -> None:
    thin = Part("thin", block((0, 30), (0, 30), (0, 1.0)))
    assert measure_part(thin).faults(M.printed) == ["thin has a wall that is too thin"]
    wide = Part("wide", block((0, 300), (0, 30), (0, 3.0)))
    assert measure_part(wide).faults(M.printed) == ["wide is larger than the bed"]
    table = block((0, 60), (0, 60), (30, 33)).fuse(block((28, 32), (28, 32), (0, 30)))
    assert measure_part(Part("table", table)).faults(M.printed) == ["table needs support"]
    open_mesh = to_mesh(PARTS["arm-cap"].solid)
    open_mesh.update_faces(range(len(open_mesh.faces) - 1))
    assert not measure_mesh(open_mesh, "open").closed
