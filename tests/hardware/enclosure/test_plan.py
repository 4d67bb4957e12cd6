"""The enclosure's measures: parts fit, do not collide, and suit the kit that is bought."""

from __future__ import annotations

from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from firmware.mats import TABLE
from firmware.parts import load_parts
from hardware import ENCLOSURE
from hardware.enclosure.arm import Arm
from hardware.enclosure.cables import BESIDE_MM, CableLengths, Hung
from hardware.enclosure.measured_parts import (
    MAX_BRIDGE_MM,
    digest,
    load_measured_parts,
)
from hardware.enclosure.measures import BadMeasures, Pair, load_measures
from hardware.enclosure.plan import Box, Console, Rect, cup_high, cup_screws
from tests.firmware.cameras.framing import MatSet, framing, mat_sets
from tests.printed_board import board_parts, load_board

M = load_measures()
GUIDE, PARTS_PAGE = (
    (ENCLOSURE.parent / name).read_text("utf-8") for name in ("wiring.md", "parts.md")
)
BOX, ARM = Box(M), Arm(M)
CONSOLES = [Console(M, driver) for driver in M.display]
STACK = (ENCLOSURE.parent / "pictures" / "stack.svg").read_text("utf-8")
LEAST = M.printed.least_wall_mm


def pattern(holes: tuple[Pair, ...]) -> tuple[float, float]:
    xs, ys = ({place[axis] for place in holes} for axis in (0, 1))
    assert (len(holes), len(xs), len(ys)) == (4, 2, 2)
    return max(xs) - min(xs), max(ys) - min(ys)


def overlap(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_holes_are_those_of_the_parts() -> None:
    assert pattern(M.pi.holes_mm) == (58.0, 49.0)
    assert M.screws[M.pi.screw].through_mm == pytest.approx(2.8)  # M2.5
    assert pattern(M.camera.holes_mm) == (21.0, 12.5)
    (button,) = (part for part in load_parts().part if "push button" in part.name)
    assert f"{M.button.hole_mm:.0f} mm" in button.name
    for screw in M.screws.values():
        assert screw.pilot_mm < screw.through_mm < screw.head_mm


def test_boards_lie_inside_the_box_and_apart() -> None:
    wide, deep, high = BOX.inner
    taken: list[Rect] = []
    for board, (x, y) in BOX.boards():
        taken.append((x, y, x + board.size_mm[0], y + board.size_mm[1]))
        assert M.printed.clearance_mm <= x
        assert x + board.size_mm[0] <= wide - M.printed.clearance_mm
        assert M.printed.clearance_mm <= y
        assert y + board.size_mm[1] <= deep - M.printed.clearance_mm
        for hole in board.holes_mm:
            assert all(
                1.0 <= at <= side - 1.0 for at, side in zip(hole, board.size_mm, strict=True)
            )
    assert not overlap(*taken)
    assert M.pi.lift_mm + M.pi.thick_mm + M.pi.high_mm < high
    half = M.box.post_mm / 2
    for x, y in BOX.lid_posts():
        post = (x - half, y - half, x + half, y + half)
        assert not any(overlap(post, board) for board in taken)


def test_every_part_of_the_printed_board_fits_below_the_lid_and_the_heat_sink_below_the_board() -> (
    None
):
    stack, on_pi = M.stack, M.pi.lift_mm + M.pi.thick_mm
    tallest = max(part.high_mm for part in board_parts().values())
    for spacer, socket in zip(stack.spacers_mm, stack.sockets_mm, strict=True):
        assert spacer == socket + stack.header_mm
        inner_high = M.box.inner_high_mm + spacer - stack.spacers_mm[0]
        board = on_pi + spacer + load_board().general.thickness
        assert board + tallest + M.printed.clearance_mm < inner_high
        assert f"`inner_high = {inner_high:.1f}`" in GUIDE or spacer == stack.spacers_mm[0]
    free = M.box.inner_high_mm - on_pi - stack.spacers_mm[0] - load_board().general.thickness
    for item in (
        f"{stack.spacers_mm[0]:g} mm",
        f"{free:g} mm",
        f"at most {stack.heat_sink_mm:g} mm",
    ):
        assert f"{item}</text>" in STACK
    assert f"the {free:g} mm below the lid" in GUIDE
    assert stack.chip_mm + stack.heat_sink_mm + stack.legs_mm <= stack.spacers_mm[0]
    assert f"heat sinks for a Pi 4, at most {stack.heat_sink_mm:.0f} mm high" in PARTS_PAGE


@pytest.mark.parametrize("console", CONSOLES, ids=lambda console: console.driver)
def test_the_consoles_parts_lie_inside_it_and_apart(console: Console) -> None:
    wide, high = (side / 2 - M.printed.wall_mm for side in M.console.size_mm)
    taken = console.occupied()
    for rect in taken.values():
        assert -wide < rect[0] < rect[2] < wide
        assert -high < rect[1] < rect[3] < high
    for (one, a), (other, b) in combinations(taken.items(), 2):
        assert not overlap(a, b), (one, other)
    half = M.box.post_mm / 2
    for x, y in console.posts():
        post = (x - half, y - half, x + half, y + half)
        assert not any(overlap(post, rect) for rect in taken.values())
    window, board = console.display.window_mm, console.display.board_mm
    assert all(a < b for a, b in zip(window, board, strict=True))
    assert max(M.knob.deep_mm, M.buzzer.deep_mm) < M.console.inner_high_mm


def test_a_cup_holds_its_button_and_the_screws_miss_its_nut() -> None:
    nut = M.button.nut_mm / 2
    for x, y in cup_screws(M):
        assert dist((0, 0), (x, y)) - M.box.post_mm / 2 >= nut + M.printed.clearance_mm
        assert dist((0, 0), (x, y)) + M.screws["m3"].head_mm / 2 < M.cup.across_mm / 2
    ring = (M.cup.across_mm - M.button.bezel_mm) / 2
    assert M.cup.symbol_mm + 2 * LEAST < ring
    assert M.cup.plate_mm - M.cup.engraved_mm >= LEAST
    assert cup_high(M) < M.cup.across_mm  # it does not tip


def test_all_walls_are_thick_enough_to_print() -> None:
    screws = [M.screws[board.screw].pilot_mm for board, _ in BOX.boards()]
    walls = [
        M.printed.wall_mm,
        M.printed.floor_mm,
        M.arm.wall_mm,
        M.cup.plate_mm,
        M.console.plate_mm,
    ]
    walls += [(BOX.post_across - pilot) / 2 for pilot in screws]
    walls.append((M.box.post_mm - M.screws["m3"].pilot_mm) / 2)
    walls.append(M.arm.ear_thick_mm - M.nut_m4.high_mm)
    walls.append(M.arm.rim_mm - M.screws["m4"].through_mm / 2)
    assert min(walls) >= LEAST


def test_the_arm_hangs_the_first_camera_as_high_as_its_mats_need() -> None:
    camera = load_parts().camera[0]
    low, high = ARM.lens_heights
    for layout in mat_sets():
        result = framing(layout, camera)
        if result is not None and result.cameras == 1:
            assert low < result.least_mm + 20 < high, layout.name
    (table,) = (layout for layout in mat_sets() if layout.name == TABLE)
    hangs = framing(table, camera)
    assert hangs is not None
    assert high - hangs.least_mm > 150  # and may be moved up by as much


HIGHEST_MM = ARM.lens_heights[1]
SETS = [pytest.param(layout, id=f"{layout.name}-{layout.players}") for layout in mat_sets()]


@pytest.mark.parametrize("layout", SETS)
@pytest.mark.parametrize("hung", Hung)
def test_cables_reach_from_every_height_to_every_seat_of_every_mat(
    layout: MatSet, hung: Hung
) -> None:
    ways = CableLengths(M, layout.size_mm, hung)
    table = [size + beside for size, beside in zip(layout.size_mm, BESIDE_MM, strict=True)]
    for model in load_parts().camera[:2]:
        hangs = framing(layout, model)
        for height in (hangs.least_mm, min(hangs.most_mm, HIGHEST_MM)) if hangs else ():
            assert ways.box_heights_mm(height)[0] >= 0
            ribbon = ways.ribbon_mm(height, ways.least_reach_mm)
            assert ribbon <= ways.ribbon_mm(HIGHEST_MM, ways.least_reach_mm)
            assert ways.longest_wire_mm(height) <= ways.longest_wire_mm(HIGHEST_MM)
    for x, y in ways.cups_mm:
        assert abs(x) < table[0] / 2
        assert abs(y) < table[1] / 2
        assert abs(x) > layout.size_mm[0] / 2 or abs(y) > layout.size_mm[1] / 2


def test_a_ribbon_of_50_cm_is_enough_below_the_elbow_for_an_a2_mat_and_one_of_1_m_for_all() -> None:
    short, long = M.cables.ribbons_mm
    a2 = CableLengths(M, hung=Hung.ELBOW)
    assert a2.ribbon_mm(HIGHEST_MM, a2.least_reach_mm) <= short == 500.0
    for layout in mat_sets():
        ways = CableLengths(M, layout.size_mm)
        assert ways.ribbon_mm(HIGHEST_MM, ways.least_reach_mm) <= long, layout.name


def test_the_arm_sags_less_than_it_is_noticed_in_either_stock() -> None:
    for stock in M.stock.values():
        bend = ARM.bend(stock, 900.0, ARM.reaches[1])
        assert bend.sags_mm < 3
        assert bend.pushed_mm < 4
        assert bend.swings_hz > 5
    tube, batten = (ARM.bend(M.stock[name], 900.0, 440.0) for name in ("tube", "batten"))
    assert tube.sags_mm < batten.sags_mm
    assert ARM.bend(M.stock["tube"], 900.0, 900.0).sags_mm > 2 * tube.sags_mm


def test_what_was_made_is_of_these_measures_and_can_be_printed() -> None:
    made = load_measured_parts()
    assert made.digest == digest(), "run `make enclosure`"
    names = [part.name for part in made.part]
    assert len(names) == len(set(names)) == 15
    for part in made.part:
        assert not part.faults(M.printed)
        assert part.bridge <= MAX_BRIDGE_MM
    by_name = {part.name: part for part in made.part}
    wide, deep, high = BOX.outer
    assert by_name["box-lid"].size[:2] == pytest.approx((wide, deep), abs=0.1)
    assert by_name["box"].size[2] == pytest.approx(high - M.printed.floor_mm, abs=0.1)


def test_measures_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    broken = tmp_path / "enclosure.toml"
    broken.write_text("[print]\nwall = 'thick'\n")
    with pytest.raises(BadMeasures, match=r"enclosure\.toml cannot be used: .*"):
        load_measures(broken)


@pytest.mark.parametrize(
    ("line", "other", "said"),
    [
        ("across = 66.0", "across = nan", "cup.across is nan"),
        ("hole = 30.0", "hole = -30.0", "button.hole is -30"),
        ("post = 1000.0", "post = 1e9", r"arm.post is 1e\+09"),
        ("step = 500.0", "step = 0.0", "cables.step"),
        ('screw = "m2_5"', 'screw = "m9"', "no \\[screws.m9\\]"),
    ],
)
def test_an_impossible_measure_is_named(tmp_path: Path, line: str, other: str, said: str) -> None:
    text = ENCLOSURE.read_text("utf-8")
    assert line in text
    path = tmp_path / "enclosure.toml"
    path.write_text(text.replace(line, other, 1), "utf-8")
    with pytest.raises(BadMeasures, match=said):
        load_measures(path)
