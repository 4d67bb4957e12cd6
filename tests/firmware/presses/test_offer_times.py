"""Offer times: an offer that stays keeps its moment, a new one stands from now."""

from __future__ import annotations

from typing import Any

from firmware.presses.offer_times import OfferTimes
from referee.contract import AskNumber, By, Message, Offer, Offers, Presentation
from referee.match.open_offers import OpenOffers

S = 1_000_000_000


def offer(move: str, after_s: float = 0.0, **other: Any) -> Offer:
    return Offer(move, Presentation(Message(move), after_s=after_s), **other)


def offers(*items: Offer, window: int = 1) -> Offers:
    return Offers(items, (), window=window)


def first(*items: Offer) -> OpenOffers:
    return OpenOffers.fresh(offers(*items), 3)


RING = offer("ring", seat=1, after_s=1.5)
PASS = offer("pass", seat=2, after_s=1.5)


def test_an_offer_that_stays_keeps_its_moment_and_a_new_one_stands_from_now() -> None:
    times = OfferTimes().followed_by(first(RING), 10 * S)
    later = times.followed_by(times.standing.after_move(offers(RING, PASS), 4), 11 * S)
    assert later.due_ns(RING, 99 * S) == 11.5 * S
    assert later.due_ns(PASS, 99 * S) == 12.5 * S
    assert times.due_ns(PASS, 99 * S) == 100.5 * S  # unknown to the state before
    assert (times.opened_ns, later.opened_ns) == (10 * S, 10 * S)


def test_the_same_offer_in_the_next_window_is_a_new_one() -> None:
    times = OfferTimes().followed_by(first(RING), 10 * S)
    later = times.followed_by(times.standing.after_move(offers(RING, window=2), 4), 20 * S)
    assert later.due_ns(RING, 0) == 21.5 * S
    assert later.opened_ns == 20 * S


def test_an_offer_that_went_and_came_again_stands_from_its_return() -> None:
    times = OfferTimes().followed_by(first(RING), 10 * S)
    times = times.followed_by(times.standing.after_move(offers(), 4), 12 * S)
    times = times.followed_by(times.standing.after_move(offers(RING), 5), 13 * S)
    assert times.due_ns(RING, 0) == 14.5 * S


def test_too_early_says_how_long_to_wait_and_never_for_no_time() -> None:
    times = OfferTimes().followed_by(first(RING), 10 * S)
    assert times.too_early(RING, 11 * S) == Message("table.press.too_early", {"s": 0.5})
    nearly = times.too_early(RING, 11 * S + 499_000_000)
    assert nearly == Message("table.press.too_early", {"s": 0.1})
    assert times.too_early(RING, 11 * S + 500_000_000) is None


def test_the_clock_gets_the_offer_of_its_own_that_is_due_first() -> None:
    slow = offer("slow", by=By.CLOCK, after_s=3.0)
    soon = offer("soon", by=By.CLOCK, after_s=2.0)
    asks = offer("asks", by=By.CLOCK, after_s=1.0, ask=(AskNumber("n", 1, 9),))
    times = OfferTimes().followed_by(first(RING, slow, soon, asks), 10 * S)
    assert times.next_of_clock(0) == (12 * S, soon)
    assert OfferTimes().followed_by(first(RING), 0).next_of_clock(0) is None
