"""The summary of a match: figures, targets, charts, the final table and highlights.

A game makes a `Record` from the states of a match. Whatever displays or sums it up needs no rules.
"""

from __future__ import annotations

from referee.values import Frozen, Message


class Figure(Frozen):
    """A number about one seat in a match: `count` of `of`. Its name is ``figure.<name>``.

    If `mean` is set, it is a share from 0 to 1, averaged over `count` cases, and shown instead.
    """

    name: str
    seat: int
    count: int
    of: int
    mean: float | None = None


class Against(Frozen):
    """How often a seat challenged or targeted another."""

    seat: int
    other: int
    count: int


class Series(Frozen):
    """A chart, named ``series.<name>``: for each seat one value a round.

    Parties without a seat may follow the seats, in the order of `View.others`. `rounds` are the
    round numbers. A value is None if a seat has none. With `share`, values are from 0 to 1;
    otherwise they are whole numbers from 0.
    """

    name: str
    rounds: tuple[int, ...]
    values: tuple[tuple[float | None, ...], ...]
    share: bool = False


class Column(Frozen):
    """A column of the final table, named ``column.<name>``: one value for each seat.

    The first column decides the match; the others explain it. A value is None if a seat has none.
    `of`, if given, is the maximum of each. A `signed` value is a gain or loss. Parties without a
    seat may follow the seats, as in a `Series`.
    """

    name: str
    values: tuple[int | None, ...]
    of: tuple[int, ...] = ()
    signed: bool = False


class Highlight(Frozen):
    """A remarkable event that everybody saw or knows by now.

    `state` is the index of the state that its ruling led to, among the record's states.
    """

    message: Message
    round: int
    state: int


class Record(Frozen):
    """The summary of a match. It is empty if the game has none.

    `highlights` start with the most remarkable one; a page shows as many as fit.
    """

    figures: tuple[Figure, ...] = ()
    against: tuple[Against, ...] = ()
    series: tuple[Series, ...] = ()
    columns: tuple[Column, ...] = ()
    highlights: tuple[Highlight, ...] = ()
