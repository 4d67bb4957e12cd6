"""View models of the questions that the camera asks."""

from __future__ import annotations

from webui.page.fields import CardName, Shape


class QuestionCandidate(CardName):
    """A possible reading of a doubtful card, with its similarity to the card from 0 to 1."""

    score: float


class QuestionCard(Shape):
    """A card in a question.

    `label` is its current reading. `none` is the label of the answer "no card".
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
    """One possible meaning of the cards, and the press that chooses it.

    If `on` is true, the presses so far have selected this option.
    """

    id: str
    label: str
    effect: str
    press: str | None
    on: bool


class QuestionSheet(Shape):
    """A question of the camera: which card this is, or which of several `ways` the players mean.

    Only `seat` or a host may choose a way. If `seat` is None, anyone may.
    """

    id: str
    text: str
    count_text: str
    items: tuple[QuestionCard, ...]
    ways: tuple[QuestionOption, ...]
    seat: int | None
