"""What the referee says: messages, arithmetic, rulings, refusals.

Parameters of a `Message` follow one naming convention, so that words can be put round
them without knowing the game: a name that is or ends in ``seat`` holds a seat number,
``seats`` several, ``card`` a card name, ``cards`` several, ``zone`` the name of a zone,
``zones`` several, ``spots`` zones with a cell each (``layout:0 B3``) or without, ``word``
another message key, ``words`` several, ``notes`` amounts of which equal ones are told
together, ``count`` chooses between singular and plural; every other value is shown as it is.
"""

from __future__ import annotations

from typing import dataclass_transform

import msgspec

Value = int | float | str | bool | tuple[int | str, ...]


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Base of every value here: frozen, compared by meaning, JSON-able.

    Values built once and never changed cannot form a cycle, so the collector skips them.
    """


class Message(Frozen):
    """Something to say, as a key of the catalogue and its parameters."""

    key: str
    params: dict[str, Value] = {}


class Term(Frozen):
    """One card in a sum: what it counted before a step and what it counts after it."""

    card: str
    was: int
    now: int


class Step(Frozen):
    """One line of arithmetic: the effect applied, the terms after it, the total so far.

    `by` is the card whose effect it is; a line without one changes no total, but for the first.
    """

    message: Message
    terms: tuple[Term, ...]
    total: int
    by: str = ""


class Ruling(Frozen):
    """What the referee says of a move, by which rule, and why.

    `steps` is the arithmetic in the order applied, `seats` whom the ruling concerns,
    `proof` the ids of the pictures that it rests on. A ruling with `only` is for that
    seat's eyes alone.
    """

    rule: str
    message: Message
    steps: tuple[Step, ...] = ()
    seats: tuple[int, ...] = ()
    proof: tuple[str, ...] = ()
    only: int | None = None


class Score(Frozen, omit_defaults=False):
    """What cards count: the total, the steps that lead to it, whether they force a reshuffle."""

    total: int
    steps: tuple[Step, ...] = ()
    reshuffle: bool = False


class Outcome(Frozen):
    """How a match ended.

    `ranking` has the places, the first one first, where a game knows more than its winners: all
    seats, those that share a place together.
    """

    reason: Message
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...] = ()


# -- refusals ---------------------------------------------------------------------------


class RefereeError(Exception):
    """Root of all that the referee refuses."""

    def __init__(self, rule: str, message: Message) -> None:
        self.rule = rule
        self.message = message
        super().__init__(rule, message)

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value}" for name, value in self.message.params.items())
        return f"{self.rule}: {self.message.key}" + (f" ({said})" if said else "")


class IllegalMove(RefereeError, ValueError):
    """A move that the rules refuse; the state is unchanged."""


class BadOptions(RefereeError, ValueError):
    """Options with which no match can begin."""
