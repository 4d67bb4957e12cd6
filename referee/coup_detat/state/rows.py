"""The rows of Dominoes: what lies there, what fits, who holds cards still (CE-50 … 54).

The place of a card in the grid is its own: a row a suit, a column a rank.
"""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Cell, Frozen
from referee.coup_detat.state.cards import HAND, RANKS, SUITS, rank_of, ranks
from referee.kit import replaced


class Turn(Frozen):
    """What a player laid, or (no card) that they passed or were done."""

    player: int
    card: str = ""


class Rows(Frozen):
    """A deal of Dominoes: every turn, whose turn it is, and whether they go on after an ace.

    `laid` are the cards that were laid, in order, and `held` says how many each seat holds still.
    `left` are cards that were turned up after it, beside those that were laid.
    """

    turn: int
    held: tuple[int, ...]
    turns: tuple[Turn, ...] = ()
    laid: tuple[str, ...] = ()
    run: bool = False
    left: tuple[Turn, ...] = ()

    @classmethod
    def begun(cls, turn: int, seats: int) -> Rows:
        """Return the rows before the first card."""
        return cls(turn, (HAND,) * seats)

    def plus(self, turn: Turn, run: bool = False) -> Rows:
        """Return the rows after one more turn; `run` says whether its player goes on."""
        held, laid = self.held, self.laid
        if turn.card:
            held = replaced(held, turn.player, held[turn.player] - 1)
            laid = (*laid, turn.card)
        return Rows(self.turn, held, (*self.turns, turn), laid, run)

    def until(self, at: int) -> Rows:
        """Return the rows before the turn `at`, which is its player's anew."""
        rows = Rows.begun(self.turns[at].player, len(self.held))
        for turn in self.turns[:at]:
            rows = rows.plus(turn)
        return rows

    @property
    def lying(self) -> tuple[Turn, ...]:
        """All cards that lie there, with whose they were."""
        return (*[turn for turn in self.turns if turn.card], *self.left)

    @property
    def may_end(self) -> bool:
        """Whether the player goes on after an ace, and may say done (CE-52)."""
        return self.run

    @property
    def may_pass(self) -> bool:
        """Whether the player may pass: not as the first one, nor after an ace (CE-51, CE-52)."""
        return bool(self.turns) and not self.run

    def holders(self) -> tuple[int, ...]:
        """Return the seats that hold cards still."""
        return tuple([seat for seat, many in enumerate(self.held) if many])

    def after(self) -> int:
        """Return the next to the left who holds cards still, which may be who had the turn."""
        seats = len(self.held)
        steps = [(self.turn + step) % seats for step in range(1, seats + 1)]
        return next(seat for seat in steps if self.held[seat])


@lru_cache(maxsize=1024)
def fitting(laid: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Return the cards that may be laid beside those that lie there (CE-51).

    >>> fitting(("9H",), 3)
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


def goes_on(card: str, laid: tuple[str, ...]) -> bool:
    """Tell whether a card lets its player go on: an ace laid on its king (CE-52)."""
    return rank_of(card) == "A" and "K" + card[-1] in laid


@lru_cache
def cell(card: str) -> Cell:
    """Return where a card lies."""
    row, column = SUITS.index(card[-1]), RANKS.index(rank_of(card))
    return Cell(card, row, column)
