"""Watches a table and reports changes to the club's hub."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware.club.mqtt_client import TableMqttClient
from firmware.service.supervisor import Worker
from referee.club.own_results import OwnResults
from referee.club.results import UNMARKED, Version
from referee.contract import Message
from referee.hub.messages import Live, Membership
from referee.reports.public_values import Values
from referee.reports.status import Part

if TYPE_CHECKING:
    from firmware.running.table import RunningTable

BEAT_S = 2.0
AGAIN_S = 20.0  # After this time, results that the hub lacks are offered again.


class ClubReporter:
    """Reports a table to a hub. `values` returns what a stranger at the table sees."""

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
        self.client = TableMqttClient(member, own.all, table.refresh)

    def run(self, worker: Worker) -> None:
        """Report changes until the worker stops."""
        silent = self._table.listen(self._changed.set)
        self.client.start()
        sent: Live | None = None
        offered: list[Version] = []
        offered_s = time.monotonic()
        try:
            while not worker.stop.is_set():
                worker.beat()
                if self._changed.wait(BEAT_S):
                    self._changed.clear()
                    live = self._live()
                    if sent is None or (live.values, live.drawn) != (sent.values, sent.drawn):
                        sent = live
                        self.client.show(live)
                    versions = [result.version for result in self._own.all().values()]
                    if versions != offered:
                        offered, offered_s = versions, time.monotonic()
                        self.client.offer()
                if self.client.waits != 0 and time.monotonic() > offered_s + AGAIN_S:
                    offered_s = time.monotonic()
                    self.client.offer()
        finally:
            silent()
            self.client.stop()

    def trouble(self) -> Message | None:
        """Return why the hub is not reached or why the running match does not count, or None."""
        client, match = self.client, self._table.desk.snapshot()
        if client.has_twin:
            return Message("club.twin", {"club": client.club})
        if client.trouble is not None or match is None or match.outcome is not None:
            return client.trouble
        waits_for = client.seated.drawn if client.seated is not None else ""
        marked = match.drawn != "" and not match.drawn.startswith(UNMARKED)
        gone = marked and client.knows_seated and waits_for != match.drawn
        return Message("club.draw_gone") if gone else None

    def part(self) -> Part | None:
        """Return the trouble with the club, or None. A first attempt to connect is none."""
        trouble = self.trouble()
        if trouble is None or trouble == self.client.connecting:
            return None
        return Part("club", False, trouble)

    def _live(self) -> Live:
        match = self._table.desk.snapshot()
        values = self._values()
        return Live(0, values) if match is None else Live(match.seq, values, match.drawn)
