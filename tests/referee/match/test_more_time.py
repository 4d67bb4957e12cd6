"""More time: the clock of what is offered runs as long again, and all else stands as it stood."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.presses.offer_times import OfferTimes
from referee.actor import CLOCK, HOST, TABLE, at_seat
from referee.contract import By, IllegalMove
from referee.match.commands import Begin, MoreTime, Move, Pause
from referee.match.desk import Desk, MatchPaused, StaleMove
from referee.match.running import Snapshot
from tests.matches import match_of

S = 1_000_000_000
TAX = {"move": "declare", "seat": 0, "action": "tax"}
PASS = {"move": "pass", "seat": 1}
CLOSED = {"move": "window_closed"}


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A match of Coup in a window that the clock closes after 20 s."""
    desk.do(Begin("coup", {"least_s": 3, "most_s": 20}, 3, ("Ada", "Bo", "Cy")))
    desk.do(Move(TAX), at_seat(0))
    return desk


def due_s(times: OfferTimes, by: By = By.CLOCK) -> float:
    """Return when the first offer of the clock, or of a seat that waits, may be taken."""
    offers = [offer for offer in times.offers if offer.by is by and offer.shown.after_s]
    return times.due_ns(offers[0], 0) / S


def told(times: OfferTimes, match: Snapshot, at_s: float) -> OfferTimes:
    return times.followed_by(match.open_offers, round(at_s * S))


def test_the_clock_runs_as_long_again_from_where_its_time_would_have_ended(desk: Desk) -> None:
    times = told(OfferTimes(), match_of(desk), 100)
    assert due_s(times) == 120
    times = told(times, desk.do(MoreTime(), HOST), 115)
    assert (due_s(times), due_s(times, By.SEAT)) == (140, 103)
    both = told(times, desk.do(MoreTime(), TABLE), 115)
    assert due_s(both) == 160
    named = told(both, desk.do(Move(PASS), at_seat(1)), 117)
    assert due_s(named) == 160


def test_what_was_chosen_before_stands_but_not_what_the_clock_was_about_to_do(desk: Desk) -> None:
    before = match_of(desk)
    desk.do(MoreTime(), HOST)
    with pytest.raises(StaleMove):
        desk.do(Move(CLOSED, before.seq), CLOCK)
    assert desk.do(Move(PASS, before.seq), at_seat(1)).state.phase.passed == (1,)


def test_a_restart_opens_the_window_with_all_its_time(desk: Desk, path: Path) -> None:
    more = desk.do(MoreTime(), HOST)
    desk.close()
    again = Desk.open(path)
    snapshot = match_of(again)
    assert (snapshot.seq, snapshot.offers, snapshot.log[-1].kind) == (
        more.seq,
        more.offers,
        "more_time",
    )
    assert due_s(told(OfferTimes(), snapshot, 300)) == 320
    again.close()


def test_where_no_clock_runs_it_is_refused_with_a_sentence(desk: Desk) -> None:
    desk.do(Pause(), HOST)
    with pytest.raises(MatchPaused):
        desk.do(MoreTime(), HOST)
    for game, options in (("coyote", {}), ("coup", {"most_s": 0})):
        desk.do(Begin(game, options, 3))
        if game == "coup":
            desk.do(Move(TAX))
        with pytest.raises(IllegalMove) as refused:
            desk.do(MoreTime(), HOST)
        assert refused.value.message.key == "desk.no_clock"
