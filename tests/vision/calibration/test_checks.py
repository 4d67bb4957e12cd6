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


@pytest.mark.parametrize(
    ("fault", "key"),
    [("dark", "light.dark"), ("glare", "glare.change"), ("shadow", "even.change")],
)
def test_one_fault_of_the_light_is_named_and_nothing_else(fault: str, key: str) -> None:
    assert failing(checked(seen(fault=fault))) == [key]


def test_too_much_light_is_named() -> None:
    assert failing(checked(seen(light=Light(exposure=1.8, gradient=0.05)))) == ["light.burnt"]


def test_a_lens_out_of_focus_is_named_also_where_the_mat_cannot_be_found_whole() -> None:
    assert "focus.change" in failing(checked(seen(fault="blur")))


def test_a_picture_of_few_pixels_is_named_and_not_taken_for_one_out_of_focus() -> None:
    checks = checked(seen((960, 540)))
    assert failing(checks) == ["size.change"]
    assert checks["size"].measure is not None
    assert 60 < checks["size"].measure < 120


@pytest.mark.parametrize("size", [FULL_HD, (2304, 1296)])
def test_a_camera_module_3_at_80_cm_passes(size: tuple[int, int]) -> None:
    eye_mm, middle = (297.0, 240.0, 800.0), (297.0, 210.0)
    camera = PinholeCamera(*size, eye_mm, middle, roll_deg=1.5, focal=MODULE_3)
    checks = checked(Renderer(camera, MAT).render(Scene(()), seed=1).image)
    assert failing(checks) == []
    assert checks["size"].measure == pytest.approx(163 * size[0] / 1920, rel=0.05)


@pytest.mark.verify
def test_the_largest_picture_of_the_pi_camera_passes() -> None:
    assert failing(checked(seen((4608, 2592), k1=-0.03))) == []


@pytest.mark.verify
def test_a_wide_modules_lens_is_no_fault_of_the_view() -> None:
    checks = checked(seen((2304, 1296), k1=-0.3, k2=0.054, room=1.3))
    assert failing(checks) == ["size.change"]  # cards at its corners are of few pixels
    assert checks["lens"].measure is not None
    assert checks["lens"].measure <= 0.3


def test_a_mat_that_does_not_lie_flat_is_named() -> None:
    flat = seen(k1=-0.02)
    down, across = np.mgrid[: flat.shape[0], : flat.shape[1]].astype(np.float32)
    wavy = across + 6 * np.sin(down / 90, dtype=np.float32)
    picture = cv2.remap(flat, wavy, down, cv2.INTER_LINEAR)
    assert failing(checked(np.asarray(picture, np.uint8))) == ["lens.change"]


def test_a_camera_that_looks_from_the_side_is_named() -> None:
    assert "lean.change" in failing(checked(seen(tilt_deg=30.0)))


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
