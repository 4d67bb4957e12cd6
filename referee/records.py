"""The summary of a match: figures, targets, charts, the final table and highlights.

A game makes a `Record` from the states of a match. Whatever displays or sums it up needs no rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.values import Frozen, Message


class Figure(Frozen):
    """A number about one seat in a match, such as "3 of 7 challenges".

    Its text is ``figure.<name>``. The number is `count` out of `of`.

    A record has one for each act; those of one name add up (`sum_figures`). `state` is the index,
    among the record's states, of the state after the act. So the act counts for the player who sat
    there at that time. Without a `state`, the figure belongs to the seat's place at the end.
    """

    name: str
    seat: int
    count: int
    of: int
    state: int | None = None


class Against(Frozen):
    """How often one seat challenged or targeted another seat. `state` is as in `Figure`.

    If it went against an earlier act of the other seat, such as an announcement, `other_state` is
    the state after that act. So it counts against whoever sat there at that time.
    """

    seat: int
    other: int
    count: int
    state: int | None = None
    other_state: int | None = None


class Series(Frozen):
    """A chart, named ``series.<name>``, with one value per round for each seat.

    The values of parties without a seat may follow those of the seats, in the order of
    `View.others`. `rounds` are the round numbers. A value is None if a seat has none in that round;
    otherwise it is a whole number from 0.
    """

    name: str
    rounds: tuple[int, ...]
    values: tuple[tuple[float | None, ...], ...]


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

    The most remarkable of the `highlights` comes first. A page shows as many as fit. `figures` and
    `against` have one value for each act.
    """

    figures: tuple[Figure, ...] = ()
    against: tuple[Against, ...] = ()
    series: tuple[Series, ...] = ()
    columns: tuple[Column, ...] = ()
    highlights: tuple[Highlight, ...] = ()


def sum_figures(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Return one figure for each name and seat: the sum of all acts.

    >>> sum_figures([Figure("bluffs", 0, 1, 2, state=3), Figure("bluffs", 0, 1, 1, state=8)])
    (Figure(name='bluffs', seat=0, count=2, of=3, state=None),)
    """
    sums: dict[tuple[str, int], tuple[int, int]] = {}
    for figure in figures:
        count, of = sums.get((figure.name, figure.seat), (0, 0))
        sums[figure.name, figure.seat] = count + figure.count, of + figure.of
    return tuple(Figure(*of_seat, *numbers) for of_seat, numbers in sums.items())


def sum_against(against: Iterable[Against]) -> tuple[Against, ...]:
    """Return one value for each pair of seats: the sum of all acts, in the order of seats."""
    results: dict[tuple[int, int], int] = {}
    for item in against:
        results[item.seat, item.other] = results.get((item.seat, item.other), 0) + item.count
    return tuple(Against(*pair, count) for pair, count in sorted(results.items()))
