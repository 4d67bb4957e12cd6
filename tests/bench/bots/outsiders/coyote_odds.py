"""The odds of the total at Coyote, and what each player sees of a round.

My own card is any unseen one, and so is the card that a draw card turns up. Whoever announced a
number saw my card and believed in the number, so a card with which it made sense is more likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from referee.coyote.rules.counting import group_cards
from referee.coyote.state import state as states
from referee.coyote.state.cards import DRAW
from referee.coyote.state.editions import Doubles
from referee.coyote.state.phases import Counted, Shuffle
from referee.determinization import KnownHands

TRUST = 0.7  # How much an announcement says about my card.
BASE = 0.12  # The chance that a player announces whatever they see.
TOP = 90  # No total is higher, nearly always.
Weights = dict[str, float]
Chances = tuple[float, ...]  # The chance that the total is at least 0, 1, 2 …


@lru_cache(maxsize=200_000)
def total_of(cards: tuple[str, ...], doubles_total: bool) -> int:
    """Return what sorted cards count. A draw card counts nothing by itself (CY-20)."""
    return group_cards(cards).total(totals=doubles_total)


def reach_chances(cards: Sequence[str], unseen: Counter[str], own: int, twice: bool) -> Chances:
    """Return the chances of the total of `cards`, with `own` more unseen cards and all draws."""
    results: dict[int, float] = {}

    def add(cards: tuple[str, ...], left: Counter[str], more: int, weight: float) -> None:
        size = left.total()
        if not more or not size:
            total = total_of(tuple(sorted(cards)), twice)
            results[total] = results.get(total, 0.0) + weight
            return
        for card, number in left.items():
            if number:
                rest = left - Counter([card]) if more > 1 or card == DRAW else left
                add((*cards, card), rest, more - (card != DRAW), weight * number / size)

    add(tuple(cards), +unseen, own + list(cards).count(DRAW), 1.0)
    chances, above = [], 0.0
    for number in range(TOP, -1, -1):
        reached = results if number == TOP else (number,)
        above += sum(results.get(total, 0.0) for total in reached if total >= number)
        chances.append(above)
    return tuple(reversed(chances))


class Sight:
    """What a seat knows of a round: the `seen` cards of the others, and the `unseen` cards."""

    def __init__(self, state: Any, seat: int, own: KnownHands) -> None:
        self.seat, self.state = seat, state
        self.twice = state.setup.rules.doubles is Doubles.TOTAL
        self.cards = {hand: cards for hand, cards in own.items() if hand != seat and cards}
        self.seen = [card for cards in self.cards.values() for card in cards]
        deck = Counter(states.undiscarded(state))
        if isinstance(state.phase, Counted):
            deck -= Counter(state.phase.cards)
            if state.phase.result.shuffle is not Shuffle.NO:
                deck = Counter(state.setup.deck)
        self.unseen = deck - Counter(self.seen)
        if not self.unseen:
            self.unseen = Counter(state.setup.deck) - Counter(self.seen)
        self.chances = {
            card: reach_chances([*self.seen, card], self.unseen - Counter([card]), 0, self.twice)
            for card in self.unseen
        }
        self.others: dict[tuple[int, str], Chances] = {}

    def as_seen_by(self, other: int, card: str) -> Chances:
        """Return the chances that another seat sees if I have this card."""
        if (other, card) not in self.others:
            seen, unseen = [*self.seen, card], self.unseen - Counter([card])
            for hidden in self.cards.get(other, ())[:1]:
                seen.remove(hidden)
                unseen[hidden] += 1
            self.others[other, card] = reach_chances(seen, unseen, 1, self.twice)
        return self.others[other, card]

    def belief(self) -> Weights:
        """Return how likely each card is mine, by what the others announced."""
        weights = {card: float(number) for card, number in self.unseen.items()}
        if not isinstance(self.state.phase, Counted):
            for entry in self.state.said:
                if entry.seat != self.seat:
                    for card in weights:
                        chance = self.as_seen_by(entry.seat, card)[min(entry.number, TOP)]
                        weights[card] *= BASE + chance**TRUST
        return scaled(weights)


def scaled(weights: Weights) -> Weights:
    """Return weights that add up to 1."""
    total = sum(weights.values()) or 1.0
    return {card: weight / total for card, weight in weights.items()}
