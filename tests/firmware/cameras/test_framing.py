"""How high cameras hang over each game's mats, and how many of them it takes."""

from __future__ import annotations

from firmware.parts import load_parts
from tests.firmware.cameras.framing import (
    MOST_CAMERAS,
    MOST_MM,
    Framing,
    framing,
    heights_of,
    mat_sets,
)
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
