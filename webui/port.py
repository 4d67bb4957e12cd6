"""The running table as the pages need it, as protocols; `firmware` implements them.

Every method may be called from any thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, Protocol

import msgspec

from referee.actor import Actor
from referee.contract import Appraisal, Cell, Message, Offer
from referee.match.commands import Command, HandOver, NamePlayer
from referee.match.desk import Desk, Snapshot
from referee.match.past.history import PastMatch
from referee.reports.analysis import Analysis
from referee.reports.commands import AnswerApproval, MakeHost, TableCommand
from referee.reports.picture import CameraView, ReadPhoto
from referee.reports.status import PendingApproval, PossibleCard, Status
from referee.reports.tabletop import ConsoleScreen, Plan, Tabletop
from referee.reports.virtual_acts import VirtualAct
from referee.reports.workshop import CardList, CheckResult, LessonState


class Phones(Protocol):
    """The phones at the seats, as seen by the buttons and the console."""

    @property
    def taken(self) -> Collection[int]:
        """The seats that have a phone."""

    @property
    def names(self) -> Mapping[int, str]:
        """The names that players chose, by seat."""

    @property
    def recent_names(self) -> Sequence[str]:
        """Names used at this table before, newest first."""

    @property
    def waiting(self) -> Sequence[PendingApproval]:
        """The pending approvals, oldest first."""

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the pending approvals change."""

    def do(self, command: NamePlayer | HandOver | MakeHost | AnswerApproval, by: Actor) -> None:
        """Rename a player, hand over a seat, make its phone the host, or answer an approval.

        Raises the desk's errors, and `LookupError` if the approval is no longer pending.
        """


class UncertainCard(msgspec.Struct, frozen=True):
    """A doubtful card of a count: its picture and what it may be.

    Without `candidates`, the card must be moved before it can be read.
    """

    id: str
    png: bytes
    reason: Message
    candidates: tuple[PossibleCard, ...] = ()


class GridReading(msgspec.Struct, frozen=True):
    """The cards of a grid, counted from a picture.

    `cells` may start at any row and column. `appraisal` is None if the cards cannot lie like this;
    then `photo.said` says why. If `joins` is true, another picture can add more cards of the same
    grid.
    """

    photo: ReadPhoto
    cells: tuple[Cell, ...]
    appraisal: Appraisal | None
    uncertain: tuple[UncertainCard, ...]
    joins: bool = False


class MatchAnalyses(Protocol):
    """The post-match analyses."""

    def result(self, game: str, match: int, steps_seq: int) -> Analysis | None:
        """Return the analysis of a match, or None if its game has no analysis.

        `steps_seq` is the entry since which the match's moves have not changed.
        """

    def request(self, match: int) -> None:
        """Start the analysis of a match.

        It takes about a minute. The table's listeners are called when it is done.
        """


class Table(Protocol):
    """The running table."""

    desk: Desk
    deck_names: tuple[str, ...]
    seats: int

    @property
    def analyses(self) -> MatchAnalyses:
        """The post-match analyses."""

    def status(self) -> Status:
        """Return the table's current status."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change of desk or status; return a function that stops it."""

    def attach_phones(self, phones: Phones) -> None:
        """Give the table access to the phones at its seats and their approvals."""

    def do(self, command: Command | TableCommand, by: Actor) -> Snapshot | None:
        """Carry out a command; return the match afterwards if the command changed it.

        A move is not made before its offer is due. Raises `RefereeError` if the rules, the desk or
        the table refuse; `LookupError` if the question, item or picture is no longer open;
        `ValueError` if an item cannot be that card.
        """

    def no_bots(self, game: str) -> Message | None:
        """Return why no bot can play a game here, or None if one can."""

    def due_ms(self, offer: Offer) -> int:
        """Return when an offer becomes available, in milliseconds of `time.monotonic`."""

    def send(self, data: bytes, seen: int, by: Actor) -> ReadPhoto:
        """Read a phone's picture (JPEG), taken at the match state `seen`; takes seconds.

        Cards that were read with certainty become a move at once. The message of a refusal says
        what to do.
        """

    def place_photo(self, photo: str, zone: str, by: Actor) -> ReadPhoto:
        """Record the place of the newest picture's cards: a zone, or one of its choices.

        Raises `LookupError` if that is no longer asked.
        """

    def count(self, data: bytes, by: Actor) -> GridReading:
        """Count the cards in front of a seat on a phone's picture (JPEG), outside the match."""

    def count_more(self, data: bytes, photo: str, by: Actor) -> GridReading:
        """Add a second picture (JPEG) to the sender's last count.

        Raises `LookupError` if `photo` is not the picture of that count.
        """

    def count_again(self, photo: str, item: str, card: str | None, by: Actor) -> GridReading:
        """Correct one card of the sender's last count; None means that it is no card.

        Raises `LookupError` if the item is no longer open, `ValueError` if it cannot be that card.
        """

    def photo(self, photo: str) -> ReadPhoto:
        """Return the picture that a question is about; raise `LookupError` for any other."""

    def proof(self, proof_id: str, /) -> bytes | None:
        """Return the PNG picture with this id, or None."""

    def face_svg(self, card: str, past: PastMatch | None = None, /) -> str:
        """Return a card's face as SVG, from the current deck or the deck of a `past` match.

        Raises `LookupError`.
        """

    def usual_face_svg(self, game: str, edition: str | None, card: str, /) -> str:
        """Return a card's face from a game's usual deck, as SVG.

        It needs no match, because rules are read before the first one. Raises `LookupError`.
        """

    def plan(self) -> Plan:
        """Return the mats of this match, or of the next one; equal mats give the same object."""

    def camera_view(self, view: str | None = None, /) -> CameraView | None:
        """Return the cameras' newest view, or a recent one by its id.

        The view is made once for everyone who asks. Returns None if there is no camera.
        """


class Virtual(Protocol):
    """The simulated hardware behind the virtual table page."""

    def scene(self) -> Tabletop:
        """Return the current virtual table."""

    def do(self, act: VirtualAct) -> None:
        """Carry out what hands do at the virtual table.

        Raises `LookupError` if the thing does not exist, `IllegalMove` if it cannot be done.
        """

    def is_dealt(self) -> bool:
        """Whether all cards that must be dealt are dealt."""

    def console(self) -> ConsoleScreen:
        """Return the content of the console's display; empty if there is no console."""

    def tray(self) -> tuple[str, ...]:
        """Return the names of all cards in the deck."""

    def face_svg(self, card: str) -> str:
        """Return a card's face as SVG; raise `LookupError` for an unknown card."""

    def back_svg(self) -> str:
        """Return the card back as SVG."""

    def mat_svg(self) -> str:
        """Return the empty mat as SVG, in millimetres from its top left corner."""


class Rescue(Protocol):
    """The repairs for a match that cannot be shown, or a table that does not start."""

    def needs_host(self) -> bool:
        """Whether the match waits for the host's decision."""

    def problem(self) -> Message | None:
        """Return the problem, or None."""

    def actions(self) -> tuple[str, ...]:
        """Return the available repairs, best first: ``on``, ``undo``, ``anew``, ``start``."""

    def do(self, act: str) -> None:
        """Carry out one of the `actions`."""

    def journal(self) -> bytes:
        """Return the whole journal, one entry a line."""


class ClubRound(msgspec.Struct, frozen=True):
    """A match that the club's hub has drawn for this table; `players` are by seat."""

    event: str
    round: int
    number: int
    game: str
    players: tuple[str, ...]


class UnfinishedMatch(msgspec.Struct, frozen=True):
    """The newest match, if it was abandoned.

    `stated` has the final ranking that each person gave: tuples of seats, the winners first. The
    key is the person's seat, or None for the host.
    """

    match: int
    players: tuple[str, ...]
    stated: dict[int | None, tuple[tuple[int, ...], ...]]


class ClubStatus(msgspec.Struct, frozen=True):
    """How a table is connected to its club.

    `waits` is the number of results not yet sent to the hub (None: unknown), `trouble` why the hub
    cannot be reached.
    """

    club: str
    name: str
    waits: int | None
    trouble: Message | None
    round: ClubRound | None


class Club(Protocol):
    """The table's club, if it has one. Its errors have a `message`."""

    def status(self) -> ClubStatus | None:
        """Return the connection to the club, or None if the table is in no club."""

    def unfinished_match(self) -> UnfinishedMatch | None:
        """Return the newest match if it was abandoned, so that its players can rank themselves."""

    def join(self, address: str, code: str, name: str) -> None:
        """Join the club of a hub, with the code that the hub shows."""

    def leave(self) -> None:
        """Leave the club."""

    def state(self, match: int, places: tuple[tuple[int, ...], ...], by: Actor) -> None:
        """Record the final ranking of the newest match, which was abandoned."""

    def codes(self) -> tuple[str, ...]:
        """Return the last evening's results as texts for QR codes, if the hub is out of reach."""


class Calibration(Protocol):
    """Checks of the camera's view."""

    def checks(self) -> tuple[CheckResult, ...]:
        """Check the newest picture; return nothing if the camera has none."""

    def keep_lens(self) -> None:
        """Measure the lens from the newest picture and save the result.

        The message of a refusal says why it failed.
        """

    def relight(self) -> None:
        """Let the camera set exposure, white balance and focus again; does not wait."""


class Teaching(Protocol):
    """Teach the table a deck, card by card. The `message` of an error says what to do."""

    def lists(self) -> tuple[CardList, ...]:
        """Return the card lists to choose from."""

    def decks(self) -> tuple[str, ...]:
        """Return the decks taught before, finished or not."""

    def lesson(self) -> LessonState | None:
        """Return the current lesson; calling this keeps it open."""

    def begin(
        self, name: str, cards: tuple[str, ...], size_mm: tuple[float, float], plays: str | None
    ) -> None:
        """Start to teach a new deck. A name that appears twice means two equal cards."""

    def resume(self, name: str) -> None:
        """Continue with a deck that was started before."""

    def ask(self, card: str) -> None:
        """Ask for a card again; raise `LookupError` if it is not in the list."""

    def skip(self) -> None:
        """Leave out the requested card."""

    def keep(self) -> None:
        """Save the doubtful picture; raise `LookupError` if there is none."""

    def choose(self, own: bool) -> None:
        """Read matches with this deck (`own`), or with the project's deck again."""

    def close(self) -> None:
        """End the lesson; saved pictures stay."""

    def picture(self, card: str) -> bytes | None:
        """Return the PNG picture saved for a card, or None."""


class ReleaseNotes(msgspec.Struct, frozen=True):
    """The changes in one version, a sentence or two each."""

    version: str
    changes: tuple[str, ...]


class NewerRelease(msgspec.Struct, frozen=True):
    """A newer release; `news` is empty if its notes could not be fetched."""

    version: str
    news: tuple[ReleaseNotes, ...] = ()


class Maintenance(Protocol):
    """Backups, updates and bug reports.

    Every method raises an error whose `message` says why it failed.
    """

    version: str

    def newer(self) -> NewerRelease | None:
        """Ask the program's source for a newer release; return None if there is none."""

    def backup(self) -> AbstractContextManager[Path]:
        """Make the newest backup available as a file while the context is open."""

    def restore(self, file: IO[bytes]) -> None:
        """Store a backup, to be restored at the next start."""

    def pending_restore(self) -> Message | None:
        """Return what will be restored at the next start, or None."""

    def discard_restore(self) -> None:
        """Discard the backup that waits for the next start."""

    def bundle(self) -> bytes:
        """Return the zip file for a bug report, without private data."""


class Workshop(msgspec.Struct, frozen=True):
    """The tools of the host's set-up pages."""

    calibration: Calibration
    teaching: Teaching
