"""The players at the seats that have a phone: who came, and what each of them is called.

The match records who played at which seat, so that its log can use names.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.actor import Actor, at_seat
from referee.contract import By, RefereeError
from referee.match.commands import HandOver, NamePlayer
from referee.match.desk import Desk
from referee.match.people.names import is_same, player_key
from referee.match.people.players import PlaceGoesTo
from referee.match.running import Snapshot
from referee.proposals import ASKED_WITHIN_S, MOST_ASKED
from referee.seating import QUEUE
from webui.access.guard import Refused
from webui.access.holders import Holders
from webui.access.hosts import Hosts
from webui.access.limits import RateLimit
from webui.access.seats.drawn import bots_of, drawn_player, reseated
from webui.access.seats.notices import NameQuestion, Notices
from webui.serving.stream import LiveUpdates


@dataclass(eq=False)
class SeatPlayers:
    """Follows the phones that take seats, and keeps the players' names. Thread-safe.

    In a drawn match, each phone belongs at its player's seat.
    `next_players` are the seats at which people replaced a bot after the match.
    """

    desk: Desk
    holders: Holders
    hosts: Hosts
    notices: Notices
    updates: LiveUpdates
    next_players: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._name_limit = RateLimit(MOST_ASKED, ASKED_WITHIN_S, time.monotonic)
        self.holders.is_doubtful = self.is_doubtful

    # -- phones that take seats --------------------------------------------------------------------

    def taken(self, seat: int, phone: str) -> None:
        """Ask the new player for a name, so that nobody takes over a name by accident.

        A player who sits down at a bot's seat during a match replaces the bot.
        """
        match = self.desk.snapshot()
        if drawn := drawn_player(match, seat):
            self.holders.set_new_player(seat, "")
            self.holders.name(seat, "", drawn)
            self._ask_drawn(seat)
        elif match is not None and seat in bots_of(match):
            if match.outcome is None:
                self.desk.do(HandOver(seat), at_seat(seat))
            else:
                self.next_players.add(seat)
            self.holders.set_new_player(seat, "")
            drawn = match.players.drawn[seat] if match.players.drawn else ""
            self.notices.ask(phone, seat, drawn, kept=False)
        else:
            name = self.match_name(seat)
            is_new_player = bool(name) and self.holders.departed_names.get(seat) == name
            if not name:
                self.holders.set_new_player(seat, "")
            self.notices.ask(phone, seat, name, kept=bool(name) and not is_new_player)
            if is_new_player:
                self._set_new_player(seat, name)

    def moved(self, seat: int, old: str, new: str, own: bool) -> None:
        """Tell the phone `old` that its seat is on the phone `new`; without a seat, it is no host.

        If the seat's own player did not agree, the new phone is asked whether it is that player's.
        """
        self.lose_seat(seat, old, "page.note.moved", entirely=not own)
        if own:
            return
        if drawn_player(self.desk.snapshot(), seat):
            self._ask_drawn(seat)
        elif name := self.match_name(seat):
            self.notices.ask(new, seat, name)

    def displaced(self, seat: int, phone: str) -> None:
        """Take a seat from a phone that was not its drawn player's."""
        self.lose_seat(seat, phone, "page.note.drawn_other", entirely=False)

    def lose_seat(self, seat: int, phone: str, why: str | None, *, entirely: bool) -> None:
        """Take the seat's rights from a phone.

        The phone is told `why` it lost the seat, unless it gave the seat up itself. Without any
        seat, it loses the host rights that it got through a seat. If it must lose them `entirely`,
        because it may be lost or stolen, it also loses the rights that it got through the code, and
        the code changes, because the phone has shown it.
        """
        if why is None:
            self.notices.forget(phone, seat)
        else:
            self.notices.say(phone, why, seat=seat)
        if self.holders.places_by_hash(phone):
            return
        if self.hosts.remove_phone(phone, entirely=entirely) and entirely:
            self.notices.say(phone, "page.note.host_no")

    # -- drawn matches -----------------------------------------------------------------------------

    def seat_all(self, match: Snapshot) -> None:
        """Move each phone to its player's seat, free the others, and tell all of them."""
        waiting = {place: held for place, held in self.holders.all.items() if place >= QUEUE}
        before = {seat: held for seat, held in self.holders.all.items() if seat < QUEUE}
        now = reseated(before, match.players)
        for seat, phone in before.items():
            if seat not in now.held or now.held[seat].hash != phone.hash:
                self.notices.forget(phone.hash, seat)
        if now.held != before:
            self.holders.reseat(now.held | waiting)
        for seat in now.moved:
            self.notices.say(now.held[seat].hash, "page.note.drawn", seat=seat)
        for seat in now.unknown:
            self._ask_drawn(seat)
        for seat, phone in now.freed.items():
            self.displaced(seat, phone.hash)
        self.updates.touch()  # Pages may have seen the new match with the earlier seats.

    def _ask_drawn(self, seat: int) -> None:
        """Ask the phone at a drawn player's seat whether it is that player's."""
        phone, drawn = self.holders.hash_of(seat), drawn_player(self.desk.snapshot(), seat)
        if phone is not None:
            self.notices.ask(phone, seat, drawn, drawn=True)

    def identify(self, players: Iterable[str]) -> None:
        """Take the name on a phone for its player's if the club has such a player."""
        known = {player_key(name): name for name in players}
        for seat, held in self.holders.all.items():
            if not held.person and (player := known.get(player_key(held.name))):
                self.holders.name(seat, held.name, player)

    def is_doubtful(self, seat: int) -> bool:
        """Whether the phone at a drawn player's seat has yet to say that it is that player's."""
        phone, drawn = self.holders.hash_of(seat), drawn_player(self.desk.snapshot(), seat)
        notes = self.notices.notes_for(phone or "")
        return bool(drawn) and any(
            isinstance(note, NameQuestion) and note.drawn and note.seat == seat for note in notes
        )

    # -- names -----------------------------------------------------------------------------------

    def rename(self, seat: int, name: str, by: Actor) -> None:
        """Set the name of a seat's player, both for the phone and throughout the match.

        A drawn player keeps the name that counts. Only their phone shows another one.
        """
        match = self.desk.snapshot()
        if drawn := drawn_player(match, seat):
            self._show_name(seat, name, drawn, by)
            return
        seated = match is not None and seat < match.seats
        bot = seat in bots_of(match)
        comes = bot and self.holders.hash_of(seat) is not None  # The person joins the next match.
        now = match.players.tenures[seat][-1].name if match is not None and seated else name
        held = self.holders.names.get(seat, "")
        if (name, name) != (now, held) and by.kind is By.SEAT:
            self.limit_renaming(seat)
        if seated and not comes:
            match = self.desk.do(NamePlayer(seat, name), by)
        self.holders.name(seat, name, drawn_player(match, seat))
        if comes or not bot:
            self.holders.used.remember([name])

    def _show_name(self, seat: int, name: str, drawn: str, by: Actor) -> None:
        """Let a drawn player's phone show a name. A host can also name another drawn player."""
        match = self.desk.snapshot()
        other = None if match is None else match.players.drawn_seat(name)
        held = self.holders.all.get(seat)
        if held is None or other not in (None, seat):
            self.seat_all(self.desk.do(NamePlayer(seat, name), by))
            return
        if (held.name, held.person) != (name, drawn) and by.kind is By.SEAT:
            self.limit_renaming(seat)
        self.notices.forget(held.hash, seat)
        self.holders.name(seat, name, drawn)
        self.holders.used.remember([name])

    def limit_renaming(self, who: int | str) -> None:
        """Raise `Refused` if a seat, or an address in the queue, changes its name too often."""
        self._name_limit.check(who, "page.error.renamed_often")

    def match_name(self, seat: int) -> str:
        """Return a player's name in the match; it is empty for a bot, or if there is no match."""
        match = self.desk.snapshot()
        people = match.players.people if match is not None else ()
        return people[seat] if seat < len(people) else ""

    def _set_new_player(self, seat: int, name: str) -> None:
        """Record a new player without a name at a seat; `name` is the previous player's."""
        match = self.desk.snapshot()
        if match is not None and match.outcome is None:
            self.desk.do(HandOver(seat), at_seat(seat))
        self.holders.set_new_player(seat, name)

    def answer(self, asked: NameQuestion, name: str, place: PlaceGoesTo = "") -> None:
        """Give a new player the chosen name. If it is empty, pages show the seat's colour.

        A drawn player is who they are: the chosen name is only shown. Anybody else may say who
        takes the place of the seat, if it changed hands during the match.
        """
        if drawn := drawn_player(self.desk.snapshot(), asked.seat):
            try:
                self.rename(asked.seat, name or drawn, at_seat(asked.seat))
            except (RefereeError, Refused):
                self._ask_drawn(asked.seat)
                raise
            return
        other = not is_same(name, asked.name)
        if asked.kept and other and asked.is_open(self.match_name(asked.seat)):
            self._set_new_player(asked.seat, asked.name)
        if name:
            self.rename(asked.seat, name, at_seat(asked.seat))
        seat, match = asked.seat, self.desk.snapshot()
        # Somebody takes the place of a seat that has changed hands in the running match.
        if place and match and match.outcome is None and len(match.players.tenures[seat]) > 1:
            self.desk.do(HandOver(seat, self.match_name(seat), place=place), at_seat(seat))
