"""View models of the camera's questions."""

from __future__ import annotations

from webui.page.fields import CardName, Shape


class QuestionCandidate(CardName):
    """A possible reading of a doubtful card, and its similarity (0 to 1)."""

    score: float


class QuestionCard(Shape):
    """A card of a question.

    `label` is the current reading, `none` the label of the answer "no card".
    """

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
    """One meaning that the cards may have, and the press that chooses it.

    `on` marks the option that presses have reached.
    """

    id: str
    label: str
    effect: str
    press: str | None
    on: bool


class QuestionSheet(Shape):
    """A question of the camera: which card this is, or which of several `ways` is meant.

    A way is chosen by `seat` or a host; None means by anyone.
    """

    id: str
    text: str
    count_text: str
    items: tuple[QuestionCard, ...]
    ways: tuple[QuestionOption, ...]
    seat: int | None
