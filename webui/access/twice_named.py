"""Tells the phones of two players who have one name that their match counts for neither."""

from __future__ import annotations

from referee.match.desk import Desk, Snapshot
from referee.match.same_names import KEY, same_names, twice_named
from webui.access.holders import Holders
from webui.access.notices import Notices
from webui.serving.stream import LiveUpdates


class TwiceNamed:
    """Follows the players' names in the match. Thread-safe, as the desk tells one at a time."""

    def __init__(
        self, desk: Desk, holders: Holders, notices: Notices, updates: LiveUpdates
    ) -> None:
        self._desk, self._holders = desk, holders
        self._notices, self._updates = notices, updates
        self._told: tuple[int, tuple[str, ...]] = 0, ()  # The last match and its names.
        desk.listen(self._follow)

    def _follow(self, match: Snapshot) -> None:
        now = match.match, match.players.people
        if now == self._told:
            return
        self._told = now
        for seat in twice_named(now[1], same_names(self._desk.get(KEY))):
            phone = self._holders.hash_of(seat)
            if phone is not None:
                self._notices.say(phone, "page.note.same_name", name=now[1][seat])
                self._updates.touch()
