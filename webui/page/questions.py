"""What the camera asks the table, as pages show it."""

from __future__ import annotations

from webui.page.fields import Shape, ShownCard


class ShownCandidate(ShownCard):
    """A card that a doubtful one may be, and how like it is (0 to 1)."""

    score: float


class ShownItem(Shape):
    """One card of a question; `label` names what it is taken for, `none` that it is no card."""

    id: str
    proof: str
    candidates: tuple[ShownCandidate, ...]
    guess: str | None
    answer: str | None
    certain: bool
    reason: str
    none: str
    label: str


class ShownWay(Shape):
    """One of several things that cards may mean, with the press that takes it.

    Presses have come to the one that is `on`.
    """

    id: str
    label: str
    effect: str
    press: str | None
    on: bool


class ShownQuestion(Shape):
    """What the camera asks the table: which card, or which of several `ways` is meant.

    Which way `seat` says, or a host; with None anybody does.
    """

    id: str
    text: str
    count_text: str
    items: tuple[ShownItem, ...]
    ways: tuple[ShownWay, ...]
    seat: int | None
