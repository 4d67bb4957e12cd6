"""The status of the table: the health of its parts, and open questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from referee.judging import Judgement
from referee.offers import Cue, Press
from referee.pending import PendingAction
from referee.reports.questions import Question
from referee.values import Message

# How long people must hold a button to approve. With half the time, a firm press would approve by
# mistake; with twice the time, people would let go too early.
APPROVAL_HOLD_S = 2.0


# The cues of seats that can act.
ACTING = frozenset({Cue.TURN, Cue.MAY_CHALLENGE, Cue.MAY_BLOCK, Cue.MAY_ANSWER})


def dealing_cue(cue: Cue) -> Cue:
    """Return a seat's cue while the table waits for a deal: nobody can act."""
    return Cue.WAIT if cue in ACTING else cue


def misplaced_cues(cues: Sequence[Cue], questions: Iterable[Question]) -> tuple[Cue, ...]:
    """Return the cues while cards are misplaced: only the lamps of the seats concerned are on."""
    seats = next(
        (question.seats for question in questions if question.seats and question.misplaced), ()
    )
    if not seats:
        return tuple(cues)
    idle = (cue if cue is Cue.OUT else Cue.IDLE for cue in cues)
    return tuple(Cue.MISPLACED if seat in seats else cue for seat, cue in enumerate(idle))


class Part(msgspec.Struct, frozen=True):
    """How well a part of the table works: the camera, panel, reader or journal."""

    name: str
    well: bool
    message: Message


class Denied(msgspec.Struct, frozen=True):
    """Explains why the last press at a seat did nothing.

    If the reason is not a rule of the game, `rule` is ``table``.
    """

    seat: int
    why: Message
    rule: str


class Sound(msgspec.Struct, frozen=True):
    """The sounds of the table: the buzzer, and the voice that speaks rulings.

    None means that the sound is not available.
    """

    buzzer: bool | None = None
    voice: bool | None = None


class PendingApproval(msgspec.Struct, frozen=True):
    """A request that somebody must approve.

    It comes from a phone that wants the `seat`. If that is None, it is for an action of a seat. A
    press on the button of any of `seats` approves it.
    """

    id: str
    what: Message
    seats: tuple[int, ...]
    seat: int | None = None


class Coming(msgspec.Struct, frozen=True):
    """The bots' action with the cards at `due_ms`, after `of_ms` of waiting."""

    message: Message
    due_ms: int
    of_ms: int


class Status(msgspec.Struct, frozen=True):
    """The status of the table: its parts, its lamps, and what the camera asks for or waits for.

    - `lights` has the name of each seat's light pattern. `watching` is what the camera does now;
      `sees` says whether there is one.
    - `judged` is the current judgement of the table.
    - `yes` has the press that approves a request at each seat's button. It is a press that is no
      move now, or None if every press may be one. A seat without a button is missing.
    - `bot_pending` is what people must do with the cards of a bot.
    - `coming` is what bots will do with cards that people look at.
    - `undealt` says whether the match waits for a deal that the table can see.
    """

    parts: tuple[Part, ...]
    lights: tuple[str, ...]
    watching: tuple[Message, ...] = ()
    questions: tuple[Question, ...] = ()  # The most important question comes first.
    denied: tuple[Denied, ...] = ()  # Each seat has at most one.
    sound: Sound = Sound()
    judged: Judgement = Judgement()
    sees: bool = True
    yes: Mapping[int, Press | None] = {}
    bot_pending: PendingAction | None = None
    coming: Coming | None = None
    undealt: bool = False

    @property
    def question(self) -> Question | None:
        """The most important question, or None."""
        return self.questions[0] if self.questions else None
