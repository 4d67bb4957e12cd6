"""Connect the phones at the seats with the match: each seat has a player and a name.

A phone keeps its seat and its name from match to match. The match records who played at which seat,
so that its log can use names. A phone that loses its last seat also loses its rights as a host.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from referee.actor import HOST, Actor, at_seat
from referee.contract import By, RefereeError
from referee.match.commands import HandOver, NamePlayer
from referee.match.desk import JournalError, MatchPaused
from referee.match.people.players import PlaceGoesTo
from referee.names import is_same
from referee.reports.commands import AnswerApproval, MakeHost
from referee.reports.status import PendingApproval
from webui.access.credentials import Credentials
from webui.access.guard import Refused
from webui.access.holders import Holders
from webui.access.hosts import Hosts
from webui.access.limits import RateLimit
from webui.access.names import clean_name
from webui.access.seats.approvals import Approvals
from webui.access.seats.drawn import DrawnPhones, bots_of, drawn_player, shown_names
from webui.access.seats.joining import Joining
from webui.access.seats.notices import NameQuestion
from webui.port import Table
from webui.serving.stream import LiveUpdates

# Number of name changes that a seat may make within `RENAMED_S`. With half of this, a player who
# mistypes twice has to wait. With twice this number, one seat could change its name 17,000 times a
# day.
RENAMED = 6
RENAMED_S = 60.0

_NOBODY = Credentials(local=False, host=None, seat=None)


class Phones:
    """Implements `webui.port.Phones`, and keeps the players' names in the match. Thread-safe."""

    def __init__(
        self,
        table: Table,
        holders: Holders,
        hosts: Hosts,
        approvals: Approvals,
        updates: LiveUpdates,
    ) -> None:
        self._table = table
        self._desk = table.desk
        self._holders = holders
        self._hosts = hosts
        self._approvals = approvals
        self._notices = approvals.notices
        self._updates = updates
        self._name_limit = RateLimit(RENAMED, RENAMED_S, time.monotonic)
        self._drawn = DrawnPhones(self._desk, holders, hosts, self._notices, updates)
        holders.on_taken, holders.on_moved = self._on_seat_taken, self._on_seat_moved
        self._joining = Joining(self._desk, holders, hosts, self._notices, self._drawn)

    @property
    def taken(self) -> frozenset[int]:
        """The seats that have a phone."""
        return self._holders.taken

    @property
    def names(self) -> Mapping[int, str]:
        """The names that players chose, by seat."""
        return shown_names(self._holders, self._desk.snapshot())

    @property
    def recent_names(self) -> tuple[str, ...]:
        """Names used at this table before, newest first."""
        return self._holders.used.recent

    @property
    def waiting(self) -> tuple[PendingApproval, ...]:
        """The pending approvals: seat requests of phones, and proposals of seats."""
        return self._approvals.waiting(self._desk.snapshot())

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the pending approvals change."""
        self._approvals.listen(changed)

    def do(self, command: NamePlayer | HandOver | MakeHost | AnswerApproval, by: Actor) -> None:
        """Carry out a command about a seat's phone; raise `Refused` if that seat has no phone."""
        match command:
            case NamePlayer(seat, name):
                self._rename_player(seat, clean_name(name), by)
            case HandOver():
                self._hand_over(replace(command, name=clean_name(command.name)), by)
            case MakeHost(seat):
                self.make_host(seat, _NOBODY)
            case AnswerApproval(id_, yes):
                self._settle(id_, yes, by)
        self._updates.touch()

    def identify(self, players: Iterable[str]) -> None:
        """Take the name on a phone for its player's if the club has such a player."""
        self._drawn.identify(players)

    # -- seats and hosts ---------------------------------------------------------------------

    def free(self, seat: int, by: Actor) -> bool:
        """Free a seat for the actor `by`, who may be its own player.

        Returns whether the host's code changed, as `_take_rights` does.
        """
        phone = self._holders.hash_of(seat)
        self._holders.free(seat, self._match_name(seat))
        return phone is not None and self._take_rights(seat, phone, by, "page.note.freed")

    def make_host(self, seat: int, of: Credentials) -> None:
        """Make a seat's phone a host; the browser with the credentials `of` stops being one."""
        phone = self._holders.hash_of(seat)
        if phone is None:
            raise Refused(409, "page.error.no_phone", seat=seat)
        self._hosts.transfer(of, phone)
        self._notices.say(phone, "page.note.host")

    def _take_rights(self, seat: int, phone: str, by: Actor, why: str) -> bool:
        """Revoke the rights that a phone had through its seat; return whether the code changed.

        A phone without any seat loses the host rights that it got through the seat. If somebody
        else freed the seat, the phone may be lost or stolen. Then it also loses host rights that it
        got through the code, and the host's code changes, because the phone has shown it.
        """
        own = by == at_seat(seat)
        if own:
            self._notices.forget(phone, seat)
        else:
            self._notices.say(phone, why, seat=seat)
        if self._holders.seats_by_hash(phone) or not self._hosts.remove_phone(
            phone, entirely=not own
        ):
            return False
        if not own:
            self._notices.say(phone, "page.note.host_no")
        return not own

    def _hand_over(self, command: HandOver, by: Actor) -> None:
        """Give a seat to another player or a bot; if the desk refuses, the phone keeps the seat."""
        seat, bot = command.seat, bool(command.level)
        self._desk.do(command, by)
        phone = self._holders.hash_of(seat)
        self._holders.free(seat)
        self._joining.next_players.discard(seat)
        if not bot:
            self._holders.used.remember([command.name])
        if phone is not None:
            self._take_rights(seat, phone, by, "page.note.bot" if bot else "page.note.handed")

    # -- players -------------------------------------------------------------------------------

    def _rename_player(self, seat: int, name: str, by: Actor) -> None:
        """Set the name of a seat's player, both for the phone and throughout the match.

        A drawn player keeps the name that counts. Only their phone shows another one.
        """
        match = self._desk.snapshot()
        if drawn := drawn_player(match, seat):
            self._show_name(seat, name, drawn, by)
            return
        seated = match is not None and seat < match.seats
        bot = seat in bots_of(match)
        comes = bot and self._holders.hash_of(seat) is not None  # The person joins the next match.
        now = match.players.names_of(seat)[-1] if match is not None and seated else name
        held = self._holders.names.get(seat, "")
        if (name, name) != (now, held) and by.kind is By.SEAT:
            self._limit_renaming(seat)
        if seated and not comes:
            match = self._desk.do(NamePlayer(seat, name), by)
        self._holders.name(seat, name, drawn_player(match, seat))
        if comes or not bot:
            self._holders.used.remember([name])

    def _show_name(self, seat: int, name: str, drawn: str, by: Actor) -> None:
        """Let a drawn player's phone show a name. A host can also name another drawn player."""
        match = self._desk.snapshot()
        other = None if match is None else match.players.drawn_seat(name)
        held = self._holders.all.get(seat)
        if held is None or other not in (None, seat):
            self._drawn.seat_all(self._desk.do(NamePlayer(seat, name), by))
            return
        if (held.name, held.person) != (name, drawn) and by.kind is By.SEAT:
            self._limit_renaming(seat)
        self._notices.forget(held.hash, seat)
        self._holders.name(seat, name, drawn)
        self._holders.used.remember([name])

    def _limit_renaming(self, seat: int) -> None:
        """Raise `Refused` if a seat changes its name too often."""
        if wait_s := self._name_limit.spend(seat):
            raise Refused(429, "page.error.renamed_often", seconds=wait_s)

    def _on_seat_taken(self, seat: int) -> None:
        """Ask the new player for a name, so that nobody takes over a name by accident.

        A player who sits down at a bot's seat during a match replaces the bot.
        """
        match = self._desk.snapshot()
        if drawn := drawn_player(match, seat):
            self._holders.set_new_player(seat, "")
            self._holders.name(seat, "", drawn)
            self._drawn.ask(seat)
            return
        if match is not None and seat in bots_of(match):
            if match.outcome is None:
                self._desk.do(HandOver(seat), at_seat(seat))
            else:
                self._joining.next_players.add(seat)
            self._holders.set_new_player(seat, "")
            drawn = match.players.drawn[seat] if match.players.drawn else ""
            if (theirs := self._holders.hash_of(seat)) is not None:
                self._notices.ask(theirs, seat, drawn, kept=False)
            return
        name, phone = self._match_name(seat), self._holders.hash_of(seat)
        is_new_player = bool(name) and self._holders.departed_names.get(seat) == name
        if not name or phone is None:
            self._holders.set_new_player(seat, "")
        if phone is None:
            return
        self._notices.ask(phone, seat, name, kept=bool(name) and not is_new_player)
        if is_new_player:
            self._set_new_player(seat, name)

    def _on_seat_moved(self, seat: int, phone: str, own: bool) -> None:
        """Tell a phone that its seat is in another browser now; without any seat, it is no host.

        If the seat's own player did not agree, the new phone is asked whether it is that player's.
        """
        self._notices.forget(phone, seat)
        self._take_rights(seat, phone, at_seat(seat) if own else HOST, "page.note.moved")
        if own:
            self._notices.say(phone, "page.note.moved", seat=seat)
            return
        new, name = self._holders.hash_of(seat), self._match_name(seat)
        if drawn_player(self._desk.snapshot(), seat):
            self._drawn.ask(seat)
        elif new is not None and name:
            self._notices.ask(new, seat, name, kept=True)

    def _match_name(self, seat: int) -> str:
        """Return a player's name in the match; it is empty for a bot, or if there is no match."""
        match = self._desk.snapshot()
        if seat in bots_of(match):
            return ""
        return match.players.names_of(seat)[-1] if match is not None and seat < match.seats else ""

    def _set_new_player(self, seat: int, name: str) -> None:
        """Record a new player without a name at a seat; `name` is the previous player's."""
        match = self._desk.snapshot()
        if match is not None and match.outcome is None:
            self._desk.do(HandOver(seat), at_seat(seat))
        self._holders.set_new_player(seat, name)

    def answer(self, asked: NameQuestion, name: str, place: PlaceGoesTo = "") -> None:
        """Give a new player the chosen name. If it is empty, pages show the seat's colour.

        A drawn player is who they are: the chosen name is only shown. Anybody else may say who
        takes the place of the seat, if it changed hands during the match.
        """
        if drawn := drawn_player(self._desk.snapshot(), asked.seat):
            try:
                self._rename_player(asked.seat, name or drawn, at_seat(asked.seat))
            except (RefereeError, Refused):
                self._drawn.ask(asked.seat)
                raise
            return
        other = not is_same(name, asked.name)
        if asked.kept and other and asked.is_open(self._match_name(asked.seat)):
            self._set_new_player(asked.seat, asked.name)
        if name:
            self._rename_player(asked.seat, name, at_seat(asked.seat))
        if place:
            self._settle_place(asked.seat, place)

    def _settle_place(self, seat: int, place: PlaceGoesTo) -> None:
        """Record who takes the place of a seat, if it has changed hands in the running match."""
        match = self._desk.snapshot()
        if match is not None and match.outcome is None and len(match.players.names_of(seat)) > 1:
            self._desk.do(HandOver(seat, self._match_name(seat), place=place), at_seat(seat))

    # -- approvals -------------------------------------------------------------------------------

    def _settle(self, id: str, yes: bool, by: Actor) -> None:  # noqa: A002
        """Answer a pending approval for the host or a seat's button."""
        waits = next((one for one in self.waiting if one.id == id), None)
        if waits is None or (by.kind is By.SEAT and by.seat not in waits.seats):
            raise LookupError(id)
        if waits.seat is not None:
            if not self._approvals.answer_seat_request(id, yes, own=by.kind is By.SEAT):
                raise LookupError(id)
        else:
            self.settle(id, yes)

    def settle(self, id: str, yes: bool) -> None:  # noqa: A002
        """Carry out a proposal if `yes`, otherwise drop it.

        Raises `LookupError` if the proposal is no longer pending.
        """
        match = self._desk.snapshot()
        act = self._approvals.proposals.take(id)
        if act is None or match is None or not act.is_valid(match):
            raise LookupError(id)
        if not yes:
            if act.phone is not None:
                self._notices.say(act.phone, "page.note.declined")
            return
        try:
            self._table.do(replace(act.command, seen=match.seq), at_seat(act.seat))
        except (MatchPaused, JournalError):
            # Nothing was done, so the proposal stays pending.
            self._approvals.proposals.add(act, match)
            raise
