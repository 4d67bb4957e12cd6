"""How high cameras hang over each game's mats, and how many of them it takes."""

from __future__ import annotations

import pytest

from firmware import cli
from firmware.cameras.framing import MOST_CAMERAS, MOST_MM, Framing, framing, mat_sets
from firmware.commands.pictures.calibrate import heights_of
from firmware.parts import load_parts
from hardware import MAT
from vision.calibration.checks import INDEX_PX
from vision.calibration.field import Field

CAMERAS = load_parts().camera
MODULE_3 = Field(66, 41)


def framings() -> list[tuple[str, tuple[float, float], Framing, Field]]:
    return [
        (layout.name, layout.card_mm, frame, Field(*camera.field_deg))
        for layout in mat_sets()
        for camera in CAMERAS
        if (frame := framing(layout, camera)) is not None
    ]


def test_over_every_games_mats_some_camera_hangs_and_reads_their_cards_from_any_height_named() -> (
    None
):
    every = framings()
    assert {name for name, *_ in every} == {layout.name for layout in mat_sets()}
    for name, card_mm, result, field in every:
        assert result.least_mm < result.most_mm <= MOST_MM, name
        assert 1 <= result.cameras <= MOST_CAMERAS
        px_per_mm = result.size[0] / field.view_mm(result.most_mm)[0]
        assert px_per_mm * card_mm[1] >= INDEX_PX * 0.999, name
        heights = heights_of(result)
        assert 10 * int(str(heights["least"])) >= result.least_mm
        assert 10 * int(str(heights["most"])) <= result.most_mm


def test_the_command_says_it_for_every_game_and_for_an_owners_mat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert cli.run(["calibrate", "--heights"]) == 0
    text = capsys.readouterr().out
    assert len(text.splitlines()) == len(mat_sets()) * (1 + len(CAMERAS))
    spaced = text.replace("\N{NO-BREAK SPACE}", " ")  # a number and its unit share a line
    assert "table, 594 × 420 mm:\n✓ Camera Module 3: 78 to 100 cm high" in spaced
    assert cli.run(["calibrate", "--heights", "--mat", str(MAT)]) == 0
    own = capsys.readouterr().out
    assert own.splitlines() == text.splitlines()[-len(own.splitlines()) :]
