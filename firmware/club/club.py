"""A table's club: the host joins it on a page, and a thread reports to the club's hub.

A table without a club starts no thread, opens no socket and loads no library for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.club import membership
from firmware.errors import BadData
from firmware.running.table import RunningTable
from firmware.service.supervisor import Worker
from referee.club.own_results import OwnResults
from referee.club.results import Result
from referee.contract import Message
from referee.hub.messages import Membership
from referee.match.journal.clock import CORRECT_S
from referee.reports.status import Part
from webui.port import ClubStatus

if TYPE_CHECKING:
    from firmware.club.reporter import ClubReporter
    from referee.reports.public_values import Values

JOINED = "club"  # Journal key of the joined hub and the last match before joining.
EVENING_S = 12 * 3600.0  # A longer break between two results is the end of an evening.
ANSWER_S = 5.0  # Maximum time that a host waits for the first answer after joining.
MOST_IN_CODES = 30  # Maximum number of results in the codes; with four players, 12 codes.


class Club:
    """Implement `webui.port.Club`. `values` returns what a stranger at the table sees.

    With an unusable membership file, the table belongs to no club, and says why.
    """

    def __init__(self, table: RunningTable, data: Path, values: Callable[[], Values]) -> None:
        self._table, self._data, self._values = table, data, values
        self._lock = threading.Lock()
        self._trouble: Message | None = None  # Why the membership file cannot be used.
        self._member: Membership | None = None
        try:
            self._member = membership.load(data)
        except BadData as error:
            self._trouble = error.message
        self._own: OwnResults | None = None
        self._reporter: ClubReporter | None = None
        self._worker: Worker | None = None
        table.supervisor.add_source(self._part)

    def start(self) -> None:
        """Start reporting, if the table belongs to a club."""
        with self._lock:
            self._start()

    def status(self) -> ClubStatus | None:
        """Return the state of the membership, or None without a club."""
        with self._lock:
            member, reporter = self._member, self._reporter
        if member is None or reporter is None:
            return None
        client = reporter.client
        return ClubStatus(member.club, member.name, client.waits, reporter.trouble(), client.seated)

    def join(self, address: str, code: str, name: str) -> None:
        """Join a club with the address of its hub and the code that the hub shows."""
        member = membership.join(address, code, name, self._member)
        with self._lock:
            membership.keep(self._data, member)
            self._stop()
            self._member, self._trouble = member, None
            self._start()
        if (reporter := self._reporter) is not None:
            reporter.client.answered.wait(ANSWER_S)
        self._table.refresh()

    def leave(self) -> None:
        """Leave the club."""
        with self._lock:
            membership.forget(self._data)
            self._table.desk.journal.put(JOINED, None)
            self._stop()
            self._member = self._trouble = None
        self._table.refresh()

    def codes(self) -> tuple[str, ...]:
        """Return the last evening's results as texts for QR codes.

        They serve a hub that the table cannot reach.
        """
        from referee.club.signed import pack

        member, own = self._member, self._own
        if member is None or own is None:
            return ()
        evening = _last_evening([*own.all().values()])
        return pack(evening, member.table, bytes.fromhex(member.key))

    def _start(self) -> None:
        if self._member is None:
            return
        from firmware.club.reporter import ClubReporter

        self._own = OwnResults(self._table.desk, self._since(self._member))
        self._reporter = ClubReporter(self._member, self._table, self._own, self._values)
        self._worker = self._table.supervisor.start("club", self._reporter.run)

    def _since(self, member: Membership) -> int:
        """Return the last match before this journal joined the club.

        The table does not report this match or earlier ones.

        The number is stored in the journal, because a restored journal, or one from another table,
        has other matches. A hub reinstalled at the same address gets all results that the old hub
        got.
        """
        journal = self._table.desk.journal
        kept = journal.get(JOINED) or {}
        if kept.get("table") != member.table:
            same = kept.get("hub") == member.hub
            since = kept["since"] if same else journal.last_match() or 0
            kept = {"table": member.table, "hub": member.hub, "since": since}
            journal.put(JOINED, kept)
        return int(kept["since"])

    def _stop(self) -> None:
        worker, self._worker = self._worker, None
        self._reporter = self._own = None
        if worker is not None:
            self._table.supervisor.end(worker)

    def _part(self) -> Part | None:
        if self._trouble is not None:
            return Part("club", False, self._trouble)
        reporter = self._reporter
        return None if reporter is None else reporter.part()


def _last_evening(results: Sequence[Result]) -> list[Result]:
    """Return the results since the last long break; `results` are in the order of the journal.

    A date that nobody can have set is no sign of a break: the table may have no clock, or may have
    got the date in mid-evening. The hub ignores what it already has.
    """
    evening: list[Result] = []
    next_s = 0.0  # The date of the next later result with one.
    for result in reversed(results[-MOST_IN_CODES:]):
        if result.ended_s > CORRECT_S:
            if result.ended_s < next_s - EVENING_S:
                break
            next_s = result.ended_s
        evening.insert(0, result)
    return evening
