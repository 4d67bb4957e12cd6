"""Judging a grid: one card more or less is a move, all as it was is nothing, the rest a question.

No rule of any game is known here: which card may lie in which cell is in `AskPlace`, how a grid
must lie in `Want`, and why a card may not lie where it does is what the game says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.reading.grids import (
    At,
    Comparison,
    Known,
    Lying,
    called,
    compare,
    known_of,
    likeliest_shift,
    shifts,
)
from firmware.reading.judging import doubt, likeliest
from firmware.reading.trying import Trial
from referee.contract import AskPlace, Cell, Message, Offer, Value, Want, Watch
from referee.match.desk import Snapshot
from referee.reports.status import Item, PossibleCard, Question
from vision.mat import Grid

NONE_TAKEN: Mapping[str, Cell] = {}


@dataclass(frozen=True)
class Due:
    """How a grid is to lie, and what may be laid in it or taken from it now."""

    zone: str
    known: Known
    floating: bool
    asks: tuple[tuple[Offer, AskPlace], ...]

    @classmethod
    def in_grids(cls, match: Snapshot, grids: Mapping[str, Grid]) -> tuple[Due, ...]:
        """Return what is due in each grid of the mats: first where a card is, then the others."""
        places = match.offers.places()
        wants = {want.zone: want for want in match.wanted if _is_of_grid(want)}
        zones = dict.fromkeys([*(ask.zone for _, ask in places), *wants])
        return tuple(cls._in(z, places, wants.get(z)) for z in zones if z in grids)

    @classmethod
    def _in(cls, zone: str, places: Sequence[tuple[Offer, AskPlace]], want: Want | None) -> Due:
        asks = tuple((offer, ask) for offer, ask in places if ask.zone == zone)
        known = known_of(asks[0][1].known if want is None else want.cells)
        floating = any(ask.floating for _, ask in asks) or (want is not None and want.floating)
        return cls(zone, known, floating, asks)


def _is_of_grid(want: Want) -> bool:
    return bool(want.cells) or (want.watch is Watch.CLEAR and not want.cards)


def of_zone(wants: Iterable[Want], zone: str) -> tuple[Cell, ...]:
    """Return the cards that are to lie in a grid by some wants; where they say nothing, none."""
    return tuple(cell for want in wants if want.zone == zone for cell in want.cells)


@dataclass(frozen=True)
class Placed:
    """What answers an `AskPlace`: a cell, and the card that lies there, None where one left.

    Which one left may be what a person `said`.
    """

    offer: Offer
    ask: AskPlace
    cell: Cell
    lying: Lying | None
    shift: int
    said: bool = False

    @property
    def at(self) -> At:
        """The cell's row and column on the mat."""
        return self.cell.row, self.cell.column + self.shift


def at_rest(due: Due, lying: Sequence[Lying], before: int) -> Comparison:
    """Return what differs from how a grid is to lie; `before` is how far it was moved along."""
    return compare(due.known, lying, likeliest_shift(due.known, lying, due.floating, before))


def answers_to(due: Due, lying: Sequence[Lying], before: int, trial: Trial) -> tuple[Placed, ...]:
    """Return all that what lies in a grid may be taken for, the best first.

    Those of a `source` and those without may both fit. All others come to the same.
    """
    found = [
        placed
        for offer, ask in due.asks
        for placed in (
            _left(offer, ask, lying, before, trial)
            if ask.leaves
            else _laid(offer, ask, lying, before)
        )
    ]
    found.sort(key=lambda placed: abs(placed.shift - before))  # stable: as they are offered
    return tuple(found)


def _laid(offer: Offer, ask: AskPlace, lying: Sequence[Lying], before: int) -> Iterator[Placed]:
    """Yield the one new card where all others lie as they did, and it may lie where it does."""
    known = known_of(ask.known)
    if len(lying) != len(known) + 1:
        return
    if not known and ask.floating:
        (one,) = lying
        for row, column in ask.places.get(one.name or "", ()):
            if one.name is not None and one.at is not None and one.at[0] == row:
                cell = Cell(one.name, row, column)
                yield Placed(offer, ask, cell, one, one.at[1] - column)
        return
    for shift in shifts(known, lying, before) if ask.floating else (0,):
        seen = compare(known, lying, shift)
        if seen.missing:
            continue
        (one,) = seen.new
        if one.name is not None and one.at is not None:
            at = (one.at[0], one.at[1] - shift)
            if at in ask.places.get(one.name, ()):
                yield Placed(offer, ask, Cell(one.name, *at), one, shift)


def _left(
    offer: Offer, ask: AskPlace, lying: Sequence[Lying], before: int, trial: Trial
) -> Iterator[Placed]:
    """Yield the card that left; of several, one with which all of them are to leave."""
    known = known_of(ask.known)
    for shift in shifts(known, lying, before) if ask.floating else (0,):
        seen = compare(known, lying, shift)
        gone = seen.missing
        if (
            seen.new
            or not gone
            or any(_at(one) not in ask.places.get(one.card, ()) for one in gone)
        ):
            continue
        for cell in gone:
            if len(gone) > 1:
                after = trial.after(move_of(offer, ask, cell))
                if isinstance(after, Message):
                    continue
                left = known_of(of_zone(after.wanted, ask.zone))
                if not compare(left, lying, shift).equal:
                    continue
            yield Placed(offer, ask, cell, None, shift)
            break


def move_of(offer: Offer, ask: AskPlace, cell: Cell) -> dict[str, Any]:
    """Return the move that a card in a cell makes, as plain data."""
    laid = {"card": cell.card, "row": cell.row, "column": cell.column}
    return offer.fill(**{ask.field: laid})


def _at(cell: Cell) -> At:
    return cell.row, cell.column


# -- questions -----------------------------------------------------------------------------------


def question(
    due: Due,
    grid: Grid,
    seen: Comparison,
    names: Mapping[str, str | None],
    question_id: str,
    trial: Trial,
    refused: Message | None = None,
    taken: Mapping[str, Cell] = NONE_TAKEN,
) -> Question:
    """Ask about what lies wrong in a grid, cell by cell.

    `refused` is what the referee said of these very cards, if they were submitted before; one of
    the cards `taken`, by the items that ask so, may have been taken while others are gone, too.
    """
    asks = _Asks(due, grid, seen, trial)
    if taken and refused is None:
        which = tuple(asks.taken(id_, cell) for id_, cell in taken.items())
        places = tuple(map(asks.of, seen.missing))
        message = asks.message("taken", count=len(places), places=places)
        return Question(question_id, due.zone, message, which)
    said = [(one, asks.why(one)) for one in seen.new]
    items = tuple(_item(due, seen, one, why, names) for one, why in said)
    moved = {one.name for one in seen.new}
    gone = [cell for cell in seen.missing if cell.card not in moved]
    count = len(said) + len(gone)
    if refused is not None:
        message = refused
    elif count > 1:
        places = (*(asks.called(one.at) for one in seen.new if one.at), *map(asks.of, gone))
        message = asks.message(
            "several" if places else "several_between", count=count, places=places
        )
    elif gone:
        message = asks.message("gone", card=gone[0].card, place=asks.of(gone[0]))
    else:
        message = asks.which(seen.new[0]) or said[0][1]
    return Question(question_id, due.zone, message, items)


class _Asks:
    """Says what is wrong with a card of a grid, and where."""

    def __init__(self, due: Due, grid: Grid, seen: Comparison, trial: Trial) -> None:
        self._due, self._grid, self._seen, self._trial = due, grid, seen, trial
        kind, _, number = due.zone.partition(":")
        self._seat = int(number) if kind and number.isdecimal() else None

    def message(self, key: str, **params: Value) -> Message:
        """Return a message that says before which seat, where the grid is one's."""
        if self._seat is None:
            return Message(f"table.ask.place.{key}", params)
        return Message(f"table.ask.place.{key}.seat", {**params, "seat": self._seat})

    def called(self, at: At) -> str:
        """Return what a cell of the mat is called."""
        row, column = at[0], at[1] - self._seen.shift
        return called((row, column), self._due.known, self._due.floating, self._grid)

    def of(self, cell: Cell) -> str:
        """Return what a known cell is called."""
        return called(_at(cell), self._due.known, self._due.floating, self._grid)

    def taken(self, id_: str, cell: Cell) -> Item:
        """Return the item that asks whether a card was taken."""
        place = Message("table.ask.place.was_at", {"place": self.of(cell)})
        may = (PossibleCard(cell.card, 1.0, 1),)
        return Item(id_, "", may, guess=cell.card, reason=place, none=Message("table.ask.without"))

    def which(self, one: Lying) -> Message | None:
        """Return the question which card lies in a cell; None where that is sure."""
        if one.name is not None:
            return None
        if one.at is None:
            return Message("table.ask.which", {"count": 1})
        return self.message("which", place=self.called(one.at))

    def why(self, one: Lying) -> Message:
        """Return what is wrong with a card that does not belong where it lies."""
        if one.name is None:
            return doubt(one.card.reading)
        if one.at is None:
            return self.message("between", card=one.name)
        place = self.called(one.at)
        back = [cell for cell in self._seen.missing if cell.card == one.name]
        if back:
            return self.message("back", card=one.name, place=place, to=self.of(back[0]))
        alone = len(self._seen.new) == 1 and not self._seen.missing
        reason = self._reason(one) if alone else None
        return reason or self.message("away", card=one.name, place=place)

    def _reason(self, one: Lying) -> Message | None:
        """Return what the game says of a card that was laid where it may not."""
        lays = [(offer, ask) for offer, ask in self._due.asks if not ask.leaves and not offer.aside]
        lays.sort(key=lambda due: one.name not in due[1].places)
        if not lays or one.at is None or one.name is None:
            return None
        offer, ask = lays[0]
        cell = Cell(one.name, one.at[0], one.at[1] - self._seen.shift)
        said = self._trial.after(move_of(offer, ask, cell))
        return said if isinstance(said, Message) else None


def _item(
    due: Due, seen: Comparison, one: Lying, why: Message, names: Mapping[str, str | None]
) -> Item:
    reading = one.card.reading
    may = [card for _, ask in due.asks for card in ask.places]
    may += [cell.card for cell in seen.missing]
    left = dict.fromkeys(may, 1)
    return Item(
        id=one.card.id,
        proof=one.card.id,
        candidates=likeliest(one.card, left),
        guess=reading.card if reading.card in left else None,
        answer=names.get(one.card.id),
        certain=one.name is not None and one.card.id not in names,
        reason=why,
    )
