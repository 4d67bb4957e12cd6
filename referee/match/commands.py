"""What can be done to the match: one command each, a value that JSON holds.

`Desk.do` does them, whoever says so: a page, the console, a press, the camera or the clock. `seen`
is the `Snapshot.seq` on which a command was chosen: once something else has happened it is refused
as a `StaleMove`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, field

from referee.contract import Frozen

LEARNERS = 3  # in a teach-in where no match was played before

Name = Annotated[str, Meta(max_length=100)]
Level = Literal["", "gentle", "fair", "keen"]  # of a player of the table's own; a person has none


class _Command(Frozen, tag_field="do", forbid_unknown_fields=True):
    """Base of every command: its tag stands in the field ``do``, and no other field is taken."""


class Begin(_Command, tag="begin"):
    """Begin a new match in place of the running one, or (`lesson`) the teach-in that precedes it.

    Options left out are taken over from the last match of as many that ended in this game
    (`Game.follows`), or get their default. A seat without a name goes by its colour; a player of
    the table's own, who has one of `levels`, is given one.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: Annotated[int, Meta(ge=0, le=99)] = 2
    names: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()
    levels: Annotated[tuple[Level, ...], Meta(max_length=12)] = ()
    lesson: bool = False


class Again(_Command, tag="again"):
    """Begin the match that has ended once more: same game, options, seats and names; or the one
    that a teach-in is for, at any time.

    What follows from how it ended (`Game.follows`), such as who starts, is taken over. Refused
    while it goes on, so that of two who ask for it one is refused.
    """

    seen: int | None = None


class Teach(_Command, tag="teach"):
    """Begin the teach-in of the match that is on; before the first, of the first game for so many
    `seats`."""

    seats: int = LEARNERS


class Move(_Command, tag="move"):
    """Make a move, given as one of the game's own or as plain data.

    It stands also where something else has happened since `seen`, if its window is the same and its
    offer has stood all the while.
    """

    move: Any
    seen: int | None = None


class Undo(_Command, tag="undo"):
    """Take back the last move that stands; the undo is an entry of its own."""

    seen: int | None = None


class Redo(_Command, tag="redo"):
    """Make the move that was last undone again; not possible after another move."""

    seen: int | None = None


class Correct(_Command, tag="correct"):
    """Name the card at a place of entry `of` anew, and rule again from there.

    What followed is made again, move by move. Where a move can no longer be, `Unfit` is raised and
    nothing changed; with `back` the match goes back to before that move.
    """

    of: int
    at: int
    card: str
    seen: int | None = None
    back: bool = False


class Pause(_Command, tag="pause"):
    """Stop the match, also over a restart: until `Resume` no move of any kind is taken.

    A match that is paused already stays so; refused where none goes on.
    """


class Resume(_Command, tag="resume"):
    """Go on with a paused match: every window opens anew. One that goes on already does."""


class MoreTime(_Command, tag="more_time"):
    """Let the clock of what is offered now run for as long again as it gives; refused where none
    does. It is no move: all that is offered stands as it stood."""


class NamePlayer(_Command, tag="call"):
    """Call the player of a seat by a name (empty: none), also in what is past of the match.

    All that is offered stands as it stood.
    """

    seat: int
    name: Name = ""


class HandOver(_Command, tag="hand_over"):
    """Give a seat to another player from now on; what is past keeps the name it had.

    With a `level` the table's own plays on there, under a name of its own where none is said.
    """

    seat: int
    name: Name = ""
    level: Level = ""


class GoOn(_Command, tag="go_on"):
    """Go on with the match that is waiting, from where it is whole."""


class Leave(_Command, tag="leave"):
    """Leave the match that is waiting: it is not taken up again."""


class Forget(_Command, tag="forget"):
    """Delete a past match for good; refused for the one on the table."""

    match: int


Play: TypeAlias = (
    Begin
    | Again
    | Teach
    | Move
    | Undo
    | Redo
    | Correct
    | Pause
    | Resume
    | MoreTime
    | NamePlayer
    | HandOver
)
"""What leaves a match on the table."""

Command: TypeAlias = Play | GoOn | Leave | Forget
