"""Finds the moves that changes on the table may mean in Ogallala (OG-60).

The cards on the table are compared with the result of each possible move: a card laid, a card laid
with a slide, or cards taken. `apply` decides whether the move is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.contract import Cell, Message, Value
from referee.judging import Ambiguity, Meaning, Refusal
from referee.ogallala.rules.sliding import slides
from referee.ogallala.rules.taking import archer_targets
from referee.ogallala.state import moves, phases
from referee.ogallala.state.cards import MAD_AXE
from referee.ogallala.state.moves import Move, Side
from referee.ogallala.state.phases import Phase
from referee.ogallala.state.state import TERRITORIES, State, opponents, own_territory, top_card
from referee.ogallala.state.territory import EMPTY, canoe_at, complete_canoes
from referee.ogallala.table.cards_on_table import (
    CardsOnTable,
    Difference,
    TableCard,
    difference,
    is_alike,
    seat_of,
)
from referee.ogallala.table.laying_orders import MOST_TOGETHER, LayingOrder, laying_orders
from referee.ogallala.table.layout import grounds_pile
from referee.ogallala.table.misplaced import is_kept
from referee.table import CardStatus, Change, Changes, Laid, Moved, Position, Taken, picture_ids

Meanings = Sequence[Meaning] | Ambiguity
RemovedCells = set[tuple[int | None, Position | None, str]]  # Seat, cell and name of each.
NOTHING: Meanings = ()
TAKES_FROM_OTHERS: dict[type[Phase], type[moves.Lasso | moves.Shoot | moves.Attack]] = {
    phases.Lasso: moves.Lasso,
    phases.Archer: moves.Shoot,
    phases.Attack: moves.Attack,
}


@dataclass(frozen=True)
class ChangeReader:
    """A reader that finds the moves that changes may mean, given all cards on the table.

    The changes are relative to the layout of the state `begun`.
    """

    begun: State
    on_table: CardsOnTable
    changes: Changes

    def meanings(self, state: State, change: Change, _left: Changes) -> Meanings:
        """Return the moves that a change may mean, each with all the changes that it explains."""
        if isinstance(state.phase, phases.Over):
            return NOTHING
        taken = NOTHING if isinstance(change, Laid) else self._taken_meanings(state, change)
        if taken or isinstance(change, Taken):
            return taken
        if change in self.on_table.on_grounds:
            return self._discard_meanings(state, change)
        return self._laid_meanings(state, change)

    # -- cards laid ------------------------------------------------------------------------------

    def _laid_meanings(self, state: State, change: Laid | Moved) -> Meanings:
        seat = seat_of(state, change.zone)
        if seat is None:
            return NOTHING
        seen = self.on_table.difference_of(state, seat)
        card = next((card for card in seen.new if change in card.by), None)
        if card is None or self.on_table.is_stray(state, card.card):
            return NOTHING
        if is_kept(state, change, self.on_table):
            return NOTHING
        if seat != state.turn:
            move = moves.Place(seat, "pile", Cell(card.card, *card.at), "", picture_ids(card.by))
            return (Meaning(move, card.by),)
        if self.on_table.to_sweep(state, seat):
            return NOTHING
        new = [other for other in seen.new if not self.on_table.is_stray(state, other.card)]
        if len(new) > 1 and isinstance(state.phase, phases.Draw | phases.Spoils):
            there, added = self.on_table.cards_of(state, seat), seen.in_seen_columns(new)
            orders = laying_orders(state, there, added, self._place_move)
            laid = {by for order in orders for table_card in order.cards for by in table_card.by}
            if change in laid and len(orders[0].cards) > 1:
                return self._joint_meaning(state, change, orders)
            if len(new) > MOST_TOGETHER and isinstance(state.phase, phases.Draw):
                return NOTHING
        return (self._single_meaning(state, seen, card),)

    def _single_meaning(self, state: State, seen: Difference, card: TableCard) -> Meaning:
        """Return the move for a single new card, with or without a slide."""
        mine, on_table = own_territory(state), self.on_table.cards_of(state, state.turn)
        aside = slides(mine, card.card, state.options.tribes) if seen.away else ()
        results = [slide for slide in aside if is_alike(slide.after, on_table)]
        row, column = card.at
        cell = Cell(card.card, row, column if mine != EMPTY else 0)
        by, side = card.by, _pushed_side(seen, card)
        if results:
            slide = min(results, key=lambda slide: abs(difference(slide.after, on_table).shift))
            by, cell, side = self._changes_moved_for(state, by), slide.cell, slide.side
        elif side:
            by += tuple(by for away in seen.away if away.to for by in away.to.by)
        move = self._place_move(state, card, cell, side)
        if move.source == "grounds" and self.on_table.uncovered is not None:
            by = (*by, self.on_table.uncovered)
        return Meaning(move, by)

    def _place_move(self, state: State, card: TableCard, cell: Cell, side: Side) -> moves.Place:
        """Return the move that lays a card in a cell, with the source of the card."""
        source = state.phase.source
        takes = self.on_table.uncovered is not None and state.grounds == self.begun.grounds
        if takes and isinstance(state.phase, phases.Draw) and top_card(state) == card.card:
            source = "grounds"
        return moves.Place(state.turn, source, cell, side, picture_ids(card.by))

    def _changes_moved_for(self, state: State, by: tuple[Change, ...]) -> tuple[Change, ...]:
        """Return the changes that laid a card, and the moves of other cards aside for it."""
        mine = TERRITORIES[state.turn]
        moved = (change for change in self.changes if isinstance(change, Moved))
        aside = (change for change in moved if change.was.zone == mine == change.zone)
        return (*by, *(change for change in aside if change not in by))

    def _joint_meaning(
        self, state: State, change: Change, orders: Sequence[LayingOrder]
    ) -> Meanings:
        """Return the move of the card that was laid first, or the choice between possible orders.

        If captured cards have the same result in any order, the order does not matter. Each drawn
        card must be laid before the next is drawn, so the table asks for their order.
        """
        if isinstance(state.phase, phases.Spoils) and len(orders) == 1:
            ((first, *_), (move, *_), _) = orders[0]
            by = self._changes_moved_for(state, first.by)
            return (Meaning(move, by),) if change in first.by else NOTHING
        cards = dict.fromkeys(card for order in orders for card in order.cards)
        by = self._changes_moved_for(state, tuple(by for item in cards for by in item.by))
        named = [tuple(item.card for item in order.cards) for order in orders]
        labels = [Message("ogallala.way.order", {"cards": names}) for names in named]
        moved = [order.moves[0] for order in orders]
        ways = tuple(Meaning(move, by, label) for move, label in zip(moved, labels, strict=True))
        says = Message("ogallala.ask.order", {"seat": state.turn, "count": len(cards)})
        return Ambiguity(state.turn, ways, by, says)

    # -- cards taken -----------------------------------------------------------------------------

    def _taken_meanings(self, state: State, change: Taken | Moved) -> Meanings:
        """Return the move for a card taken from a territory, with the cards that go with it."""
        seat, at, card = seat_of(state, change.was.zone), change.was.at, change.was.name
        if change.was.status is CardStatus.TO_CLEAR:
            return self._axe_on_top(state)
        groups = self._removed_groups(state)
        mine = next((cells for cells in groups if (seat, at, card) in cells), None)
        if mine is None or seat is None or at is None or is_kept(state, change, self.on_table):
            return NOTHING
        laid = self._next_place_cards(state)
        if any(_has_card_of(cells, laid) for cells in groups) and not _has_card_of(mine, laid):
            return NOTHING
        left = [(change, change.was) for change in self.changes if not isinstance(change, Laid)]
        cells = [(change, (seat_of(state, was.zone), was.at, was.name)) for change, was in left]
        by: tuple[Change, ...] = tuple(change for change, cell in cells if cell in mine)
        if isinstance(state.phase, phases.Archer):
            by += tuple(other for other, name in self.on_table.on_grounds.items() if name == card)
        return (Meaning(self._taking_move(state, seat, Cell(card, *at), picture_ids(by)), by),)

    def _removed_groups(self, state: State) -> list[RemovedCells]:
        """Return the cards removed from target territories, one group for each possible move."""
        groups: dict[tuple[int, int, int], RemovedCells] = {}
        whole = isinstance(state.phase, phases.Axe | phases.Attack)
        for (seat, at), card in self.on_table.removed(state).items():
            if not self._may_take_from(state, seat):
                continue
            canoe = canoe_at(state.territories[seat], *at) if whole else None
            key = (seat, at[0], canoe.left if canoe else at[1])
            groups.setdefault(key, set()).add((seat, at, card))
        return list(groups.values())

    @staticmethod
    def _may_take_from(state: State, seat: int) -> bool:
        """Whether the player to move may take cards of a seat now."""
        if isinstance(state.phase, phases.Axe):
            return seat == state.turn
        return type(state.phase) in TAKES_FROM_OTHERS and seat != state.turn

    def _next_place_cards(self, state: State) -> frozenset[str]:
        """Return the cards that already lie in the place to which a taken card must go."""
        upon = frozenset(self.on_table.on_grounds.values())
        new = frozenset(card.card for card in self.on_table.difference_of(state, state.turn).new)
        return {phases.Lasso: new, phases.Attack: new | upon}.get(type(state.phase), upon)

    @staticmethod
    def _taking_move(state: State, seat: int, cell: Cell, proof: tuple[str, ...]) -> Move:
        if isinstance(state.phase, phases.Axe):
            return moves.Wreck(state.turn, cell, proof)
        return TAKES_FROM_OTHERS[type(state.phase)](state.turn, seat, cell, proof)

    # -- cards discarded -------------------------------------------------------------------------

    def _discard_meanings(self, state: State, change: Change) -> Meanings:
        card = self.on_table.on_grounds[change]
        if self._is_from_other_move(state, card):
            return NOTHING
        read, gone = picture_ids((change,)), self.on_table.uncovered
        if isinstance(state.phase, phases.Draw) and gone is not None and gone.was.name == card:
            return (Meaning(moves.LayBack(state.turn), (gone, change)),)
        if isinstance(state.phase, phases.Top):
            return (Meaning(moves.TopRead((card,), read), (change,)),)
        return (Meaning(moves.Discard(state.turn, (card,), read), (change,)),)

    def late_discard(self, state: State, laid: Laid, turn: int) -> Refusal | None:
        """Return the refusal of a card that a player discarded after their turn (OG-3), or None."""
        if turn == state.turn or laid not in self.on_table.on_grounds:
            return None
        if isinstance(state.phase, phases.Top) and laid.card in state.grounds[-1]:
            return None  # it was already on the pile, under the card that was taken
        if not self.meanings(state, laid, ()):
            return None  # it came with another move
        params: dict[str, Value] = {"card": laid.card, "seat": turn, "turn_seat": state.turn}
        message = Message("ogallala.refused.turn_over", params)
        return Refusal("OG-3", message, (laid,), (turn, state.turn))

    def _is_from_other_move(self, state: State, card: str) -> bool:
        """Whether another move than a discard brought a card to the hunting grounds.

        The card was shot, captured or wrecked, by a move that is not complete yet or already
        recorded.
        """
        was, now = grounds_pile(self.begun), grounds_pile(state)
        if now.top == card and (now.count or 0) > (was.count or 0):
            return True
        match state.phase:
            case phases.Top():
                return bool(self.on_table.to_sweep(state)) and card in state.grounds[-1]
            case phases.Archer():
                aims = (archer_targets(state.territories[seat]) for seat in opponents(state))
                return any(target.card == card for targets in aims for target in targets)
            case phases.Axe():
                whole = complete_canoes(own_territory(state))
                return any(card in canoe.cards for _, canoe in whole)
            case phases.Draw():
                return self.on_table.is_stray(state, card)
        return card in state.phase.going

    def _axe_on_top(self, state: State) -> Meanings:
        """Ask whether Mad Axe lies on top, once the canoe that it took is gone (OG-31).

        The player may still hold cards of the canoe, to put them on top.
        """
        lies = self.on_table.to_sweep(state) or self.on_table.on_grounds
        if not isinstance(state.phase, phases.Top) or lies or grounds_pile(state).top != MAD_AXE:
            return NOTHING
        taken = (change for change in self.changes if isinstance(change, Taken))
        by = tuple(change for change in taken if change.was.status is CardStatus.TO_CLEAR)
        way = Meaning(moves.TopRead((MAD_AXE,)), by, Message("ogallala.top", {"card": MAD_AXE}))
        says = Message("ogallala.ask.top", {"seat": state.turn, "card": MAD_AXE})
        return Ambiguity(state.turn, (way,), by, says)


def _pushed_side(seen: Difference, card: TableCard) -> Side:
    """Return the side to which a new card pushed the old card of its cell, or ""."""
    for away in seen.away:
        if away.at == card.at and away.to is not None and away.to.at[0] == card.at[0]:
            return "right" if away.to.at > card.at else "left"
    return ""


def _has_card_of(cells: RemovedCells, laid: frozenset[str]) -> bool:
    return any(card in laid for _, _, card in cells)
