"""A deal of Dominoes, and its grid: the cards that fit, and the cell of each card (CE-50 … 54).

The grid has one cell for each card. Its rows are the suits and its columns are the ranks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from referee.contract import Cell, Frozen
from referee.coup_detat.state.cards import (
    HAND_SIZE,
    RANKS,
    SUITS,
    pack,
    rank_of,
    ranks,
    remove_cards,
)
from referee.coup_detat.state.deals import Deal
from referee.kit import replaced
from referee.tricks import in_turn


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
    results: list[str] = []
    for suit in SUITS:
        lying = [order.index(rank_of(card)) for card in laid if card[-1] == suit]
        if not lying:
            results.append(rank_of(laid[0]) + suit)
            continue
        beside = (min(lying) - 1, max(lying) + 1)
        results += [order[place] + suit for place in beside if 0 <= place < len(order)]
    return tuple(results)


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


class Rows(Deal, tag="rows", kw_only=True):
    """A deal of Dominoes. `turn` is the player to move.

    `run` says that this player has another turn after an ace. `turns` holds all turns, including
    passes. `laid` lists the cards in the order in which they were laid. `held[i]` is the number of
    cards that seat `i` still holds. `left` holds the cards that a suspected player turned up after
    an attempt.
    """

    coup: ClassVar[None] = None  # Nobody may play the Coup card (CE-53).

    turn: int
    held: tuple[int, ...]
    turns: tuple[Turn, ...] = ()
    laid: tuple[str, ...] = ()
    run: bool = False
    left: tuple[Turn, ...] = ()

    @property
    def open_turns(self) -> tuple[Turn, ...]:
        """All face-up cards with their players."""
        return (*[turn for turn in self.turns if turn.card], *self.left)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards that players still hold."""
        return remove_cards(pack(len(self.held)), [turn.card for turn in self.open_turns])

    @property
    def fitting_cards(self) -> tuple[str, ...]:
        """The cards that fit in the rows now. Players still hold all of them."""
        return fitting_cards(self.laid, len(self.held))

    @property
    def may_pass(self) -> bool:
        """Whether the player may pass: never on the first turn or after an ace (CE-51, CE-52)."""
        return bool(self.turns) and not self.run

    @property
    def holders(self) -> tuple[int, ...]:
        """The seats that still hold cards."""
        return tuple([seat for seat, many in enumerate(self.held) if many])

    @property
    def is_ended(self) -> bool:
        """Whether the deal is over: only one seat holds cards, or one has run out in an attempt."""
        return len(self.holders) == (1 if self.attempter is None else len(self.held) - 1)

    @property
    def last_number(self) -> int:
        """The number of the last turn."""
        return len(self.turns) - 1

    @property
    def suspect(self) -> tuple[int, tuple[str, ...]] | None:
        """A seat that may have passed although a card fitted, and the cards that would prove it
        (CE-51).

        The search starts to the left of the last player to move. The result is None if no seat is
        suspected.
        """
        left = self.unseen
        for seat in in_turn(self.turn, len(self.held))[1:]:
            telling = self.lacked_by(seat)
            cards = tuple(card for card in left if card in telling)
            if cards and self.held[seat]:
                return seat, cards
        return None

    def plus(self, card: str = "") -> Rows:
        """Return the rows after a turn. Without a `card`, the player passes or stops.

        The turn passes to the next player who holds cards, unless an ace lets the player go on.
        """
        held, laid, seat = self.held, self.laid, self.turn
        run = bool(card) and (self.run or grants_another_turn(card, laid))
        if card:
            held, laid = replaced(held, seat, held[seat] - 1), (*laid, card)
        turns = (*self.turns, Turn(seat, card))
        rows = replace(self, held=held, turns=turns, laid=laid, run=run)
        if rows.is_ended or (run and held[seat]):
            return rows
        order = in_turn(seat, len(held))
        turn = next(seat for seat in (*order[1:], seat) if held[seat])
        return replace(rows, turn=turn, run=False)

    def before_turn(self, at: int) -> Rows:
        """Return the rows before turn number `at`."""
        turns, turn = self.turns[:at], self.turns[at].player
        fails = tuple([revoke.rewound_to(at) for revoke in self.fails if revoke.at < at])
        played = [turn.player for turn in turns if turn.card]
        held = tuple([HAND_SIZE - played.count(seat) for seat in range(len(self.held))])
        laid = tuple([turn.card for turn in turns if turn.card])
        run = bool(turns) and turns[-1].player == turn  # Only an ace gives another turn.
        before = replace(self, fails=fails, turn=turn, held=held, turns=turns)
        return replace(before, laid=laid, run=run, left=())
