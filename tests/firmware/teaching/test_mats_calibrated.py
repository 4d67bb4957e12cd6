"""Calibration by the mats that lie there: several at once, small cards, and no match yet."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware import cli
from firmware.cameras.reconnecting import Reconnecting
from firmware.decks import MatchDeck
from firmware.mats import Mats, load_mats
from firmware.reading.views import newest_views
from firmware.reading.watcher import Watcher
from firmware.teaching.calibrating import Calibrator
from referee.match.desk import Desk
from referee.words.sentences import say
from tests.firmware.cameras.still import Still
from vision.overlay import CameraView, thumbnail
from vision.reading import Image
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import PlacedCard, Scene

SIZE = (1920, 1080)
COVER = PlacedCard("ogallala", "fur", 0.0, 0.0, face_up=False)


@cache
def picture(covered: bool = False) -> Image:
    """Return a picture of two players' mats of Ogallala, a card over a marker of the second's."""
    table = Spread.side_by_side(load_mats("ogallala", 2))
    camera = PinholeCamera.above(table.size_mm, *SIZE, tilt_deg=4)
    (mat,) = (mat for mat in table.placed if mat.mat.seat == 1)
    corner = np.array([min(mat.mat.markers.values())], np.float32)
    ((x, y),) = mat.on_table(corner).tolist()
    cards = (replace(COVER, x_mm=x, y_mm=y),) if covered else ()
    return Renderer(camera, table).render(Scene(cards)).image


def test_of_several_mats_the_one_that_fails_is_named_and_its_cards_are_small(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    path = tmp_path / "mats.png"
    cv2.imwrite(str(path), picture(covered=True))
    assert cli.run(["calibrate", "--image", str(path), "--mat", "ogallala"]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("✗")]
    assert lines[0].startswith("✗ On the mat of ▲")
    assert "marker" in lines[0]
    (size,) = (line for line in lines if "pixels high" in line)
    high = int(size.split("A card is ")[1].split()[0])
    assert high == pytest.approx(63 * SIZE[0] / 1016 / 1.08, rel=0.1)  # not 88 mm


def test_without_a_match_the_mats_that_lie_there_are_drawn_and_checked(desk: Desk) -> None:
    camera = Reconnecting(lambda: Still(picture()))
    watcher = Watcher(desk, (camera,), Mats().mats_for, lambda _: MatchDeck(), lambda: None)
    watcher.step()
    jpeg, bare = thumbnail(newest_views(watcher)).jpeg, thumbnail([CameraView(picture())]).jpeg
    drawn, plain = (
        np.asarray(cv2.imdecode(np.frombuffer(item, np.uint8), cv2.IMREAD_GRAYSCALE), int)
        for item in (jpeg, bare)
    )
    assert (drawn - plain > 40).mean() > 0.01  # lines of two grids and some zones
    results = {check.name: check for check in Calibrator(watcher).checks()}
    assert results["mat"].well
    assert results["size"].well is False
    assert say(results["size"].message).startswith("A card is 1")  # some hundred pixels
