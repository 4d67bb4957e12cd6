"""What can be said to the table beside the match: one command each, a value that JSON holds.

What can be done to the match itself stands in `referee.match.commands`.
"""

from __future__ import annotations

from typing import TypeAlias

from referee.values import Frozen


class _Command(Frozen, tag_field="do", forbid_unknown_fields=True):
    """Base of every command: its tag stands in the field ``do``, and no other field is taken."""


class Answer(_Command, tag="answer"):
    """A person's word on one card of a question; None: it is no card."""

    question: str
    item: str
    card: str | None


class Choose(_Command, tag="choose"):
    """A person's word on which of several things cards mean."""

    question: str
    way: str


class MarkNext(_Command, tag="mark_next"):
    """Of more ways than presses, mark the next after the one `at` that place."""

    question: str
    at: int


class PutAway(_Command, tag="put_away"):
    """Ask no more about the newest picture; another one is let be."""

    photo: str


class SetSound(_Command, tag="set_sound"):
    """Switch the buzzer or the voice that speaks rulings; None leaves it."""

    buzzer: bool | None = None
    voice: bool | None = None


class Speak(_Command, tag="speak"):
    """The console and the voice speak another language from now on.

    As the `page` of a host does only where nobody has chosen one yet.
    """

    locale: str
    page: bool = False


class MakeHost(_Command, tag="make_host"):
    """Make the phone of a seat host."""

    seat: int


class AnswerApproval(_Command, tag="settle"):
    """Say yes or no to what waits for that (`referee.reports.status.Waiting`)."""

    id: str
    yes: bool


TableCommand: TypeAlias = (
    Answer | Choose | MarkNext | PutAway | SetSound | Speak | MakeHost | AnswerApproval
)
