"""A secret press looks like any other: whoever looks on learns neither which nor how long."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from firmware.panel.buttons import RunningMatch
from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel
from firmware.presses.debounce import Edge
from firmware.presses.mask import MASK_NS
from firmware.presses.meanings import Meanings
from firmware.presses.offer_times import OfferTimes
from firmware.presses.presses import Presses
from referee.contract import Message, RefereeError
from referee.match.commands import Begin, Move
from referee.match.desk import Desk, Snapshot
from referee.words import Voice
from tests.matches import match_of

MS = 1_000_000
BEGIN_MS = 1_000_000  # of the time that is told; a lamp breathes since then
TOUCH_MS = BEGIN_MS + 1234
END_MS = TOUCH_MS + 3000
SEAT = 2
Finger = Sequence[tuple[float, bool]]  # what the contact does, in ms from the touch


def held(ms: float, at: float = 0.0) -> list[tuple[float, bool]]:
    """Hold a switch that bounces at both ends for so long."""
    return [
        *((at + later, down) for later, down in ((0, True), (0.4, False), (0.7, True))),
        *((at + ms + later, down) for later, down in ((0, False), (0.5, True), (1.1, False))),
        *((at + ms + later, down) for later, down in ((6, True), (6.8, False))),
    ]


SHORT: dict[str, Finger] = {
    "a tap": held(60),
    "a slow tap": held(250),
    "let go just before it is long": held(490),
    "two taps": [*held(70), *held(80, 190)],
    "three taps": [*held(50), *held(50, 150), *held(50, 300)],
    "a tap, and held over the end": [*held(60), *held(900, 300)],
    "a tap, and held a second longer": [*held(60), *held(1500, 480)],
}
LONG: dict[str, Finger] = {
    "just long": held(504),
    "held a second": held(1000),
    "held two, and with a trembling finger": [*held(2000)[:-1], (2012, True), (2013, False)],
    "held and tapped after it": [*held(520), *held(40, 530)],
}


class Table:
    """Mock pins and a time of our own; keeps all that leaves the table, and when."""

    def __init__(self, panel: Panel, desk: Desk) -> None:
        self.panel, self.desk = panel, desk
        self.now_ns = BEGIN_MS * MS
        self.seen: list[tuple[float, Any]] = []
        self.seats = panel.seats
        self.times = OfferTimes()
        self.lights = LightShow(self, clock=lambda: self.now_ns / 1e9)
        panel.felt = self.lights.touch
        desk.listen(self.follow)
        desk.do(Begin("coup_detat", {"secret_coup": True}, 4))
        for seat, card in enumerate(("AC", "9D", "9H", "9S")):
            self.submit(move="card_drawn", player=seat, cards=[card])
        self.submit(move="cleared")
        self.submit(move="decline", seat=0)
        self.submit(move="name_contract", seat=0, contract="siege")
        resting = [Edge(seat, 0, False) for seat in range(self.seats)]
        match = RunningMatch(desk, lambda *_: None)
        self.presses = Presses(resting, match, self.lights, lambda: Meanings(self.times), self.deny)

    def submit(self, **plain: Any) -> None:
        match = match_of(self.desk)
        self.desk.do(Move(plain, match.seq))

    def see(self, what: Any) -> None:
        self.seen.append((self.now_ns / MS - TOUCH_MS, what))

    # what leaves the table

    def light(self, seat: int, level: float) -> None:
        self.panel.light(seat, level)
        self.see(("lamp", seat, level))

    def tone(self, frequency_hz: float | None) -> None:
        self.see(("tone", frequency_hz))

    def deny(self, seat: int, why: RefereeError | None) -> None:
        self.see(("denied", seat, why and why.message))

    def follow(self, match: Snapshot) -> None:
        self.times = self.times.followed_by(match.open_offers, self.now_ns)
        self.lights.show(match.offers.cues)
        voice = Voice("en")
        texts = [voice.say(ruling.message) for ruling in match.rulings_for(None)]
        self.see(("page", match.seq, match.offers.cues, texts, match.view(None)))

    # what happens at it

    def play(self, finger: Finger, phone_ms: int | None = None) -> None:
        """Have a finger touch a button, a millisecond at a time; a phone may answer meanwhile."""
        pin = self.panel.gpio.factory.pin(f"GPIO{self.panel.pins.seats[SEAT].button}")
        edges = [(round((TOUCH_MS + at) * MS), down) for at, down in finger]
        while self.now_ns < END_MS * MS:
            step_ns = self.now_ns + MS
            while edges and edges[0][0] < step_ns:
                self.now_ns, down = edges.pop(0)
                pin.when_changed(self.now_ns / 1e9, int(not down))
                for edge in self.panel.edges_within(0.001):
                    assert isinstance(edge, Edge)
                    self.presses.edge(Edge(edge.seat, self.now_ns, edge.down), self.now_ns)
            self.now_ns = step_ns
            if phone_ms is not None and self.now_ns == (TOUCH_MS + phone_ms) * MS:
                self.submit(move="answer", seat=SEAT, lodge=False)
            self.presses.tick(self.now_ns)
            self.lights.frame()

    @property
    def lodged(self) -> bool | None:
        match = match_of(self.desk)
        answer: bool | None = match.state.phase.deal.answers.given[SEAT]
        return answer


@pytest.fixture
def trace(tmp_path: Path) -> Any:
    """Return how to play a finger at a table of its own: its answer, and all that was seen."""
    number = iter(range(100))

    def play(
        panel: Panel, finger: Finger, phone_ms: int | None = None
    ) -> tuple[bool | None, list[tuple[float, Any]]]:
        desk = Desk.open(tmp_path / f"{next(number)}.sqlite")
        try:
            table = Table(panel, desk)
            table.seen.clear()
            table.play(finger, phone_ms)
            return table.lodged, table.seen
        finally:
            desk.close()

    return play


def test_long_and_short_and_more_of_a_secret_press_show_the_same_at_the_same_moment(
    panel: Panel, trace: Any
) -> None:
    _, expected = trace(panel, SHORT["a tap"])
    lamp = [(at, what) for at, what in expected if what[:2] == ("lamp", SEAT)]
    answered = [at for at, what in expected if what[0] in ("tone", "page")]
    within = {at for at, _ in lamp if -1 < at < MASK_NS / MS}
    assert within == {0.0}, "the touch is felt, and then nothing until the answer"
    assert min(answered) == MASK_NS / MS
    assert len([at for at, what in expected if what[0] == "page"]) == 1
    for fingers, lodges in ((SHORT, False), (LONG, True)):
        for name, finger in fingers.items():
            lodged, seen = trace(panel, finger)
            assert lodged is lodges, name
            assert seen == expected, name


def test_a_secret_press_that_comes_too_late_is_refused_alike(panel: Panel, trace: Any) -> None:
    for phone_ms in (20, 300):  # before and after a tap is let go
        traces = [
            trace(panel, finger, phone_ms) for finger in (SHORT["a tap"], LONG["held a second"])
        ]
        assert traces[0] == traces[1]
        (why,) = [what[2] for _, what in traces[0][1] if what[0] == "denied"]
        assert why == Message("table.press.window_over")


def test_after_a_secret_press_the_next_one_is_felt(panel: Panel, tmp_path: Path) -> None:
    desk = Desk.open(tmp_path / "table.sqlite")
    table = Table(panel, desk)
    table.play(SHORT["a tap"])
    table.seen.clear()
    table.lights.touch(SEAT)
    assert [what[:2] for _, what in table.seen] == [("lamp", SEAT)]
    desk.close()
