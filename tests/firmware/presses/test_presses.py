"""Presses on mock pins: who was first, what is answered by light, what is refused and why."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel
from firmware.presses.debounce import Edge
from firmware.presses.offer_times import OfferTimes
from firmware.presses.presses import Presses
from referee.contract import Cue, IllegalMove, Message, Offer, Offers, Press

MS = 1_000_000


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
        times = OfferTimes().followed_by(game.now, 0)
        resting = [replace(edge, edge_ns=0) for edge in panel.resting()]
        self.presses = Presses(resting, game, self.lights, lambda: times, self.denied.__setitem__)

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
        pins[seat].when_changed(at_ms / 1000, 0)  # the kernel's stamp, its report out of order
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
    panel.edges.get_nowait()
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


# -- presses that can be held: their meaning is told later than their touch --------------------


def offer(move: str, seat: int, press: Press, **other: Any) -> Offer:
    return Offer(move, Message(move), seat=seat, press=press, **other)


def doubt_or_let_be(*seats: int) -> Bell:
    """Return a game in which each of `seats` may ring (short) or let it be (long)."""
    passes = (offer("pass", seat, Press.LONG) for seat in seats)
    return Bell(*(ring(seat, race=True) for seat in seats), *passes)


def feed(desk: Desk, *edges: tuple[int, float, bool], until_ms: float) -> None:
    """Feed edges (seat, ms, down) as they happen, ticking in between as the thread does."""
    now = 1000.0
    for seat, at_ms, down in sorted(edges, key=lambda edge: edge[1]):
        while now < min(at_ms, until_ms):
            desk.presses.tick(int(now * MS))
            now = min(at_ms, now + 1)
        if at_ms <= until_ms:
            desk.presses.edge(Edge(seat, int(at_ms * MS), down), int(at_ms * MS))
    while now <= until_ms:
        desk.presses.tick(int(now * MS))
        now += 1


def tap(seat: int, at_ms: float, for_ms: float = 80) -> tuple[tuple[int, float, bool], ...]:
    return (seat, at_ms, True), (seat, at_ms + for_ms, False)


@pytest.mark.parametrize("let_go", [(80, 90), (90, 80), (300, 40)])
def test_two_touches_2_ms_apart_are_ranked_by_the_touch_whoever_lets_go_first(
    panel: Panel, let_go: tuple[float, float]
) -> None:
    desk = Desk(panel, game := doubt_or_let_be(0, 3))
    feed(desk, *tap(3, 1000, let_go[0]), *tap(0, 1002, let_go[1]), until_ms=1400)
    (made,) = game.made
    assert (made["seat"], made["behind"]) == (3, [{"seat": 0, "ms": 2.0}])
    assert desk.denied[0] == Message("table.press.behind", {"seat": 3, "ms": 2.0})


def test_touches_at_the_same_instant_are_a_tie_whoever_lets_go_first(panel: Panel) -> None:
    desk = Desk(panel, game := doubt_or_let_be(5, 0))
    feed(desk, *tap(0, 1000, 40), *tap(5, 1000, 120), until_ms=1400)
    assert (game.made[0]["seat"], game.made[0]["behind"]) == (5, [{"seat": 0, "ms": 0.0}])


def test_an_earlier_touch_that_becomes_a_pass_does_not_win_the_race(panel: Panel) -> None:
    desk = Desk(panel, game := doubt_or_let_be(0, 3))
    feed(desk, *tap(0, 1000, 700), *tap(3, 1002), until_ms=1490)
    assert game.made == []  # it is not known yet what the first touch means
    feed(desk, until_ms=1530)
    assert [(made["move"], made["seat"]) for made in game.made] == [("ring", 3)]
    assert desk.denied[0] == Message("table.press.window_over")


def test_a_hold_that_comes_well_after_the_first_touch_keeps_nobody_waiting(panel: Panel) -> None:
    desk = Desk(panel, game := doubt_or_let_be(0, 3))
    feed(desk, *tap(3, 1000), *tap(0, 1060, 700), until_ms=1101)
    assert game.made[0]["seat"] == 3


def test_what_closes_a_window_waits_for_touches_before_it(panel: Panel) -> None:
    moves_on = offer("move_on", 1, Press.LONG)
    doubts = (ring(2, race=True), offer("pass", 2, Press.LONG))
    desk = Desk(panel, game := Bell(moves_on, *doubts))
    feed(desk, *tap(1, 1000, 600), *tap(2, 1490), until_ms=1600)
    assert [made["move"] for made in game.made] == ["ring"]
    assert desk.denied[1] == Message("table.press.window_over")


def test_a_touch_after_the_window_was_closed_does_not_open_it_again(panel: Panel) -> None:
    moves_on = offer("move_on", 1, Press.LONG)
    for race in (True, False):
        desk = Desk(panel, game := Bell(moves_on, ring(2, race=race)))
        feed(desk, *tap(1, 1000, 600), *tap(2, 1503, 5), until_ms=1600)
        assert [made["move"] for made in game.made] == ["move_on"], race
        assert desk.denied[2] == Message("table.press.window_over")


def test_a_long_press_alone_acts_after_the_time_that_an_edge_may_take(panel: Panel) -> None:
    desk = Desk(panel, game := Bell(offer("pass", 2, Press.LONG)))
    feed(desk, *tap(2, 1000, 2000), until_ms=1521)
    assert [made["move"] for made in game.made] == ["pass"]


def test_blocks_2_ms_apart_are_ranked_by_their_first_touch(panel: Panel) -> None:
    blocks = (offer("block", seat, Press.DOUBLE, race=True) for seat in (1, 4))
    desk = Desk(panel, game := Bell(*blocks))
    first = (*tap(4, 1000), *tap(4, 1390))  # first, though their second tap is the last
    feed(desk, *first, *tap(1, 1002), *tap(1, 1150), until_ms=1500)
    assert (game.made[0]["seat"], game.made[0]["behind"]) == (4, [{"seat": 1, "ms": 2.0}])


def test_one_tap_where_two_are_needed_is_refused_aloud_and_keeps_no_race_open(
    panel: Panel,
) -> None:
    blocks = (offer("block", seat, Press.DOUBLE, race=True) for seat in (1, 4))
    desk = Desk(panel, game := Bell(*blocks))
    feed(desk, *tap(4, 1000), *tap(1, 1002), *tap(1, 1150), until_ms=1500)
    assert (game.made[0]["seat"], game.made[0]["behind"]) == (1, [])
    assert desk.denied[4] == Message("bell.not_you", {"seat": 4, "press": "short"})


def test_a_press_of_the_window_before_is_no_rival(panel: Panel) -> None:
    desk = Desk(panel, game := doubt_or_let_be(0, 3))
    desk.presses.edge(Edge(0, 1000 * MS, True), 1000 * MS)
    desk.presses.edge(Edge(0, 1005 * MS, False), 1005 * MS)  # in the race
    game.now = Offers(game.now.items, game.now.cues, window=1)  # by a phone
    desk.presses.tick(1100 * MS)
    assert game.made == []
    assert desk.denied[0] == Message("table.press.window_over")


def test_grace_counts_to_the_touch_and_not_to_the_release(panel: Panel) -> None:
    grace = (ring(2, after_s=1.1), offer("pass", 2, Press.LONG, after_s=1.1))
    desk = Desk(panel, game := Bell(*grace))
    feed(desk, *tap(2, 1050, 200), until_ms=1400)
    assert game.made == []
    assert desk.denied[2] == Message("table.press.too_early", {"s": 0.1})
    desk = Desk(panel, game := Bell(*grace))
    feed(desk, *tap(2, 1050, 600), until_ms=1600)
    assert [made["move"] for made in game.made] == ["pass"]


def test_whoever_else_closes_a_window_can_ask_for_touches_before(panel: Panel) -> None:
    desk = Desk(panel, game := doubt_or_let_be(0, 3))
    assert not desk.presses.undecided(2000 * MS)
    desk.presses.edge(Edge(0, 1000 * MS, True), 1000 * MS)
    assert desk.presses.undecided(1000 * MS)
    assert not desk.presses.undecided(999 * MS)
    desk.presses.edge(Edge(0, 1050 * MS, False), 1050 * MS)
    assert desk.presses.undecided(1000 * MS)  # in a race
    desk.presses.tick(1100 * MS)
    assert game.made
    assert not desk.presses.undecided(2000 * MS)
