"""Matches of Ogallala in the midst of play: territories written as text, moves in a few words."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from referee import library
from referee.contract import Cell, IllegalMove, Offer, Ruling
from referee.ogallala import GAME
from referee.ogallala.state.cards import COUNTS
from referee.ogallala.state.state import State
from referee.ogallala.state.territory import Territory, cells, territory_of


def territory(*rows: str) -> Territory:
    """Return a territory from its rows from the top, each card by its name and a hole as a dot.

    >>> territory("fur . totem").card_at(0, 2)
    'totem'
    """
    return territory_of(
        tuple(
            Cell(card, number, column)
            for number, row in enumerate(rows)
            for column, card in enumerate(row.split())
            if card != "."
        )
    )


def shown(laid: Territory) -> list[str]:
    """Return the rows of a territory as `territory` takes them, from its leftmost column on."""
    result = cells(laid)
    left = min((cell.column for cell in result), default=0)
    rows = []
    for number in range(3):
        mine = {item.column - left: item.card for item in result if item.row == number}
        rows.append(" ".join(mine.get(at, ".") for at in range(max(mine, default=-1) + 1)))
    return rows


def all_cards(state: State) -> Counter[str]:
    """Return all cards of a match, wherever they are."""
    laid = (card for item in state.territories for row in item.rows for card in row.cards if card)
    grounds = (card for layer in state.grounds for card in layer)
    return Counter(state.stock) + Counter([*laid, *grounds, *state.phase.held, *state.phase.going])


class Match:
    """A match whose seats have some territories; the rest of the cards is in the piles."""

    def __init__(
        self,
        *territories: Territory,
        grounds: tuple[str, ...] = (),
        stock: dict[str, int] | None = None,
        seat: int = 0,
        **options: Any,
    ) -> None:
        state: State = GAME.rules.begin(library.options(GAME, options), len(territories))
        lying = Counter(card.card for item in territories for card in cells(item))
        left = dict(Counter(COUNTS) - lying - Counter(grounds))
        self.state = replace(
            state,
            turn=seat,
            territories=territories,
            stock=left if stock is None else stock,
            grounds=tuple((card,) for card in grounds),
        )
        self.all = all_cards(self.state)

    def do(self, **plain: Any) -> tuple[Ruling, ...]:
        """Make a move that is offered; no card comes or goes."""
        move = library.move(GAME, plain)
        assert move in GAME.rules.offers(self.state)
        self.state, rulings = GAME.rules.apply(self.state, move)
        assert all_cards(self.state) == self.all
        return rulings

    def lay(
        self, card: str, row: int, column: int, source: str = "pile", side: str = ""
    ) -> tuple[Ruling, ...]:
        """Lay a card of whose turn it is."""
        return self.do(**self._laid(card, row, column, source, side))

    def discard(self, card: str) -> tuple[Ruling, ...]:
        """Discard a card from a pile."""
        return self.do(move="discard", player=self.state.turn, cards=[card])

    def take(
        self, move: str, card: str, row: int, column: int, target: int | None = None
    ) -> tuple[Ruling, ...]:
        """Take a card out of a territory: lasso, shoot, attack or wreck."""
        return self.do(**self._taken(move, card, row, column, target))

    def refused(self, **plain: Any) -> str:
        """Return the rule by which a move is refused, which is not offered either."""
        move = library.move(GAME, plain)
        assert move not in GAME.rules.offers(self.state)
        with pytest.raises(IllegalMove) as refusal:
            GAME.rules.apply(self.state, move)
        self.said = refusal.value.message
        return refusal.value.rule

    def no_lay(self, card: str, row: int, column: int, source: str = "pile", side: str = "") -> str:
        """Return the rule by which a card is refused in a cell."""
        return self.refused(**self._laid(card, row, column, source, side))

    def no_take(
        self, move: str, card: str, row: int, column: int, target: int | None = None
    ) -> str:
        """Return the rule by which a card may not be taken."""
        return self.refused(**self._taken(move, card, row, column, target))

    def offered(self, tag: str) -> tuple[Offer, ...]:
        """Return the offers of a kind of move."""
        return tuple(offer for offer in GAME.rules.offers(self.state) if offer.move == tag)

    @property
    def phase(self) -> str:
        """Where the match stands."""
        return str(self.state.phase)

    def rows(self, seat: int) -> list[str]:
        """Return a seat's territory as text."""
        return shown(self.state.territories[seat])

    def _laid(self, card: str, row: int, column: int, source: str, side: str) -> dict[str, Any]:
        cell = {"card": card, "row": row, "column": column}
        given = {"player": self.state.turn, "source": source, "side": side}
        return {"move": "place", "laid": cell, **given}

    def _taken(
        self, move: str, card: str, row: int, column: int, target: int | None
    ) -> dict[str, Any]:
        cell = {"card": card, "row": row, "column": column}
        given = {} if target is None else {"target": target}
        return {"move": move, "player": self.state.turn, "taken": cell, **given}


READY = "bow_red warrior_g_red"  # one stern_red more: complete, of strength 6


def completed(*others: str, mine: tuple[str, ...] = ()) -> Match:
    """Return a match in which seat 0 has just completed a canoe of strength 6."""
    match = Match(territory(READY, *mine), *map(territory, others))
    match.lay("stern_red", 0, 2)
    return match


def captured(theirs: str, cell: tuple[int, int], mine: tuple[str, ...] = ()) -> Match:
    """Return a match in which seat 0 has captured a canoe of seat 1, by one of its cards."""
    match = completed(theirs, mine=mine)
    match.take("attack", match.state.territories[1].card_at(*cell), *cell, target=1)
    return match


def said(rulings: tuple[Ruling, ...]) -> list[tuple[str, str]]:
    """Return each ruling's rule and the last part of its message's key."""
    return [(ruling.rule, ruling.message.key.removeprefix("ogallala.")) for ruling in rulings]
