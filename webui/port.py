"""What the pages need of the table: the running parts, seen from the web.

`firmware` implements these protocols; the pages know nothing else of the machine.
Everything here may be called from any thread.
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
    """The phones at the seats, for the buttons and a console at the table."""

    @property
    def taken(self) -> Collection[int]:
        """The seats that a phone holds."""

    @property
    def names(self) -> Mapping[int, str]:
        """What players call themselves, by seat."""

    @property
    def recent_names(self) -> Sequence[str]:
        """The names used at this table before, the newest first."""

    @property
    def waiting(self) -> Sequence[PendingApproval]:
        """What waits for a yes now, the oldest first."""

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever something else waits."""

    def do(self, command: NamePlayer | HandOver | MakeHost | AnswerApproval, by: Actor) -> None:
        """Name a seat's player or hand the seat over, its phone and the match's; or make it host;
        or say yes or no to what waits.

        Raises what the desk does, and `LookupError` for what waits no more.
        """


class UncertainCard(msgspec.Struct, frozen=True):
    """A card of a count that is asked about: its picture, and all that it may be.

    Nothing where it must be moved.
    """

    id: str
    png: bytes
    reason: Message
    candidates: tuple[PossibleCard, ...] = ()


class GridReading(msgspec.Struct, frozen=True):
    """What lies in a grid, counted from a picture: its cells from any origin, and their worth.

    Where the cards cannot lie so at all there is no `worth`, and the picture's `said` says why. One
    that `joins` may go on with another picture, of more of the same cards.
    """

    photo: ReadPhoto
    cells: tuple[Cell, ...]
    appraisal: Appraisal | None
    uncertain: tuple[UncertainCard, ...]
    joins: bool = False


class MatchAnalyses(Protocol):
    """What else there was in matches that are over."""

    def result(self, game: str, match: int, steps_seq: int) -> Analysis | None:
        """Return what is known of a match in which the same moves stand since an entry.

        None for a game that nobody can look back at.
        """

    def request(self, match: int) -> None:
        """Have it worked out, which takes a minute; who listens to the table is told of it."""


class Table(Protocol):
    """The running table."""

    desk: Desk
    deck_names: tuple[str, ...]
    seats: int

    @property
    def analyses(self) -> MatchAnalyses:
        """What else there was in matches that are over."""

    def status(self) -> Status:
        """Return how the table is now."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change of desk or status; return how to stop that."""

    def attach_phones(self, phones: Phones) -> None:
        """Let the table know the phones at its seats, and what waits for a word said there."""

    def do(self, command: Command | TableCommand, by: Actor) -> Snapshot | None:
        """Do what a command says; return the match as it is then, if it was done to that.

        A move is made no sooner than its offer says. Raises `RefereeError`, by the rules, the desk
        or the table; `LookupError` where a question, its item or a picture is no longer asked
        about; `ValueError` for a card that an item cannot be.
        """

    def no_bots(self, game: str) -> Message | None:
        """Return why no player of the table's own sits down at a game here; None where one may."""

    def due_ms(self, offer: Offer) -> int:
        """Return from when an offer may be taken, in milliseconds of `time.monotonic`.

        An offer by the clock is made at that moment.
        """

    def send(self, data: bytes, seen: int, by: Actor) -> ReadPhoto:
        """Read a phone's picture (JPEG), taken on the match's state `seen`; takes seconds.

        What is sure in it is a move at once. A refusal's message says what to do.
        """

    def place_photo(self, photo: str, zone: str, by: Actor) -> ReadPhoto:
        """Take a person's word on where the cards of the newest picture lie: a zone, or a way.

        Raises `LookupError` where that is asked no more.
        """

    def count(self, data: bytes, by: Actor) -> GridReading:
        """Count what lies before a seat on a phone's picture (JPEG), outside the match."""

    def count_more(self, data: bytes, photo: str, by: Actor) -> GridReading:
        """Count what a picture (JPEG) shows beside the last one that they had counted.

        Raises `LookupError` where another was the last.
        """

    def count_again(self, photo: str, item: str, card: str | None, by: Actor) -> GridReading:
        """Take a person's word on one card of their last count (None: it is no card).

        Raises `LookupError` where that is asked no more, `ValueError` for what it cannot be.
        """

    def photo(self, photo: str) -> ReadPhoto:
        """Return the picture that is asked about; raises `LookupError` for another."""

    def proof(self, proof_id: str, /) -> bytes | None:
        """Return the PNG picture of a proof id, or None."""

    def face_svg(self, card: str, past: PastMatch | None = None, /) -> str:
        """Return a card's face as SVG, in the deck that is played, or that a past match was.

        Raises `LookupError`.
        """

    def usual_face_svg(self, game: str, edition: str | None, card: str, /) -> str:
        """Return a card's face in a game's usual deck, as SVG; raises `LookupError`.

        It needs no match: rules are read before the first one.
        """

    def plan(self) -> Plan:
        """Return how the mats of the match lie, or of the next one; the same for equal ones."""

    def camera_view(self, view: str | None = None, /) -> CameraView | None:
        """Return the cameras' newest view, or the one of an id while it is kept; None: no camera.

        It is made once for all who ask.
        """


class Virtual(Protocol):
    """The simulated hardware behind the virtual table page."""

    def scene(self) -> Tabletop:
        """Return the table as it lies now."""

    def do(self, act: VirtualAct) -> None:
        """Do what hands do.

        Raises `LookupError` for what is not there, and `IllegalMove` for what cannot be done.
        """

    def dealt(self) -> bool:
        """Tell whether the cards that are due have been dealt; true also where none are."""

    def console(self) -> ConsoleScreen:
        """Return what the console's display shows; empty where there is none."""

    def tray(self) -> tuple[str, ...]:
        """Return the names of all cards of the deck that lies on the table."""

    def face_svg(self, card: str) -> str:
        """Return a card's face as SVG; raises `LookupError` for no such card."""

    def back_svg(self) -> str:
        """Return the card back as SVG."""

    def mat_svg(self) -> str:
        """Return the empty mat as SVG, in millimetres from its top left corner."""


class Rescue(Protocol):
    """What can be done about a match that cannot be shown, or a table that does not start."""

    def needs_host(self) -> bool:
        """Tell whether the match goes on only by the host's word."""

    def problem(self) -> Message | None:
        """Return what is wrong, or None."""

    def actions(self) -> tuple[str, ...]:
        """Return what can be done now: of ``on``, ``undo``, ``anew`` and ``start``, best first."""

    def do(self, act: str) -> None:
        """Do one of these."""

    def journal(self) -> bytes:
        """Return every entry of the journal as a line of text."""


class ClubRound(msgspec.Struct, frozen=True):
    """A round that the club's hub has drawn: who is to play what here; `players` are by seat."""

    event: str
    round: int
    number: int
    game: str
    players: tuple[str, ...]


class UnfinishedMatch(msgspec.Struct, frozen=True):
    """The newest match, which was left: `stated` is who came in where, as each said last.

    Seats by place, the first place first; the host is None.
    """

    match: int
    players: tuple[str, ...]
    stated: dict[int | None, tuple[tuple[int, ...], ...]]


class ClubStatus(msgspec.Struct, frozen=True):
    """How a table stands with its club: `waits` is how many results the hub has not (None: not
    known), `trouble` why it is not reached."""

    club: str
    name: str
    waits: int | None
    trouble: Message | None
    round: ClubRound | None


class Club(Protocol):
    """The club that the table is of, if it is; refusals carry a `message`."""

    def status(self) -> ClubStatus | None:
        """Return how it stands with the club; None for a table of no club."""

    def unfinished_match(self) -> UnfinishedMatch | None:
        """Return the newest match if it was left, so that its players say who came in where."""

    def join(self, address: str, code: str, name: str) -> None:
        """Join the club whose hub has an address, by the code that it shows."""

    def leave(self) -> None:
        """Be of no club any more."""

    def state(self, match: int, places: tuple[tuple[int, ...], ...], by: Actor) -> None:
        """Say who came in where in the newest match, which was left."""

    def codes(self) -> tuple[str, ...]:
        """Return the last evening's results as the texts of QR codes, for a hub out of reach."""


class Calibration(Protocol):
    """The camera's view, checked."""

    def checks(self) -> tuple[CheckResult, ...]:
        """Check the newest picture; empty where the camera gives none."""

    def keep_lens(self) -> None:
        """Measure the lens in the newest picture and keep it; a refusal's message says why."""

    def relight(self) -> None:
        """Let the camera measure light, colour and focus anew, then hold them; does not wait."""


class Teaching(Protocol):
    """Teaching the table a deck, card by card; a refusal's `message` says what to do."""

    def lists(self) -> tuple[CardList, ...]:
        """Return the lists of cards to choose from."""

    def decks(self) -> tuple[str, ...]:
        """Return the decks begun or taught before."""

    def lesson(self) -> LessonState | None:
        """Return the lesson that is on; asking keeps it on."""

    def begin(
        self, name: str, cards: tuple[str, ...], size_mm: tuple[float, float], plays: str | None
    ) -> None:
        """Begin to teach a new deck; a card named twice is two cards of a kind."""

    def resume(self, name: str) -> None:
        """Go on with a deck begun before."""

    def ask(self, card: str) -> None:
        """Ask for a card, perhaps again; raises `LookupError` for one not in the list."""

    def skip(self) -> None:
        """Leave out the card that is asked for."""

    def keep(self) -> None:
        """Keep the picture in doubt; raises `LookupError` where none is."""

    def choose(self, own: bool) -> None:
        """Read matches by this deck, or by the project's own again."""

    def close(self) -> None:
        """End the lesson; what was kept stays."""

    def picture(self, card: str) -> bytes | None:
        """Return the PNG picture kept of a card, or None."""


class ReleaseNotes(msgspec.Struct, frozen=True):
    """What is new in one version, a sentence or two each."""

    version: str
    changes: tuple[str, ...]


class NewerRelease(msgspec.Struct, frozen=True):
    """A release that is newer than what runs; without `news` where those cannot be had."""

    version: str
    news: tuple[ReleaseNotes, ...] = ()


class Maintenance(Protocol):
    """What a host takes away from the table as a file, or brings back.

    All raise an error whose `message` says why it cannot be done.
    """

    version: str

    def newer(self) -> NewerRelease | None:
        """Ask where this program came from for a newer release; None where there is none."""

    def backup(self) -> AbstractContextManager[Path]:
        """Give the newest backup as a file, which is there for as long as it is held."""

    def restore(self, file: IO[bytes]) -> None:
        """Lay a backup ready for the next start."""

    def ready(self) -> Message | None:
        """Return what lies ready for the next start, if anything does."""

    def forget(self) -> None:
        """Let what lies ready not be taken over."""

    def bundle(self) -> bytes:
        """Return the zip for a bug report, with nothing private in it."""


class Workshop(msgspec.Struct, frozen=True):
    """What the host's pages for setting up a table need."""

    calibration: Calibration
    teaching: Teaching
