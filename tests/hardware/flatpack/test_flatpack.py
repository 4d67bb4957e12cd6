"""The plywood boxes: outlines closed, fingers that fill every joint once, files at 1:1."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from firmware.parts import load_parts
from hardware.enclosure.measured_parts import display_driver
from hardware.enclosure.measures import load_measures, run_command
from hardware.flatpack import __main__ as command
from hardware.flatpack.kit import boxes
from hardware.flatpack.panels import AXES, ORDER, FingerBox, Points, contains
from hardware.flatpack.sheets import ROW_MM, dxf, place_panels, svg
from tests.breadth import breadth

M = load_measures()
KIT = [box for thick in M.flatpack.sheets_mm for box in boxes(M, display_driver(), thick)]
NAMED = {f"{box.name} {box.thick:g}": box for box in KIT}


def area(outline: Points) -> float:
    ends = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in ends) / 2


def filling(box: FingerBox, point: tuple[float, ...]) -> list[str]:
    """Return the panels that a place in the box's walls is of."""
    results = []
    for name in ORDER:
        along, up, end = AXES[name]
        across = 3 - along - up
        depth = point[across] - (box.outer[across] - box.thick if end else 0.0)
        if 0 < depth < box.thick and contains(box.outline(name), (point[along], point[up])):
            results.append(name)
    return results


@pytest.mark.parametrize("name", breadth(NAMED))
def test_every_place_in_the_walls_is_of_one_panel(name: str) -> None:
    """So all joints fit, pair by pair and at the corners: nothing overlaps, nothing is missing."""
    box, chance = NAMED[name], Random(1)
    for near in range(600):
        point = [chance.uniform(0, side) for side in box.outer]
        for axis in chance.sample(range(3), near % 3 + 1):  # in a wall, an edge, or a corner
            depth = chance.uniform(0, box.thick)
            point[axis] = depth if chance.random() < 0.5 else box.outer[axis] - depth
        assert len(filling(box, tuple(point))) == 1, point


@pytest.mark.parametrize("name", NAMED)
def test_outlines_are_closed_with_right_angles_and_holes_within(name: str) -> None:
    box = NAMED[name]
    for panel in box.panels(M.flatpack.kerf_mm):
        ring = (*panel.outline, panel.outline[0])
        assert all(
            (a[0] == pytest.approx(b[0])) != (a[1] == pytest.approx(b[1]))
            for a, b in pairwise(ring)
        )
        assert area(panel.outline) > 0
        for hole in panel.holes:
            wide, high = hole.size or (hole.across, hole.across)
            assert min(wide, high) > 1
            for a in (-0.5, 0.5):
                for b in (-0.5, 0.5):
                    rim = (hole.at[0] + a * (wide + 2), hole.at[1] + b * (high + 2))
                    assert contains(panel.outline, rim), (panel.name, hole)


def test_two_sheets_of_40_by_60_cm_are_enough_for_all_boxes() -> None:
    (part,) = (part for part in load_parts().part if "plywood" in part.instead)
    assert part.instead.startswith("two sheets of plywood of 3 mm, 40 × 60 cm")
    made = {box.name: [*box.panels(M.flatpack.kerf_mm)] for box in boxes(M, display_driver(), 3.0)}
    panels = [*made["box"], *made["console"], *(6 * made["cup"])]
    placed = place_panels(panels, 5.0)
    tops = [(at[1], at[1] + panel.size[1]) for panel, at in placed]
    assert ROW_MM <= 600
    second = min(low for low, high in tops if high > 400)
    assert max(high for _, high in tops) - second <= 400


@pytest.mark.parametrize(
    ("section", "change", "says"),
    [
        ("button", {"hole_mm": 60.0}, "cup top: a hole reaches over the edge"),
        ("box", {"cables": 50}, "box back: a hole reaches over the edge"),
        ("flatpack", {"kerf_mm": 2.1}, "box top: a hole is narrower than the laser’s cut"),
        ("button", {"nut_mm": 68.0}, "flatpack.cup_inner is 56, but button.nut is 68"),
    ],
)
def test_measures_that_spoil_a_panel_are_refused_in_one_sentence(
    section: str,
    change: dict[str, float],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    spoiled = replace(M, **{section: replace(getattr(M, section), **change)})
    monkeypatch.setattr(command, "load_measures", lambda: spoiled)
    monkeypatch.chdir(tmp_path)
    assert run_command(command.main) == 1
    assert capsys.readouterr().err.rstrip().endswith(says)


@pytest.mark.parametrize("name", NAMED)
def test_the_files_hold_the_outlines_in_millimetres(name: str) -> None:
    box = NAMED[name]
    placed = place_panels(box.panels(), 5.0)
    taken = [(x, y, x + p.size[0], y + p.size[1]) for p, (x, y) in placed]
    for n, a in enumerate(taken):
        assert a[2] <= max(ROW_MM, a[2] - a[0])
        assert not any(
            a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3] for b in taken[:n]
        )
    picture = svg(placed)
    width, box_width = re.findall(r'width="([\d.]+)mm"|viewBox="-1 -1 ([\d.]+)', picture)
    assert width[0] == box_width[1]
    cut = sum(1 + len(panel.holes) for panel, _ in placed)
    assert len(re.findall("<polygon|<circle", picture)) == cut
    drawn = dxf(placed)
    assert drawn.count("\nPOLYLINE\n") + drawn.count("\nCIRCLE\n") == cut
    assert drawn.count("POLYLINE\n8\nCUT\n66\n1\n70\n1\n") == drawn.count("\nPOLYLINE\n")  # closed
    xs = [float(x) for x in re.findall(r"VERTEX\n8\nCUT\n10\n([-\d.]+)\n", drawn)]
    assert max(xs) == pytest.approx(max(right for *_, right, _ in taken))
