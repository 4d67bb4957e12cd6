"""Pictures wait for their turn, and are told apart: one that waits, and one that takes too long."""

from __future__ import annotations

import pytest

from firmware.errors import BadData
from firmware.pictures import work_queue
from firmware.pictures.work_queue import WorkQueue
from firmware.service.calls import Call


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


@pytest.mark.parametrize(
    ("call", "key"), [(SlowCall, "table.photo.slow"), (WaitingCall, "table.photo.busy")]
)
def test_a_reading_that_is_slow_is_not_called_another_picture(
    monkeypatch: pytest.MonkeyPatch, call: type[Call[None]], key: str
) -> None:
    monkeypatch.setattr(work_queue, "Call", call)
    with pytest.raises(BadData) as refused:
        WorkQueue().run(lambda: None)
    assert refused.value.message.key == key


def test_who_finds_no_place_to_wait_is_told_of_the_other_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(work_queue, "TIMEOUT_S", 0.01)
    waiting = WorkQueue()
    for _ in range(2):  # nobody serves them
        with pytest.raises(BadData) as refused:
            waiting.run(lambda: None)
        assert refused.value.message.key == "table.photo.busy"
