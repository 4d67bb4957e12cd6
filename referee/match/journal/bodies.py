"""What the entries of a journal say, each kind a type of its own.

On disk an entry's kind stands in a column and the rest of it beside that, as JSON: of a move the
move itself, of what has no more to say ``null``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, get_args

import msgspec

BEGIN, MOVE, UNDO, REDO = "begin", "move", "undo", "redo"
LESSON = "lesson"
PAUSE, RESUME = "pause", "resume"
MORE_TIME = "more_time"
NAME, HAND = "name", "hand"
CORRECT = "correct"
DAMAGE = "damage"
CUT = "cut"
OPTIONAL_FIELDS = (
    "level",
    "levels",
)  # fields that entries once had not: unwritten where they say nothing


class _Body(msgspec.Struct, frozen=True, tag_field="kind"):
    """Base of what an entry says."""


class Begun(_Body, frozen=True, tag=BEGIN):
    """A match begins, its options complete; `names` are those of its first seats.

    So are `levels`, at which players of the table's own play; a person has none.
    """

    game: str
    options: dict[str, Any]
    seats: int
    names: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()


class Taught(Begun, frozen=True, tag=LESSON, kw_only=True):
    """A match begins that is a teach-in, and counts for nothing; `real` has the options of the
    match that follows."""

    real: dict[str, Any]


class Moved(_Body, frozen=True, tag=MOVE):
    """A move, of the game's own or as plain data."""

    move: Any


class Undone(_Body, frozen=True, tag=UNDO):
    """The last move that stood was taken back."""


class Redone(_Body, frozen=True, tag=REDO):
    """What was taken back last was made again."""


class Paused(_Body, frozen=True, tag=PAUSE):
    """The match was stopped."""


class Resumed(_Body, frozen=True, tag=RESUME):
    """A paused match went on."""


class Extended(_Body, frozen=True, tag=MORE_TIME):
    """The clock was given its time once more."""


class Named(_Body, frozen=True, tag=NAME):
    """What the player of a seat is called."""

    seat: int
    name: str


class Handed(_Body, frozen=True, tag=HAND):
    """A seat has another player; one of the table's own plays at a `level`."""

    seat: int
    name: str
    level: str = ""


class Corrected(_Body, frozen=True, tag=CORRECT):
    """The cards of entry `of`, in its `field`, are others; `kept` of the moves after it stand.

    It is shown as one of the entry `shown`.
    """

    of: int
    field: str
    value: tuple[str, ...]
    kept: int
    shown: int


class Damaged(_Body, frozen=True, tag=DAMAGE):
    """What followed was lost from the disk, kept aside at `path`; the match is whole up to `to`.

    Nothing goes on without a cut.
    """

    to: int
    path: str


class Cut(_Body, frozen=True, tag=CUT):
    """Of this match, what was written after entry `to` does not count."""

    to: int


Known = (
    Begun
    | Taught
    | Moved
    | Undone
    | Redone
    | Paused
    | Resumed
    | Extended
    | Named
    | Handed
    | Corrected
    | Damaged
    | Cut
)
_KINDS: dict[str, type[Known]] = {one.__struct_config__.tag: one for one in get_args(Known)}


@dataclass(frozen=True)
class Unknown:
    """What an entry says that is of no kind known here, as it stands on disk."""

    kind: str
    plain: Any


Body = Known | Unknown


def kind_of(body: Body) -> str:
    """Return the kind of an entry by what it says."""
    return body.kind if isinstance(body, Unknown) else str(body.__struct_config__.tag)


def to_json(body: Body) -> str:
    """Return what an entry says as it stands on disk, beside its kind."""
    match body:
        case Unknown():
            return json.dumps(body.plain)
        case Moved():
            return json.dumps(msgspec.to_builtins(body.move))
    plain = msgspec.to_builtins(body)
    del plain["kind"]
    for field in OPTIONAL_FIELDS:
        if not plain.get(field, True):
            del plain[field]
    return json.dumps(plain or None)


def from_json(kind: str, text: str) -> Body:
    """Return what an entry of a kind says, by what stands on disk."""
    plain = json.loads(text)
    if kind == MOVE:
        return Moved(plain)
    if kind not in _KINDS:
        return Unknown(kind, plain)
    try:
        return msgspec.convert({} if plain is None else plain, _KINDS[kind])
    except msgspec.ValidationError:
        return Unknown(kind, plain)
