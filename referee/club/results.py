"""What a table tells of a match, and whether it counts.

A result that the referee saw to its end stands. A match that was left counts by the places that two
of its seats, or the host, have stated. What a table tells later of the same match has a higher
version: told twice, late or in another order, the results are the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Annotated

from msgspec import Meta

from referee.values import Frozen, Message

MOST_SEATS = 12
AGREEING_SEATS = 2  # seats that say the same

Id = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Name = Annotated[str, Meta(max_length=100)]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Places = Annotated[tuple[tuple[Seat, ...], ...], Meta(max_length=MOST_SEATS)]
UnixTime = Annotated[float, Meta(ge=0, lt=1e11)]  # no number that is none
Version = tuple[Annotated[int, Meta(ge=0)], Annotated[int, Meta(ge=0)]]


class Statement(Frozen):
    """Who came in where in a match that was left, as the host (`seat` is None) or a seat says."""

    seat: Seat | None
    places: Places


class Result(Frozen, omit_defaults=False):
    """What one match came to.

    `match` is its id, the same wherever its journal goes. `version` has the number of its last
    entry, and how often something was stated of it. `players` are the names by seat, empty where a
    seat has none. `places` has the seats of each place, the first place first; none where the match
    was left: then `stated` has the last word of each who said something. `began_s` and `ended_s`
    are Unix time.
    """

    match: Id
    version: Version
    game: Annotated[str, Meta(max_length=40)]
    edition: Annotated[str, Meta(max_length=40)]
    began_s: UnixTime
    ended_s: UnixTime
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    places: Places = ()
    stated: Annotated[tuple[Statement, ...], Meta(max_length=MOST_SEATS + 1)] = ()


class CountedResult(Frozen):
    """A result and what it counts as: `places` is empty for as long as it waits, `why` says it."""

    result: Result
    places: Places
    why: Message


def is_consistent(result: Result) -> bool:
    """Tell whether all that a result says of seats is of seats that it has, each in one place."""
    said = [result.places, *(one.places for one in result.stated)]
    seats = len(result.players)
    return all(_fits_seats(places, seats) for places in said if places) and all(
        one.places and (one.seat is None or one.seat < seats) for one in result.stated
    )


def _fits_seats(places: Places, seats: int) -> bool:
    return all(places) and sorted(chain.from_iterable(places)) == list(range(seats))


def count_result(result: Result) -> CountedResult:
    """Return what a result counts as."""
    if result.places:
        return CountedResult(result, result.places, Message("club.seen"))
    for one in result.stated:
        if one.seat is None:
            return CountedResult(result, one.places, Message("club.host_said"))
    by_seat = dict[tuple[tuple[int, ...], ...], list[int]]()
    for one in result.stated:
        assert one.seat is not None
        places = tuple(tuple(sorted(seats)) for seats in one.places)
        same = by_seat.setdefault(places, [])
        same.append(one.seat)
        if len(same) == AGREEING_SEATS:
            named = tuple(result.players[seat] for seat in same)
            return CountedResult(result, places, Message("club.agreed", {"names": named}))
    return CountedResult(result, (), Message("club.differ" if len(by_seat) > 1 else "club.waits"))


def newest_results(results: Iterable[Result]) -> dict[str, Result]:
    """Return each match's newest result by its id, in whatever order and how often they come."""
    found: dict[str, Result] = {}
    for one in results:
        if one.match not in found or found[one.match].version < one.version:
            found[one.match] = one
    return dict(sorted(found.items()))
