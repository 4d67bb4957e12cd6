"""Bring phones and players together when a match begins.

A phone keeps its seat and its name from match to match, unless a bot plays at its seat now, or a
draw says who sits where.
"""

from __future__ import annotations

from referee.actor import at_seat
from referee.match.commands import HandOver, NamePlayer
from referee.match.desk import Desk, Snapshot
from webui.access.holders import Holders
from webui.access.seats.drawn import DrawnPhones, bots_of
from webui.access.seats.players import SeatPlayers
from webui.access.seats.rights import HostRights


class Joining:
    """Follows the matches. Thread-safe, as the desk tells one match at a time."""

    def __init__(
        self,
        desk: Desk,
        holders: Holders,
        players: SeatPlayers,
        drawn: DrawnPhones,
        rights: HostRights,
    ) -> None:
        self._desk, self._holders, self._players = desk, holders, players
        self._drawn, self._rights = drawn, rights
        match = desk.snapshot()
        self._joined = 0 if match is None else match.match  # The last match that phones joined.
        desk.listen(self._on_match_start)
        if match is not None:
            self._join(match)

    def _on_match_start(self, match: Snapshot) -> None:
        if match.match != self._joined:
            self._joined = match.match
            if not match.players.drawn:
                self._seat_bots(match)
            self._join(match)

    def _join(self, match: Snapshot) -> None:
        """Bring phones and match together: in a drawn match, the draw says who sits where."""
        if not match.players.drawn:
            self._send_names(match)
        elif match.outcome is None:
            self._players.next_players.clear()
            self._drawn.seat_all(match)

    def _seat_bots(self, match: Snapshot) -> None:
        """Free the seats that bots play in a new match, and notify their phones.

        A player who sat down at such a seat after the last match replaces the bot.
        """
        came, self._players.next_players = self._players.next_players, set()
        for seat in bots_of(match):
            phone = self._holders.hash_of(seat)
            if phone is None:
                continue
            if seat in came:
                self._desk.do(HandOver(seat, self._holders.all[seat].identity), at_seat(seat))
                continue
            self._holders.free(seat)
            self._rights.lose_seat(seat, phone, "page.note.bot", entirely=False)

    def _send_names(self, match: Snapshot) -> None:
        bots = bots_of(match)
        names = dict(enumerate(match.names))
        inherited = {
            seat: ""
            for seat, name in self._holders.unclaimed_names.items()
            if names.get(seat) == name
        }
        known = {seat: one.identity for seat, one in self._holders.all.items() if one.identity}
        for seat, name in (inherited | known).items():
            if seat < match.seats and seat not in bots:
                self._desk.do(NamePlayer(seat, name), at_seat(seat))
