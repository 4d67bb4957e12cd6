"""Looking back at a match: asked once, kept with it, and said in a sentence where it fails."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.bots import bot_process
from firmware.bots.analyses import MatchAnalyses, analysis_request
from firmware.bots.bot_process import AnalysisAnswer, AnalysisRequest
from firmware.service.child import Child
from firmware.service.supervisor import Supervisor
from referee.actor import CAMERA, HOST, at_seat, bot
from referee.match.commands import Begin, Forget, Level, Move, Redo, Undo
from referee.match.desk import Desk
from referee.match.past.history import past_match
from referee.reports.analysis import Analysis, CostlyMoves, Failed, NotRequested, Running
from tests.process import PATIENCE_S, eventually

ROUND = (
    (0, {"move": "announce", "seat": 0, "number": 2}),
    (1, {"move": "challenge", "seat": 1}),
    (None, {"move": "cards_read", "cards": ["20", "10"]}),
)


class Table:
    """A desk with a match of one round that is over, and what looks back at it."""

    def __init__(self, journal: Path, levels: tuple[Level, ...] = ()) -> None:
        self.desk = Desk.open(journal)
        self.changes: list[Analysis | None] = []
        if self.desk.snapshot() is None:
            options = {"edition": "tomahawk", "strikes": 1}
            self.desk.do(Begin("coyote", options, 2, ("Ada", "Ben"), levels))
            for seat, move in ROUND:
                by = CAMERA if seat is None else at_seat(seat)
                if seat is not None and levels and levels[seat]:
                    by = bot(seat)
                self.desk.do(Move(dict[str, Any](move)), by)
        self.supervisor = Supervisor(lambda: None)
        self.lookback = MatchAnalyses(
            self.desk, self.supervisor, lambda: self.changes.append(self.now())
        )

    @property
    def match(self) -> int:
        match = self.desk.snapshot()
        assert match is not None
        return match.match

    def now(self) -> Analysis | None:
        match = self.desk.snapshot()
        assert match is not None
        return self.lookback.result("coyote", match.match, match.steps_seq)

    def asked(self) -> Analysis | None:
        """Ask, and return what came of it."""
        self.lookback.request(self.match)
        eventually(lambda: not isinstance(self.now(), Running), "what was asked")
        return self.now()

    def close(self) -> None:
        self.supervisor.stop()
        self.desk.close()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    tables = list[Table]()

    def open_(**more: Any) -> Table:
        for one in tables:
            one.close()
        tables.append(Table(tmp_path / "journal.sqlite", **more))
        return tables[-1]

    yield open_
    tables[-1].close()


def test_nothing_is_worked_out_before_somebody_asks_and_then_it_is_kept(
    opened: Callable[..., Table],
) -> None:
    table = opened()
    assert table.now() == NotRequested()
    found = table.asked()
    assert isinstance(found, CostlyMoves)
    assert found.persons == (0, 1)
    (worst,) = [one for one in found.missed if one.seat == 1]
    assert (worst.state, worst.round, worst.did.key) == (2, 1, "coyote.challenged")
    assert worst.instead.key == "coyote.raised"
    assert table.changes[0] == Running()
    assert table.changes[-1] == found
    again = opened()
    assert again.now() == found, "after a restart, too"
    before = past_match(again.desk, again.match)
    assert again.lookback.result(before.game.name, before.match, before.steps_seq) == found


def test_two_who_ask_at_once_ask_once(
    opened: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    analysis_of, asked = bot_process.analysis_of, list[AnalysisRequest]()

    def analysed(
        process: Child, request: AnalysisRequest, goes_on: Callable[[], bool]
    ) -> AnalysisAnswer:
        asked.append(request)
        return analysis_of(process, request, goes_on)

    monkeypatch.setattr(bot_process, "analysis_of", analysed)
    table = opened()
    table.lookback.request(table.match)
    assert isinstance(table.asked(), CostlyMoves)
    assert len(asked) == 1


def test_other_moves_are_asked_about_anew_and_a_deleted_match_takes_it_along(
    opened: Callable[..., Table],
) -> None:
    table = opened()
    assert isinstance(table.asked(), CostlyMoves)
    table.desk.do(Undo(), HOST)
    table.desk.do(Redo(), HOST)
    assert table.now() == NotRequested()
    assert isinstance(table.asked(), CostlyMoves)
    first = table.match
    assert table.desk.get(f"match.{first}.hindsight") is not None
    table.desk.do(Begin("coyote", {"edition": "tomahawk"}, 2), HOST)
    table.desk.do(Forget(first), HOST)
    assert table.desk.get(f"match.{first}.hindsight") is None


def test_a_match_that_goes_on_is_not_looked_back_at(opened: Callable[..., Table]) -> None:
    table = opened()
    table.desk.do(Begin("coyote", {"edition": "tomahawk"}, 2), HOST)
    now = table.asked()
    assert isinstance(now, Failed)
    assert now.message.key == "desk.not_over"


def test_a_process_that_gives_no_result_is_said_in_a_sentence_and_may_be_asked_again(
    opened: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened()
    with monkeypatch.context() as patched:
        patched.setattr(bot_process, "ANALYSIS_S", 0.0)
        now = table.asked()
        assert isinstance(now, Failed)
        assert now.message.key == "analysis.gone"
    assert isinstance(table.asked(), CostlyMoves)


def test_of_a_bot_nothing_is_asked(opened: Callable[..., Table]) -> None:
    table = opened(levels=("", "gentle"))
    review = analysis_request(past_match(table.desk, table.match))
    assert (review.persons, review.left_out) == ((0,), (1,))
    found = table.asked()
    assert isinstance(found, CostlyMoves)
    assert {one.seat for one in found.missed} <= {0}


def test_nothing_of_it_is_loaded_before() -> None:
    """Neither what asks nor what searches: in a process of its own, as tests load everything."""
    code = (
        "import sys, firmware.running.table\n"
        "print([one for one in sys.modules if one.startswith('firmware.bots.re')"
        " or one.startswith('referee.bots')])"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE_S
    )
    assert said.stdout.strip() == "[]"
