"""The light show: patterns follow the cues, presses are answered at once, nothing idles hot."""

from __future__ import annotations

from itertools import pairwise

from firmware.panel.lights import BY_CUE, LightShow
from referee.contract import Cue


class Lamps:
    """Six lamps and a buzzer that keep what was done to them."""

    seats = 6

    def __init__(self) -> None:
        self.levels = [0.0] * 6
        self.tones: list[float | None] = []

    def light(self, seat: int, level: float) -> None:
        assert 0.0 <= level <= 1.0
        self.levels[seat] = level

    def tone(self, frequency_hz: float | None) -> None:
        self.tones.append(frequency_hz)


class Show:
    """A light show whose clock is turned by hand."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.lamps = Lamps()
        self.show = LightShow(self.lamps, clock=lambda: self.now_s)

    def course(self, seat: int, length_s: float, step_s: float = 0.02) -> list[float]:
        levels = []
        for _ in range(round(length_s / step_s)):
            self.show.frame()
            levels.append(self.lamps.levels[seat])
            self.now_s += step_s
        return levels


def rises(levels: list[float]) -> int:
    return sum(b > a for a, b in pairwise(levels))


def test_cues_that_ask_for_different_acts_look_different() -> None:
    acting = [Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK, Cue.MAY_ANSWER, Cue.LOST, Cue.WON]
    assert len({BY_CUE[cue] for cue in acting}) == len(acting)


def test_a_paused_match_winks_at_every_seat_together_and_like_nothing_else() -> None:
    table = Show()
    table.show.show([Cue.PAUSED] * 3)
    table.show.frame()
    assert table.lamps.levels == [0.5, 0.5, 0.5, 0.0, 0.0, 0.0]
    assert rises([0.0, *table.course(0, 5.9)]) == 2
    assert [BY_CUE[cue] for cue in Cue].count(BY_CUE[Cue.PAUSED]) == 1


def test_an_accepted_press_turns_the_lamp_at_once_whatever_it_did() -> None:
    for cue, answer in ((Cue.IDLE, 1.0), (Cue.TURN, 0.0)):
        table = Show()
        table.show.show([cue])
        table.show.frame()
        table.show.accept(0)
        assert table.lamps.levels[0] == answer
        assert table.course(0, 1.0)[-1] == 1.0 - answer


def test_a_refused_press_flickers_twice_and_sounds_lower() -> None:
    table = Show()
    table.show.refuse(0)
    assert rises([0.0, *table.course(0, 1.0)]) == 2
    low = table.lamps.tones[0]
    table.show.accept(0)
    high = table.lamps.tones[2]
    assert low is not None
    assert high is not None
    assert low < high
    assert table.lamps.tones[1] is None  # it went silent by itself in between


def test_a_moment_flares_over_what_the_lamps_of_its_players_show_and_leaves_the_others() -> None:
    table = Show()
    table.show.show([Cue.TURN, Cue.WAIT, Cue.TURN])
    table.course(0, 0.1)
    table.show.flare([0])
    assert table.lamps.tones[-1] is not None
    other = table.lamps.levels[2]
    assert rises(table.course(0, 1.5)) >= 4
    assert table.lamps.levels[0] == 1.0  # and then as before
    assert table.lamps.levels[2] == other
    assert table.lamps.tones[-1] is None
    table.show.flare([0])
    table.show.refuse(0)  # an answer to a press is seen over it
    assert table.lamps.levels[0] == 0.0
    table.show.flare([99])  # a seat without a lamp


def test_a_silent_table_makes_no_sound() -> None:
    table = Show()
    table.show.sound = False
    table.show.refuse(0)
    table.course(0, 1.0)
    assert table.lamps.tones == []


def test_a_seat_that_a_phone_asks_for_says_so_over_whatever_its_lamp_shows() -> None:
    for cue in (Cue.IDLE, Cue.TURN, Cue.MAY_CHALLENGE):
        plain, asked = Show(), Show()
        plain.show.show([cue] * 6)
        asked.show.show([cue] * 6, {2})
        before, now = plain.course(2, 4.0, 0.01), asked.course(2, 4.0, 0.01)
        turned = sum(was != other for was, other in zip(before, now, strict=True))
        assert 30 < turned < 60  # eight short turns in four seconds, and the cue in between
        assert plain.course(1, 4.0) == asked.course(1, 4.0)
        asked.show.show([cue] * 6)
        assert asked.show.frame() == plain.show.frame()
