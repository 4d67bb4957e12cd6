"""Looking back at a match: asked once, kept with it, and said in a sentence where it fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.bots.analyses import MatchAnalyses
from firmware.service.supervisor import Supervisor
from referee.actor import CAMERA, HOST, at_seat, bot
from referee.match.commands import Begin, Forget, Level, Move, Redo, Undo
from referee.match.desk import Desk
from referee.reports.analysis import Analysis, CostlyMoves, Failed, NotRequested
from tests.matches import match_of
from tests.process import eventually

ROUND = (
    (bot(0), {"move": "announce", "seat": 0, "number": 2}),
    (at_seat(1), {"move": "challenge", "seat": 1}),
    (CAMERA, {"move": "cards_read", "cards": ["20", "10"]}),
)


class Table:
    """A desk with a match of one round that is over, and what looks back at it."""

    def __init__(self, journal: Path) -> None:
        self.desk = Desk.open(journal)
        self.changed = Counter[type]()
        if self.desk.snapshot() is None:
            options = {"edition": "tomahawk", "strikes": 1}
            levels: tuple[Level, ...] = ("gentle", "")
            self.desk.do(Begin("coyote", options, 2, ("Ada", "Ben"), levels))
            for by, move in ROUND:
                self.desk.do(Move(dict[str, Any](move)), by)
        self.supervisor = Supervisor(lambda: None)
        self.lookback = MatchAnalyses(
            self.desk, self.supervisor, lambda: self.changed.update([type(self.now())])
        )

    @property
    def match(self) -> int:
        return match_of(self.desk).match

    def now(self) -> Analysis | None:
        match = match_of(self.desk)
        return self.lookback.result("coyote", match.match, match.steps_seq)

    def asked(self, kind: type[Analysis]) -> Any:
        """Ask, and return the answer, of which whoever shows it has heard."""
        heard = self.changed[kind]
        self.lookback.request(self.match)
        eventually(lambda: self.changed[kind] > heard)
        return self.now()

    def close(self) -> None:
        self.supervisor.stop()
        self.desk.close()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[], Table]]:
    tables = list[Table]()

    def open_() -> Table:
        for table in tables:
            table.close()
        tables.append(Table(tmp_path / "journal.sqlite"))
        return tables[-1]

    yield open_
    tables[-1].close()


def test_a_match_is_looked_back_at_once_somebody_asks_and_that_is_kept_with_it(
    opened: Callable[[], Table],
) -> None:
    table = opened()
    assert table.now() == NotRequested()
    kept = table.asked(CostlyMoves)
    assert kept.persons == (1,)  # of a bot nothing is asked
    (worst,) = kept.missed
    assert (worst.seat, worst.did.key, worst.instead.key) == (
        1, "coyote.challenged", "coyote.raised",
    )  # fmt: skip
    table = opened()
    assert table.now() == kept, "after a restart, too"
    table.desk.do(Undo(), HOST)
    table.desk.do(Redo(), HOST)
    assert table.now() == NotRequested()
    assert table.asked(CostlyMoves) is not None
    first = table.match
    assert table.desk.get(f"match.{first}.hindsight") is not None
    table.desk.do(Begin("coyote", {"edition": "tomahawk"}, 2), HOST)
    table.desk.do(Forget(first), HOST)
    assert table.desk.get(f"match.{first}.hindsight") is None
    assert table.asked(Failed).message.key == "desk.not_over"  # a match that goes on
