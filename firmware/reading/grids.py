"""A grid as it lies against a grid as it is known: what is new, what is missing, how far moved.

No rule of any game is known here: what lies where is in `Cell`. In a floating grid columns count
from any origin, so the known cards tell by how many columns all were moved along.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from firmware.reading.judging import Answers, in_zone, sure_name
from referee.contract import Cell
from vision.mat import Grid
from vision.observation import SettledCard
from vision.reading import Verdict

At = tuple[int, int]  # row and column
Known = Mapping[At, str]  # which card lies in which cell
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Lying:
    """A card as it lies: its name where that is sure, its cell on the mat unless between two."""

    card: SettledCard
    name: str | None
    at: At | None

    def may_be(self, name: str) -> bool:
        """Tell whether it is a card, or one that cannot be told and is not read as another."""
        reading = self.card.reading
        guess = reading.card if reading.verdict is Verdict.DOUBTFUL else None
        return self.name == name or (self.name is None and guess in (None, name))


@dataclass(frozen=True)
class Comparison:
    """What differs from what is known, where all was moved along by `shift` columns."""

    shift: int
    missing: tuple[Cell, ...]  # by the known columns
    new: tuple[Lying, ...]

    @property
    def equal(self) -> bool:
        """Tell whether nothing does."""
        return not self.missing and not self.new


def known_of(cells: Iterable[Cell]) -> Known:
    """Return which card lies in which cell."""
    return {(cell.row, cell.column): cell.card for cell in cells}


def lying_in(grid: Grid, cards: Sequence[SettledCard], answers: Answers) -> tuple[Lying, ...]:
    """Return the cards of a grid, without those that lie face down or are no cards."""
    found = []
    for card in in_zone(cards, grid.zone):
        reading = card.reading
        if answers.get(card.id, "") is None or reading.place_mm is None:
            continue
        if not reading.face_down or card.id in answers:
            found.append(Lying(card, sure_name(card, answers), grid.cell(*reading.place_mm)))
    return tuple(found)


def compare(known: Known, lying: Sequence[Lying], shift: int = 0) -> Comparison:
    """Return what differs from what is known, where all was moved along by `shift` columns.

    A card that cannot be read for certain may be the one that is known to lie in its cell.
    """
    left, new = dict(known), []
    for one in sorted(lying, key=lambda one: one.name is None):  # sure cards first
        at = None if one.at is None else (one.at[0], one.at[1] - shift)
        if at in left and one.may_be(left[at]):
            del left[at]
        else:
            new.append(one)
    return Comparison(shift, tuple(Cell(card, *at) for at, card in left.items()), tuple(new))


def shifts(known: Known, lying: Sequence[Lying], before: int) -> Iterator[int]:
    """Yield by how many columns a floating grid may have been moved, the likeliest first.

    Sure cards tell; where none does, it lies as it did `before`.
    """
    columns: dict[tuple[str, int], list[int]] = {}
    for (row, column), card in known.items():
        columns.setdefault((card, row), []).append(column)
    votes = Counter(
        one.at[1] - column
        for one in lying
        if one.name is not None and one.at is not None
        for column in columns.get((one.name, one.at[0]), ())
    )
    order = sorted(votes, key=lambda shift: (-votes[shift], abs(shift - before)))
    yield from order
    if before not in votes:
        yield before


def likeliest_shift(known: Known, lying: Sequence[Lying], floating: bool, before: int) -> int:
    """Return by how many columns a grid was moved along, as far as its cards tell."""
    return next(shifts(known, lying, before)) if floating else 0


def called(at: At, known: Known, floating: bool, grid: Grid) -> str:
    """Return what a cell is called: its row's letter and its column, from the leftmost card on.

    In a grid that has its own origin columns count from that; `at` is by the known columns.
    """
    row, column = at
    left = min((column for _, column in known), default=0) if floating else 0
    letter = LETTERS[row] if 0 <= row < min(grid.rows, len(LETTERS)) else str(row + 1)
    return f"{letter}{column - left + 1}".replace("-", "−")
