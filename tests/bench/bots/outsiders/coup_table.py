"""What an outsider at Coup knows of the table: likely hands, and its chance to win.

Rules of thumb:

- Count the copies that I see. A claim is less likely if few copies are left, and more likely if the
  player made it before and nobody caught it. Forget claims after an exchange.
- Whoever was caught bluffing bluffs again.
- A player with many coins and two cards is the threat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

from referee.coup.state.cards import CHARACTERS
from referee.coup.state.state import EventKind, hidden_cards
from referee.determinization import KnownHands

BLUFF = 0.15  # How likely a player claims a character without holding it, compared with a holder.
CALL = 0.25  # How likely a player challenges a claim that nothing speaks against.
POWER = 1.5  # How much being stronger matters.
WORTH = {"duke": 5.0, "captain": 4.4, "assassin": 4.2, "contessa": 3.0, "ambassador": 2.4}
FIRM = 2  # After so many settled challenges, I believe them as much as what is usual.


class Table:
    """What I know of the table, and how good it is for me."""

    def __init__(self, state: Any, seat: int, own: KnownHands) -> None:
        self.state, self.seat = state, seat
        self.hand = tuple(own.get(seat, ()))
        self.unseen = Counter(hidden_cards(state)) - Counter(self.hand)
        self.coins, self.cards = list(state.coins), [2 - len(face) for face in state.faces]
        self.others = [at for at, many in enumerate(self.cards) if many and at != seat]
        self.bluffs = [self._bluffs_of(number) for number in range(len(self.cards))]
        self.claims: list[dict[str, float]] = [{} for _ in self.cards]
        for event in state.history:
            answer = self.claims[event.seat]
            if event.what is EventKind.CLAIMED:
                for card in event.cards:
                    share = (self.bluffs[event.seat] if card not in answer else 0.75) ** (
                        1 / len(event.cards)
                    )
                    answer[card] = answer.pop(card, 1.0) * share
            elif event.what is EventKind.EXCHANGED:
                answer.clear()
            elif event.what is EventKind.FAILED:
                play = [card for card in answer if answer[card] < 1]
                for card in event.cards or play[-1:]:
                    answer[card] = 8.0
            elif event.what in (EventKind.TURNED, EventKind.REPLACED):
                for card in event.cards:
                    answer.pop(card, None)
        self.hands = {other: self._hands_of(other) for other in self.others}

    def _bluffs_of(self, other: int) -> float:
        """Return how likely a player claims a character without it, by the challenges so far."""
        own = [event.what for event in self.state.history if event.seat == other]
        fails, shows = own.count(EventKind.FAILED), own.count(EventKind.SHOWN)
        return min(1.0, BLUFF * (fails + FIRM) / (shows + FIRM))

    def _hands_of(self, other: int) -> dict[tuple[str, ...], float]:
        """Return how likely each hand of another player is."""
        result = {}
        for hand in combinations_with_replacement(CHARACTERS, self.cards[other]):
            ways = prod(comb(self.unseen[card], number) for card, number in Counter(hand).items())
            if ways:
                lacks = [much for card, much in self.claims[other].items() if card not in hand]
                result[hand] = float(ways * prod(lacks))
        total = sum(result.values()) or 1.0
        return {hand: much / total for hand, much in result.items()}

    def holds(self, other: int, *cards: str) -> float:
        """Return how likely another player holds one of `cards`."""
        return sum(much for hand, much in self.hands[other].items() if {*hand} & {*cards})

    def called(self, card: str, target: int | None = None) -> float:
        """Return how likely somebody challenges me if I claim a card."""
        up = sum(face.count(card) for face in self.state.faces)
        passes = 1.0
        for other in self.others:
            sees = up + sum(much * hand.count(card) for hand, much in self.hands[other].items())
            call = CALL / len(self.others) ** 0.5 + 0.03 * sees + 0.06 * sees**2
            if other == target and self.cards[other] == 1:
                call += 0.15
            passes *= 1 - min(1.0, call)
        return 1.0 if up >= 3 and card not in self.hand else 1 - passes

    def value(self, coins: Mapping[int, int], lost: Sequence[int] = ()) -> float:
        """Return my chance to win after changes of coins, and a card lost by each of some seats."""
        purse, cards = list(self.coins), list(self.cards)
        for who, change in coins.items():
            purse[who] = max(0, purse[who] + change)
        for who in lost:
            cards[who] = max(0, cards[who] - 1)
        if not cards[self.seat]:
            return 0.0
        rest = [other for other in self.others if cards[other]]
        if not rest:
            return 1.0
        strong = {
            seat: self._strength(seat, purse[seat], cards[seat]) for seat in (self.seat, *rest)
        }
        return float(strong[self.seat] / sum(strong.values()))

    def _strength(self, who: int, purse: int, cards: int) -> float:
        worth = (0.0, 1.0, 2.3)[cards] * (1 + 0.09 * min(purse, 10))
        if who == self.seat:
            worth *= 0.85 + 0.04 * sum(WORTH[card] for card in {*self.hand}) / len(self.hand)
        return float(worth**POWER)
