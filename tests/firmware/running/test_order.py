"""The lamps show the newest state, whichever thread is the last to light them."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from referee.match.commands import Move
from tests.live import UNREAD, StillVirtualTable
from tests.process import PATIENCE_S


def test_the_lamps_of_an_older_state_do_not_replace_those_of_a_newer_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StillVirtualTable, "size", UNREAD)
    rig = StillVirtualTable(tmp_path)
    table, is_held, may_go = rig.table, threading.Event(), threading.Event()
    questions = table.prompts.questions

    def slow() -> object:
        asked = questions()
        if threading.current_thread() is late:
            is_held.set()
            assert may_go.wait(PATIENCE_S)
        return asked

    late = threading.Thread(target=table.refresh)
    try:
        rig.deal("coyote", 3)
        before = table.lights.names
        monkeypatch.setattr(table.prompts, "questions", slow)
        late.start()
        assert is_held.wait(PATIENCE_S)
        rig.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
        newest = table.lights.names
        may_go.set()
        late.join(PATIENCE_S)
        assert table.lights.names == newest != before
    finally:
        may_go.set()
        rig.close()
