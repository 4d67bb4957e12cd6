"""The camera's view: whichever game's mat lies there is found; a stalled driver is told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from firmware.cameras.base import Frame
from firmware.cameras.lenses import Lenses
from firmware.checking import reading
from firmware.errors import CameraLost
from firmware.mats import load_mats
from tests.firmware.checking.box import Box, results_of
from vision.mat import Mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Lens, Light, Scene, with_faults


def seen(mat: Mat, fault: str = "") -> Image:
    over = PinholeCamera.above(mat.size_mm, 1920, 1080, tilt_deg=5.0)
    scene, light, lens = with_faults(Scene(()), Light(), Lens(), {fault}, mat.size_mm)
    return Renderer(over, mat).render(scene, light, lens, seed=1).image


@pytest.mark.parametrize("game", ["", "plenty_coups"])
def test_the_mat_that_lies_there_is_found_sharp_and_lit(game: str) -> None:
    mat = load_mats(game, 4)[0]
    results = results_of(reading.view(seen(mat)))
    assert {("mat", True, "well"), ("focus", True, "well"), ("light", True, "well")} <= set(results)


def test_a_blurred_view_is_told_with_what_to_do() -> None:
    assert ("focus", False, "change") in results_of(reading.view(seen(load_mats("")[0], "blur")))


def test_a_camera_that_is_lost_names_who_has_it(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object) -> None:
        raise CameraLost("table.camera.stuck")

    monkeypatch.setattr(reading, "take_picture", lost)
    box.file("proc/77/comm", "rpicam-hello\n")
    (box.root / "proc/77/fd").mkdir()
    (box.root / "proc/77/fd/3").symlink_to(box.file("dev/media0", ""))
    findings = list(reading.camera(box.case(camera="pi")))
    assert results_of(findings) == [("camera", False, "stuck"), ("camera", None, "camera_users")]
    assert findings[1].message.params["programs"] == ("rpicam-hello (77)",)
    assert results_of(reading.camera(box.case()))[0] == ("camera", None, "stuck")


def test_a_camera_that_was_mirrored_in_software_is_checked_that_way(
    box: Box, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    frame = Frame(np.ascontiguousarray(seen(load_mats("")[0])[:, ::-1]), 0.0)
    monkeypatch.setattr(reading, "take_picture", lambda *_: ("usb:0", frame))
    assert ("mat", False, "mirrored") in results_of(reading.camera(box.case(given_data=tmp_path)))
    Lenses(tmp_path).mirror("usb:0")
    assert ("mat", True, "well") in results_of(reading.camera(box.case(given_data=tmp_path)))
