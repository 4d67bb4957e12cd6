"""A press of the seat that is asked says what cards mean."""

from __future__ import annotations

import pytest

from firmware.panel.panel import Panel
from firmware.presses.ways import WAY, asking
from referee.contract import Message, Offer, Press
from referee.reports.status import Question, Way
from tests.firmware.presses.test_presses import Bell, Desk, ring

WAYS = tuple(Way(str(n), Message(f"way.{n}")) for n in range(3))


def pressed(panel: Panel, question: Question, seat: int, held_ms: int) -> Bell:
    """Return a game in which seats 0 and 1 may ring, after one press while a question is open."""
    game = Bell(ring(0), ring(1))
    game.times = asking(game.times, question)
    desk = Desk(panel, game)
    desk.edge(seat, 1000)
    desk.tick(1003)
    for ms in range(1010, 1000 + held_ms, 10):
        desk.tick(ms)
    desk.edge(seat, 1000 + held_ms, down=False)
    for ms in range(1000 + held_ms, 2000 + held_ms, 10):
        desk.tick(ms)
    return game


def asked(ways: int, seat: int | None = 0, at: int = 0) -> Question:
    return Question("7:stall", "stall", Message("what"), ways=WAYS[:ways], seat=seat, at=at)


@pytest.mark.parametrize(("held_ms", "way"), [(80, "0"), (700, "1")])
def test_of_two_ways_a_short_press_is_the_first_and_a_long_one_the_second(
    panel: Panel, held_ms: int, way: str
) -> None:
    game = pressed(panel, asked(2), 0, held_ms)
    assert game.made == [{"move": WAY, "seat": 0, "question": "7:stall", "way": way}]


@pytest.mark.parametrize(("held_ms", "done"), [(80, {"at": 1}), (700, {"way": "1"})])
def test_of_more_ways_a_short_press_steps_on_and_a_long_one_takes_the_one_marked(
    panel: Panel, held_ms: int, done: dict[str, object]
) -> None:
    game = pressed(panel, asked(3, at=1), 0, held_ms)
    assert game.made == [{"move": WAY, "seat": 0, "question": "7:stall", **done}]


def test_a_press_of_a_seat_that_is_not_asked_is_what_it_was(panel: Panel) -> None:
    assert pressed(panel, asked(2), 1, 80).made == [{"move": "ring", "seat": 1}]
    assert pressed(panel, asked(2, seat=None), 0, 80).made == [{"move": "ring", "seat": 0}]


def test_a_press_begun_before_it_was_asked_answers_nothing(panel: Panel) -> None:
    game = Bell(Offer("done", Message("done"), 0, press=Press.LONG))
    desk = Desk(panel, game)
    times = asking(game.times, asked(2))
    desk.edge(0, 1000)
    desk.tick(1003)
    game.times = times  # the question comes up while the button is down
    desk.tick(1600)
    assert game.made == []
    assert desk.denied[0] == Message("table.press.window_over")
