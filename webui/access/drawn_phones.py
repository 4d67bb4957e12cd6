"""Seats the phones of a drawn match, and tells each of them what changed."""

from __future__ import annotations

from collections.abc import Iterable

from referee.match.desk import Desk, Snapshot
from referee.names import player_key
from webui.access.drawn_seats import drawn_player, reseated
from webui.access.holders import Holders
from webui.access.hosts import Hosts
from webui.access.notices import NameQuestion, Notices
from webui.serving.stream import LiveUpdates


class DrawnPhones:
    """The phones at the seats of drawn players. Thread-safe."""

    def __init__(
        self, desk: Desk, holders: Holders, hosts: Hosts, notices: Notices, updates: LiveUpdates
    ) -> None:
        self._desk, self._holders, self._hosts = desk, holders, hosts
        self._notices, self._updates = notices, updates
        holders.on_displaced, holders.is_doubtful = self._on_displaced, self._is_doubtful

    def seat_all(self, match: Snapshot) -> None:
        """Move each phone to its player's seat, free the others, and tell all of them."""
        before = self._holders.all
        found = reseated(before, match.players)
        for seat, one in before.items():
            if seat not in found.held or found.held[seat].hash != one.hash:
                self._notices.forget(one.hash, seat)
        if found.held != before:
            self._holders.reseat(found.held)
        for seat in found.moved:
            self._notices.say(found.held[seat].hash, "page.note.drawn", seat=seat)
        for seat in found.unknown:
            self.ask(seat)
        for seat, one in found.freed.items():
            self._on_displaced(seat, one.hash)
        self._updates.touch()  # Pages may have seen the new match with the earlier seats.

    def ask(self, seat: int) -> None:
        """Ask the phone at a drawn player's seat whether it is that player's."""
        phone, drawn = self._holders.hash_of(seat), drawn_player(self._desk.snapshot(), seat)
        if phone is not None:
            self._notices.ask_drawn(phone, seat, drawn)

    def identify(self, players: Iterable[str]) -> None:
        """Take the name on a phone for its player's if the club has such a player."""
        known = {player_key(name): name for name in players}
        for seat, one in self._holders.all.items():
            if not one.person and (found := known.get(player_key(one.name))):
                self._holders.name(seat, one.name, found)

    def _on_displaced(self, seat: int, phone: str) -> None:
        """Tell a phone that its seat went to a drawn player; without a seat, it is no host."""
        self._notices.say(phone, "page.note.drawn_other", seat=seat)
        if not self._holders.seats_by_hash(phone):
            self._hosts.remove_phone(phone, entirely=False)

    def _is_doubtful(self, seat: int) -> bool:
        """Whether the phone at a drawn player's seat has yet to say that it is that player's."""
        phone, drawn = self._holders.hash_of(seat), drawn_player(self._desk.snapshot(), seat)
        notes = () if phone is None else self._notices.notes_for(phone)
        asked = (one for one in notes if isinstance(one, NameQuestion) and one.drawn)
        return bool(drawn) and any(one.seat == seat for one in asked)
