"""The running table as the pages need it: protocols that `firmware` implements.

Every method may be called from any thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

import msgspec

from referee.actor import Actor
from referee.club.received import clean_message
from referee.contract import Appraisal, Cell, Message, Offer
from referee.hub.messages import Seated
from referee.match.commands import Command, HandOver, NamePlayer
from referee.match.desk import Desk, Snapshot
from referee.notifying import Listeners
from referee.reports.commands import AnswerApproval, MakeHost, TableCommand
from referee.reports.picture import CameraView, ReadPhoto
from referee.reports.questions import PossibleCard
from referee.reports.status import PendingApproval, Status
from referee.reports.tabletop import ConsoleScreen, Plan, Tabletop
from referee.reports.virtual_acts import VirtualAct


class Phones(Protocol):
    """The phones at the seats, as the buttons and the console need them."""

    @property
    def taken(self) -> Collection[int]:
        """The seats that have a phone."""

    @property
    def names(self) -> Mapping[int, str]:
        """The names that players chose, by seat."""

    @property
    def waiting(self) -> Sequence[PendingApproval]:
        """Return the pending approvals, oldest first."""

    @property
    def invitation(self) -> Sequence[Message]:
        """How phones join the table, and the host's code, for people at the table."""

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the pending approvals change."""

    def do(self, command: NamePlayer | HandOver | MakeHost | AnswerApproval, by: Actor) -> None:
        """Rename a player, hand over a seat, make a phone host, or answer an approval.

        Raises the errors of the desk, or `LookupError` if the approval is no longer pending.
        """


class UncertainCard(msgspec.Struct, frozen=True):
    """A doubtful card in a count: its picture, and the cards that it could be.

    If there are no `candidates`, the card has to be moved before it can be read.
    """

    id: str
    png: bytes
    reason: Message
    candidates: tuple[PossibleCard, ...] = ()


class GridReading(msgspec.Struct, frozen=True):
    """The cards of a grid, as the table counted them from a picture.

    The rows and columns of `cells` may start at any number. `appraisal` is None if the rules do not
    allow these positions; then `photo.said` says why. If `joins` is true, another picture can add
    more cards to the same grid.
    """

    photo: ReadPhoto
    cells: tuple[Cell, ...]
    appraisal: Appraisal | None
    uncertain: tuple[UncertainCard, ...]
    joins: bool = False


class ConsoleTable(Protocol):
    """The running table, as far as its console needs it."""

    seats: int

    def status(self) -> Status:
        """Return the table's current status."""

    def do(self, command: Command | TableCommand, by: Actor) -> Snapshot | None:
        """Carry out a command. Return the match afterwards if the command changed it.

        Moves wait until their offer becomes available. Raises `RefereeError` if the rules, the desk
        or the table refuse; `LookupError` if the question, card or picture is no longer open;
        `ValueError` if the doubtful card cannot be the given one.
        """

    def no_bots(self, game: str) -> Message | None:
        """Return the reason why no bot can play this game here, or None if bots can play."""


class Pictures(Protocol):
    """Pictures of the table for the match."""

    def take(self, data: bytes, seen: int, sender: Actor) -> ReadPhoto:
        """Read a phone's picture (JPEG) that was taken at the match state `seen`. Takes seconds.

        If all cards were read with certainty, they become a move at once. If the picture is
        refused, the error's message says what to do.
        """

    def place(self, photo: str, zone: str, sender: Actor) -> ReadPhoto:
        """Record the place of the newest picture's cards: a zone, or one of its choices.

        Raises `LookupError` if that question is no longer open.
        """

    def open_picture(self, photo: str) -> ReadPhoto:
        """Return the picture that the open question is about; raise `LookupError` for any other."""


class Counts(Protocol):
    """Pictures of the cards in front of a seat, counted outside the match."""

    def count(self, data: bytes, sender: Actor, beside: str | None = None) -> GridReading:
        """Count the cards on a picture (JPEG), or on this and the sender's last one, `beside`.

        Raises `LookupError` if `beside` is not the picture of the sender's last count.
        """

    def answer(self, photo: str, item: str, card: str | None, sender: Actor) -> GridReading:
        """Correct one card in the last count of this sender. None means that it is not a card.

        Raises `LookupError` if the card is not in question, `ValueError` if it cannot be that card.
        """


class Table(ConsoleTable, Protocol):
    """The running table."""

    desk: Desk
    deck_names: tuple[str, ...]

    @property
    def photos(self) -> Pictures:
        """The pictures that phones send for the match."""

    @property
    def counts(self) -> Counts:
        """The pictures whose cards are counted."""

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change of desk or status; return a function that ends this."""

    def attach_phones(self, phones: Phones) -> None:
        """Connect the phones at the seats with the table."""

    def due_ms(self, offer: Offer) -> int:
        """Return when an offer becomes available, in milliseconds of `time.monotonic`."""

    def proof(self, proof_id: str, /) -> bytes | None:
        """Return the picture with this id as PNG, or None."""

    def face_svg(self, card: str, /) -> str:
        """Return a card's face as SVG, from the current deck.

        Raises `LookupError` if the deck has no such picture.
        """

    def usual_face_svg(self, game: str, edition: str | None, card: str, /) -> str:
        """Return a card's face as SVG, from the deck that a game normally uses.

        It needs no match, because rules are read before the first one. Raises `LookupError`.
        """

    def plan(self) -> Plan:
        """Return the mats of this match, or of the next one. Equal mats are the same object."""

    def camera_view(self, view: str | None = None, /) -> CameraView | None:
        """Return the newest view of the cameras, or a recent one by its id.

        All clients share one view. Returns None if there is no camera.
        """


class Virtual(Protocol):
    """The simulated hardware behind the virtual table page.

    `pictured` is called whenever the console's display shows another picture.
    """

    pictured: Listeners[[]]

    def scene(self) -> Tabletop:
        """Return the current virtual table."""

    def do(self, act: VirtualAct) -> None:
        """Move something at the virtual table, as a person's hands would.

        Raises `LookupError` if the thing does not exist, `IllegalMove` if it cannot be done.
        """

    def is_dealt(self) -> bool:
        """Whether every card of the initial deal has been dealt."""

    def console(self) -> ConsoleScreen:
        """Return what the console's display shows; it is empty if there is no console."""

    def tray(self) -> tuple[str, ...]:
        """Return the names of all cards in the deck."""

    def face_svg(self, card: str) -> str:
        """Return a card's face as SVG; raise `LookupError` for an unknown card."""

    def back_svg(self) -> str:
        """Return the card back as SVG."""

    def mat_svg(self) -> str:
        """Return the empty mat as SVG, in millimetres from its top left corner."""


class ClubStatus(msgspec.Struct, frozen=True):
    """The connection of a table to its club.

    `waits` is the number of results that the hub does not have yet, or None if that is unknown.
    `trouble` says why the hub cannot be reached.
    """

    club: str
    name: str
    waits: int | None
    trouble: Message | None
    round: Seated | None

    def __post_init__(self) -> None:
        if self.round is not None:  # The hub's names become people here.
            msgspec.structs.force_setattr(self, "round", clean_message(self.round))


class Club(Protocol):
    """The club of the table, if it has one. If a method fails, the error's `message` says why."""

    def status(self) -> ClubStatus | None:
        """Return the state of the connection, or None if the table is not in a club."""

    def join(self, address: str, code: str, name: str) -> None:
        """Join the club of a hub with the code that the hub shows."""

    def leave(self) -> None:
        """Leave the club."""

    def codes(self) -> tuple[str, ...]:
        """Return the last evening's results as texts for QR codes, for use without a network."""
