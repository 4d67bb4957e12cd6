"""The result of a match as a table reports it, and the conditions under which it counts.

A result counts if the referee saw the match end. If a match was left early, the club's director may
decide its places. Each new report of a match has a higher version,
so repeated, late or unordered reports change nothing.
"""

from __future__ import annotations

from itertools import chain
from typing import Annotated

from msgspec import Meta

from referee.values import MOST_SEATS, Frozen, Message

MOST_OTHERS = 24  # Maximum number of people in a result who take no place.

Id = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Name = Annotated[str, Meta(max_length=100)]
Mark = Annotated[str, Meta(max_length=40)]  # A hub's mark of a drawn match.
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
UNMARKED = "?"  # A table's own mark of a drawn match begins so, if an older hub gave none.
Places = Annotated[tuple[tuple[Seat, ...], ...], Meta(max_length=MOST_SEATS)]
LATEST_S = 99_999_999_999.0
UnixTime = Annotated[
    float, Meta(ge=0, le=LATEST_S)
]  # A finite number. Infinity and NaN are refused.
Version = tuple[Annotated[int, Meta(ge=0)], Annotated[int, Meta(ge=0)]]


class Result(Frozen, omit_defaults=False):
    """The result of one match.

    - `match` is its id, which stays the same even if the journal moves.
    - `version` is the number of its last entry, and what else an earlier release counted, or 0.
    - `players` are the names by seat of those who take the places, empty if nobody does. `others`
      are people who made moves, and whose place somebody else or nobody takes.
    - `places` has the seats of each place, the first place first. It is empty if the match was left
      early.
    - `began_s` and `ended_s` are Unix time by the table's own clock, which may be wrong.
    - `drawn` is the mark of the drawn match that began here. It is empty if nobody drew the match.
    """

    match: Id
    version: Version
    game: Annotated[str, Meta(max_length=40)]
    edition: Annotated[str, Meta(max_length=40)]
    began_s: UnixTime
    ended_s: UnixTime
    players: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    places: Places = ()
    drawn: Mark = ""
    others: Annotated[tuple[Name, ...], Meta(max_length=MOST_OTHERS)] = ()


class CountedResult(Frozen):
    """A result and the places that count. If there are none, `why` says what is still needed.

    - `table` is the id of the club's table that reported it, or empty if the director entered it.
    - `heard` is the line of the hub's log that first told of the match, and `counted` the one with
      which it first counted, or 0. They order results without any table's clock.
    - `decided` is the line of the director's decision on the places, or 0.
    """

    result: Result
    places: Places
    why: Message
    table: str = ""
    heard: int = 0
    counted: int = 0
    decided: int = 0


def is_consistent(result: Result) -> bool:
    """Whether the places in a result include each seat exactly once."""
    seats = sorted(chain.from_iterable(result.places))
    return not result.places or (all(result.places) and seats == [*range(len(result.players))])


def count_result(result: Result) -> CountedResult:
    """Return a result with the places that count."""
    key = "club.seen" if result.places else "club.waits"
    return CountedResult(result, result.places, Message(key))
