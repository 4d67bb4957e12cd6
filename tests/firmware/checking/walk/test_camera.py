"""The walk through the camera: a hand is seen, a lamp is none, a camera that stalls is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from firmware.cameras.base import Frame
from firmware.checking.findings import Finding
from firmware.checking.walk import camera as module
from firmware.checking.walk.camera import walk_camera
from firmware.errors import CameraLost
from tests.firmware.checking.box import told
from vision.reading import Image


def table(light: float = 1.0, hand: bool = False) -> Image:
    """Return a grey mat with white cards, in some light, perhaps with a hand over it."""
    picture = np.full((108, 192, 3), 110, np.float32)
    picture[20:60, 30:60] = 220
    if hand:
        picture[50:108, 80:120] = (120, 150, 200)
    return np.asarray(np.clip(picture * light, 0, 255), np.uint8)


class Eye:
    """A camera that gives these pictures in turn, the last one on and on; None is nothing new."""

    name = "pi:0 (imx708)"

    def __init__(self, *pictures: Image | None) -> None:
        self.pictures = list(pictures)

    def read(self) -> Frame | None:
        if not self.pictures:
            raise CameraLost("table.camera.lost", camera=self.name)
        picture = self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]
        return None if picture is None else Frame(picture, 0.0)

    def meter(self) -> None:
        """Hold what is held."""

    def close(self) -> None:
        """Nothing was opened."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GONE_S", 0.0)


def walked(monkeypatch: pytest.MonkeyPatch, eye: Eye) -> list[tuple[str, bool | None, str]]:
    @contextmanager
    def opened(_: str) -> Iterator[Eye]:
        yield eye

    monkeypatch.setattr(module, "opened", opened)
    return told(walk_camera("pi", 20.0, ticking()))


def ticking() -> Callable[[], float]:
    """Return a clock on which each look takes a second."""
    seconds = iter(range(1000))
    return lambda: float(next(seconds))


def test_a_hand_over_the_mat_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    eye = Eye(None, table(), table(), None, table(hand=True))
    assert walked(monkeypatch, eye)[-1] == ("walk.camera", True, "hand_seen")


def test_a_lamp_is_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    eye = Eye(table(), table(0.8), table(1.15), table())
    assert walked(monkeypatch, eye)[-1] == ("walk.camera", False, "hand_not")


def test_a_camera_that_stalls_or_is_lost_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert walked(monkeypatch, Eye(None)) == [("walk.camera", False, "lost")]
    assert walked(monkeypatch, Eye()) == [("walk.camera", False, "lost")]


def test_no_camera_is_no_fault_where_none_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: str) -> None:
        raise CameraLost("table.camera.none", camera="usb:0")

    monkeypatch.setattr(module, "opened", none)
    finding: list[Finding] = list(walk_camera(None))
    assert told(finding) == [("walk.camera", None, "none")]
    assert told(walk_camera("usb:0")) == [("walk.camera", False, "none")]
