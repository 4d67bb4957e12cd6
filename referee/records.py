"""The summary of a match: figures, targets, charts, the final table and highlights.

A game makes a `Record` from the states of a match. Whatever displays or sums it up needs no rules.
"""

from __future__ import annotations

from referee.values import Frozen, Message


class Figure(Frozen):
    """A number about one seat in a match, such as "3 of 7 challenges".

    Its text is ``figure.<name>``. The number is `count` out of `of`. If `mean` is set, pages show
    that instead: the average of `count` shares from 0 to 1.
    """

    name: str
    seat: int
    count: int
    of: int
    mean: float | None = None


class Against(Frozen):
    """How often one seat challenged or targeted another seat."""

    seat: int
    other: int
    count: int


class Series(Frozen):
    """A chart, named ``series.<name>``, with one value per round for each seat.

    The values of parties without a seat may follow those of the seats, in the order of
    `View.others`. `rounds` are the round numbers. A value is None if a seat has none in that round.
    With `share`, values are from 0 to 1; otherwise they are whole numbers from 0.
    """

    name: str
    rounds: tuple[int, ...]
    values: tuple[tuple[float | None, ...], ...]
    share: bool = False


class Column(Frozen):
    """A column of the final table, named ``column.<name>``: one value for each seat.

    The first column decides the match; the others explain the result. A value is None if a seat has
    none. `of`, if given, is the maximum of every value. A `signed` value is a gain or loss. Parties
    without a seat may follow the seats, as in a `Series`.
    """

    name: str
    values: tuple[int | None, ...]
    of: tuple[int, ...] = ()
    signed: bool = False


class Highlight(Frozen):
    """A remarkable event that everybody saw or knows by now.

    `state` is the index, among the record's states, of the state after its ruling.
    """

    message: Message
    round: int
    state: int


class Record(Frozen):
    """The summary of a match. It is empty if the game does not summarise its matches.

    The most remarkable of the `highlights` comes first. A page shows as many as fit.
    """

    figures: tuple[Figure, ...] = ()
    against: tuple[Against, ...] = ()
    series: tuple[Series, ...] = ()
    columns: tuple[Column, ...] = ()
    highlights: tuple[Highlight, ...] = ()
