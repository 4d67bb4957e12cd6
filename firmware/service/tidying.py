"""Keeps past matches within a limit on disk. Runs when the table starts and after each match."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from firmware.service.supervisor import Worker
from referee.match.desk import Desk, JournalError, Snapshot
from referee.match.journal.journal import Journal
from referee.match.journal.trimming import trim

_log = logging.getLogger(__name__)

LOOK_S = 1.0


def tidy(desk: Desk, most_bytes: int, way: Callable[[Journal, int, int | None], None]) -> None:
    """Trim the journal. A disk error stops no match; another part of the table reports it."""
    try:
        way(desk.journal, most_bytes, desk.current)
    except JournalError as error:
        _log.warning("Past matches could not be dropped: %s", error)


class Tidying:
    """Trims the journal after each match. It has its own thread, so that no move waits for it."""

    def __init__(self, desk: Desk, most_bytes: int) -> None:
        self._desk = desk
        self._most_bytes = most_bytes
        self._due = threading.Event()

    def run(self, worker: Worker) -> None:
        """Trim after every match until told to stop."""
        unlisten = self._desk.listen(self._follow)
        try:
            while not worker.stop.wait(LOOK_S):
                worker.beat()
                if self._due.is_set():
                    self._due.clear()
                    tidy(self._desk, self._most_bytes, trim)
        finally:
            unlisten()

    def _follow(self, match: Snapshot) -> None:
        if match.outcome is not None:
            self._due.set()
