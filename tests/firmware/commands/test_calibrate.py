"""`coyote calibrate`: every check said, and a status that a script can go by."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import pytest

from firmware import cli
from firmware.cameras.base import Frame
from firmware.cameras.lenses import Lenses
from hardware import MAT
from referee import words
from referee.contract import Message
from tests.firmware.teaching.test_teaching import seen
from vision.mat_file import read_mat
from vision.photo import read_picture
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Scene

pytestmark = pytest.mark.usefixtures("english")
Capsys = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    mat = read_mat(MAT)
    path = tmp_path_factory.mktemp("calibrate") / "good.png"
    frame = Renderer(PinholeCamera.above(mat.size_mm, 1920, 1080, tilt_deg=5), mat).render(
        Scene(())
    )
    cv2.imwrite(str(path), frame.image)
    return path


def test_a_good_picture_passes_and_so_does_a_folder_as_camera_whose_lens_is_kept(
    good: Path, tmp_path: Path, capsys: Capsys
) -> None:
    camera = f"folder:{good.parent}"
    for options in (("--image", str(good)), ("--camera", camera, "--data", str(tmp_path))):
        assert cli.run(["calibrate", *options]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line[0] for line in lines[:9]] == ["✓"] * 9
        assert len(lines) == (11 if "--camera" in options else 10)
        assert "ready" in lines[-1]
    assert "saved" in lines[-2]
    kept = Lenses(tmp_path).get(camera, (1920, 1080))
    assert kept is not None
    assert abs(kept.k1) < 0.01


def test_a_mirrored_camera_is_named_and_turned_from_then_on(
    good: Path, tmp_path: Path, capsys: Capsys
) -> None:
    picture = read_picture(good)
    assert picture is not None
    (tmp_path / "in").mkdir()
    cv2.imwrite(str(tmp_path / "in" / "mirrored.png"), picture[:, ::-1])
    text = words.say(Message("vision.check.mat.mirrored"), "en")
    run = ["calibrate", "--camera", f"folder:{tmp_path / 'in'}", "--data", str(tmp_path)]
    assert cli.run(run) == 1
    assert text in capsys.readouterr().out
    for more in (["--mirror"], []):
        assert cli.run([*run, *more]) == 0
        assert text not in capsys.readouterr().out
    assert cli.run([*run, "--mirror"]) == 1


def test_what_must_be_changed_is_marked_and_is_the_status(tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "dark.png"
    cv2.imwrite(str(path), cv2.resize(seen(fault="dark"), None, fx=0.75, fy=0.75))
    assert cli.run(["calibrate", "--image", str(path)]) == 1
    marked = [line for line in capsys.readouterr().out.splitlines() if line.startswith("✗")]
    assert len(marked) == 2
    assert "too dark" in marked[0]
    assert "pixels high" in marked[1]


def test_what_is_no_picture_is_one_sentence(tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "letter.png"
    path.write_text("Dear all")
    for options in (("--image", str(path)), ("--camera", "usb:77"), ("--camera", "moon")):
        assert cli.run(["calibrate", *options]) == 2
        readouterr = capsys.readouterr()
        assert readouterr.out == ""
        assert len(readouterr.err.splitlines()) == 1


TAKE_PICTURE = "firmware.commands.pictures.calibrate.take_picture"


def test_a_camera_whose_lens_is_known_is_told_how_high_it_hangs(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capsys
) -> None:
    image = read_picture(good)
    assert image is not None
    slow = Message("table.camera.slow", {"camera": "pi:0 (imx708)", "rate": 2})
    frame = Frame(image, 0.0, (slow,))
    monkeypatch.setattr(TAKE_PICTURE, lambda *_: ("pi:0 (imx708)", frame))
    assert cli.run(["calibrate", "--data", str(tmp_path)]) == 0
    answer = capsys.readouterr().out
    assert "few pictures: 2 a second" in answer
    # The picture is 8 % higher than the mat, 420 * 1.08 / 9 * 16 = 806 mm across; it leans by 5°.
    height, across = map(int, re.findall(r"about (\d+)\scm high and sees (\d+)\s", answer)[0])
    assert across == pytest.approx(806, abs=20)
    assert height == pytest.approx(across / 1.2988 / 10, abs=0.6)
    monkeypatch.setattr(TAKE_PICTURE, lambda *_: ("usb:0", frame))
    assert cli.run(["calibrate", "--data", str(tmp_path)]) == 0
    assert "cm high" not in capsys.readouterr().out
