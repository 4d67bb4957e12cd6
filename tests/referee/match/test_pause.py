"""A pause: no move of any kind is taken, everybody is told, every window opens again after it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.actor import CAMERA, CLOCK, HOST, TABLE, Actor, at_seat
from referee.contract import Cue, IllegalMove
from referee.match.commands import Begin, Move, Pause, Redo, Resume, Undo
from referee.match.desk import Desk, StaleMove
from tests.matches import match_of

TAX = {"move": "declare", "seat": 0, "action": "tax"}
PASS = {"move": "pass", "seat": 1}


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A match of Coup in a window that the clock would close."""
    desk.do(Begin("coup", {}, 3, ("Ada", "Bo", "Cy")))
    desk.do(Move(TAX), at_seat(0))
    return desk


def refused(act: Callable[[], Any], key: str = "desk.is_paused") -> None:
    with pytest.raises(IllegalMove) as refusal:
        act()
    assert refusal.value.message.key == key


@pytest.mark.parametrize("by", [at_seat(1), HOST, CAMERA, CLOCK, TABLE])
def test_nobody_moves_while_the_match_is_paused(desk: Desk, by: Actor) -> None:
    before = match_of(desk)
    paused = desk.do(Pause(), HOST)
    for move in (PASS, {"move": "window_closed"}, {"move": "coins_set", "seat": 0, "coins": 3}):
        refused(lambda move=move: desk.do(Move(move), by))  # type: ignore[misc]
        refused(lambda move=move: desk.do(Move(move, before.seq), by))  # type: ignore[misc]
    refused(lambda: desk.do(Undo(), by))
    refused(lambda: desk.do(Redo(), by))
    now = desk.snapshot()
    assert now is paused
    assert now.state == before.state


def test_nothing_is_offered_read_or_watched_and_every_viewer_is_told(desk: Desk) -> None:
    paused = desk.do(Pause(), HOST)
    assert paused.paused
    assert not paused.offers
    assert set(paused.offers.cues) == {Cue.PAUSED}
    assert (paused.pending, paused.can_undo, paused.can_redo) == ((), False, False)
    for seat in (None, 0, 1, 2):
        view = paused.view(seat)
        assert view.focus.label.key == "desk.paused.who"
        assert {seat.cue for seat in view.seats} == {Cue.PAUSED}


def test_every_window_opens_anew_afterwards_and_what_was_chosen_before_is_stale(
    desk: Desk,
) -> None:
    before = match_of(desk)
    paused = desk.do(Pause(), HOST)
    after = desk.do(Resume(), HOST)
    assert after.offers == before.offers
    assert after.open_offers.opened_seq == after.seq > paused.seq
    assert {after.open_offers.open_since(offer) for offer in after.offers} == {after.seq}
    for seen in (before.seq, paused.seq):
        with pytest.raises(StaleMove):
            desk.do(Move(PASS, seen), at_seat(1))
    assert desk.do(Move(PASS, after.seq), at_seat(1)).state.phase.passed == (1,)


def test_a_pause_is_in_the_log_with_who_made_it_and_survives_a_restart(
    desk: Desk, path: Path
) -> None:
    desk.do(Pause(), HOST)
    desk.close()
    again = Desk.open(path)
    snapshot = again.snapshot()
    assert snapshot is not None
    assert snapshot.paused
    refused(lambda: again.do(Move(PASS)))
    assert again.do(Resume(), at_seat(2)).log[-1].kind == "resume"
    assert [(entry.kind, entry.by) for entry in again.do(Resume(), HOST).log[-2:]] == [
        ("pause", HOST),
        ("resume", at_seat(2)),
    ]
    again.close()
    last = Desk.open(path)
    assert not last.do(Resume()).paused
    last.close()
