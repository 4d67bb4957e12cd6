"""What a seat asks everybody never stops play: windows go on, tapped moves count, a no is a no."""

from __future__ import annotations

import pytest

from referee.actor import HOST, at_seat
from referee.contract import IllegalMove
from referee.match.commands import Begin, Move, ReportMisdeal, StopMatch, Undo
from referee.match.desk import Desk, Snapshot
from tests.matches import match_of

CHALLENGE = {"move": "challenge", "seat": 1}
PASS = {"move": "pass", "seat": 2}
OBJECT = Move({"move": "object_to_proposal", "seat": 2})
ASKS: list[StopMatch | ReportMisdeal] = [
    *(StopMatch(0), ReportMisdeal(0, "lost"), ReportMisdeal(0, "none_left")),
]


@pytest.fixture
def window(desk: Desk) -> Snapshot:
    """A challenge window of Coup: Ada claims the duke."""
    desk.do(Begin("coup", {}, 3, ("Ada", "Bo", "Cy")))
    return desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))


def refused(desk: Desk, ask: StopMatch | ReportMisdeal, seat: int = 0) -> str:
    with pytest.raises(IllegalMove) as refusal:
        desk.do(ask, at_seat(seat))
    return refusal.value.message.key


@pytest.mark.parametrize("ask", ASKS)
@pytest.mark.parametrize("end", [None, OBJECT, Undo()])
def test_a_window_goes_on_where_it_was_and_a_move_tapped_before_counts(
    desk: Desk, window: Snapshot, ask: StopMatch | ReportMisdeal, end: Move | Undo | None
) -> None:
    before = desk.do(Move(PASS, window.seq), at_seat(2))
    assert desk.do(ask, at_seat(0)).proposal is not None
    if end is not None:
        goes_on = desk.do(end, HOST)
        assert goes_on.offers == before.offers
        assert goes_on.open_offers.since == before.open_offers.since
    made = desk.do(Move(CHALLENGE, window.seq), at_seat(1))
    assert (type(made.state.phase).__name__, made.proposal) == ("Show", None)


def test_what_somebody_refused_is_not_asked_again_in_this_round_but_by_the_host(
    desk: Desk, window: Snapshot
) -> None:
    for ask in ASKS:
        desk.do(ask, at_seat(0))
        desk.do(OBJECT)
        assert refused(desk, ask) == "desk.proposal.refused"
    assert refused(desk, StopMatch(1), 1) == "desk.proposal.refused"
    assert refused(Desk(desk.journal), StopMatch(0)) == "desk.proposal.refused"
    desk.do(StopMatch(), HOST)
    desk.do(OBJECT)
    while match_of(desk).state.round == window.state.round:
        match = match_of(desk)
        move = next(offer for offer in match.offers if offer.move in ("declare", "pass", "move_on"))
        desk.do(Move(move.fill(**({"action": "income"} if move.ask else {}))))
    assert desk.do(StopMatch(0), at_seat(0)).proposal is not None


@pytest.mark.usefixtures("window")
def test_a_seat_asks_six_times_a_minute_and_never_twice_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 1e9
    monkeypatch.setattr("time.time", lambda: now_s)
    for ask in [StopMatch(0)] * 6:
        asked = desk.do(ask, at_seat(0))
        assert refused(desk, ReportMisdeal(0, "twice")) == "desk.proposal.first"
        desk.do(Undo(asked.seq), at_seat(0))  # Who takes it back has not been refused.
    now_s += 59.0
    assert refused(desk, StopMatch(0)) == "desk.proposal.often"
    desk.do(StopMatch(1), at_seat(1))
    desk.do(Undo(), at_seat(1))
    now_s += 1.0
    assert desk.do(StopMatch(0), at_seat(0)).proposal is not None
