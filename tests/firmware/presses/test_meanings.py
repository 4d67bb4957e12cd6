"""A press of the seat that is asked says what cards mean."""

from __future__ import annotations

import pytest

from firmware.panel.panel import Panel
from referee.contract import Message, Offer, Presentation, Press
from referee.reports.commands import Choose, MarkNext
from referee.reports.questions import Way, WhichMove
from tests.firmware.presses.test_presses import Bell, Desk, feed, ring, tap

WAYS = tuple(Way(str(n), Message(f"way.{n}")) for n in range(3))
STALL = "7:stall"


def pressed(panel: Panel, question: WhichMove, seat: int, held_ms: int) -> Bell:
    """Return a game in which seats 0 and 1 may ring, after one press while a question is open."""
    game = Bell(ring(0), ring(1))
    game.asked = question
    feed(Desk(panel, game), *tap(seat, 1000, held_ms), until_ms=2000 + held_ms)
    return game


def asked(ways: int, seat: int | None = 0, at: int = 0) -> WhichMove:
    return WhichMove(STALL, "stall", Message("what"), ways=WAYS[:ways], seat=seat, marked=at)


@pytest.mark.parametrize(("held_ms", "way"), [(80, "0"), (700, "1")])
def test_of_two_ways_a_short_press_is_the_first_and_a_long_one_the_second(
    panel: Panel, held_ms: int, way: str
) -> None:
    game = pressed(panel, asked(2), 0, held_ms)
    assert (game.answers, game.made) == ([(Choose(STALL, way), 0)], [])


@pytest.mark.parametrize(
    ("held_ms", "wanted"), [(80, MarkNext(STALL, 1)), (700, Choose(STALL, "1"))]
)
def test_of_more_ways_a_short_press_steps_on_and_a_long_one_takes_the_one_marked(
    panel: Panel, held_ms: int, wanted: Choose | MarkNext
) -> None:
    game = pressed(panel, asked(3, at=1), 0, held_ms)
    assert (game.answers, game.made) == ([(wanted, 0)], [])


def test_a_press_of_a_seat_that_is_not_asked_is_what_it_was(panel: Panel) -> None:
    for question, seat in ((asked(2), 1), (asked(2, seat=None), 0)):
        game = pressed(panel, question, seat, 80)
        assert (game.answers, game.made) == ([], [{"move": "ring", "seat": seat}])


def test_a_press_begun_before_it_was_asked_answers_nothing(panel: Panel) -> None:
    game = Bell(Offer("done", Presentation(Message("done"), press=Press.LONG), 0))
    desk = Desk(panel, game)
    desk.edge(0, 1000)
    desk.tick(1003)
    game.asked = asked(2)  # the question comes up while the button is down
    desk.tick(1600)
    assert (game.answers, game.made) == ([], [])
    assert desk.denied[0] == Message("table.press.window_over")
