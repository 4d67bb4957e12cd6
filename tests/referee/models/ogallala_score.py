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
    for name, (left, right, character) in SETS.items():
        present = [card for card in cards if card in (left, right, character)]
        trios = ([left, right, character], [character, left, right])
        if any(run(cards, trio) for trio in trios):
            count.append(Line(name, 3 * PRIZE, 3))
        elif run(cards, [left, right]):
            count.append(Line(name, 2 * PRIZE, 2))
            if character in cards:
                count.append(Line(character, PRIZE, 1))
        else:
            count += [Line(card, PRIZE, 1) for card in present]
    in_sets = {card for members in SETS.values() for card in members}
    count += [Line(card, PRIZE, 1) for card in cards if card in PRIZES and card not in in_sets]
    return count


def run(cards: Sequence[str], wanted: Sequence[str]) -> bool:
    """Tell whether cards lie side by side in this order."""
    return any(
        list(cards[start : start + len(wanted)]) == list(wanted) for start in range(len(cards))
    )


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
