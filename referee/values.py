"""The referee's words: messages, arithmetic, rulings and refusals.

The name of a `Message` parameter says how its value is put into words. The name is, or ends in:

- ``seat``, ``seats``: a seat number, or several
- ``card``, ``cards``: the name of a card, or several
- ``zone``, ``zones``: the name of a zone, or several
- ``spots``: zones, each with or without a cell (``layout:0 B3``)
- ``word``, ``words``: another message key, or several
- ``notes``: amounts; equal ones are counted together
- ``count``: a number that chooses between singular and plural
- ``port``, ``line``, ``status`` and others in `referee.words.sentences.IDENTIFIERS`: a number that
  names something, written without separators

Every other value is shown as it is.
"""

from __future__ import annotations

from typing import dataclass_transform

import msgspec

MOST_SEATS = 12  # Of any match. No game has more.
Value = int | float | str | bool | tuple[int | str, ...]


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Base of all values here: immutable, compared by content, JSON-serialisable.

    They cannot form reference cycles, so the garbage collector skips them.
    """


class Message(Frozen):
    """A text, stored as a key of the catalogue and its parameters."""

    key: str
    params: dict[str, Value] = {}


class Term(Frozen):
    """A card in a sum, with its value before and after a step."""

    card: str
    was: int
    now: int


class Step(Frozen):
    """One line of arithmetic: an effect, the terms after it, and the total so far.

    `by` is the card that has the effect. Only the first line may change the total without one.
    """

    message: Message
    terms: tuple[Term, ...]
    total: int
    by: str = ""


class Ruling(Frozen):
    """The referee's statement about a move, with the rule and the arithmetic behind it.

    `steps` is the arithmetic in order, and `seats` are the seats that the ruling concerns. `proof`
    has the ids of the pictures that support it. If `only` is set, the ruling is secret, and only
    that seat may see it.
    """

    rule: str
    message: Message
    steps: tuple[Step, ...] = ()
    seats: tuple[int, ...] = ()
    proof: tuple[str, ...] = ()
    only: int | None = None


class Score(Frozen, omit_defaults=False):
    """The value of cards: the total, the steps to it, and whether people must reshuffle."""

    total: int
    steps: tuple[Step, ...] = ()
    reshuffle: bool = False


class Outcome(Frozen):
    """How a match ended.

    If the game ranks more than the winners, `ranking` has the seats of each place, the first place
    first. Seats that share a place are in the same group. `stopped` says that everybody agreed to
    stop early, with the standings as the result.
    """

    reason: Message
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...] = ()
    stopped: bool = False


# -- refusals ---------------------------------------------------------------------------


class Told(Exception):
    """Base of all errors with a `message` for a person, which names the fault and the remedy."""

    message: Message


class RefereeError(Told):
    """Base of all refusals by the referee."""

    def __init__(self, rule: str, message: Message) -> None:
        self.rule = rule
        self.message = message
        super().__init__(rule, message)

    def __str__(self) -> str:
        text = ", ".join(f"{name}={value}" for name, value in self.message.params.items())
        return f"{self.rule}: {self.message.key}" + (f" ({text})" if text else "")


class IllegalMove(RefereeError, ValueError):
    """A move that the rules forbid. The state is unchanged."""


class BadOptions(RefereeError, ValueError):
    """Options with which no match can begin."""
