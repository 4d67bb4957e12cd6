"""How high cameras hang over each game's mats, and how many of them it takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware import cli
from firmware.cameras.framing import MOST_CAMERAS, MOST_MM, Framing, MatSet, framing, mat_sets
from firmware.commands.pictures.calibrate import heights_of
from firmware.parts import load_parts
from hardware import MAT
from vision.calibration.checks import INDEX_PX
from vision.calibration.field import MARGIN_MM, Field
from vision.mat_file import read_mat

CAMERAS = load_parts().camera
MODULE_3 = Field(66, 41)


def framings() -> list[tuple[str, tuple[float, float], Framing, Field]]:
    return [
        (layout.name, layout.card_mm, found, Field(*camera.field_deg))
        for layout in mat_sets()
        for camera in CAMERAS
        if (found := framing(layout, camera)) is not None
    ]


def test_over_every_games_mats_some_camera_hangs_and_reads_their_cards_from_any_height_named() -> (
    None
):
    every = framings()
    assert {name for name, *_ in every} == {layout.name for layout in mat_sets()}
    for name, card_mm, found, field in every:
        assert found.least_mm < found.most_mm <= MOST_MM, name
        assert 1 <= found.cameras <= MOST_CAMERAS
        px_per_mm = found.size[0] / field.view_mm(found.most_mm)[0]
        assert px_per_mm * card_mm[1] >= INDEX_PX * 0.999, name
        said = heights_of(found)
        assert 10 * int(str(said["least"])) >= found.least_mm
        assert 10 * int(str(said["most"])) <= found.most_mm


def test_one_camera_sees_all_of_its_mats_with_room_beside_them() -> None:
    for layout in mat_sets():
        for camera in CAMERAS:
            found = framing(layout, camera)
            if found is None or found.cameras > 1:
                continue
            across, down = Field(*camera.field_deg).view_mm(found.least_mm)
            long, short = max(layout.size_mm), min(layout.size_mm)
            assert min(across - long, down - short) == pytest.approx(2 * MARGIN_MM), layout.name


def test_what_one_camera_cannot_see_from_an_arm_is_shared_by_the_fewest() -> None:
    (three,) = (one for one in mat_sets() if (one.name, one.players) == ("ogallala", (3,)))
    found = framing(three, CAMERAS[0])
    assert found is not None
    assert found.cameras == 2
    assert MODULE_3.min_height_mm(three.size_mm) > MOST_MM


def test_a_long_mat_is_shared_by_two_cameras_where_it_has_markers_for_both() -> None:
    short = read_mat(MAT)
    long = replace(short, size_mm=(1400.0, 420.0), markers=dict(short.markers))
    assert framing(MatSet("long", (), (long,)), CAMERAS[0]) is None  # four markers: two for each
    corners = {0: (32, 32), 1: (1368, 32), 2: (1368, 388), 3: (32, 388)}
    middle = {4: (700, 32), 5: (700, 388)}
    more = replace(
        long, markers={n: (float(x), float(y)) for n, (x, y) in (corners | middle).items()}
    )
    found = framing(MatSet("long", (), (more,)), CAMERAS[0])
    assert found is not None
    assert found.cameras == 2
    # Half of it, half a card beyond, and the room: by hand.
    assert found.least_mm == pytest.approx(MODULE_3.min_height_mm(((1400 + 88) / 2, 420)))


def test_many_mats_are_divided_among_cameras_at_once() -> None:
    mat = replace(read_mat(MAT), size_mm=(300.0, 200.0))
    mats = tuple(replace(mat, name=f"{n}", middle_mm=(310.0 * n, 0.0)) for n in range(12))
    found = framing(MatSet("many", (), mats[:6]), CAMERAS[0])
    assert found is not None
    assert found.cameras == 2  # three mats each
    assert found.least_mm == pytest.approx(MODULE_3.min_height_mm((920.0, 200.0)))
    assert framing(MatSet("many", (), mats), CAMERAS[0]) is None


def test_the_command_says_it_for_every_game_and_for_an_owners_mat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert cli.run(["calibrate", "--heights"]) == 0
    said = capsys.readouterr().out
    assert len(said.splitlines()) == len(mat_sets()) * (1 + len(CAMERAS))
    spaced = said.replace("\N{NO-BREAK SPACE}", " ")  # a number and its unit share a line
    assert "table, 594 × 420 mm:\n✓ Camera Module 3: 78 to 100 cm high" in spaced
    assert cli.run(["calibrate", "--heights", "--mat", str(MAT)]) == 0
    own = capsys.readouterr().out
    assert own.splitlines() == said.splitlines()[-len(own.splitlines()) :]
