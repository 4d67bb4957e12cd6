"""While everybody is asked, a press that means a move is that move, and the clock loses no time."""

from __future__ import annotations

import pytest

from firmware.presses.meanings import Meanings
from firmware.presses.offer_times import OfferTimes
from referee.actor import at_seat
from referee.contract import Press
from referee.match.commands import Begin, Move, StopMatch
from referee.match.desk import Desk, Snapshot

S = 1_000_000_000


@pytest.fixture
def window(desk: Desk) -> Snapshot:
    """A challenge window of Coup."""
    desk.do(Begin("coup", {}, 3))
    return desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))


@pytest.mark.parametrize(("press", "phase"), [(Press.SHORT, "Show"), (Press.LONG, "Challengeable")])
def test_a_press_that_means_a_move_never_answers_a_proposal(
    desk: Desk, window: Snapshot, press: Press, phase: str
) -> None:
    times = OfferTimes().followed_by(window.open_offers, 1 * S)
    before = Meanings(times).by_press(1)[press]
    asked = desk.do(StopMatch(0), at_seat(0))
    now = Meanings(times.followed_by(asked.open_offers, 2 * S))
    assert now.by_press(1)[press] == before
    assert not any(offer.shown.press for offer in asked.offers)
    assert now.times.opened_ns == 1 * S  # A touch that began before is still one of this window.
    after = desk.do(now.command(before), at_seat(1))  # type: ignore[arg-type]
    assert (type(after.state.phase).__name__, after.proposal) == (phase, None)


def test_a_press_that_means_no_move_answers(desk: Desk) -> None:
    desk.do(Begin("coyote", seats=3))
    desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    asked = desk.do(StopMatch(0), at_seat(0))
    means = Meanings(OfferTimes().followed_by(asked.open_offers, 0)).by_press(2)
    assert means[Press.LONG] in asked.offers.items


def test_the_time_for_which_everybody_is_asked_does_not_count(desk: Desk, window: Snapshot) -> None:
    times = OfferTimes().followed_by(window.open_offers, 0)
    ends_ns, clock = times.next_of_clock(0) or pytest.fail("no clock runs")
    (move_on,) = (offer for offer in window.offers if offer.move == "move_on")
    times = times.followed_by(desk.do(StopMatch(0), at_seat(0)).open_offers, 1 * S)
    assert times.next_of_clock(9 * S) is None
    assert times.too_early(move_on, 9 * S)
    after = desk.do(Move({"move": "object_to_proposal", "seat": 1}), at_seat(1))
    times = times.followed_by(after.open_offers, 5 * S)
    assert times.next_of_clock(5 * S) == (ends_ns + 4 * S, clock)
