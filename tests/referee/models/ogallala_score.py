"""Ogallala's count of points and the ranking, written from the rule file alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.referee.models.ogallala import PRIZES, SETS, Canoe, Territory, complete

PRIZE = 10  # OG-42
LONG = 8  # OG-41: from so many cards on, 2 points each


@dataclass(frozen=True)
class Line:
    """One line of the arithmetic: what is counted, the sum before it is multiplied, and by what."""

    what: str
    sum: int
    times: int

    @property
    def points(self) -> int:
        return self.sum * self.times


def lines(canoe: Canoe) -> list[Line]:
    """Return the arithmetic of a complete canoe (OG-41, 42); none of an incomplete one."""
    if not canoe.complete:
        return []
    cards = list(canoe.cards)
    count = [Line("cards", len(cards), 1 if len(cards) < LONG else 2)]
    for name in SETS:
        count += best(cards, name)
    in_sets = {card for members in SETS.values() for card in members}
    count += [Line(card, PRIZE, 1) for card in cards if card in PRIZES and card not in in_sets]
    return count


def best(cards: Sequence[str], name: str) -> list[Line]:
    """Return the lines of a set that come to the most, each of its cards being in one (OG-42)."""
    left, right, character = SETS[name]
    together = ([left, right], [left, right, character], [character, left, right])
    ways: list[list[Line]] = [[]]
    if cards:
        rest = best(cards[1:], name)
        ways = [[Line(cards[0], PRIZE, 1), *rest] if cards[0] in SETS[name] else rest]
        for run in together:
            many = len(run)
            if list(cards[:many]) == run:
                ways.append([Line(name, many * PRIZE, many), *best(cards[many:], name)])
    return max(ways, key=lambda way: sum(line.points for line in way))


def points(canoe: Canoe) -> int:
    """Return what a canoe is worth."""
    return sum(line.points for line in lines(canoe))


def score(territory: Territory) -> int:
    """Return what a territory is worth: only complete canoes score (OG-41)."""
    return sum(points(canoe) for canoe in complete(territory))


def standing(territory: Territory) -> tuple[int, int, int]:
    """Return points, complete canoes, and the prizes, halves and characters in them (OG-43)."""
    done = complete(territory)
    prizes = sum(card in PRIZES for canoe in done for card in canoe.cards)
    return score(territory), len(done), prizes


def ranking(territories: Sequence[Territory]) -> list[list[int]]:
    """Return the seats by place, those who share one together (OG-43)."""
    places: dict[tuple[int, int, int], list[int]] = {}
    for seat, territory in enumerate(territories):
        places.setdefault(standing(territory), []).append(seat)
    return [places[key] for key in sorted(places, reverse=True)]
