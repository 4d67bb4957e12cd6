"""What the pages need of the table: the running parts, seen from the web.

`firmware` implements these protocols; the pages know nothing else of the machine.
Everything here may be called from any thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from referee.contract import Message, Offer
from referee.match.desk import Desk, Snapshot


class Candidate(msgspec.Struct, frozen=True):
    """A card that a doubtful reading may be; `left` is how many the deck can still hold."""

    card: str
    score: float
    left: int


class Item(msgspec.Struct, frozen=True):
    """One card of a question: its picture (a proof id) and all that it may be.

    `settled` is the card that the table chose, `guess` what the camera leans to; an item
    that is certain has `certain` set and is shown so that it can be corrected too. `none` says
    what it means to settle it as no card, where that is not all that it says.
    """

    id: str
    proof: str
    candidates: tuple[Candidate, ...]
    guess: str | None = None
    settled: str | None = None
    certain: bool = False
    reason: Message | None = None
    none: Message | None = None


class Question(msgspec.Struct, frozen=True):
    """What the camera asks the table: doubtful cards, or a count that does not fit.

    `missing` is positive where cards are missing and negative where there are too many.
    """

    id: str
    zone: str
    message: Message
    items: tuple[Item, ...] = ()
    missing: int = 0


class Part(msgspec.Struct, frozen=True):
    """The health of one part of the table (camera, panel, reader, journal)."""

    name: str
    well: bool
    message: Message


class Status(msgspec.Struct, frozen=True):
    """How the table itself is: its parts, its lights, and what the camera asks or waits for.

    `lights` is a light pattern's name for each seat, `watching` what the camera does now.
    """

    parts: tuple[Part, ...]
    lights: tuple[str, ...]
    watching: tuple[Message, ...] = ()
    question: Question | None = None
    denied: tuple[tuple[int, Message], ...] = ()  # the last refused press of each seat


class Table(Protocol):
    """The running table."""

    desk: Desk
    deck_names: tuple[str, ...]
    seats: int

    def status(self) -> Status:
        """Return how the table is now."""

    def listen(self, told: Callable[[], None]) -> Callable[[], None]:
        """Call `told` after every change of desk or status; return how to stop that."""

    def submit(self, move: Mapping[str, Any], seen: int, by: str) -> Snapshot:
        """Make a move from a page, no sooner than its offer says; raises `IllegalMove`."""

    def due_ms(self, offer: Offer) -> int:
        """Return from when an offer may be taken, in milliseconds of `time.monotonic`.

        An offer by the clock is made at that moment.
        """

    def settle(self, question: str, item: str, card: str | None, by: str) -> None:
        """Take the table's word for one card of a question (None: it is no card).

        Raises `LookupError` where the question or the item is no longer asked, and
        `ValueError` for a card that it cannot be.
        """

    def proof(self, proof_id: str, /) -> bytes | None:
        """Return the PNG picture of a proof id, or None."""

    def camera_jpeg(self) -> bytes | None:
        """Return the camera's newest view with what was read drawn on it, or None."""

    def start(self, game: str, options: dict[str, object], seats: int) -> None:
        """Begin a new match; raises `BadOptions`."""


class Placed(msgspec.Struct, frozen=True):
    """A card on the virtual mat: centre in millimetres, turn clockwise in degrees."""

    id: str
    card: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    face_up: bool = True


class Scene(msgspec.Struct, frozen=True):
    """The virtual table: the mat, each seat's own card or cards, the piles, the faults.

    `zones` maps a zone's name (such as ``seat:0``) to its left, top, right and bottom in
    millimetres from the mat's top left corner; a seat sits at the edge nearest to its zone.
    """

    mat_mm: tuple[float, float]
    card_mm: tuple[float, float]
    placed: tuple[Placed, ...]
    hands: tuple[tuple[str, ...], ...]  # ids of cards held, by seat, see `faces`
    faces: dict[str, str]  # card id -> card
    pile: int
    discards: int
    faults: dict[str, bool]
    version: int
    zones: dict[str, tuple[float, float, float, float]] = {}


class Virtual(Protocol):
    """The simulated hardware behind the virtual table page."""

    def scene(self) -> Scene:
        """Return the table as it lies now."""

    def place(
        self, card_id: str, /, x_mm: float, y_mm: float, turn_deg: float, face_up: bool
    ) -> None:
        """Lay a card on the mat or move it there; raises `LookupError` for no such card."""

    def take(self, card_id: str, /) -> None:
        """Take a card off the mat, onto the discards."""

    def hold(self, card_id: str, seat: int, /) -> None:
        """Put a card into a seat's hand: off the mat, or (``pile``) drawn from the pile."""

    def put_back(self, card_id: str, /) -> None:
        """Shuffle a card, off the mat or out of a hand, back into the pile."""

    def show(self, card_id: str, zone: str, /) -> None:
        """Lay a card face up in a zone, beside what lies there; raises `LookupError`."""

    def deal(self) -> None:
        """Clear the mat, shuffle if the referee asked for it, and deal as the game wants."""

    def reveal(self) -> None:
        """Lay all held cards face up on the mat, and turn up a draw card if one is wanted.

        Raises `IllegalMove` where somebody has to choose a card.
        """

    def button(self, seat: int, down: bool) -> None:
        """Press or release a seat's button, as an edge on its (mock) pin."""

    def fault(self, name: str, on: bool) -> None:
        """Switch a fault: shadow, glare, blur, hand, dark, camera_lost, bouncing."""

    def tray(self) -> tuple[str, ...]:
        """Return the names of all cards of the deck that lies on the table."""

    def lay(self, card: str, face_up: bool) -> None:
        """Lay a card of that name, not held by anybody, in the middle; raises `LookupError`."""

    def clear(self) -> None:
        """Take all that lies on the mat back into the pile."""

    def face_svg(self, card: str) -> str:
        """Return a card's face as SVG; raises `LookupError` for no such card."""

    def back_svg(self) -> str:
        """Return the card back as SVG."""

    def mat_svg(self) -> str:
        """Return the empty mat as SVG, in millimetres from its top left corner."""


class Check(msgspec.Struct, frozen=True):
    """One check of the camera's view; `well` is None where nothing could be measured."""

    name: str
    well: bool | None
    message: Message


class Calibration(Protocol):
    """The camera's view, checked."""

    def checks(self) -> tuple[Check, ...]:
        """Check the newest picture; empty where the camera gives none."""

    def relight(self) -> None:
        """Let the camera measure light, colour and focus anew, then hold them; does not wait."""


class CardList(msgspec.Struct, frozen=True):
    """A list of cards that a deck may be taught by."""

    name: str
    cards: tuple[str, ...]
    size_mm: tuple[float, float]


class Taught(msgspec.Struct, frozen=True):
    """A card of a lesson; `picture` changes with what was kept of it, None before that."""

    card: str
    picture: str | None = None


class Lesson(msgspec.Struct, frozen=True):
    """A deck that is being taught: what is asked for, what to do, what was kept.

    `doubt` tells whether a picture waits for a person's word. When all is asked for, `alike`
    names the pairs that cannot be parted safely; it is None until that has been tried.
    """

    deck: str
    cards: tuple[Taught, ...]
    asked: str | None
    message: Message
    doubt: bool = False
    alike: tuple[tuple[str, str], ...] | None = None
    trying: bool = False
    plays: str | None = None  # the deck of the project's own that it can stand in for
    chosen: bool = False  # matches are read by it now


class Teaching(Protocol):
    """Teaching the table a deck, card by card; a refusal's `message` says what to do."""

    def lists(self) -> tuple[CardList, ...]:
        """Return the lists of cards to choose from."""

    def decks(self) -> tuple[str, ...]:
        """Return the decks begun or taught before."""

    def lesson(self) -> Lesson | None:
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


class Workshop(msgspec.Struct, frozen=True):
    """What the host's pages for setting up a table need."""

    calibration: Calibration
    teaching: Teaching
