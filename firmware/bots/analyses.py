"""Post-match analyses. Each is computed when somebody first requests it, and stored afterwards."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import closing
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import msgspec

from firmware.service.supervisor import Supervisor, Worker
from referee import library
from referee.contract import Message, RefereeError
from referee.match.desk import Desk
from referee.match.past.cache import load_analysis, save_analysis
from referee.match.past.history import past_match
from referee.match.running import PlayedMatch
from referee.reports.analysis import Analysis, CostlyMoves, Failed, NotRequested, Running

if TYPE_CHECKING:
    from firmware.bots.bot_process import AnalysisRequest

_log = logging.getLogger(__name__)

WAIT_S = 1.0
NICENESS = 5  # Lower priority than the table, so that presses come first.
MOST = 20  # Maximum number of running or failed analyses; further requests are ignored.
GONE = Message("analysis.gone")


class MatchAnalyses:
    """The analyses of past matches. Their process runs only while somebody requests analyses."""

    def __init__(self, desk: Desk, supervisor: Supervisor, changed: Callable[[], None]) -> None:
        self._desk, self._supervisor, self._changed = desk, supervisor, changed
        self._lock = threading.Lock()
        self._asked: SimpleQueue[int] = SimpleQueue()
        self._now: dict[int, Running | Failed] = {}
        self._runs = False

    def result(self, game: str, match: int, steps_seq: int) -> Analysis | None:
        """Return the state of a match's analysis, or None if the game offers no analysis.

        `steps_seq` is the number of the journal entry since which the moves have not changed.
        """
        if library.game(game).bot is None:
            return None
        with self._lock:
            now = self._now.get(match)
        if isinstance(now, Running):
            return now
        try:
            return msgspec.convert(load_analysis(self._desk, match, steps_seq), CostlyMoves)
        except msgspec.ValidationError:
            return now or NotRequested()

    def request(self, match: int) -> None:
        """Request an analysis, unless it is already running."""
        with self._lock:
            if isinstance(self._now.get(match), Running):
                return
            if len(self._now) >= MOST:
                self._now = {one: now for one, now in self._now.items() if isinstance(now, Running)}
            if len(self._now) >= MOST:
                return
            self._now[match] = Running()
            self._asked.put(match)
            if not self._runs:
                self._runs = True
                self._supervisor.start("analysis", self.run, NICENESS)
        self._changed()

    def run(self, worker: Worker) -> None:
        """Compute the requested analyses until stopped."""

        def goes_on() -> bool:
            worker.beat()
            return not worker.stop.is_set()

        while goes_on():
            try:
                match = self._asked.get(timeout=WAIT_S)
            except Empty:
                continue
            self._work_out(match, goes_on)

    def _work_out(self, match: int, goes_on: Callable[[], bool]) -> None:
        failed: Failed | None = None
        try:
            running = past_match(self._desk, match)
            found = _costly_moves(running, goes_on)
            save_analysis(self._desk, match, running.steps_seq, msgspec.to_builtins(found))
        except RefereeError as error:  # The match is not over, or it does not exist.
            failed = Failed(error.message)
        except (LookupError, RuntimeError, OSError) as error:
            _log.warning("Nothing came of looking back at match %s: %s", match, error)
            failed = Failed(GONE)
        with self._lock:
            self._now.pop(match, None)
            if failed is not None:
                self._now[match] = failed
        self._changed()


def _costly_moves(running: PlayedMatch, goes_on: Callable[[], bool]) -> CostlyMoves:
    """Return the costliest moves of a match, from a process of their own.

    Raise `IllegalMove` if the match is not over, and `RuntimeError` if there is no result.
    """
    from firmware.bots import bot_process  # Imported only when needed.

    request = analysis_request(running)
    with closing(bot_process.new_process()) as process:
        answer = bot_process.analysis_of(process, request, goes_on)
    if isinstance(answer, bot_process.Failed):
        raise RuntimeError(answer.reason)
    return CostlyMoves(request.persons, answer.missed)


def analysis_request(running: PlayedMatch) -> AnalysisRequest:
    """Return the request to analyse a match, for the seats at which a person played."""
    from firmware.bots.bot_process import AnalysisRequest  # Imported only when needed.

    players = running.players
    entries = running.ending().entries[1:]
    return AnalysisRequest(
        running.game.name,
        library.to_plain(running.states[0]),
        tuple(library.to_plain(move) for move in running.moves),
        tuple(seat for seat in range(running.seats) if not all(players.levels_of(seat))),
        tuple(
            number
            for number, entry in enumerate(entries)
            if entry.by.kind is None and entry.by.seat is not None
        ),
        f"{running.match}",
    )
