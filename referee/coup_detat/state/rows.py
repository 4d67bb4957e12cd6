"""The grid of Dominoes: the cards that fit, and the cell of each card (CE-50 … 54).

The grid has one cell for each card. Its rows are the suits and its columns are the ranks.
"""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Cell, Frozen
from referee.coup_detat.state.cards import RANKS, SUITS, rank_of, ranks


class Turn(Frozen):
    """A player's turn at Dominoes. `card` is an empty string if the player passed or stopped."""

    player: int
    card: str = ""


@lru_cache(maxsize=256)
def fitting_cards(laid: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Return the cards that fit next to the cards already `laid` (CE-51).

    >>> fitting_cards(("9H",), 3)
    ('9C', '9D', '10H', '9S')
    """
    order = ranks(seats)
    if not laid:
        return tuple(rank + suit for suit in SUITS for rank in order)
    found: list[str] = []
    for suit in SUITS:
        lying = [order.index(rank_of(card)) for card in laid if card[-1] == suit]
        if not lying:
            found.append(rank_of(laid[0]) + suit)
            continue
        beside = (min(lying) - 1, max(lying) + 1)
        found += [order[place] + suit for place in beside if 0 <= place < len(order)]
    return tuple(found)


def grants_another_turn(card: str, laid: tuple[str, ...]) -> bool:
    """Whether a card earns its player another turn: an ace does if its king is laid (CE-52)."""
    return rank_of(card) == "A" and "K" + card[-1] in laid


@lru_cache
def grid_position(card: str) -> tuple[int, int]:
    """Return the row and column of a card in the grid."""
    return SUITS.index(card[-1]), RANKS.index(rank_of(card))


@lru_cache
def grid_cell(card: str) -> Cell:
    """Return the cell in which a card belongs."""
    return Cell(card, *grid_position(card))
