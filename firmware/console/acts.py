"""What the console asks the table to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.actor import Actor


@dataclass(frozen=True)
class Move:
    """Make a move, chosen at state `seen`."""

    plain: dict[str, Any]
    seen: int
    by: Actor


@dataclass(frozen=True)
class TakeBack:
    """Take the last move back, at state `seen`; or (`again`) make it once more."""

    seen: int
    again: bool = False


@dataclass(frozen=True)
class Reply:
    """Say which card one of a question is; None: it is no card."""

    question: str
    item: str
    card: str | None


@dataclass(frozen=True)
class Choose:
    """Say which of several things cards mean."""

    question: str
    way: str


@dataclass(frozen=True)
class Reread:
    """Name the card at a place of entry `of` anew, at state `seen`.

    With `back` the match goes back to before the first move that no longer fits.
    """

    of: int
    at: int
    card: str
    seen: int
    back: bool = False


@dataclass(frozen=True)
class Begin:
    """Begin a match of so many, or its teach-in; who sits there already keeps their name."""

    game: str
    options: dict[str, Any]
    seats: int
    lesson: bool = False


@dataclass(frozen=True)
class Teach:
    """Begin the teach-in of the match that is on, or of the first game."""


@dataclass(frozen=True)
class Repeat:
    """Begin the match that ended, at state `seen`, once more; or the one that a teach-in is for."""

    seen: int


@dataclass(frozen=True)
class Rest:
    """Pause the match, or (`on`) go on with it."""

    on: bool = False


@dataclass(frozen=True)
class Speak:
    """Speak another language from now on."""

    locale: str


@dataclass(frozen=True)
class Call:
    """Call the player of a seat by a name; or (`anew`) give the seat to another one."""

    seat: int
    name: str
    anew: bool = False


@dataclass(frozen=True)
class HandOn:
    """Make the phone of a seat host."""

    seat: int


@dataclass(frozen=True)
class Switch:
    """Switch the buzzer or the voice that speaks rulings on or off; None leaves it."""

    buzzer: bool | None = None
    voice: bool | None = None


Act = (
    Move
    | TakeBack
    | Reply
    | Choose
    | Reread
    | Begin
    | Teach
    | Repeat
    | Rest
    | Speak
    | Call
    | HandOn
    | Switch
)
