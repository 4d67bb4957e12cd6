"""A seat's view of a round and, for each card that it may have, each other seat's view.

All chances are arrays. Their last index is a number, and the value is the chance that the total
reaches it. Other indices are `other` (in the order in which the others speak), `mine` (a card that
may be the seat's own) and `theirs` (a card that the other may have).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from referee.coyote.rules.counting import group_cards
from referee.coyote.state.cards import DRAW
from referee.coyote.state.editions import Doubles
from referee.coyote.state.state import State, is_in, undiscarded
from referee.determinization import ImpossibleHand, KnownHands

Array = npt.NDArray[np.float64]
TURNED_UP = (1, 3, 5)  # A draw card turns up the lowest, the middle or the highest third of cards.


class Sight:
    """The cards that `seat` sees, and its own chances and those of each other seat."""

    def __init__(self, state: State, seat: int, seen: KnownHands) -> None:
        """Compute all chances. Raise `ImpossibleHand` if the deck cannot hold the seen cards."""
        seats = len(state.strikes)
        self.others = [
            item % seats for item in range(seat + 1, seat + seats) if is_in(state, item % seats)
        ]
        cards = [seen[other][0] for other in self.others]
        unseen = Counter(undiscarded(state))
        unseen.subtract(cards)
        if min(unseen.values()) < 0 or not +unseen:
            raise ImpossibleHand(seat, tuple(cards))
        self.faces = sorted(set(+unseen) | set(cards))
        self.copies: Array = np.array([unseen[face] for face in self.faces], float)
        theirs = [self.faces.index(card) for card in cards]
        pile = [card for card in unseen.elements() if card != DRAW]
        by_cards = _chances(state, cards, self.faces, pile)
        self.chances = by_cards  # With [other, mine, theirs, number].
        # How many of each card the other may have, with [other, mine, theirs].
        self.their_copies: Array = np.maximum(self.copies - np.eye(len(self.faces)), 0.0)
        self.their_copies = np.repeat(self.their_copies[None], len(cards), axis=0)
        self.their_copies[range(len(cards)), :, theirs] += 1
        # The truth, with [mine, number]; and each other's view, with [other, mine, number].
        self.truth: Array = by_cards[0, :, theirs[0]]
        shares = self.their_copies / self.their_copies.sum(axis=2, keepdims=True)
        self.as_seen: Array = np.einsum("omt,omtn->omn", shares, by_cards)
        # The seat's view if the other had another card, with [other, theirs, number].
        mine = self.copies / self.copies.sum()
        self.own_view: Array = np.einsum("m,omtn->otn", mine, by_cards)
        # How many points a card adds to the other's own card, with [other, theirs].
        points = by_cards.sum(axis=3).mean(axis=1)
        self.adds = np.rint(points - points[range(len(cards)), theirs][:, None]).astype(int)
        self.top = by_cards.shape[-1] - 1  # No total reaches this number.


def _chances(
    state: State, cards: Sequence[str], faces: Sequence[str], pile: Sequence[str]
) -> Array:
    """Return the chances with [other, mine, theirs, number]."""
    doubled = state.setup.rules.doubles is Doubles.TOTAL
    ordered = sorted(pile, key=lambda card: group_cards((card,)).total(totals=doubled)) or [DRAW]
    turned_up = [ordered[len(ordered) * sixths // 6] for sixths in TURNED_UP]

    @cache
    def totals_of(there: tuple[str, ...]) -> list[int]:
        draws = there.count(DRAW)
        return [group_cards((*there, *(card,) * draws)).total(totals=doubled) for card in turned_up]

    totals = np.array(
        [
            [
                [totals_of(tuple(sorted((*rest, mine, theirs)))) for theirs in faces]
                for mine in faces
            ]
            for rest in ((*cards[:at], *cards[at + 1 :]) for at in range(len(cards)))
        ]
    )
    numbers = np.arange(max(int(totals.max()), 0) + 2)
    return np.asarray((totals[..., None] >= numbers).mean(axis=3))
