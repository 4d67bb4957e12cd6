"""A deal of a trick game as a table sees it: each plays before them, the winner gathers by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.scenes.script import HOLDS_MM, REACH_MM, Chance, Point, Script
from vision.mat import Mat
from vision.synthetic.scene import PlacedCard

LAY_S = 0.33  # for a hand to come, and as long to go
THINK_S = (0.1, 0.5)  # between a hand that goes and the next one: a card a second in all
GATHER_S = 0.2  # from one card to the next
ASKEW_DEG, ASIDE_MM = 14.0, 12.0  # at most, as cards are thrown down


@dataclass(frozen=True)
class Trick:
    """What lay in one trick: seats and their cards in the order played, and who gathered."""

    laid: tuple[tuple[int, str], ...]
    winner: int


def deal(
    deck: str, tricks: Sequence[Trick], mat: Mat, chance: Chance, frames_a_second: float = 15.0
) -> Script:
    """Return the script of a deal, a second or so a card."""
    script = Script(deck, (), mat, chance, frames_a_second)
    script.wait(0.5)
    for trick in tricks:
        play(script, trick)
    script.wait(0.8)
    return script


def play(script: Script, trick: Trick) -> None:
    """Lay the cards of a trick by hand, then let its winner gather them."""
    numbers: list[int] = []
    for seat, card in trick.laid:
        numbers.append(script.lay(_before(script, seat, card), LAY_S))
        script.wait(float(script.chance.uniform(*THINK_S)))
    script.wait(0.3)  # the last is looked at before hands come
    gather(script, numbers, trick.winner)
    script.wait(float(script.chance.uniform(0.2, 0.6)))


def gather(script: Script, numbers: Sequence[int], seat: int) -> None:
    """Let a seat's hand go from card to card, and take all of them along."""
    side = script.side(_middle(script, seat))
    left = sorted(numbers, key=lambda number: -_far(script, number, side))
    turn, held = math.radians(side), list[int]()
    at = script.place(left[0])
    for step in range(max(2, round(LAY_S / script.step_s)) - 1, -1, -1):
        script.frame(script.hand(at, HOLDS_MM + REACH_MM * step * script.step_s / LAY_S, side))
    for number in left:
        start, end = at, script.place(number)
        steps = max(1, round(GATHER_S / script.step_s)) if start != end else 0
        for step in range(1, steps + 1):
            share = step / steps
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            _carry(script, held, at)
            script.frame(script.hand(at, HOLDS_MM, side))
        held.append(number)
    steps = max(2, round(LAY_S / script.step_s))
    for step in range(1, steps + 1):
        back = REACH_MM * step / steps
        _carry(script, held, (at[0] + back * math.cos(turn), at[1] + back * math.sin(turn)))
        script.frame(script.hand(at, HOLDS_MM + back, side))
    for number in held:
        script.lift(number)


def _before(script: Script, seat: int, card: str) -> PlacedCard:
    """Return a card as a player throws it down before them."""
    left, top, right, bottom = script.mat.zones[f"seat:{seat}"]
    chance, (x, y) = script.chance, _middle(script, seat)
    upright = right - left >= bottom - top
    turn = float(chance.choice((0.0, 180.0)) + chance.uniform(-ASKEW_DEG, ASKEW_DEG))
    dx, dy = (float(part) for part in chance.uniform(-ASIDE_MM, ASIDE_MM, 2))
    wear = float(chance.choice((0.0, 0.1, 0.2)))
    return PlacedCard(script.deck, card, x + dx, y + dy, turn + (0 if upright else 90), wear=wear)


def _middle(script: Script, seat: int) -> Point:
    left, top, right, bottom = script.mat.zones[f"seat:{seat}"]
    return (left + right) / 2, (top + bottom) / 2


def _far(script: Script, number: int, side_deg: float) -> float:
    """Return how far a card lies from a side of the table."""
    x, y = script.place(number)
    return -(x * math.cos(math.radians(side_deg)) + y * math.sin(math.radians(side_deg)))


def _carry(script: Script, held: Sequence[int], at: Point) -> None:
    for number in held:
        script.carry(number, at[0], at[1])
