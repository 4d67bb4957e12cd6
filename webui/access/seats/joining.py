"""Bring phones and players together when a match begins.

Phones follow their players: to the seat that has the player's name, or to the queue for the next
match. In a drawn match, the draw says who sits where.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from referee.actor import at_seat
from referee.match.commands import HandOver, NamePlayer
from referee.match.desk import Desk, Snapshot
from referee.seating import QUEUE, Person, seating
from webui.access.holders import Holders
from webui.access.seats.drawn import bots_of
from webui.access.seats.notices import Notices
from webui.access.seats.players import SeatPlayers


class Joining:
    """Follows the matches. Thread-safe, as the desk tells one match at a time."""

    def __init__(
        self,
        desk: Desk,
        holders: Holders,
        people: Callable[[], Iterable[Person]],
        players: SeatPlayers,
        notices: Notices,
    ) -> None:
        self._desk, self._holders, self._people = desk, holders, people
        self._players, self._notices = players, notices
        self._starting = threading.Lock()
        self.plan: Mapping[int, int] | None = None
        match = self._desk.snapshot()
        self._joined = 0 if match is None else match.match  # The last match that phones joined.
        self._desk.listen(self._on_match_start)
        if match is not None:
            self._join(match)

    @contextmanager
    def starting(self) -> Iterator[None]:
        """Start one match at a time. A `plan` made meanwhile says whose phone goes to each seat."""
        with self._starting:
            try:
                yield
            finally:
                self.plan = None

    def _on_match_start(self, match: Snapshot) -> None:
        if match.match != self._joined:
            self._joined = match.match
            if not match.players.drawn:
                self._seat_people(match)
            self._join(match, begins=True)

    def _join(self, match: Snapshot, *, begins: bool = False) -> None:
        """Bring phones and match together: in a drawn match, the draw says who sits where."""
        if not match.players.drawn:
            self._send_names(match, begins)
        elif match.outcome is None:
            self._players.next_players.clear()
            self._players.seat_all(match)

    def _seat_people(self, match: Snapshot) -> None:
        """Let the phones follow their players. Without a plan, those at the seats say who plays.

        A player who sat down at a bot's seat after the last match replaces the bot.
        """
        came, self._players.next_players = self._players.next_players, set()
        held, bots, plan = self._holders.all, bots_of(match), self.plan
        if plan is None:
            people, replaces = self._people(), [at for at in came if at in bots and at in held]
            players = enumerate(match.players.people)
            people_of = {seat: name for seat, name in players if seat not in bots}
            names = {seat: "" if seat in held else name for seat, name in people_of.items()}
            here = [person.place for person in people if person.here and person.place in names]
            stays = {seat: seat for seat in (*here, *replaces) if seat in held}
            # Nobody has let the others in.
            seated = [person for person in people if person.place < QUEUE]
            plan = seating(people, names, seating(seated, names, stays, rest=True), rest=True)
            for seat in replaces:
                self._desk.do(HandOver(seat, held[seat].identity), at_seat(seat))
        self._move(plan, match.players.people)

    def _move(self, plan: Mapping[int, int], names: Sequence[str]) -> None:
        """Give the phones their seats, or a place in the queue, and tell those that move.

        A phone without a name keeps the one that its player had in the match.
        """
        before = self._holders.all
        goes = {place: seat for seat, place in plan.items()}
        left = sorted(before.keys() - goes.keys(), key=lambda place: (place < QUEUE, place))
        goes |= {place: at for at, place in enumerate(left, QUEUE)}
        held = {goes[place]: holder for place, holder in before.items()}
        moved = {place: to for place, to in goes.items() if to != place and place in before}
        for to in moved.values():
            if to < QUEUE and not held[to].identity:
                held[to] = replace(held[to], name=names[to], before="")
        self._holders.reseat(held)  # Whoever plays without a phone is here again.
        for place, to in moved.items():
            if min(place, to) < QUEUE:
                note = "page.note.next" if to >= QUEUE else "page.note.sits"
                self._notices.forget(before[place].hash, place)
                self._notices.say(before[place].hash, note, seat=to)

    def _send_names(self, match: Snapshot, begins: bool) -> None:
        """Give the names of the phones to a match that `begins`, and later to seats without one."""
        bots, names = bots_of(match), match.players.people
        for seat, holder in self._holders.all.items():
            if seat >= match.seats or seat in bots:
                continue
            if holder.before and holder.before == names[seat]:
                self._desk.do(NamePlayer(seat, ""), at_seat(seat))
            elif holder.identity and (begins or not names[seat]):
                self._desk.do(NamePlayer(seat, holder.identity), at_seat(seat))
