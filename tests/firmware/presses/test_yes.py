"""A button says yes to what waits by a press that means nothing else; a move's press is a move."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from firmware.panel.panel import Panel
from firmware.presses.meanings import Meanings
from firmware.presses.offer_times import OfferTimes
from referee.contract import Message, Offer, Offers, Presentation, Press
from referee.match.open_offers import OpenOffers
from referee.reports.commands import AnswerApproval
from referee.reports.status import APPROVAL_HOLD_S, PendingApproval
from tests.firmware.presses.test_presses import Bell, Desk, feed, tap

YES_MS = round(1000 * APPROVAL_HOLD_S)
ASKED = PendingApproval("seat1", Message("console.asks"), (1,), seat=1)
UNDO = PendingApproval("act1", Message("console.act.undo"), (1, 2))
YES = (AnswerApproval("seat1", yes=True), 1)


def offer(press: Press, seat: int = 1, *, race: bool = False, secret: bool = False) -> Offer:
    shown = Presentation(Message(press.value), press=press, race=race)
    return Offer(press.value, shown, seat, secret=secret)


def offered(*presses: Press, **more: Any) -> Bell:
    """Return a game in which seat 1 makes a move of its own by each press, and is asked for."""
    game = Bell(*(offer(press, **more) for press in presses))
    game.waiting = (ASKED,)
    return game


def press(desk: Desk, *taps_ms: tuple[int, int], until_ms: int = 6000) -> None:
    """Press seat 1's button from and until so many milliseconds, and let all become certain."""
    taps = (tap(1, down_ms, up_ms - down_ms) for down_ms, up_ms in taps_ms)
    feed(desk, *chain.from_iterable(taps), until_ms=until_ms)


@pytest.mark.parametrize("held_ms", [60, 450, 700, YES_MS - 50])
def test_a_press_that_means_a_move_is_one_while_a_phone_asks_for_the_seat(
    panel: Panel, held_ms: int
) -> None:
    """The challenge was swallowed, and the stranger had the seat."""
    game = offered(Press.SHORT)
    press(Desk(panel, game), (1000, 1000 + held_ms))
    assert ([move["move"] for move in game.made], game.answers) == (["short"], [])


def test_held_for_longer_than_any_move_it_says_yes_and_makes_none(panel: Panel) -> None:
    for moves in ((Press.SHORT,), ()):
        game = offered(*moves)
        press(Desk(panel, game), (1000, 1000 + YES_MS + 100))
        assert (game.made, game.answers) == ([], [YES])


def test_a_hold_that_says_yes_counts_although_the_match_moves_on_meanwhile(panel: Panel) -> None:
    game = offered()
    desk = Desk(panel, game)
    desk.edge(1, 1000)
    desk.tick(1100)
    game.follow(Offers((), game.now.cues, game.now.window + 1))
    desk.tick(1000 + YES_MS + 1)
    assert game.answers == [YES]


def test_where_holding_is_a_move_it_is_pressed_twice(panel: Panel) -> None:
    for taps, made, results in (
        ([(1000, 1060), (1200, 1260)], [], [YES]),
        ([(1000, 1600)], ["long"], []),
        ([(1000, 4000)], ["long"], []),
        ([(1000, 1060)], [], []),  # a hold that was let go too soon is no yes
    ):
        game = offered(Press.LONG)
        press(Desk(panel, game), *taps)
        assert ([move["move"] for move in game.made], game.answers) == (made, results)


@pytest.mark.parametrize(
    ("moves", "more", "by"),
    [
        ((), {}, Press.LONG),
        ((Press.SHORT,), {}, Press.LONG),
        ((Press.SHORT, Press.DOUBLE), {}, Press.LONG),
        ((Press.LONG,), {}, Press.DOUBLE),
        ((Press.SHORT, Press.LONG), {}, None),
        ((Press.LONG, Press.DOUBLE), {}, None),  # a slow second tap would be a yes
        ((Press.SHORT, Press.LONG, Press.DOUBLE), {}, None),
        ((Press.SHORT,), {"race": True}, None),
        ((Press.SHORT,), {"secret": True}, None),
    ],
)
def test_which_press_says_yes_at_a_moment_and_where_none_does(
    moves: tuple[Press, ...], more: dict[str, bool], by: Press | None
) -> None:
    game = offered(*moves, **more)
    meanings = Meanings(game.times, None, game.waiting)
    assert meanings.approval_presses == {1: by}
    assert meanings.by_press(1).keys() == {*moves} | ({by} if by else set())
    assert meanings.by_press(0) == {}


def test_before_the_first_match_any_press_says_yes() -> None:
    assert Meanings(OfferTimes(), None, (ASKED,)).approval_presses == {1: Press.SHORT}


def test_a_hold_begun_before_anybody_asked_says_nothing(panel: Panel) -> None:
    game = Bell()
    desk = Desk(panel, game)
    desk.edge(1, 1000)
    desk.tick(1100)
    game.waiting = (ASKED,)
    press(desk, until_ms=5000)
    assert game.answers == []


def test_to_an_act_a_seat_agrees_by_holding_alone_and_after_who_would_sit_there() -> None:
    times = OfferTimes().followed_by(OpenOffers.fresh(Offers((offer(Press.LONG, 2),), ()), 1), 0)
    meanings = Meanings(times, None, (UNDO, ASKED))
    assert meanings.by_press(1) == {Press.LONG: AnswerApproval("seat1", yes=True)}
    assert meanings.approval_presses == {1: Press.LONG, 2: None}
    assert Meanings(times, None, (UNDO,)).by_press(1) == {
        Press.LONG: AnswerApproval("act1", yes=True)
    }
