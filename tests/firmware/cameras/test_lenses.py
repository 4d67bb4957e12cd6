"""What a lens bends is kept with the table, and taken into account by the watcher."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from firmware.cameras.lenses import FILE, UNUSED, Lenses
from firmware.cameras.reconnecting import Reconnecting
from firmware.decks import MatchDeck
from firmware.errors import BadData
from firmware.reading.watcher import Watcher
from firmware.teaching.calibrating import Calibrator
from hardware import MAT
from referee.match.commands import Begin
from referee.match.desk import Desk
from tests.firmware.cameras.still import Still
from vision.lens import Lens
from vision.mat_file import read_mat
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import PlacedCard, Scene

WIDE = Lens(1920, 1080, -0.3, 0.054)
mat = read_mat(MAT)


def test_a_lens_is_kept_by_camera_and_size_of_picture(tmp_path: Path) -> None:
    kept = Lenses(tmp_path)
    assert kept.get('usb:"C920"', (1920, 1080)) is None
    kept.keep('usb:"C920"', WIDE)
    kept.keep("pi:0 é", Lens(2304, 1296, 0.01, 0.0))
    again = Lenses(tmp_path)
    assert again.damage is None
    assert again.get('usb:"C920"', (1920, 1080)) == WIDE
    assert again.get('usb:"C920"', (1280, 720)) is None
    assert again.get("pi:0 é", (2304, 1296)) == Lens(2304, 1296, 0.01, 0.0)


@pytest.mark.parametrize(
    "damage",
    [
        b"\xfe\xfd",
        b"camera = 7",
        b'["pi:0".1920x1080]\nk1 = 0.1',
        b'["pi:0".1920x1080]\nk1 = nan\nk2 = 0.1',
        b'["pi:0".0x0]\nk1 = 0.1\nk2 = 0.1',
        b'form = 2\n["pi:0".640x480]\nk1 = 0.1\nk2 = 0.1',
    ],
)
def test_a_damaged_file_is_one_sentence_and_the_table_goes_on(
    tmp_path: Path, damage: bytes
) -> None:
    (tmp_path / FILE).write_bytes(damage)
    lenses = Lenses(tmp_path)
    assert lenses.damage is not None
    assert lenses.damage.key == "table.lens.damaged"
    assert lenses.get("pi:0", (1920, 1080)) is None
    lenses.keep("pi:0", WIDE)
    assert lenses.damage is None
    assert (tmp_path / UNUSED).read_bytes() == damage
    assert Lenses(tmp_path).get("pi:0", (1920, 1080)) == WIDE


def test_a_folder_that_cannot_be_written_is_said_and_nothing_else_is_lost(tmp_path: Path) -> None:
    lenses = Lenses(tmp_path / "none")
    with pytest.raises(BadData) as refused:
        lenses.keep("pi:0", WIDE)
    assert refused.value.message.key == "cli.data.unwritable"
    assert lenses.get("pi:0", (1920, 1080)) is None


def test_a_mirrored_picture_is_named_and_turned_on_the_page(tmp_path: Path) -> None:
    eye = PinholeCamera.above(mat.size_mm, 1280, 720, tilt_deg=5, k1=WIDE.k1, k2=WIDE.k2, room=1.3)
    scene = Scene((PlacedCard("coup", "duke", 520, 210, 30),))
    camera = Still(np.ascontiguousarray(Renderer(eye, mat).render(scene).image[:, ::-1]))
    with closing(Desk.open(tmp_path / "play.sqlite")) as desk:
        desk.do(Begin("coup", {}, 3))
        deck, cameras = MatchDeck("coup"), (Reconnecting(lambda: camera),)
        watcher = Watcher(
            desk, cameras, lambda _: (mat,), lambda _: deck, lambda: None, Lenses(tmp_path)
        )
        page = Calibrator(watcher)
        watcher.step()
        assert "table.quality.mirrored" in [part.message.key for part in watcher.parts()]
        assert page.checks()[0].message.key == "vision.check.mat.mirrored"
        page.mirror()
        for _ in range(12):
            watcher.step()
        (card,) = watcher.settled()
        assert card.reading.card == "duke"
        assert "table.quality.mirrored" not in [part.message.key for part in watcher.parts()]
        watcher.eyes[0].camera.close()
