"""The cards of the territories as they lie now: the layout after all changes.

The columns of a territory have no fixed origin, so a shift of all its columns is ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.contract import Cell
from referee.ogallala.state.state import GROUNDS, State
from referee.ogallala.state.territory import Territory, cells
from referee.table import (
    CardStatus,
    Change,
    Changes,
    Laid,
    Moved,
    Position,
    Taken,
    Zone,
    card_of,
    is_face_up,
)


class TableCard(NamedTuple):
    """A card in a cell, and the changes that put it there."""

    card: str
    at: Position
    by: tuple[Change, ...] = ()

    @classmethod
    def of(cls, cell: Cell) -> TableCard:
        """Return a card that nobody touched."""
        return cls(cell.card, (cell.row, cell.column))


class RemovedCard(NamedTuple):
    """A card that left its cell. `to` is its new cell in its territory, or None if it is gone."""

    card: str
    at: Position
    to: TableCard | None = None


class Difference(NamedTuple):
    """The difference between a territory and the cards on the table.

    `new` are cards that the territory does not have. `away` are its cards that lie elsewhere or are
    gone. All cells have the columns of the territory. On the table, the cards lie `shift` columns
    further right.
    """

    new: tuple[TableCard, ...]
    away: tuple[RemovedCard, ...]
    shift: int

    def in_seen_columns(self, ones: Iterable[TableCard]) -> tuple[TableCard, ...]:
        """Return the cards with the columns in which they were seen."""
        return tuple(card._replace(at=(card.at[0], card.at[1] + self.shift)) for card in ones)


@dataclass(frozen=True)
class CardsOnTable:
    """All cards on the table, regardless of their meaning.

    `cards` has those of each territory, in the columns of the layout. `on_grounds` has each change
    that laid a card on the hunting grounds, with that card. `uncovered` is the change that took the
    top card off them.
    """

    cards: tuple[tuple[TableCard, ...], ...]
    on_grounds: dict[Change, str]
    uncovered: Taken | None

    @classmethod
    def from_changes(cls, state: State, changes: Changes) -> CardsOnTable:
        """Return the cards on the table, from a state and the changes to its layout."""
        moved = [change.was for change in changes if not isinstance(change, Laid)]
        cards = []
        for number in range(len(state.territories)):
            gone = {(was.name, was.at) for was in moved if seat_of(state, was.zone) == number}
            there = _expected_cards(state, number)
            cards.append([card for card in there if (card.card, card.at) not in gone])
        on_grounds: dict[Change, str] = {}
        uncovered = None
        for change in changes:
            if isinstance(change, Taken):
                uncovered = change if change.was.zone == GROUNDS else uncovered
            elif (name := _laid_card(change)) and change.zone == GROUNDS:
                on_grounds[change] = name
            elif name and (seat := seat_of(state, change.zone)) is not None and change.at:
                cards[seat].append(TableCard(name, change.at, (change,)))
        return cls(tuple(map(tuple, cards)), on_grounds, uncovered)

    def cards_of(self, state: State, seat: int) -> tuple[TableCard, ...]:
        """Return the cards of a territory, without the cards to sweep."""
        going = self.to_sweep(state, seat)
        return tuple(card for card in self.cards[seat] if card not in going)

    def to_sweep(self, state: State, seat: int | None = None) -> tuple[TableCard, ...]:
        """Return the cards that must be swept from one territory, or from any if `seat` is None."""
        sweep = state.sweep
        if sweep is None or seat not in (None, sweep.seat):
            return ()
        going = {TableCard.of(cell) for cell in sweep.cells}
        return tuple(card for card in self.cards[sweep.seat] if card in going)

    def difference_of(self, state: State, seat: int) -> Difference:
        """Return the difference between a seat's territory and its cards on the table."""
        return difference(state.territories[seat], self.cards_of(state, seat))

    def removed(self, state: State) -> dict[tuple[int, Position], str]:
        """Return the cards missing from the territories, by seat and cell."""
        return {
            (seat, away.at): away.card
            for seat in range(len(self.cards))
            for away in self.difference_of(state, seat).away
            if away.to is None
        }

    def is_stray(self, state: State, card: str) -> bool:
        """Whether a card is missing from a territory.

        If so, an equal card elsewhere on the table counts as the missing one.
        """
        return card not in state.phase.held and card in self.removed(state).values()

    def misplaced(self, state: State, changes: Changes) -> list[Change]:
        """Return the changes that did more than shift a whole territory."""
        seen = [self.difference_of(state, seat) for seat in range(len(self.cards))]
        laid = {by for item in seen for new in item.new for by in new.by}
        laid |= {by for item in seen for away in item.away if away.to for by in away.to.by}
        gone = self.removed(state)

        def is_misplaced(change: Change) -> bool:
            if isinstance(change, Taken):
                seat = seat_of(state, change.was.zone)
                goes = change.was.status is CardStatus.TO_CLEAR
                return seat is None or goes or (seat, change.was.at) in gone
            elsewhere = seat_of(state, change.zone) is None
            return elsewhere or change in laid or not _laid_card(change)

        return [change for change in changes if is_misplaced(change)]


def _expected_cards(state: State, seat: int) -> Iterator[TableCard]:
    """Yield the cards of a territory, and the cards to sweep from it."""
    yield from map(TableCard.of, cells(state.territories[seat]))
    if state.sweep is not None and state.sweep.seat == seat:
        yield from map(TableCard.of, state.sweep.cells)


def difference(territory: Territory, ones: Sequence[TableCard]) -> Difference:
    """Return the difference between a territory and its cards, allowing for a shift."""
    missing = {(cell.row, cell.column): cell.card for cell in cells(territory)}
    if len(ones) == len(missing) and {card.at: card.card for card in ones} == missing:
        return Difference((), (), 0)  # Usually, nobody has touched it.
    shift = tied_shifts(territory, ones)[0]
    new: list[TableCard] = []
    for table_card in sorted(ones, key=lambda card: bool(card.by)):
        at = (table_card.at[0], table_card.at[1] - shift)
        if missing.get(at) == table_card.card:
            del missing[at]
        else:
            new.append(TableCard(table_card.card, at, table_card.by))
    away = []
    for at, card in missing.items():
        to = next((item for item in new if item.card == card), None)
        if to is not None:
            new.remove(to)
        away.append(RemovedCard(card, at, to))
    return Difference(tuple(new), tuple(away), shift)


def tied_shifts(territory: Territory, ones: Iterable[TableCard]) -> tuple[int, ...]:
    """Return the shifts, in columns, on which most cards of a territory agree.

    The smallest shift comes first. If no card matches, the only shift is 0.
    """
    columns: dict[tuple[str, int], list[int]] = {}
    for cell in cells(territory):
        columns.setdefault((cell.card, cell.row), []).append(cell.column)
    votes = Counter(
        card.at[1] - column for card in ones for column in columns.get((card.card, card.at[0]), ())
    )
    most = max(votes.values(), default=0)
    return tuple(sorted((vote for vote in votes if votes[vote] == most), key=abs)) or (0,)


def is_alike(territory: Territory, ones: Iterable[TableCard]) -> bool:
    """Whether the cards match the territory, perhaps after a shift of all columns."""
    has = [(cell.row, cell.column, cell.card) for cell in cells(territory)]
    return _left_aligned(has) == _left_aligned([(*card.at, card.card) for card in ones])


def _left_aligned(cells: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    left = min((column for _, column, _ in cells), default=0)
    return sorted((row, column - left, card) for row, column, card in cells)


def _laid_card(change: Change) -> str:
    """Return the card that a change laid face up somewhere, or an empty string if it laid none."""
    lies = isinstance(change, Moved) or is_face_up(change)
    return card_of(change) if lies else ""


def seat_of(state: State, zone: Zone | None) -> int | None:
    """Return the seat of a territory's zone; None for any other zone."""
    if zone is None or zone.kind != "territory" or zone.seat not in range(len(state.territories)):
        return None
    return zone.seat
