"""The grid of Dominoes: which cards fit, and the cell of each card (CE-50 … 54).

Every card has its own cell: a row for each suit, a column for each rank.
"""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Cell, Frozen
from referee.coup_detat.state.cards import RANKS, SUITS, rank_of, ranks


class Turn(Frozen):
    """A player's turn: a card, or an empty string if they passed or stopped at Dominoes."""

    player: int
    card: str = ""


@lru_cache(maxsize=256)
def fitting_cards(laid: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Return the cards that fit next to the `laid` ones (CE-51).

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
    """Whether a card gives its player another turn: an ace laid next to its king (CE-52)."""
    return rank_of(card) == "A" and "K" + card[-1] in laid


@lru_cache
def grid_position(card: str) -> tuple[int, int]:
    """Return the row and the column of a card."""
    return SUITS.index(card[-1]), RANKS.index(rank_of(card))


@lru_cache
def grid_cell(card: str) -> Cell:
    """Return the grid cell of a card."""
    return Cell(card, *grid_position(card))
