"""Several cards of a grid that were laid, or left it, between two looks: which moves that were.

Only what comes to one thing, in whatever order, is a move; all else is a question. No rule of any
game is known here: which cards may be laid together is in `AskPlace`, what follows the game says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware.reading.grids import Lying, compare, known_of, likeliest_shift, shifts
from firmware.reading.placing import Due, Placed, move_of, of_zone
from firmware.reading.trying import Trial
from referee.contract import AskPlace, Cell, Message, Offer

MOST = 6  # cards laid between two looks: each more doubles what is tried

InGrid = Callable[[str], Sequence[Lying]]  # the cards of a grid, by its zone


def first_of(due: Due, lying: Sequence[Lying], before: int, trial: Trial) -> Placed | None:
    """Return the move that comes first where cards were laid that may be laid together.

    None where no order of theirs is allowed, or where it matters which it was.
    """
    many = len(lying) - len(due.known)
    most = [Counter(ask.together) for _, ask in due.asks if ask.together]
    if not most or not 1 < many <= MOST:
        return None
    for shift in shifts(due.known, lying, before) if due.floating else (0,):
        new = compare(due.known, lying, shift).new
        names = Counter(one.name for one in new if one.name is not None and one.at is not None)
        if len(new) == many == names.total() and not names - most[0]:
            return _Order(due, lying, shift).first(trial, many)
    return None


@dataclass(frozen=True)
class _Order:
    """The orders in which new cards of a grid may have been laid."""

    due: Due
    lying: Sequence[Lying]
    shift: int

    def first(self, trial: Trial, many: int) -> Placed | None:
        """Return the first move of an order, where all orders come to the same."""
        found: dict[frozenset[str], list[tuple[Trial, Placed]]] = {}
        for laid, after, placed in self._next(trial, frozenset()):
            found.setdefault(laid, []).append((after, placed))
        for _ in range(many - 1):
            longer: dict[frozenset[str], list[tuple[Trial, Placed]]] = {}
            for before, ways in found.items():
                for reached, placed in ways:
                    for laid, after, _ in self._next(reached, before):
                        same = longer.setdefault(laid, [])
                        if not any(after.comes_to(other) for other, _ in same):
                            same.append((after, placed))
            found = longer
        ends = [way for ways in found.values() for way in ways]
        if len(ends) != 1:
            return None
        (end, placed) = ends[0]
        known = known_of(of_zone(end.wanted, self.due.zone))
        return placed if compare(known, self.lying, self.shift).equal else None

    def _next(
        self, trial: Trial, laid: frozenset[str]
    ) -> list[tuple[frozenset[str], Trial, Placed]]:
        """Return each card that may be laid next, and the match after it."""
        found = []
        for offer, ask in trial.places(self.due.zone):
            if ask.leaves or ask.source:
                continue
            seen = compare(known_of(ask.known), self.lying, self.shift)
            for one in () if seen.missing else seen.new:
                if one.name is None or one.at is None or one.card.id in laid:
                    continue
                at = (one.at[0], one.at[1] - self.shift)
                if at in ask.places.get(one.name, ()):
                    cell = Cell(one.name, *at)
                    after = trial.after(move_of(offer, ask, cell))
                    if isinstance(after, Trial):
                        placed = Placed(offer, ask, cell, one, self.shift)
                        found.append((laid | {one.card.id}, after, placed))
        return found


# -- cards that left -----------------------------------------------------------------------------

LEFT = "left:"  # items that ask whether a card was taken


@dataclass(frozen=True)
class Gone:
    """One of several cards that are gone, any of which may have been taken."""

    offer: Offer
    ask: AskPlace
    cell: Cell
    shift: int

    @property
    def item(self) -> str:
        """The id of the item by which people are asked whether it was this one."""
        return f"{LEFT}{self.cell.row}:{self.cell.column}"

    def placed(self, said: bool = False) -> Placed:
        """Return the move that it left; `said` tells that a person says so."""
        return Placed(self.offer, self.ask, self.cell, None, self.shift, said)

    def after(self, trial: Trial) -> Trial | Message:
        """Return the match after it was taken."""
        return trial.after(move_of(self.offer, self.ask, self.cell))


def may_have_left(due: Due, lying: Sequence[Lying], before: int) -> tuple[Gone, ...]:
    """Return the cards of which one may have been taken, where several are gone."""
    shift = likeliest_shift(due.known, lying, due.floating, before)
    seen = compare(due.known, lying, shift)
    if seen.new or len(seen.missing) < 2:
        return ()
    return tuple(
        Gone(offer, ask, cell, shift)
        for cell in seen.missing
        for offer, ask in due.asks
        if ask.leaves and (cell.row, cell.column) in ask.places.get(cell.card, ())
    )


def which_left(gone: Sequence[Gone], of: int, trial: Trial, in_grid: InGrid) -> Placed | None:
    """Return which of so many cards that are gone was taken, where that is sure.

    Any of them, where all come to the same: a canoe that is being swept up, say. Else the one
    that lies where it is to be laid next.
    """
    ends = [(one, one.after(trial)) for one in gone]
    allowed = [(one, after) for one, after in ends if isinstance(after, Trial)]
    if not allowed:
        return None
    first, end = allowed[0]
    if len(allowed) == of and all(after.comes_to(end) for _, after in allowed):
        return first.placed()
    found = [one for one, after in allowed if _lies_elsewhere(one, after, in_grid)]
    return found[0].placed() if len(found) == 1 else None


def _lies_elsewhere(gone: Gone, after: Trial, in_grid: InGrid) -> bool:
    """Tell whether a card lies as the one new one in another grid where it may be laid."""
    for _, ask in after.offers.places():
        if ask.zone == gone.ask.zone or ask.leaves:
            continue
        known, lying = known_of(ask.known), in_grid(ask.zone)
        seen = compare(known, lying, likeliest_shift(known, lying, ask.floating, 0))
        if not seen.missing and [one.name for one in seen.new] == [gone.cell.card]:
            return True
    return False
