"""Pictures wait for their turn, and each that cannot be read has its own reason."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from firmware.decks import MatchDeck
from firmware.errors import BadData
from firmware.mats import load_mats
from firmware.pictures import reader
from firmware.pictures.reader import PictureReader, read
from firmware.service.calls import Call
from referee.match.desk import Desk
from tests.photos import photo
from vision.decks.deck import load_deck
from vision.follow.still import StillReader
from vision.photo import decode_jpeg
from vision.synthetic.scene import MAT


class SlowCall(Call[None]):
    """One whose work begins while it is waited for, and is never done in time."""

    def result(self, timeout: float | None = None) -> None:
        del timeout
        assert self.set_running_or_notify_cancel()
        raise TimeoutError


class WaitingCall(Call[None]):
    """One whose work does not even begin in time."""

    def result(self, timeout: float | None = None) -> None:
        del timeout
        raise TimeoutError


def reader_for(desk: Desk) -> PictureReader:
    return PictureReader(desk, lambda _: (), lambda _: MatchDeck("coyote-tomahawk"), lambda: None)


@pytest.mark.parametrize(
    ("call", "key"), [(SlowCall, "table.photo.slow"), (WaitingCall, "table.photo.busy")]
)
def test_a_reading_that_is_slow_is_not_called_another_picture(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, call: type[Call[None]], key: str
) -> None:
    monkeypatch.setattr(reader, "Call", call)
    with pytest.raises(BadData) as refused:
        reader_for(desk).do(lambda: None)
    assert refused.value.message.key == key


def test_who_finds_no_place_to_wait_is_told_of_the_other_picture(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "TIMEOUT_S", 0.01)
    waiting = reader_for(desk)
    for _ in range(2):  # nobody serves them
        with pytest.raises(BadData) as refused:
            waiting.do(lambda: None)
        assert refused.value.message.key == "table.photo.busy"


def test_a_mirrored_picture_is_refused_as_that() -> None:
    (mat,) = load_mats("")
    picture = decode_jpeg(photo("coyote-tomahawk", [("10", 200, 150, 20)], mat, table=MAT))
    still = StillReader(load_deck("coyote-tomahawk"), mat)
    with pytest.raises(BadData) as refused:
        read(still, np.asarray(cv2.flip(picture, 1), np.uint8), by_cells=False)
    assert refused.value.message.key == "table.photo.mirrored"
    _, observed, _ = read(still, picture, by_cells=False)
    assert [card.card for card in observed.cards] == ["10"]
