"""A table and its club: joined from the host's page, told by a thread of its own until it leaves.

A table of no club has neither thread nor socket for one, and loads nothing that takes either.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.club import membership
from firmware.club.post import Membership
from firmware.running.table import RunningTable
from firmware.service.supervisor import Worker
from referee.actor import Actor
from referee.club.own import OwnResults
from referee.club.results import Places
from referee.contract import IllegalMove, Message
from referee.reports.status import Part
from webui.port import ClubRound, ClubStatus, UnfinishedMatch

if TYPE_CHECKING:
    from firmware.club.telling import Telling
    from firmware.home.values import Values

JOINED = "club"  # in a journal: with which hub it has joined, and after which match
EVENING_S = 24 * 3600.0  # before the newest result


class Club:
    """Implements `webui.port.Club`; `values` gives what a stranger at the table is shown.

    Raises `BadData` where its file cannot be read.
    """

    def __init__(self, table: RunningTable, data: Path, values: Callable[[], Values]) -> None:
        self._table, self._data, self._values = table, data, values
        self._lock = threading.Lock()
        self._member = membership.load(data)
        self._own: OwnResults | None = None
        self._telling: Telling | None = None
        self._worker: Worker | None = None
        table.supervisor.add_source(self._part)

    def start(self) -> None:
        """Tell the hub of the table from now on, if it is of a club."""
        with self._lock:
            self._start()

    def status(self) -> ClubStatus | None:
        """Return how it stands with the club; None for a table of no club."""
        with self._lock:
            member, telling = self._member, self._telling
        if member is None or telling is None:
            return None
        seated = telling.link.seated
        round_ = None
        if seated is not None:
            round_ = ClubRound(
                seated.event, seated.round, seated.number, seated.game, seated.players
            )
        link = telling.link
        return ClubStatus(member.club, member.name, link.waits, link.trouble, round_)

    def unfinished_match(self) -> UnfinishedMatch | None:
        """Return the newest match if it was left, so that its players say who came in where."""
        own = self._own
        found = {} if own is None else own.all()
        if not found or found[max(found)].places:
            return None
        match = max(found)
        result = found[match]
        return UnfinishedMatch(
            match, result.players, {one.seat: one.places for one in result.stated}
        )

    def join(self, address: str, code: str, name: str) -> None:
        """Join the club whose hub has an address, by the code that it shows."""
        member = membership.join(address, code, name, self._member)
        membership.keep(self._data, member)
        with self._lock:
            self._stop()
            self._member = member
            self._start()
        self._table.refresh()

    def leave(self) -> None:
        """Be of no club any more."""
        membership.forget(self._data)
        self._table.desk.journal.put(JOINED, None)
        with self._lock:
            self._stop()
            self._member = None
        self._table.refresh()

    def state(self, match: int, places: Places, by: Actor) -> None:
        """Say who came in where in the newest match, which was left."""
        own = self._own
        if own is None:
            raise IllegalMove("club", Message("club.none"))
        own.state(match, places, by)
        self._table.refresh()

    def codes(self) -> tuple[str, ...]:
        """Return the last evening's results as the texts of QR codes, for a hub out of reach."""
        from referee.club.signed import pack

        member, own = self._member, self._own
        if member is None or own is None:
            return ()
        results = [*own.all().values()]
        newest_s = results[-1].ended_s if results else 0.0  # whatever a wrong clock said before
        evening = [one for one in results if one.ended_s > newest_s - EVENING_S]
        return pack(evening, member.table, bytes.fromhex(member.key))

    def _start(self) -> None:
        if self._member is None:
            return
        from firmware.club.telling import Telling

        self._own = OwnResults(self._table.desk, self._since(self._member))
        self._telling = Telling(self._member, self._table, self._own, self._values)
        self._worker = self._table.supervisor.start("club", self._telling.run)

    def _since(self, member: Membership) -> int:
        """Return the last match before this journal joined, of which nothing is told.

        The journal says it: one restored from a backup, or of another table, has other matches. To
        a hub at the same address, which may have been installed anew, all is told that was before.
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
        self._telling = self._own = None
        if worker is not None:
            self._table.supervisor.end(worker)

    def _part(self) -> Part | None:
        telling = self._telling
        return None if telling is None else telling.part()
