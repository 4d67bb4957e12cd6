"""Commands to the table that do not change the match. Each is a JSON-serialisable value.

Commands to the match are in `referee.match.commands`.
"""

from __future__ import annotations

from typing import TypeAlias

from referee.values import Frozen


class _Command(Frozen, tag_field="do", forbid_unknown_fields=True):
    """Base of every command. The field ``do`` is its tag; unknown fields are refused."""


class Answer(_Command, tag="answer"):
    """A person's answer about one card in a question. None means that it is not a card."""

    question: str
    item: str
    card: str | None


class Choose(_Command, tag="choose"):
    """A person's choice between possible meanings of cards."""

    question: str
    way: str


class MarkNext(_Command, tag="mark_next"):
    """Mark the option after the one with index `at`.

    This is for questions with more options than presses.
    """

    question: str
    at: int


class PutAway(_Command, tag="put_away"):
    """Ask nothing more about the newest picture. If a newer picture has arrived, do nothing."""

    photo: str


class SetSound(_Command, tag="set_sound"):
    """Switch the buzzer, or the voice that speaks rulings, on or off. None changes nothing."""

    buzzer: bool | None = None
    voice: bool | None = None


class Speak(_Command, tag="speak"):
    """Choose the language of the console and the voice.

    A choice that comes from a host's `page` applies only if nobody has chosen a language yet.
    """

    locale: str
    page: bool = False


class MakeHost(_Command, tag="make_host"):
    """Make the phone of a seat a host."""

    seat: int


class AnswerApproval(_Command, tag="settle"):
    """Answer a pending approval (`referee.reports.status.PendingApproval`)."""

    id: str
    yes: bool


TableCommand: TypeAlias = (
    Answer | Choose | MarkNext | PutAway | SetSound | Speak | MakeHost | AnswerApproval
)
