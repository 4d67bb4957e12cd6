"""The open questions of the table: one type for each kind of answer.

A question knows its own choices, and the press that takes each of them. People answer it by naming
its cards, or by one of the choices.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from referee.offers import Press
from referee.values import Message

TWO = 2  # Each of two ways has its own press.


class PossibleCard(msgspec.Struct, frozen=True):
    """A card that a doubtful reading may be. The deck can still have `left` copies of it."""

    card: str
    score: float
    left: int


class Item(msgspec.Struct, frozen=True):
    """One card in a question: its picture, and the cards that it may be.

    `answer` is a person's answer, and `guess` is the camera's best guess. A `certain` item is
    shown, too, so that people can correct it. If the usual texts do not fit, `yes` is the text of
    the answer that names the card, and `none` the text of the answer that it is no card.
    """

    id: str
    proof: str
    candidates: tuple[PossibleCard, ...]
    guess: str | None = None
    answer: str | None = None
    certain: bool = False
    reason: Message | None = None
    none: Message | None = None
    yes: Message | None = None  # See `none`.


class Way(msgspec.Struct, frozen=True):
    """One of the choices: a possible meaning of cards, and what it does.

    `press` is the press that takes it, if any. It is `marked` if presses have chosen it so far.
    """

    id: str
    label: Message
    effect: Message | None = None
    press: Press | None = None
    marked: bool = False


class Question(msgspec.Struct, frozen=True):
    """A doubt of the camera about cards in a zone. People name the `items`.

    `rule` is the rule behind the question, and `seats` are the seats concerned.
    """

    id: str
    zone: str
    message: Message
    items: tuple[Item, ...] = ()
    rule: str = ""
    seats: tuple[int, ...] = ()

    misplaced: ClassVar[bool] = False  # Whether people did something wrong, so lamps show it.

    @property
    def choices(self) -> tuple[Way, ...]:
        """The choices, if the answer is one of them."""
        return ()

    @property
    def chooser(self) -> int | None:
        """The only seat that may take a choice, apart from the host. None means anybody."""
        return None

    def for_anybody(self) -> Question:
        """Return the question with choices that anybody may take."""
        return self


class Gathered(Question, frozen=True):
    """A card was gathered before the camera read it. People name it."""

    misplaced: ClassVar[bool] = True


class Refused(Question, frozen=True):
    """Cards make no move, because of a rule. People may correct their names."""

    misplaced: ClassVar[bool] = True


class Missing(Question, frozen=True):
    """A card was removed that must stay. People put it back, or play on without it."""

    misplaced: ClassVar[bool] = True


class WhichMove(Question, frozen=True):
    """Cards have several possible meanings. `seat` must choose one of the `ways`, or the host.

    A short press takes a single way. Of two ways, a short press takes the first and a long press
    the second. If there are more, a short press marks the next way, and a long press takes the
    marked one, which is number `marked`.
    """

    ways: tuple[Way, ...] = ()
    seat: int | None = None
    marked: int = 0

    @property
    def choices(self) -> tuple[Way, ...]:
        """The ways, with their presses."""
        marks = len(self.ways) > TWO
        return tuple(
            replace(one, press=self._press(number), marked=marks and number == self.marked)
            for number, one in enumerate(self.ways)
        )

    def _press(self, number: int) -> Press | None:
        if self.seat is None:
            return None
        if len(self.ways) > TWO:
            return Press.LONG if number == self.marked else None
        return Press.LONG if number else Press.SHORT

    @property
    def chooser(self) -> int | None:
        """The seat that must choose."""
        return self.seat

    def for_anybody(self) -> WhichMove:
        """Return the question without its seat."""
        return replace(self, seat=None)

    def with_next_marked(self) -> WhichMove:
        """Return the question with the next way marked."""
        return replace(self, marked=(self.marked + 1) % len(self.ways))


class Contradiction(WhichMove, frozen=True):
    """The camera reads another card than the match has. People choose the right one (SL-14)."""

    misplaced: ClassVar[bool] = True


class Confirm(WhichMove, frozen=True):
    """A card was taken back, or laid before its turn. Its player lets it count by a press."""

    misplaced: ClassVar[bool] = True
