"""The mat: its zones cover it, its markers are found where the file says they are."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.art.matart import mat_svg
from vision.art.svg import render
from vision.mat import Grid, Mat
from vision.mat_file import MatError, read_mat

ROOT = Path(__file__).parents[2]
MAT_FILE = ROOT / "hardware" / "mats" / "table.toml"


@pytest.fixture(scope="module")
def mat() -> Mat:
    return read_mat(MAT_FILE)


def test_the_mat_is_a2_with_six_seats_and_a_middle(mat: Mat) -> None:
    assert mat.size_mm == (594.0, 420.0)
    assert set(mat.zones) == {"middle", *(f"seat:{n}" for n in range(6))}
    assert len(mat.markers) == 4


def test_every_zone_holds_a_card_and_none_overlap(mat: Mat) -> None:
    covered = np.zeros((420, 594), int)
    for left, top, right, bottom in mat.zones.values():
        assert min(right - left, bottom - top) >= 88
        covered[int(top) : int(bottom), int(left) : int(right)] += 1
    assert covered.max() == 1


def test_zones_of_points(mat: Mat) -> None:
    assert mat.zone_of(297, 210) == "middle"
    assert mat.zone_of(200, 400) == "seat:0"
    assert mat.zone_of(20, 210) == "seat:1"
    assert mat.zone_of(200, 20) == "seat:2"
    assert mat.zone_of(400, 20) == "seat:3"
    assert mat.zone_of(580, 210) == "seat:4"
    assert mat.zone_of(400, 400) == "seat:5"
    assert mat.zone_of(5, 5) == "mat"
    assert mat.zone_of(-1, 5) is None
    assert mat.zone_of(300, 421) is None


def test_seats_go_round_the_table_as_play_does(mat: Mat) -> None:
    angles = []
    for seat in range(6):
        left, top, right, bottom = mat.zones[f"seat:{seat}"]
        x, y = (left + right) / 2 - 297, (top + bottom) / 2 - 210
        angles.append(np.degrees(np.arctan2(y, x)))
    turns = np.diff(np.unwrap(np.radians([*angles, angles[0]])))
    assert (turns > 0).all()  # clockwise as seen from above, y being down
    assert turns.sum() == pytest.approx(2 * np.pi)


@pytest.mark.parametrize("ground", [True, False])
def test_the_drawn_markers_are_found_where_the_file_says(mat: Mat, ground: bool) -> None:
    image = render(mat_svg(mat, ground), (1188, 840))
    detector = cv2.aruco.ArucoDetector(mat.aruco_dictionary)
    corners, ids, _ = detector.detectMarkers(image)
    assert sorted(int(i) for i in ids.ravel()) == sorted(mat.markers)
    for found, number in zip(corners, ids.ravel(), strict=True):
        expected = mat.marker_corners_mm(int(number)) * 2
        assert np.abs(found.reshape(4, 2) - expected).max() < 1.5


def test_a_white_card_border_stands_out_from_every_part_of_the_ground(mat: Mat) -> None:
    image = render(mat_svg(mat), (594, 420))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    left, top, right, bottom = (int(v) for v in mat.zones["middle"])
    assert grey[top + 8 : bottom - 8, left + 8 : right - 8].max() < 130


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read"),
        ("size_mm = [", "is not valid TOML"),
        ("size_mm = [1" + "0" * 5000 + "]", "a number in it has thousands of digits"),
        ("size_mm = " + "[" * 9000, "is not valid TOML"),
        ("size_mm = [594.0, 420.0]", "missing required field `markers`"),
        (
            '{size}[markers]\ndictionary = "4X4_50"\nsize_mm = 9\n'
            "[markers.centres]\n0 = [1, 2]\n[zones]",
            "length >= 4",
        ),
    ],
)
def test_a_bad_mat_file_is_refused_with_one_sentence(
    tmp_path: Path, text: str | None, says: str
) -> None:
    path = tmp_path / "mat.toml"
    if text is not None:
        path.write_text(text.replace("{size}", "size_mm = [594.0, 420.0]\n"))
    with pytest.raises(MatError, match=says):
        read_mat(path)


def test_a_card_a_little_beside_its_cell_belongs_to_it_and_between_two_to_none() -> None:
    grid = Grid((37.0, 30.0), (65.0, 90.0), 4, 8)
    for row in range(4):
        for column in range(8):
            x, y = grid.middle_mm(row, column)
            for dx, dy in ((0, 0), (15, -20), (-20, 25)):
                assert grid.cell(x + dx, y + dy) == (row, column)
    x, y = grid.middle_mm(1, 2)
    assert grid.cell(x + 30, y) is None
    assert grid.cell(x, y - 42) is None
    assert grid.cell(37.0 - 10, 30.0 - 10) == (0, 0)  # beside the grid there is no other
    assert grid.cell(37.0 - 40, 30.0) is None


def test_each_mat_has_markers_of_its_own_that_leave_zones_and_grid_free() -> None:
    files = [MAT_FILE, ROOT / "referee" / "coup_detat" / "mats" / "coup_detat.toml"]
    mats = [read_mat(file) for file in files]
    assert {mat.name for mat in mats} >= {"table", "coup_detat"}
    numbers = [(mat.dictionary, number) for mat in mats for number in mat.markers]
    assert len(numbers) == len(set(numbers))
    for mat in mats:
        rim = mat.marker_mm / 2 + mat.quiet_mm
        for x, y in mat.markers.values():
            assert rim <= x <= mat.size_mm[0] - rim
            assert rim <= y <= mat.size_mm[1] - rim
            boxes = [*mat.zones.values(), *(_box(grid) for grid in mat.grids.values())]
            for left, top, right, bottom in boxes:
                outside = x + rim <= left or right <= x - rim or y + rim <= top or bottom <= y - rim
                assert outside, (mat.name, x, y)


def _box(grid: Grid) -> tuple[float, float, float, float]:
    (left, top), (width, height) = grid.left_top_mm, grid.cell_mm
    return left, top, left + grid.columns * width, top + grid.rows * height


def test_a_mat_without_zones_and_one_for_each_seat_with_equal_zones_are_refused(
    tmp_path: Path,
) -> None:
    table, path = MAT_FILE.read_text("utf-8"), tmp_path / "mat.toml"
    path.write_text(f"{table.partition('[zones]')[0]}[zones]\n", "utf-8")
    with pytest.raises(MatError, match=r"length >= 1 - at `\$.zones`"):
        read_mat(path)
    path.write_text(f"{table}[[seats]]\n[[seats]]\n", "utf-8")
    with pytest.raises(MatError, match=r"zone 'middle' needs \{seat\} in its name"):
        read_mat(path)


def test_seats_beyond_the_symbols_have_their_numbers_and_each_row_its_letter(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mat.toml"
    more = '"seat:6" = [0.0, 320.0, 90.0, 350.0]\n"seat:7" = [500.0, 320.0, 594.0, 350.0]\n'
    grid = "left_top_mm = [110.0, 110.0]\ncell_mm = [10.0, 7.0]\nrows = 26\ncolumns = 2\n"
    path.write_text(
        f"{MAT_FILE.read_text('utf-8')}{more}[grids.middle]\n{grid}lettered = true\n", "utf-8"
    )
    svg = mat_svg(read_mat(path))
    assert [svg.count(f'aria-label="{sign}"') for sign in ("6", "7", "8", "9")] == [0, 1, 1, 0]
    assert svg.count('aria-label="Z"') == 2
    assert render(svg, (594, 420)).any()


def test_a_grid_that_is_none_is_said_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "mat.toml"
    path.write_text(MAT_FILE.read_text() + "\n[grids.layout]\nleft_top_mm = [0.0, 0.0]\nrows = 0\n")
    with pytest.raises(MatError, match="Expected `int` >= 1"):
        read_mat(path)


def test_a_mat_whose_signs_are_missing_says_so(tmp_path: Path) -> None:
    table = MAT_FILE.read_text()
    (tmp_path / "mine.toml").write_text(f'signs = "signs"\n{table}')
    with pytest.raises(MatError, match=r"no folder .*signs"):
        read_mat(tmp_path / "mine.toml")
    (tmp_path / "signs").mkdir()
    assert read_mat(tmp_path / "mine.toml").sheet.signs == (tmp_path / "signs").resolve()


@pytest.mark.parametrize(
    ("line", "other", "says"),
    [
        ("size_mm = [594.0", "size_mm = [-594.0", "size_mm 1 is -594, but must be from 0 to 10000"),
        ("size_mm = [594.0", "size_mm = [nan", "size_mm 1 is nan"),
        ("size_mm = [594.0", f"size_mm = [1{400 * '0'}", r"size_mm 1 is 1e\+99"),
        ("size_mm = [594.0", "size_mm = [0.0", r"> 0.0 - at `\$.size_mm"),
        ("size_mm = 36.0", "size_mm = 0.0", r"> 0.0 - at `\$.markers.size_mm"),
        ("4X4_50", "9X9", "no marker dictionary '9X9'"),
        ("quiet_mm", "quite_mm", "unknown field `quite_mm`"),
        ("size_mm = [594.0", "players = [4, 2]\nsize_mm = [594.0", "the fewest and the most"),
        ("2 = [562.0", "2 = [5620.0", "marker 2 must lie on the mat"),
        ("3 = [32.0, 388.0]", "3 = [32.0, 40.0]", "marker 0 lies on marker 3"),
        ("2 = [562.0, 388.0]", "2 = [470.0, 300.0]", "marker 2 lies on zone middle"),
        ("3 = [32.0", "-3 = [32.0", "no marker -3"),
        ("[110.0, 310.0, 297.0", "[297.0, 310.0, 110.0", "zone seat:0 must lie on the mat"),
        ("[110.0, 310.0, 297.0", "[nan, 310.0, 297.0", "zones.seat:0 1 is nan"),
        ("[110.0, 310.0, 297.0", "[110.0, 309.0, 297.0", "zone middle lies on zone seat:0"),
        ('"middle"', '"mat"', "no zone can be called 'mat'"),
        ('"seat:0"', '"seat:x"', "zone 'seat:x' needs a name, and after a colon a number"),
        ("size_mm = [594.0", f'signs = "{5000 * "x"}"\nsize_mm = [594.0', "there is no folder"),
    ],
)
def test_an_impossible_size_place_or_name_is_said(
    tmp_path: Path, line: str, other: str, says: str
) -> None:
    text = MAT_FILE.read_text("utf-8")
    assert line in text
    path = tmp_path / "mat.toml"
    path.write_text(text.replace(line, other, 1), "utf-8")
    with pytest.raises(MatError, match=says):
        read_mat(path)
