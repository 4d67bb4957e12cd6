"""The score of complete canoes, step by step (OG-41, OG-42)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.contract import Message, Score, Step, Term, Value
from referee.ogallala.state.cards import PRIZES, SET_CARDS
from referee.ogallala.state.rows import Canoe
from referee.ogallala.state.territory import Territory, complete_canoes
from referee.table import ROW_NAMES

LONG = 8  # In a canoe of this many cards or more, each card counts double.
PRIZE = 10
_TOGETHER = (2, 3)  # This many set cards side by side count that many times.
_RUNS = frozenset(
    run
    for left, right, who in SET_CARDS.values()
    for run in ((left, right), (left, right, who), (who, left, right))
)


def prize_count(canoe: Canoe) -> int:
    """Return the number of prizes, halves and characters in a canoe (OG-43)."""
    return sum(card in PRIZES for card in canoe.cards)


@lru_cache(maxsize=1024)
def prize_factors(canoe: Canoe) -> tuple[int, ...]:
    """Return how many times each card of a canoe counts ten points, at best (OG-42).

    A left and a right half side by side count twice each. With their character next to them, all
    three count three times. A card that is no prize counts 0. A duplicate also counts, either with
    the others or alone; OG-12 forbids it in a match.
    """
    best: list[tuple[int, ...]] = [()]  # `best[n]` is the best count of the last n cards.
    for at in reversed(range(len(canoe.cards))):
        ways = [((canoe.cards[at] in PRIZES) * 1, *best[-1])]
        for many in _TOGETHER:
            if canoe.cards[at : at + many] in _RUNS:
                ways.append((many,) * many + best[-many])
        best.append(max(ways, key=sum))
    return best[-1]


@lru_cache(maxsize=1024)
def points(canoe: Canoe) -> int:
    """Return the points of a canoe; 0 if it is incomplete."""
    if not canoe.complete:
        return 0
    many = len(canoe.cards)
    return many * (2 if many >= LONG else 1) + PRIZE * sum(prize_factors(canoe))


@lru_cache(maxsize=1024)
def total(territory: Territory) -> int:
    """Return the points of a territory."""
    return sum([points(canoe) for _, canoe in complete_canoes(territory)])


def score(territory: Territory, seat: int | None = None) -> Score:
    """Return the points of a territory, with the sum of each canoe. `seat` owns it, if known."""
    steps = tuple(_steps(territory, seat))
    return Score(steps[-1].total if steps else 0, steps)


def _steps(territory: Territory, seat: int | None) -> Iterator[Step]:
    """Yield two steps for each canoe, one for cards and one for prizes, with the total so far."""
    so_far = 0
    for number, (row, canoe) in enumerate(complete_canoes(territory), 1):
        many = len(canoe.cards)
        each = 2 if many >= LONG else 1
        so_far += each * many
        at = ROW_NAMES[row]
        terms, key = tuple(Term(card, each, each) for card in canoe.cards), "ogallala.step.cards"
        params: dict[str, Value] = {"number": number, "row": at, "count": many}
        if seat is not None:
            key, params = "ogallala.step.cards_of", {"seat": seat, **params}
        yield Step(Message(key, params), terms, so_far)
        if any(counted := prize_factors(canoe)):
            times = zip(canoe.cards, counted, strict=True)
            terms = tuple(Term(card, PRIZE, PRIZE * many) for card, many in times if many)
            so_far += sum(term.now for term in terms)
            yield Step(Message("ogallala.step.prizes", {"number": number}), terms, so_far)
