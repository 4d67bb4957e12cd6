"""A seat's move waits while its own card lies on the table unread."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.virtual.rendering import camera
from referee.actor import at_seat
from referee.contract import IllegalMove, Message
from referee.coup.state.moves import CardShown
from referee.match.commands import Move
from referee.reports import virtual_acts as acts
from tests.live import SMALL, LiveVirtualTable
from tests.process import eventually

SLOW_S = 2.5  # until the camera's next picture
UNREAD = Message("table.press.unread")


class SmallTable(LiveVirtualTable):
    """A virtual table with small pictures."""

    size = SMALL


@pytest.fixture
def challenged(tmp_path: Path) -> Iterator[LiveVirtualTable]:
    """Yield a virtual table at which seat 0 must show a card, and the camera has looked."""
    live = SmallTable(tmp_path, seed=1)
    live.deal("coup", 3)
    live.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
    live.desk.do(Move({"move": "challenge", "seat": 2}))
    eventually(lambda: live.table.watcher.asker.last_pass is not None)
    yield live
    live.close()


def test_a_challenge_is_not_conceded_while_the_shown_card_is_being_read(
    challenged: LiveVirtualTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera, "PACE_S", SLOW_S)
    challenged.virtual.do(acts.Show(challenged.virtual.scene().hands[0][0], "middle"))

    def refusal() -> Message:
        with pytest.raises(IllegalMove) as refused:
            challenged.table.do(
                Move({"move": "concede", "seat": 0}, challenged.match.seq), at_seat(0)
            )
        return refused.value.message

    # At first it is too early for any answer to the challenge.
    eventually(refusal, UNREAD)
    monkeypatch.undo()
    eventually(lambda: isinstance(challenged.match.log[-1].move, CardShown))
