"""What complete canoes are worth, step by step (OG-41, OG-42)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.contract import Message, Score, Step, Term
from referee.ogallala.cards import PRIZES, SET_CARDS
from referee.ogallala.rows import Canoe
from referee.ogallala.territory import Territory, complete

LONG = 8  # cards of a canoe that count double
PRIZE, PAIR_TIMES, TRIPLE_TIMES = 10, 2, 3


def prizes(canoe: Canoe) -> int:
    """Return how many prizes, halves and characters a canoe has (OG-43)."""
    return sum(card in PRIZES for card in canoe.cards)


def times(canoe: Canoe) -> dict[str, int]:
    """Return how often each prize of a canoe counts its ten (OG-42).

    A left half directly left of its right half counts twice with it, and three times where the
    character lies directly beside the two. Where an equal prize lies there twice, against OG-12,
    each counts.
    """
    found = {card: 1 for card in canoe.cards if card in PRIZES}
    for left, right, who in SET_CARDS.values():
        if left not in found or right not in found:
            continue
        at = canoe.cards.index(left)
        if canoe.cards[at + 1 : at + 2] != (right,):
            continue
        beside = (*canoe.cards[max(0, at - 1) : at], *canoe.cards[at + 2 : at + 3])
        together = (left, right, who) if who in beside else (left, right)
        found.update(dict.fromkeys(together, TRIPLE_TIMES if who in beside else PAIR_TIMES))
    return found


@lru_cache(maxsize=4096)
def points(canoe: Canoe) -> int:
    """Return what a complete canoe is worth; any other nothing."""
    if not canoe.complete:
        return 0
    many = len(canoe.cards)
    counted = times(canoe)
    prized = sum(counted.get(card, 0) for card in canoe.cards)
    return many * (2 if many >= LONG else 1) + PRIZE * prized


@lru_cache(maxsize=4096)
def total(territory: Territory) -> int:
    """Return what a territory is worth."""
    return sum(points(canoe) for _, canoe in complete(territory))


def score(territory: Territory) -> Score:
    """Return what a territory is worth, with the sums of each canoe."""
    steps = tuple(_steps(territory))
    return Score(steps[-1].total if steps else 0, steps)


def _steps(territory: Territory) -> Iterator[Step]:
    """Yield the sums canoe by canoe: its cards, then its prizes; each with the total so far."""
    so_far = 0
    for number, (row, canoe) in enumerate(complete(territory), 1):
        many = len(canoe.cards)
        each = 2 if many >= LONG else 1
        so_far += each * many
        said = Message("ogallala.step.cards", {"number": number, "row": row + 1, "count": many})
        yield Step(said, tuple(Term(card, each, each) for card in canoe.cards), so_far)
        if counted := times(canoe):
            lying = (card for card in canoe.cards if card in counted)
            terms = tuple(Term(card, PRIZE, PRIZE * counted[card]) for card in lying)
            so_far += sum(term.now for term in terms)
            yield Step(Message("ogallala.step.prizes", {"number": number}), terms, so_far)
