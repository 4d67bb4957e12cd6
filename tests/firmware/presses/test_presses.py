"""Presses on mock pins: who was first, what is answered by light, what is refused and why."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel
from firmware.presses.debounce import Edge
from firmware.presses.meanings import Meanings, PressAnswer
from firmware.presses.offer_times import OfferTimes
from firmware.presses.presses import Presses
from referee.contract import (
    Cue,
    IllegalMove,
    Message,
    Offer,
    Offers,
    Presentation,
    Press,
    RefereeError,
)
from referee.match.commands import Move
from referee.match.open_offers import OpenOffers
from referee.reports.questions import Question
from referee.reports.status import PendingApproval

MS = 1_000_000
HELD_NS = 2 * MS + 1


class Bell:
    """A game in which the seats of `offers` may ring, and one ring ends it."""

    def __init__(self, *offers: Offer) -> None:
        self.seq = 1
        self.made: list[dict[str, Any]] = []
        self.taken_back: list[int] = []
        self.answers: list[tuple[PressAnswer, int]] = []
        self.asked: Question | None = None
        self.waiting: tuple[PendingApproval, ...] = ()
        self.begun = Offers(offers, (Cue.MAY_CHALLENGE,) * 6, window=1)
        self.times = OfferTimes().followed_by(OpenOffers.fresh(self.begun, 1), 0)

    @property
    def now(self) -> Offers:
        return self.times.offers

    def follow(self, offers: Offers, now_ns: int = 0, *, anew: bool = False) -> None:
        """Be in the next state: by a move or, `again`, by an undo."""
        self.seq += 1
        old = self.times.standing
        follow = OpenOffers.fresh if anew else old.after_move
        self.times = self.times.followed_by(follow(offers, self.seq), now_ns)

    def do(self, command: Move | PressAnswer, seat: int) -> int | None:
        if not isinstance(command, Move):
            self.answers.append((command, seat))
            return None
        if not self.now:
            raise IllegalMove("B-1", Message("bell.rung"))
        assert command.seen == self.seq
        assert command.move["seat"] == seat
        self.made.append(command.move)
        self.follow(Offers((), self.now.cues, self.now.window + 1), self.now_ns)
        return self.seq

    def take_back(self, seq: int) -> bool:
        self.taken_back.append(seq)
        if seq != self.seq:
            return False
        self.made.pop()
        self.follow(self.begun, self.now_ns, anew=True)
        return True

    now_ns = 0  # the moment at which the next move is told

    def why_not(self, seat: int, press: Press) -> RefereeError:
        return IllegalMove("B-2", Message("bell.not_you", {"seat": seat, "press": press}))


def ring(seat: int, **shown: Any) -> Offer:
    return offer("ring", seat, Press.SHORT, **shown)


class Desk:
    """Presses on a panel, with the lamps' answers and the refusals kept."""

    def __init__(self, panel: Panel, game: Bell, resting: list[Edge] | None = None) -> None:
        self.denied: dict[int, Message | None] = {}
        self.rules: list[str | None] = []
        self.panel, self.game, self.lights = panel, game, LightShow(panel)
        self.lights.show(game.now.cues)
        resting = resting or [replace(edge, edge_ns=0) for edge in panel.resting()]
        self.presses = Presses(
            resting,
            game,
            self.lights,
            lambda: Meanings(game.times, game.asked, game.waiting),
            self.deny,
        )

    def deny(self, seat: int, why: RefereeError | None) -> None:
        self.denied[seat] = None if why is None else why.message
        self.rules.append(None if why is None else why.rule)

    def edge(self, seat: int, at_ms: float, down: bool = True, late_ms: float = 0) -> None:
        """Report an edge, so many milliseconds after its stamp."""
        self.game.now_ns = int((at_ms + late_ms) * MS)
        self.presses.edge(Edge(seat, int(at_ms * MS), down), self.game.now_ns)

    def tick(self, at_ms: float) -> None:
        self.game.now_ns = int(at_ms * MS)
        self.presses.tick(self.game.now_ns)

    def pump(self) -> None:
        """Take what the pins reported, and let it hold."""
        for edge in self.panel.edges_within(0.001):
            assert isinstance(edge, Edge)
            self.game.now_ns = edge.edge_ns
            self.presses.edge(edge, edge.edge_ns)
        self.game.now_ns += HELD_NS
        self.presses.tick(self.game.now_ns)


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
    stamps = [(edge.seat, edge.edge_ns // MS) for edge in edges if isinstance(edge, Edge)]
    assert stamps == list(arrival)
    for edge in edges:
        assert isinstance(edge, Edge)
        desk.presses.edge(edge, max(edge.edge_ns, 1005 * MS))
    desk.tick(1015)
    assert game.made == []  # an earlier press could still be on its way
    desk.tick(1050)
    (made,) = game.made
    assert made["seat"] == 4
    assert [(late["seat"], late["ms"]) for late in made["behind"]] == [(1, 2.0), (2, 40.0)]
    assert desk.denied[1] == Message("table.press.behind", {"seat": 4, "ms": 2.0})
    assert desk.denied[4] is None


def test_where_edges_are_reported_late_more_time_is_given(panel: Panel) -> None:
    game = Bell(*(ring(seat, race=True) for seat in range(6)))
    desk = Desk(panel, game)
    desk.edge(1, 1002, late_ms=43)  # 43 ms late: others may be later
    desk.tick(1045)
    assert game.made == []
    desk.edge(4, 1000, late_ms=70)
    desk.tick(1130)
    assert game.made == []
    desk.tick(1141)
    assert game.made[0]["seat"] == 4


def test_a_press_is_answered_by_light_before_the_move_is_written(panel: Panel) -> None:
    lit = []

    class Slow(Bell):
        def do(self, command: Move | PressAnswer, seat: int) -> int | None:
            lit.append(panel.level(3))
            return super().do(command, seat)

    desk = Desk(panel, Slow(ring(3)))
    before = panel.level(3)
    panel.press(3, True)
    desk.pump()
    assert before == 0.0
    assert lit == [1.0]


def test_a_press_out_of_turn_changes_nothing_and_the_seat_is_told_why(panel: Panel) -> None:
    game = Bell(ring(2))
    desk = Desk(panel, game)
    panel.press(0, True)
    desk.pump()
    assert game.made == []
    assert desk.denied == {0: Message("bell.not_you", {"seat": 0, "press": "short"})}
    assert panel.level(0) == 1.0  # the first beat of the flicker


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


# -- presses that can be held: their meaning is told later than their touch --------------------


def offer(move: str, seat: int, press: Press, **shown: Any) -> Offer:
    return Offer(move, Presentation(Message(move), press=press, **shown), seat)


def doubt_or_let_be(*seats: int) -> Bell:
    """Return a game in which each of `seats` may ring (short) or let it be (long)."""
    passes = (offer("pass", seat, Press.LONG) for seat in seats)
    return Bell(*(ring(seat, race=True) for seat in seats), *passes)


def feed(desk: Desk, *edges: tuple[int, float, bool], until_ms: float) -> None:
    """Feed edges (seat, ms, down) as they happen, ticking in between as the thread does."""
    now = 1000.0
    for seat, at_ms, down in sorted(edges, key=lambda edge: edge[1]):
        while now < min(at_ms, until_ms):
            desk.tick(now)
            now = min(at_ms, now + 1)
        if at_ms <= until_ms:
            desk.edge(seat, at_ms, down)
    while now <= until_ms:
        desk.tick(now)
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


def test_an_earlier_touch_that_becomes_a_pass_does_not_win_the_race(panel: Panel) -> None:
    desk = Desk(panel, game := doubt_or_let_be(0, 3))
    feed(desk, *tap(0, 1000, 700), *tap(3, 1002), until_ms=1490)
    assert game.made == []  # it is not known yet what the first touch means
    feed(desk, until_ms=1530)
    assert [(made["move"], made["seat"]) for made in game.made] == [("ring", 3)]
    assert desk.denied[0] == Message("table.press.window_over")


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


def test_a_tap_whose_release_is_reported_late_is_no_long_press(panel: Panel) -> None:
    desk = Desk(panel, game := Bell(ring(2), offer("pass", 2, Press.LONG)))
    desk.edge(2, 1000)
    desk.tick(1010)
    desk.edge(2, 1080, down=False, late_ms=620)  # The process stalled.
    for at_ms in (1700, 1720, 1800):
        desk.tick(at_ms)
    assert [made["move"] for made in game.made] == ["ring"]


def test_one_tap_where_two_are_needed_is_refused_aloud_and_keeps_no_race_open(
    panel: Panel,
) -> None:
    blocks = (offer("block", seat, Press.DOUBLE, race=True) for seat in (1, 4))
    desk = Desk(panel, game := Bell(*blocks))
    feed(desk, *tap(4, 1000), *tap(1, 1002), *tap(1, 1150), until_ms=1500)
    assert (game.made[0]["seat"], game.made[0]["behind"]) == (1, [])
    assert desk.denied[4] == Message("bell.not_you", {"seat": 4, "press": "short"})


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
    desk.edge(0, 1000)
    assert desk.presses.undecided(1000 * MS)
    assert not desk.presses.undecided(999 * MS)
    desk.edge(0, 1050, False)
    assert desk.presses.undecided(1000 * MS)  # in a race
    desk.tick(1100)
    assert game.made
    assert not desk.presses.undecided(2000 * MS)


# -- what a gesture is bound to -----------------------------------------------------------------


def test_a_hold_is_bound_to_its_window_though_an_undo_brings_the_number_again(
    panel: Panel,
) -> None:
    let_be = offer("pass", 0, Press.LONG)
    desk = Desk(panel, game := Bell(let_be))
    desk.edge(0, 1000)
    desk.tick(1003)
    game.follow(Offers((), game.now.cues), 1100 * MS, anew=True)
    game.follow(Offers((let_be,), game.now.cues, window=1), 1200 * MS)  # another action
    desk.tick(1600)
    assert game.made == []
    assert desk.denied[0] == Message("table.press.window_over")


def test_a_touch_before_a_window_that_is_reported_in_it_is_none_of_its_own(panel: Panel) -> None:
    let_be = offer("pass", 0, Press.LONG)
    desk = Desk(panel, game := Bell(let_be))
    game.follow(Offers((let_be,), game.now.cues, window=2), 1010 * MS)
    desk.edge(0, 1000, late_ms=15)
    desk.tick(1600)
    assert game.made == []
    assert desk.denied[0] == Message("table.press.reported_late")


# -- pulses ------------------------------------------------------------------------------------


def test_no_pulse_of_up_to_900_us_is_a_press_and_none_wins_a_race(panel: Panel) -> None:
    """They all were."""
    random = Random(6)
    moves = 0
    for _ in range(60):
        desk = Desk(
            panel, game := doubt_or_let_be(0, 3) if random.random() < 0.5 else Bell(ring(0))
        )
        at_ms = 1000.0
        for _ in range(random.choice((1, 1, 2, 5))):
            length_ms = random.uniform(0.001, 0.9)
            feed(desk, *tap(0, at_ms, length_ms), until_ms=at_ms + length_ms)
            at_ms += length_ms + random.uniform(0.2, 40)
        feed(desk, until_ms=at_ms + 700)
        moves += len(game.made)
        assert panel.level(0) == 0.0 or desk.lights.frame() is not None
        assert 0 not in desk.denied  # not even refused
    assert moves == 0


def test_a_pulse_is_felt_for_two_milliseconds_and_the_lamp_goes_back(panel: Panel) -> None:
    desk = Desk(panel, Bell(ring(0)))
    for cue, level in ((Cue.IDLE, 0.0), (Cue.TURN, 1.0)):
        desk.lights.show([cue])
        desk.lights.frame()
        assert panel.level(0) == level
        desk.edge(0, 1000 + 100 * level)
        assert panel.level(0) == 1.0 - level
        desk.edge(0, 1000.5 + 100 * level, False)
        desk.tick(1003 + 100 * level)
        assert panel.level(0) == level


# -- edges that are reported late ----------------------------------------------------------------


def race_reported_late(panel: Panel, random: Random, most_late_ms: float) -> tuple[Desk, int]:
    """Let two seats press, each reported up to so late; return the desk and who was first."""
    desk = Desk(panel, Bell(*(ring(seat, race=True) for seat in range(6))))
    first, second = random.sample(range(6), 2)
    stamps = {first: 1000.0, second: 1000.0 + random.uniform(0.1, 60)}
    reports: list[tuple[float, int, float, bool]] = []
    for seat, at_ms in stamps.items():
        down_ms = at_ms + random.uniform(0, most_late_ms)
        up_ms = max(down_ms, at_ms + 80 + random.uniform(0, most_late_ms))
        reports += [(down_ms, seat, at_ms, True), (up_ms, seat, at_ms + 80, False)]
    for come_ms, seat, at_ms, down in sorted(reports):
        tick_while_due(desk, come_ms)
        desk.edge(seat, at_ms, down, late_ms=come_ms - at_ms)
    tick_while_due(desk, math.inf)
    return desk, first


def tick_while_due(desk: Desk, until_ms: float) -> None:
    """Do what the thread of the presses does until so late: sleep until something is due."""
    while (due_ns := desk.presses.due_ns) is not None and due_ns < until_ms * MS:
        desk.game.now_ns = due_ns
        desk.presses.tick(due_ns)


def test_where_edges_come_up_to_60_ms_late_no_wrong_winner_is_left_standing(panel: Panel) -> None:
    """One race in five was given to the wrong seat."""
    random = Random(8)
    wrong = right = asked = 0
    for _ in range(300):
        desk, first = race_reported_late(panel, random, most_late_ms=60)
        if desk.game.made:
            winner = desk.game.made[0]["seat"]
            right, wrong = right + (winner == first), wrong + (winner != first)
            continue
        asked += 1
        why = [message for message in desk.denied.values() if message is not None]
        assert [message.key for message in why] == ["table.press.unjudged"] * 2
    assert wrong == 0
    assert right > asked > 0


def test_a_race_that_others_went_on_from_stands_and_the_late_press_is_told(panel: Panel) -> None:
    desk = Desk(panel, game := Bell(ring(1, race=True), ring(4, race=True)))
    desk.edge(1, 1002)
    desk.tick(1005)
    desk.tick(1025)
    assert game.made[0]["seat"] == 1
    game.follow(Offers((), game.now.cues, window=3), 1030 * MS)
    desk.edge(4, 1000, late_ms=60)
    desk.tick(1100)
    assert game.made[0]["seat"] == 1
    assert desk.denied[4] == Message("table.press.reported_late")
