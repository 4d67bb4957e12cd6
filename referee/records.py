"""What a match came to: figures of each seat, who went for whom, curves, a table, what to tell.

A game makes a `Record` of the states of a match; nothing that shows or sums one up knows its rules.
"""

from __future__ import annotations

from referee.values import Frozen, Message


class Figure(Frozen):
    """A number that a match tells of one seat: `count` of `of`, called ``figure.<name>``.

    A `mean` over these `count` is a share from 0 to 1; without it, the count itself is told.
    """

    name: str
    seat: int
    count: int
    of: int
    mean: float | None = None


class Against(Frozen):
    """How often a seat went for another: challenged it, or named it as a target."""

    seat: int
    other: int
    count: int


class Series(Frozen):
    """A figure round by round, called ``series.<name>``: for each seat a value a round.

    After those of the seats there may be those of parties without one, in the order of
    `View.others`; they are called as the seats beyond would be.

    `rounds` are their numbers; None stands where a seat has no value. A `share` is from 0 to 1;
    else the values are whole numbers from 0.
    """

    name: str
    rounds: tuple[int, ...]
    values: tuple[tuple[float | None, ...], ...]
    share: bool = False


class Column(Frozen):
    """A column of the final table, called ``column.<name>``: a value for each seat.

    The first column is what decides; the others say what it is made of, or tell more. None stands
    where a seat has no value; `of`, where given, is out of how many. A `signed` value is gained or
    lost. After those of the seats there may be those of parties without one, as in a `Series`.
    """

    name: str
    values: tuple[int | None, ...]
    of: tuple[int, ...] = ()
    signed: bool = False


class Highlight(Frozen):
    """A remarkable thing that everybody saw, or knows by now: of which round, and which state.

    `state` is the place in the record's states of the one that the ruling led to.
    """

    message: Message
    round: int
    state: int


class Record(Frozen):
    """What a match came to; empty where a game tells nothing of it.

    `highlights` are the most remarkable first; what shows them takes as many as it has room for.
    """

    figures: tuple[Figure, ...] = ()
    against: tuple[Against, ...] = ()
    series: tuple[Series, ...] = ()
    columns: tuple[Column, ...] = ()
    highlights: tuple[Highlight, ...] = ()
