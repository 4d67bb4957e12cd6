"""What the camera asks the table, as pages show it."""

from __future__ import annotations

from webui.page.fields import CardName, Shape


class QuestionCandidate(CardName):
    """A card that a doubtful one may be, and how like it is (0 to 1)."""

    score: float


class QuestionCard(Shape):
    """One card of a question; `label` names what it is taken for, `none` that it is no card."""

    id: str
    proof: str
    candidates: tuple[QuestionCandidate, ...]
    guess: str | None
    answer: str | None
    certain: bool
    reason: str
    none: str
    label: str


class QuestionOption(Shape):
    """One of several things that cards may mean, with the press that takes it.

    Presses have come to the one that is `on`.
    """

    id: str
    label: str
    effect: str
    press: str | None
    on: bool


class QuestionSheet(Shape):
    """What the camera asks the table: which card, or which of several `ways` is meant.

    Which way `seat` says, or a host; with None anybody does.
    """

    id: str
    text: str
    count_text: str
    items: tuple[QuestionCard, ...]
    ways: tuple[QuestionOption, ...]
    seat: int | None
