"""Post-match analyses. Each is computed when somebody first requests it, and stored afterwards."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

import msgspec

from firmware.service.supervisor import Supervisor, Worker
from referee import library
from referee.contract import Message, RefereeError
from referee.match.desk import Desk
from referee.match.past.analysis import load_analysis, save_analysis
from referee.reports.analysis import Analysis, CostlyMoves, Failed, NotRequested, Running

_log = logging.getLogger(__name__)

WAIT_S = 1.0
NICENESS = 5  # Lower priority than the table, so that presses come first.
MOST = 20  # Maximum number of running or failed analyses; further requests are ignored.
GONE = Message("analysis.gone")


class MatchAnalyses:
    """The analyses of past matches. Their process runs only while somebody requests analyses."""

    def __init__(
        self, desk: Desk, supervisor: Supervisor, changed: Callable[[], None], data: str = ""
    ) -> None:
        self._desk, self._supervisor, self._changed = desk, supervisor, changed
        self._data = data
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
                self._supervisor.start("hindsight", self.run, NICENESS)
        self._changed()

    def run(self, worker: Worker) -> None:
        """Compute the requested analyses until stopped."""
        from firmware.bots.analyser import Analyser  # Imported only when needed.

        def goes_on() -> bool:
            worker.beat()
            return not worker.stop.is_set()

        reviewer = Analyser(self._desk, self._data)
        try:
            while goes_on():
                try:
                    match = self._asked.get(timeout=WAIT_S)
                except Empty:
                    reviewer.close()  # Frees the memory of the idle process.
                    continue
                self._work_out(match, lambda match: reviewer.find(match, goes_on))
        finally:
            reviewer.close()

    def _work_out(self, match: int, find: Callable[[int], tuple[int, CostlyMoves]]) -> None:
        failed: Failed | None = None
        try:
            seq, found = find(match)
            save_analysis(self._desk, match, seq, msgspec.to_builtins(found))
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
