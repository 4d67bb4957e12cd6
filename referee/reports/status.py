"""How the table is: the health of its parts, and what the camera asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from referee.judging import Judgement
from referee.offers import Cue, Press
from referee.table import Position, Zone
from referee.values import Message

TWO = 2  # ways: each has a press of its own
# For how long a button is held to say yes. Halved, who presses firmly to make a move says yes;
# doubled, nobody believes that anything will happen.
APPROVAL_HOLD_S = 2.0


class PossibleCard(msgspec.Struct, frozen=True):
    """A card that a doubtful reading may be; `left` is how many the deck can still hold."""

    card: str
    score: float
    left: int


class Item(msgspec.Struct, frozen=True):
    """One card of a question: its picture (a proof id) and all that it may be.

    `answer` is the card that a person chose, `guess` what the camera leans to; an item
    that is certain has `certain` set and is shown so that it can be corrected too. `none` says
    what it means to answer that it is no card, where that is not all that it says.
    """

    id: str
    proof: str
    candidates: tuple[PossibleCard, ...]
    guess: str | None = None
    answer: str | None = None
    certain: bool = False
    reason: Message | None = None
    none: Message | None = None
    yes: Message | None = None  # the same of the only card that it may be


class Way(msgspec.Struct, frozen=True):
    """One of several things that cards may mean: an offer's label, and what it does."""

    id: str
    label: Message
    effect: Message | None = None


class Question(msgspec.Struct, frozen=True):
    """What is open between the table and the match: a `doubt` of the camera's, or what people did.

    `rule` says what forbids it, `seats` whom it concerns, `where` in which zones the cards may lie.
    `missing` counts cards that are gone. Where cards may mean several things, one of these `ways`
    is to be chosen, by `seat` or the host (None: by anybody); presses have come to the one `at`
    that place.
    """

    id: str
    zone: str
    message: Message
    items: tuple[Item, ...] = ()
    missing: int = 0
    ways: tuple[Way, ...] = ()
    seat: int | None = None
    at: int = 0
    rule: str = ""
    seats: tuple[int, ...] = ()
    where: tuple[str, ...] = ()
    doubt: bool = True

    def press_of(self, number: int) -> Press | None:
        """Return the press that takes a way, by its number; None for none.

        The only one is taken by a short press. Of two a short one takes the first and a long one
        the second. Of more a short one marks the next, and a long one takes the one that is marked.
        """
        if self.seat is None:
            return None
        if len(self.ways) == 1:
            return Press.SHORT
        if len(self.ways) == TWO:
            return Press.LONG if number else Press.SHORT
        return Press.LONG if number == self.at else None


def misplaced_cues(cues: Sequence[Cue], questions: Iterable[Question]) -> tuple[Cue, ...]:
    """Return the cues while something lies amiss: whom it concerns is lit, and nobody else."""
    told = next((one.seats for one in questions if one.seats and not one.doubt), ())
    if not told:
        return tuple(cues)
    idle = (cue if cue is Cue.OUT else Cue.IDLE for cue in cues)
    return tuple(Cue.MISPLACED if seat in told else cue for seat, cue in enumerate(idle))


class Part(msgspec.Struct, frozen=True):
    """The health of one part of the table (camera, panel, reader, journal)."""

    name: str
    well: bool
    message: Message


class Denied(msgspec.Struct, frozen=True):
    """Why the last press of a seat did nothing, and the rule that says so; ``table`` is none."""

    seat: int
    why: Message
    rule: str


class Sound(msgspec.Struct, frozen=True):
    """What sounds at the table: the buzzer, and a voice that speaks rulings; None: not there."""

    buzzer: bool | None = None
    voice: bool | None = None


class PendingApproval(msgspec.Struct, frozen=True):
    """What waits for a yes: a phone for its `seat`, or, where that is None, an act of a seat.

    The button of each of `seats` may say yes.
    """

    id: str
    what: Message
    seats: tuple[int, ...]
    seat: int | None = None


class PendingBotAction(msgspec.Struct, frozen=True):
    """What a player of the table's own waits for people to do with its cards.

    They lie in `zone`, in cells `at` of its grid; `cards` are named where it is known which.
    """

    seat: int
    message: Message
    zone: Zone | None = None
    at: tuple[Position, ...] = ()
    cards: tuple[str, ...] = ()


class Status(msgspec.Struct, frozen=True):
    """How the table itself is: its parts, its lights, and what the camera asks or waits for.

    `lights` is a light pattern's name for each seat, `watching` what the camera does now; it `sees`
    where one is there. `judged` is what people are told that the table lacks, and what no rule
    allows. `yes` says by which press each seat's button that may do so says yes to what waits: one
    that is no move now; None where every press may be one. A seat that has no button is not in it.
    `wanted` is what a player of the table's own waits for.
    """

    parts: tuple[Part, ...]
    lights: tuple[str, ...]
    watching: tuple[Message, ...] = ()
    questions: tuple[Question, ...] = ()  # the first one is to be heeded first
    denied: tuple[Denied, ...] = ()  # at most one of each seat
    sound: Sound = Sound()
    judged: Judgement = Judgement()
    sees: bool = True
    yes: Mapping[int, Press | None] = {}
    bot_pending: PendingBotAction | None = None

    @property
    def question(self) -> Question | None:
        """What is to be heeded first."""
        return self.questions[0] if self.questions else None
