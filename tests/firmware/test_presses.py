"""Presses on mock pins: who was first, what is answered by light, what is refused and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from firmware.edges import Edge
from firmware.gpio import open_gpio
from firmware.lights import LightShow
from firmware.moments import Moments
from firmware.panel import Panel
from firmware.pins import load_pins
from firmware.presses import Presses
from referee.contract import Cue, IllegalMove, Message, Offer, Offers, Press

MS = 1_000_000


@pytest.fixture
def panel() -> Iterator[Panel]:
    panel = Panel(load_pins(), open_gpio("mock"))
    yield panel
    panel.close()


class Bell:
    """A game in which the seats of `offers` may ring, and one ring ends it."""

    def __init__(self, *offers: Offer) -> None:
        self.now = Offers(offers, (Cue.MAY_CHALLENGE,) * 6)
        self.made: list[dict[str, Any]] = []

    def offers(self) -> Offers:
        return self.now

    def act(self, plain: dict[str, Any]) -> None:
        if not self.now:
            raise IllegalMove("B-1", Message("bell.rung"))
        self.made.append(plain)
        self.now = Offers((), self.now.cues, self.now.window + 1)

    def why_not(self, seat: int, press: Press) -> Message:
        return Message("bell.not_you", {"seat": seat, "press": press})


def ring(seat: int, **other: Any) -> Offer:
    return Offer("ring", Message("ring"), seat=seat, press=Press.SHORT, **other)


class Desk:
    """Presses on a panel, with the lamps' answers and the refusals kept."""

    def __init__(self, panel: Panel, game: Bell) -> None:
        self.denied: dict[int, Message | None] = {}
        self.panel, self.game, self.lights = panel, game, LightShow(panel)
        self.lights.show(game.now.cues)
        self.moments = Moments()
        self.moments.take(game.now, 0)
        resting = [replace(edge, edge_ns=0) for edge in panel.resting()]
        self.presses = Presses(resting, game, self.lights, self.moments, self.denied.__setitem__)

    def pump(self) -> None:
        for edge in self.panel.edges_within(0.001):
            self.presses.edge(edge, edge.edge_ns)


@pytest.mark.parametrize("arrival", list(permutations([(4, 1000), (1, 1002), (2, 1040)])))
def test_the_first_press_wins_by_its_stamp_in_whatever_order_they_arrive(
    panel: Panel, arrival: tuple[tuple[int, int], ...]
) -> None:
    game = Bell(*(ring(seat, race=True) for seat in range(6)))
    desk = Desk(panel, game)
    pins = {
        seat: panel.gpio.factory.pin(f"GPIO{row.button}")
        for seat, row in enumerate(panel.pins.seats)
    }
    for seat, at_ms in arrival:
        pins[seat]._when_changed()(at_ms / 1000, 0)  # the kernel's stamp, its report out of order
    edges = list(panel.edges_within(0.001))
    assert [(edge.seat, edge.edge_ns // MS) for edge in edges] == list(arrival)
    for edge in edges:
        desk.presses.edge(edge, 1005 * MS)
    desk.presses.tick(1015 * MS)
    assert game.made == []  # an earlier press could still be on its way
    desk.presses.tick(1020 * MS)
    (made,) = game.made
    assert made["seat"] == 4
    assert [(late["seat"], late["ms"]) for late in made["behind"]] == [(1, 2.0), (2, 40.0)]
    assert desk.denied[1] == Message("table.press.behind", {"seat": 4, "ms": 2.0})
    assert desk.denied[4] is None


def test_edges_that_waited_for_a_late_thread_are_all_heard_before_a_race_is_decided(
    panel: Panel,
) -> None:
    game = Bell(*(ring(seat, race=True) for seat in range(6)))
    desk = Desk(panel, game)
    for seat, at_ms in ((1, 1002), (4, 1000)):
        desk.presses.edge(Edge(seat, at_ms * MS, True), 5000 * MS)
    desk.presses.tick(5000 * MS)
    assert game.made[0]["seat"] == 4


def test_where_edges_are_reported_late_more_time_is_given(panel: Panel) -> None:
    game = Bell(*(ring(seat, race=True) for seat in range(6)))
    desk = Desk(panel, game)
    desk.presses.edge(Edge(1, 1002 * MS, True), 1045 * MS)  # 43 ms late: others may be later
    desk.presses.tick(1045 * MS)
    assert game.made == []
    desk.presses.edge(Edge(4, 1000 * MS, True), 1070 * MS)
    desk.presses.tick(1130 * MS)
    assert game.made == []
    desk.presses.tick(1141 * MS)
    assert game.made[0]["seat"] == 4


def test_an_exact_tie_goes_to_the_offer_listed_first(panel: Panel) -> None:
    game = Bell(ring(5, race=True), ring(0, race=True))
    desk = Desk(panel, game)
    for seat in (0, 5):
        desk.presses.edge(Edge(seat, 1000 * MS, True), 1000 * MS)
    desk.presses.tick(1100 * MS)
    assert game.made[0]["seat"] == 5
    assert game.made[0]["behind"] == [{"seat": 0, "ms": 0.0}]


def test_a_touch_still_undecided_keeps_its_place_in_the_race(panel: Panel) -> None:
    long = Offer("block", Message("block"), seat=0, press=Press.LONG, race=True)
    game = Bell(ring(0, race=True), long, ring(1, race=True))
    desk = Desk(panel, game)
    desk.presses.edge(Edge(0, 1000 * MS, True), 1000 * MS)  # short or long? not known yet
    desk.presses.edge(Edge(1, 1003 * MS, True), 1003 * MS)
    desk.presses.tick(1100 * MS)
    assert game.made == []
    desk.presses.tick(1500 * MS)
    assert (game.made[0]["move"], game.made[0]["seat"]) == ("block", 0)


def test_without_a_race_a_press_acts_at_once(panel: Panel) -> None:
    game = Bell(ring(2))
    desk = Desk(panel, game)
    panel.press(2, True)
    desk.pump()
    assert game.made == [{"move": "ring", "seat": 2}]


def test_a_press_is_answered_by_light_before_the_move_is_written(panel: Panel) -> None:
    seen = []

    class Slow(Bell):
        def act(self, plain: dict[str, Any]) -> None:
            seen.append(panel.level(3))
            super().act(plain)

    desk = Desk(panel, Slow(ring(3)))
    before = panel.level(3)
    panel.press(3, True)
    desk.pump()
    assert before == 0.0
    assert seen == [1.0]


def test_a_press_out_of_turn_changes_nothing_and_the_seat_is_told_why(panel: Panel) -> None:
    game = Bell(ring(2))
    desk = Desk(panel, game)
    panel.press(0, True)
    desk.pump()
    assert game.made == []
    assert desk.denied == {0: Message("bell.not_you", {"seat": 0, "press": "short"})}
    assert panel.level(0) == 1.0  # the first beat of the flicker


def test_a_bouncing_button_presses_once(panel: Panel) -> None:
    game = Bell(ring(2))
    desk = Desk(panel, game)
    for down in (True, False, True, False, True):
        panel.press(2, down)
    desk.pump()
    assert len(game.made) == 1
    assert desk.denied == {2: None}  # no second press was refused either


def test_a_button_held_at_the_start_does_not_press_and_is_reported_as_stuck(panel: Panel) -> None:
    panel.press(1, True)
    panel.edges.get()
    game = Bell(ring(1), ring(2))
    desk = Desk(panel, game)
    assert desk.presses.stuck(1_000 * MS) == ()
    assert desk.presses.stuck(11_000 * MS) == (1,)
    panel.press(2, True)
    desk.pump()
    assert game.made == [{"move": "ring", "seat": 2}]  # the others play on


def test_a_press_before_the_least_time_is_refused(panel: Panel) -> None:
    game = Bell(ring(2, after_s=1.5))
    desk = Desk(panel, game)
    desk.presses.edge(Edge(2, 1000 * MS, True), 1000 * MS)
    assert desk.denied[2] == Message("table.press.too_early", {"s": 0.5})
    desk.presses.edge(Edge(2, 1200 * MS, False), 1200 * MS)
    desk.presses.edge(Edge(2, 1600 * MS, True), 1600 * MS)
    assert len(game.made) == 1


def test_a_press_held_over_the_end_of_a_window_does_not_act_in_the_next(panel: Panel) -> None:
    long = Offer("block", Message("block"), seat=0, press=Press.LONG)
    game = Bell(long)
    desk = Desk(panel, game)
    desk.presses.edge(Edge(0, 1000 * MS, True), 1000 * MS)
    game.now = Offers((long,), game.now.cues, window=1)
    desk.presses.tick(1600 * MS)
    assert game.made == []
    assert desk.denied[0] == Message("table.press.window_over")


def test_a_move_refused_by_the_rules_is_told_to_the_seat(panel: Panel) -> None:
    class Strict(Bell):
        def act(self, plain: dict[str, Any]) -> None:
            raise IllegalMove("B-2", Message("bell.broken", {"move": plain["move"]}))

    desk = Desk(panel, Strict(ring(2)))
    panel.press(2, True)
    desk.pump()
    assert desk.denied == {2: Message("bell.broken", {"move": "ring"})}
