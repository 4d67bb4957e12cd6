"""The printed parts as solids: closed, as `made.toml` has them, and fitting each other."""
# ruff: noqa: E402 (what needs the library is imported where it is there)

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.enclosure.measured_parts import display_driver, load_measured_parts
from hardware.enclosure.measures import load_measures
from hardware.enclosure.plan import Box

for name in ("build123d", "trimesh", "rtree", "networkx"):
    pytest.importorskip(name, reason="make enclosure installs the CAD library")

import trimesh

from hardware.cad import box
from hardware.cad.parts import measure_part, parts, write_part
from hardware.cad.shapes import block

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
