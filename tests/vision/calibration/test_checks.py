"""Calibration: each thing that can be wrong with a camera over the mat is named, alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.calibration.checks import Check, calibrate
from vision.mat_file import read_mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Lens, Light, PlacedCard, Scene, with_faults

MAT = read_mat(Path(__file__).parents[3] / "hardware" / "mats" / "table.toml")
CARD_MM = (63.0, 88.0)
FULL_HD = (1920, 1080)
MODULE_3 = 0.77  # focal length over the picture's width: 66 degrees


def seen(
    size: tuple[int, int] = FULL_HD,
    fault: str = "",
    light: Light | None = None,
    cards: tuple[PlacedCard, ...] = (),
    **view: Any,
) -> Image:
    over = PinholeCamera.above(MAT.size_mm, *size, **({"tilt_deg": 5.0, "roll_deg": 1.5} | view))
    scene, lit, lens = with_faults(Scene(cards), light or Light(), Lens(), {fault}, MAT.size_mm)
    return Renderer(over, MAT).render(scene, lit, lens, seed=1).image


def checked(image: Image) -> dict[str, Check]:
    return {check.name: check for check in calibrate(image, [MAT], CARD_MM).checks}


def failing(checks: dict[str, Check]) -> list[str]:
    return [check.key for check in checks.values() if check.passed is False]


def test_a_good_view_passes_every_check_and_says_what_it_measured() -> None:
    checks = checked(seen(cards=(PlacedCard("coup", "duke", 210, 200, 40),)))
    assert all(check.passed for check in checks.values()), checks
    assert len(checks) == 9
    assert checks["size"].measure == pytest.approx(190, abs=25)
    for check in checks.values():
        assert check.measure is not None
        assert check.limit is not None


@pytest.mark.parametrize("size", [FULL_HD, (2304, 1296)])
def test_a_camera_module_3_at_80_cm_passes(size: tuple[int, int]) -> None:
    eye_mm, middle = (297.0, 240.0, 800.0), (297.0, 210.0)
    camera = PinholeCamera(*size, eye_mm, middle, roll_deg=1.5, focal=MODULE_3)
    checks = checked(Renderer(camera, MAT).render(Scene(()), seed=1).image)
    assert failing(checks) == []
    assert checks["size"].measure == pytest.approx(163 * size[0] / 1920, rel=0.05)


def test_a_mat_that_does_not_lie_flat_is_named() -> None:
    flat = seen(k1=-0.02)
    down, across = np.mgrid[: flat.shape[0], : flat.shape[1]].astype(np.float32)
    wavy = across + 6 * np.sin(down / 90, dtype=np.float32)
    picture = cv2.remap(flat, wavy, down, cv2.INTER_LINEAR)
    assert failing(checked(np.asarray(picture, np.uint8))) == ["lens.change"]


def test_a_mat_that_is_partly_out_of_the_picture_is_named_with_the_corner() -> None:
    whole = seen()
    checks = checked(np.ascontiguousarray(whole[:, : whole.shape[1] - 430]))
    assert "mat.change" in failing(checks)  # both markers of the right side
    cut = whole.copy()
    cut[-260:, :560] = 40
    assert failing(checked(cut))[0] == "mat.missing.near_left"
    assert "view.change" in failing(checked(np.ascontiguousarray(whole[:-70])))


@pytest.mark.parametrize("level", [5, 128, 255])
def test_a_picture_without_a_mat_passes_nothing_and_breaks_nothing(level: int) -> None:
    checks = checked(np.full((360, 640, 3), level, np.uint8))
    assert not any(check.passed for check in checks.values())
    assert checks["mat"].passed is False
    assert (checks["light"].key == "light.dark") == (level == 5)


@pytest.mark.parametrize(
    ("view", "keys"),
    [
        ({"fault": "dark"}, ["light.dark"]),
        ({"fault": "glare"}, ["glare.change"]),
        ({"fault": "shadow"}, ["even.change"]),
        ({"light": Light(exposure=1.8, gradient=0.05)}, ["light.burnt"]),
        ({"size": (960, 540)}, ["size.change"]),  # of few pixels, and not out of focus
        # Cards at a wide lens's corners are of few pixels.
        ({"size": (2304, 1296), "k1": -0.3, "k2": 0.054, "room": 1.3}, ["size.change"]),
    ],
)
def test_one_fault_is_named_and_nothing_else(view: dict[str, Any], keys: list[str]) -> None:
    assert failing(checked(seen(**view))) == keys


@pytest.mark.parametrize(
    ("view", "key"), [({"fault": "blur"}, "focus.change"), ({"tilt_deg": 30.0}, "lean.change")]
)
def test_a_fault_that_spoils_other_measures_too_is_named(view: dict[str, Any], key: str) -> None:
    assert key in failing(checked(seen(**view)))
