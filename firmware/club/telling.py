"""The one that watches a table and tells its club's hub of it, when something changed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.club.link import Link
from firmware.club.live import Live
from firmware.club.post import Membership
from firmware.home.values import Values
from firmware.service.supervisor import Worker
from referee.club.own import OwnResults
from referee.club.results import Version
from referee.reports.status import Part

if TYPE_CHECKING:
    from firmware.running.table import RunningTable

BEAT_S = 2.0
AGAIN_S = 20.0  # what waits is offered again


class Telling:
    """Tells a hub of a table; `values` gives what a stranger is shown of it."""

    def __init__(
        self,
        member: Membership,
        table: RunningTable,
        own: OwnResults,
        values: Callable[[], Values],
    ) -> None:
        self._table, self._own, self._values = table, own, values
        self._changed = threading.Event()
        self._changed.set()
        self.link = Link(member, own.all, table.refresh)

    def run(self, worker: Worker) -> None:
        """Tell of what changes until the worker is stopped."""
        silent = self._table.listen(self._changed.set)
        self.link.start()
        told: Values | None = None
        offered: list[Version] = []
        offered_s = time.monotonic()
        try:
            while not worker.stop.is_set():
                worker.beat()
                if self._changed.wait(BEAT_S):
                    self._changed.clear()
                    values = self._values()
                    if values != told:
                        told = values
                        self.link.show(Live(self._seq(), values))
                    versions = [one.version for one in self._own.all().values()]
                    if versions != offered:
                        offered, offered_s = versions, time.monotonic()
                        self.link.offer()
                if self.link.waits != 0 and time.monotonic() > offered_s + AGAIN_S:
                    offered_s = time.monotonic()
                    self.link.offer()
        finally:
            silent()
            self.link.stop()

    def part(self) -> Part | None:
        """Return what is wrong with the way to the hub; None for nothing."""
        trouble = self.link.trouble
        return None if trouble is None else Part("club", False, trouble)

    def _seq(self) -> int:
        match = self._table.desk.snapshot()
        return 0 if match is None else match.seq
