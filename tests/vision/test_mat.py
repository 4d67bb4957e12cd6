"""The mat: its zones cover it, its markers are found where the file says they are."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.mats import load_mats, mat_names
from hardware import MAT as MAT_FILE
from vision.art.matart import mat_svg
from vision.art.svg import render
from vision.mat import Grid, Mat
from vision.mat_file import MatError, read_mat

TABLE = MAT_FILE.read_text("utf-8")


@pytest.fixture(scope="module")
def mat() -> Mat:
    return read_mat(MAT_FILE)


def test_the_table_mat_has_six_seats_and_a_middle_that_each_hold_a_card(mat: Mat) -> None:
    assert mat.size_mm == (594.0, 420.0)
    assert set(mat.zones) == {"middle", *(f"seat:{n}" for n in range(6))}
    for zone, (left, top, right, bottom) in mat.zones.items():
        assert min(right - left, bottom - top) >= 88
        assert mat.zone_of((left + right) / 2, (top + bottom) / 2) == zone
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
    for result, number in zip(corners, ids.ravel(), strict=True):
        expected = mat.marker_corners_mm(int(number)) * 2
        assert np.abs(result.reshape(4, 2) - expected).max() < 1.5


def test_a_white_card_border_stands_out_from_every_part_of_the_ground(mat: Mat) -> None:
    image = render(mat_svg(mat), (594, 420))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    left, top, right, bottom = (int(v) for v in mat.zones["middle"])
    assert grey[top + 8 : bottom - 8, left + 8 : right - 8].max() < 130


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


def test_seats_beyond_the_symbols_have_their_numbers_and_each_row_its_letter(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mat.toml"
    more = '"seat:6" = [0.0, 320.0, 90.0, 350.0]\n"seat:7" = [500.0, 320.0, 594.0, 350.0]\n'
    grid = "left_top_mm = [110.0, 110.0]\ncell_mm = [10.0, 7.0]\nrows = 26\ncolumns = 2\n"
    path.write_text(f"{TABLE}{more}[grids.middle]\n{grid}lettered = true\n", "utf-8")
    svg = mat_svg(read_mat(path))
    assert [svg.count(f'aria-label="{sign}"') for sign in ("6", "7", "8", "9")] == [0, 1, 1, 0]
    assert svg.count('aria-label="Z"') == 2
    assert render(svg, (594, 420)).any()


def test_a_mat_whose_signs_are_missing_says_so(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(f'signs = "signs"\n{TABLE}')
    with pytest.raises(MatError, match=r"no folder .*signs"):
        read_mat(tmp_path / "mine.toml")
    (tmp_path / "signs").mkdir()
    assert read_mat(tmp_path / "mine.toml").sheet.signs == (tmp_path / "signs").resolve()


def test_no_two_mats_share_a_marker_and_no_two_of_a_game_a_zone() -> None:
    games = [load_mats(name) for name in mat_names()]
    markers = [number for mats in games for mat in mats for number in mat.markers]
    assert len(set(markers)) == len(markers)
    for name in mat_names():
        for seats in range(2, 7):
            zones = [zone for mat in load_mats(name, seats) for zone in mat.zones]
            assert len(set(zones)) == len(zones)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read"),
        ("size_mm = [", "is not valid TOML"),
        ("size_mm = [1" + "0" * 5000 + "]", "a number in it has thousands of digits"),
        ("size_mm = " + "[" * 9000, "is not valid TOML"),
        ("size_mm = [594.0, 420.0]", "missing required field `markers`"),
        (f"{TABLE.partition('[zones]')[0]}[zones]\n", r"length >= 1 - at `\$.zones`"),
        (f"{TABLE}[[seats]]\n[[seats]]\n", r"zone 'middle' needs \{seat\} in its name"),
        (f"{TABLE}\n[grids.layout]\nleft_top_mm = [0.0, 0.0]\nrows = 0\n", "`int` >= 1"),
    ],
)
def test_a_bad_mat_file_is_refused_with_one_sentence(
    tmp_path: Path, text: str | None, says: str
) -> None:
    path = tmp_path / "mat.toml"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(MatError, match=says):
        read_mat(path)


@pytest.mark.parametrize(
    ("line", "other", "says"),
    [
        ("size_mm = [594.0", "size_mm = [-594.0", "size_mm 1 is -594, but must be from 0 to 10000"),
        ("size_mm = [594.0", "size_mm = [nan", "size_mm 1 is nan"),
        ("size_mm = [594.0", "size_mm = [0.0", r"> 0.0 - at `\$.size_mm"),
        ("4X4_50", "9X9", "no marker dictionary '9X9'"),
        ("quiet_mm", "quite_mm", "unknown field `quite_mm`"),
        ("size_mm = [594.0", "players = [4, 2]\nsize_mm = [594.0", "the fewest and the most"),
        ("2 = [562.0", "2 = [5620.0", "marker 2 must lie on the mat"),
        ("3 = [32.0, 388.0]", "3 = [32.0, 40.0]", "marker 0 lies on marker 3"),
        ("2 = [562.0, 388.0]", "2 = [470.0, 300.0]", "marker 2 lies on zone middle"),
        ("3 = [32.0", "-3 = [32.0", "no marker -3"),
        ("[110.0, 310.0, 297.0", "[297.0, 310.0, 110.0", "zone seat:0 must lie on the mat"),
        ("[110.0, 310.0, 297.0", "[110.0, 309.0, 297.0", "zone middle lies on zone seat:0"),
        ('"middle"', '"mat"', "no zone can be called 'mat'"),
        ('"seat:0"', '"seat:x"', "zone 'seat:x' needs a name, and after a colon a number"),
    ],
)
def test_an_impossible_size_place_or_name_is_refused_with_one_sentence(
    tmp_path: Path, line: str, other: str, says: str
) -> None:
    assert line in TABLE
    path = tmp_path / "mat.toml"
    path.write_text(TABLE.replace(line, other, 1), "utf-8")
    with pytest.raises(MatError, match=says):
        read_mat(path)
