"""The reason of a refusal is shown in the match in which the button was pressed."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from unittest.mock import patch

from firmware.panel.barrier import Barrier
from firmware.panel.buttons import Buttons
from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel
from firmware.presses.meanings import Meanings
from firmware.presses.offer_times import OfferTimes
from firmware.service.supervisor import Supervisor
from referee.match.commands import Begin, Move
from referee.match.desk import Desk, Snapshot
from tests.process import PATIENCE_S


def test_a_press_that_is_refused_late_is_not_shown_in_the_next_match(
    panel: Panel, tmp_path: Path
) -> None:
    desk, times = Desk.open(tmp_path / "journal.sqlite"), OfferTimes()
    is_held, may_go, denied = threading.Event(), threading.Event(), threading.Event()

    def follow(match: Snapshot) -> None:
        nonlocal times
        times = times.followed_by(match.open_offers, time.monotonic_ns())

    def slow() -> Meanings:
        is_held.set()
        assert may_go.wait(PATIENCE_S)
        return Meanings(times)

    desk.listen(follow)
    buttons = Buttons(
        desk, panel, LightShow(panel), Barrier(panel), slow, denied.set, lambda *_: None
    )
    supervisor = Supervisor(lambda: None)
    supervisor.start("panel", buttons.run)
    try:
        first = desk.do(Begin("coyote", seats=3)).match
        desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
        panel.press(1, True)
        assert is_held.wait(PATIENCE_S)
        desk.do(Begin("coyote", seats=3))
        may_go.set()
        assert denied.wait(PATIENCE_S)
        assert buttons.denied() == ()
        with patch.object(buttons, "_match", return_value=first):
            assert len(buttons.denied()) == 1  # A look of another match has taken nothing away.
    finally:
        may_go.set()
        supervisor.stop()
        desk.close()
