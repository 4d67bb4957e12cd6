"""The commands to the match. Each is a JSON-serialisable value.

`Desk.do` executes them, no matter who gives them: a page, the console, a press, the camera or the
clock. `seen` is the `Snapshot.seq` that was shown when somebody chose the command. If something
else has happened since, the desk refuses the command as a `StaleMove`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import Meta, field

from referee.contract import Frozen
from referee.match.people.players import PlaceGoesTo
from referee.values import MOST_SEATS

LEARNERS = 3  # Number of seats in a teach-in if nobody has played a match yet.

Name = Annotated[str, Meta(max_length=100)]
Level = Literal["", "gentle", "fair", "keen"]  # Only bots have a level.
LEVELS: tuple[Level, ...] = get_args(Level)[1:]
USUAL_LEVEL: Level = "fair"


class _Command(Frozen, tag_field="do", forbid_unknown_fields=True):
    """Base of every command. The field ``do`` is its tag; unknown fields are refused."""


class Begin(_Command, tag="begin"):
    """Begin a new match instead of the current one. With `lesson`, begin the teach-in before it.

    Options left out are carried over from the last ended match of this game with the same number of
    seats (`Rules.carry_over`), or have their defaults. Bots have one of the `levels`, and get a
    name if they have none. Other seats without a name are called by their colour. `drawn` is the
    mark that the club's hub gave a drawn match.
    """

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: Annotated[int, Meta(ge=0, le=99)] = 2
    names: Annotated[tuple[Name, ...], Meta(max_length=MOST_SEATS)] = ()
    levels: Annotated[tuple[Level, ...], Meta(max_length=MOST_SEATS)] = ()
    lesson: bool = False
    drawn: Annotated[str, Meta(max_length=40)] = ""


class Again(_Command, tag="again"):
    """Begin the same match again, with the same game, options, seats and names.

    After a teach-in, this begins the match that follows it. Some options are carried over
    (`Rules.carry_over`), such as the starting player. The command is refused while the match goes
    on, so if two people give it, only the first one counts. A teach-in can be ended at any time.

    If other people play this time, `players` has for each seat the earlier seat of its player, or
    the name of a newcomer.
    """

    seen: int | None = None
    players: Annotated[tuple[int | Name, ...], Meta(max_length=MOST_SEATS)] = ()


class Teach(_Command, tag="teach"):
    """Begin the teach-in of the current match.

    Without a match, begin the teach-in of the first game with `seats` seats.
    """

    seats: int = LEARNERS


class Move(_Command, tag="move"):
    """Make a move, given as a value or as plain data.

    Events after `seen` do not make the move stale if its window and its offer are still the same.
    """

    move: Any
    seen: int | None = None


class Undo(_Command, tag="undo"):
    """Take back the last move. The undo is an entry, too."""

    seen: int | None = None


class Redo(_Command, tag="redo"):
    """Repeat the move that was undone last. Not possible after another move."""

    seen: int | None = None


class GoBack(_Command, tag="back"):
    """Take back the entry `to` of the log and everything after it. One redo repeats it all."""

    to: int
    seen: int | None = None


class DealAnew(_Command, tag="deal_anew"):
    """Annul the current deal, so that the cards are dealt again (SL-26).

    Everything is as it was before that deal. Refused once the deal is settled. An undo brings the
    annulled deal back.
    """

    seen: int | None = None


class Correct(_Command, tag="correct"):
    """Correct the card with index `at` in entry `of`, and judge the match again from there.

    The later moves are made again. If one of them is now illegal, `CorrectionConflict` is raised
    and nothing changes. With `back`, the match instead goes back to the state before that move.
    """

    of: int
    at: int
    card: str
    seen: int | None = None
    back: bool = False


Step: TypeAlias = Undo | Redo | GoBack | Correct
"""What changes the moves that were made."""


class Pause(_Command, tag="pause"):
    """Pause the match. Until `Resume`, every move is refused, even after a restart.

    Pausing a paused match does nothing. Without a running match the command is refused.
    """


class Resume(_Command, tag="resume"):
    """Continue a paused match. Every window opens again, with its full time."""


class StopMatch(_Command, tag="stop"):
    """Propose to stop for the night. If everybody agrees, the standings are the result.

    The `seat` that proposes it agrees, too. Without one, the host proposes it. `Pause` keeps the
    match for another day instead. Refused before the first move, and in a teach-in.
    """

    seat: int | None = None
    seen: int | None = None


class ReportMisdeal(_Command, tag="misdeal"):
    """Report what is `wrong` in a seat's cards, and ask everybody whether to deal again (SL-16).

    One objection ends the question, for example because the card was found.
    """

    seat: int
    wrong: Literal["none_left", "too_few", "too_many", "lost", "twice"]
    seen: int | None = None


class MoreTime(_Command, tag="more_time"):
    """Restart the clock of the current offers. Refused if no clock runs.

    It is not a move: all offers stay as they are.
    """


class NamePlayer(_Command, tag="call"):
    """Name the player of a seat (empty: no name). Earlier moves of this match get the name, too.

    All offers stay as they are.
    """

    seat: int
    name: Name = ""


class HandOver(_Command, tag="hand_over"):
    """Give a seat to another player from now on. Earlier moves keep the earlier name.

    With a `level`, a bot takes the seat. It gets a name if none is given. `place` says who takes
    the place and the rating at the end. If it is empty, the earlier player keeps the place, but a
    player who has not played yet leaves it to the newcomer. If the player already sits there, only
    the answer about the place is new.
    """

    seat: int
    name: Name = ""
    level: Level = ""
    place: PlaceGoesTo = ""


class ForgetPerson(_Command, tag="forget_person"):
    """Take a person's name out of all matches. A guest's name replaces it for good.

    Names that were declared to be the same player go, too. Refused while the person plays.
    """

    name: Name
    guest: Name


class Rename(_Command, tag="rename"):
    """Name a player of a kept match. `earlier` counts the players who came after that one."""

    seat: int
    name: Name = ""
    earlier: Annotated[int, Meta(ge=0)] = 0


class SwapSeats(_Command, tag="swap_seats"):
    """Say that the players of two seats sat the other way round during a whole kept match."""

    seat: int
    other: int


class Amend(_Command, tag="amend"):
    """Set something right in a kept match. The match on the table is not touched.

    `seen` is the last entry that the kept match had when somebody chose the change. If two people
    change one match at the same time, the second one is refused and can look again.
    """

    match: int
    change: Step | Rename | SwapSeats
    seen: int


class GoOn(_Command, tag="go_on"):
    """Continue the match that is waiting, from its last intact entry."""


class Leave(_Command, tag="leave"):
    """Give up the match that is waiting."""


class Forget(_Command, tag="forget"):
    """Delete a past match for good. Refused for the match on the table."""

    match: int


_Course: TypeAlias = DealAnew | Pause | Resume | StopMatch | ReportMisdeal | MoreTime
InMatch: TypeAlias = Move | Step | _Course | NamePlayer | HandOver
"""What becomes an entry of the match on the table: see `referee.match.deciding.entry_of`."""

Play: TypeAlias = Begin | Again | Teach | InMatch
"""What leaves a match on the table."""

Kept: TypeAlias = Forget | ForgetPerson | Amend
"""What changes kept matches only."""

Command: TypeAlias = Play | GoOn | Leave | Kept
