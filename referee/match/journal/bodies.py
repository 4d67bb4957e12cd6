"""The contents of journal entries, one type for each kind.

On disk, the kind is a column and the rest is JSON: for a move, the move itself; for an entry with
no more content, ``null``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec

from referee.contract import Message
from referee.match.journal.clock import Clock
from referee.match.people.players import PlaceGoesTo

BEGIN, MOVE, UNDO, REDO = "begin", "move", "undo", "redo"
LESSON = "lesson"
PAUSE, RESUME = "pause", "resume"
MORE_TIME = "more_time"
NAME, HAND, SWAP = "name", "hand", "swap"
CORRECT = "correct"
BACK, DEAL = "back", "deal"
PROPOSE, AGREE, OBJECT, STOP = "propose", "agree", "object", "stop"
DAMAGE = "damage"
CUT = "cut"


class Known(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of all contents of entries.

    Older entries lack the fields in `added`, so an empty value is not written.
    """

    added: ClassVar[tuple[str, ...]] = ()


class Begun(Known, frozen=True, tag=BEGIN):
    """A match begins, with complete options. `names` may be missing for the last seats.

    `levels` are those of the bots. A person has an empty level. `drawn` is the club's mark of the
    drawn match, or empty. `clock` has the machine's clocks, if it has any that say more than the
    date. `id` is the match's id for the club, if a name in this entry was taken out since.
    """

    added = ("levels", "drawn", "clock", "id")

    game: str
    options: dict[str, Any]
    seats: int
    names: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    drawn: str = ""
    clock: Clock | None = None
    id: str = ""


class Taught(Begun, frozen=True, tag=LESSON, kw_only=True):
    """A teach-in begins. `real` has the options for the match that follows it."""

    real: dict[str, Any]


class Moved(Known, frozen=True, tag=MOVE):
    """A move, as a value or as plain data."""

    move: Any


class Undone(Known, frozen=True, tag=UNDO):
    """The last move was taken back."""


class Redone(Known, frozen=True, tag=REDO):
    """The move that was undone last was made again."""


class Paused(Known, frozen=True, tag=PAUSE):
    """The match was paused."""


class Resumed(Known, frozen=True, tag=RESUME):
    """The match was resumed."""


class Extended(Known, frozen=True, tag=MORE_TIME):
    """The clock was restarted."""


class Named(Known, frozen=True, tag=NAME):
    """A player of a seat was named. `earlier` counts the players who came after that one.

    It is not 0 only in a kept match.
    """

    added = ("earlier",)

    seat: int
    name: str
    earlier: int = 0


class Handed(Known, frozen=True, tag=HAND):
    """A seat was handed to another player. A bot has a `level`.

    `place` says who takes the place and the rating at the end.
    """

    added = ("level", "place")

    seat: int
    name: str
    level: str = ""
    place: PlaceGoesTo = ""


class Swapped(Known, frozen=True, tag=SWAP):
    """The players of two seats sat the other way round during the whole match."""

    seat: int
    other: int


class Corrected(Known, frozen=True, tag=CORRECT):
    """Somebody corrected the cards in the `field` of entry `of`. `kept` later moves stay.

    The log shows the correction as one of the entry `shown`.
    """

    of: int
    field: str
    value: tuple[str, ...]
    kept: int
    shown: int


class Proposed(Known, frozen=True, tag=PROPOSE):
    """A `move` that needs everybody's agreement, or to stop the match (None), was proposed.

    `label` and `effect` are what everybody was asked. The seats in `agreed` agreed at once.
    """

    label: Message
    agreed: tuple[int, ...]
    move: Any = None
    effect: Message | None = None


class Agreed(Known, frozen=True, tag=AGREE):
    """A seat agreed to the open proposal. Instead of the last yes, the proposed act is written."""

    seat: int


class Objected(Known, frozen=True, tag=OBJECT):
    """A seat objected to the open proposal, or it was withdrawn (None). It is over."""

    seat: int | None = None


class Stopped(Known, frozen=True, tag=STOP):
    """Everybody agreed to stop. The standings are the result."""


class WentBack(Known, frozen=True, tag=BACK):
    """The match went back to just before the entry `to`. One redo repeats all of it."""

    to: int


class DealtAnew(Known, frozen=True, tag=DEAL):
    """The cards were dealt again. Only the first `kept` moves still count."""

    kept: int


class Damaged(Known, frozen=True, tag=DAMAGE):
    """The disk has lost the rest of the match. The damaged files are at `path`.

    The match is intact up to the entry `to`. It continues only after a `Cut`.
    """

    to: int
    path: str


class Cut(Known, frozen=True, tag=CUT):
    """Cuts off the entries of this match after `to`. They no longer count."""

    to: int


SideEntry = Named | Handed | Swapped | Extended  # These change no move, so that no offer closes.
STEPS = (MOVE, CORRECT, DEAL, STOP)  # The entries that an undo takes back.
KINDS = {
    str(body.__struct_config__.tag): body
    for body in (*Known.__subclasses__(), *Begun.__subclasses__())
}


@dataclass(frozen=True)
class Unknown:
    """The contents of an entry of an unknown kind, exactly as on disk."""

    kind: str
    plain: Any


Body = Known | Unknown


def kind_of(body: Body) -> str:
    """Return the kind of an entry."""
    return body.kind if isinstance(body, Unknown) else str(body.__struct_config__.tag)


def to_json(body: Body) -> str:
    """Return the contents of an entry in their stored form."""
    match body:
        case Unknown():
            return json.dumps(body.plain)
        case Moved():
            return json.dumps(msgspec.to_builtins(body.move))
    plain = msgspec.to_builtins(body)
    del plain["kind"]
    for field in body.added:
        if not plain.get(field, True):
            del plain[field]
    return json.dumps(plain or None)


def from_json(kind: str, text: str) -> Body:
    """Return the contents of an entry from their stored form."""
    plain = json.loads(text)
    if kind == MOVE:
        return Moved(plain)
    if kind not in KINDS:
        return Unknown(kind, plain)
    try:
        return msgspec.convert({} if plain is None else plain, KINDS[kind])
    except msgspec.ValidationError:
        return Unknown(kind, plain)
