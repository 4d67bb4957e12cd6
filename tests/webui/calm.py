"""A workshop at which nothing goes wrong, for the pages that set a table up."""

from __future__ import annotations

from referee.contract import Message
from referee.reports.workshop import CardList, CheckResult, LessonState, Taught


class Calm:
    """A camera that is well, and a lesson that waits for the 20."""

    def __init__(self) -> None:
        self.relit = 0

    def checks(self) -> tuple[CheckResult, ...]:
        return (
            CheckResult("light", True, Message("vision.check.light.well", {"measure": 200})),
            CheckResult("size", None, Message("vision.check.size.unmeasured")),
        )

    def keep_lens(self) -> None:
        raise LookupError("lens")

    def mirror(self) -> None:
        raise LookupError("mirror")

    def relight(self) -> None:
        self.relit += 1

    def lists(self) -> tuple[CardList, ...]:
        return (CardList("52", ("AS", "KC"), (63.0, 88.0)),)

    def decks(self) -> tuple[str, ...]:
        return ("ours",)

    def lesson(self) -> LessonState | None:
        message = Message("table.teach.show", {"card": "20"})
        return LessonState("ours", (Taught("20", grown=1), Taught("BACK", "7")), "20", message)

    def begin(
        self, name: str, cards: tuple[str, ...], size_mm: tuple[float, float], plays: str | None
    ) -> None:
        raise LookupError(name, cards, size_mm, plays)

    def resume(self, name: str) -> None:
        raise LookupError(name)

    def ask(self, card: str) -> None:
        raise LookupError(card)

    def skip(self) -> None:
        pass

    def keep(self) -> None:
        raise LookupError("doubt")

    def whole(self) -> None:
        raise LookupError("lesson")

    def choose(self, own: bool) -> None:
        raise LookupError(own)

    def close(self) -> None:
        pass

    def picture(self, card: str) -> bytes | None:
        return b"png" if card == "BACK" else None
