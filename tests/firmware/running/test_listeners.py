"""Each part hears of each move, whatever becomes of the parts before it."""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from unittest.mock import Mock

import pytest

from referee.contract import IllegalMove, Message
from referee.match.commands import Begin
from tests.live import StillVirtualTable
from tests.matches import match_of

PARTS = (
    *("moves.follow", "prompts.light", "follower", "watcher.follow", "events.news.notify"),
    *("mixer.follow", "clock.wake", "watcher.wake", "bots.follow"),
)


@pytest.mark.parametrize("fails", PARTS[:-1])
@pytest.mark.parametrize("error", [SystemExit(1), IllegalMove("table", Message("page.now.reads"))])
def test_a_part_that_fails_keeps_no_move_from_those_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, error: BaseException
) -> None:
    live = StillVirtualTable(tmp_path)
    live.desk.do(Begin("coyote", seats=3))
    mocks = {name: Mock(side_effect=error if name == fails else None) for name in PARTS}
    with monkeypatch.context() as patch:
        for name in PARTS:
            way, _, last = name.rpartition(".")
            patch.setattr(attrgetter(way)(live.table) if way else live.table, last, mocks[name])
        live.table._follow(match_of(live.desk))
    live.close()
    assert all(part.called for part in mocks.values())
