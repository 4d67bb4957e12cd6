"""Turns of Ogallala by camera, on frames that are rendered and really read (OG-60, OG-61)."""

from __future__ import annotations

from random import Random

import pytest

from tests.bench.table import turns


def test_turns_by_camera_are_read_as_they_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "UNSEEN", 12)
    row = turns.play((0, 30, 2))
    assert row.turns == 2
    assert row.moves >= 3
    assert (row.wrong, row.lost, row.alarms) == (0, 0, 0), row.faults
    assert row.asked <= 1


def test_a_card_read_as_another_is_a_wrong_move(monkeypatch: pytest.MonkeyPatch) -> None:
    match = turns.Match(2, Random(1))
    card = match.table.card
    monkeypatch.setattr(match.table, "card", lambda _, *at: card("eagle", *at))
    cell = {"card": "fur", "row": 1, "column": 0}
    match.by_camera([{"move": "place", "player": 0, "source": "pile", "laid": cell}])
    row = match.row("here")
    assert (row.wrong, row.failed) == (1, True)
    assert "eagle" in row.faults[0]
