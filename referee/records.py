"""What a match came to, in numbers: figures of each seat, who went for whom, and curves to draw.

A game makes a `Record` of the states of a match; nothing that shows or sums one up knows its rules.
"""

from __future__ import annotations

from referee.values import Frozen


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


class Record(Frozen):
    """What a match came to; empty where a game tells nothing of it."""

    figures: tuple[Figure, ...] = ()
    against: tuple[Against, ...] = ()
    series: tuple[Series, ...] = ()
