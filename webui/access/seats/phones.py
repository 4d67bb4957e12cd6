"""Connect the phones at the seats with the match: each seat has a player and a name.

A phone keeps its seat and its name from match to match. The match records who played at which seat,
so that its log can use names. A phone that loses its last seat also loses its rights as a host.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from referee.actor import Actor, at_seat
from referee.contract import By, Message
from referee.match.commands import HandOver, NamePlayer
from referee.match.desk import JournalError, MatchPaused
from referee.reports.commands import AnswerApproval, MakeHost
from referee.reports.status import PendingApproval
from referee.seating import Person
from webui.access.credentials import Credentials
from webui.access.guard import Refused
from webui.access.holders import Holders
from webui.access.hosts import Hosts
from webui.access.names import clean_name
from webui.access.seats.approvals import Approvals
from webui.access.seats.drawn import shown_names
from webui.access.seats.joining import Joining
from webui.access.seats.players import SeatPlayers
from webui.port import Table
from webui.serving.stream import LiveUpdates
from webui.settings import TableWifi

_NOBODY = Credentials(local=False, token=None)


class Phones:
    """Implements `webui.port.Phones`, and keeps the players' names in the match. Thread-safe."""

    def __init__(
        self,
        table: Table,
        holders: Holders,
        hosts: Hosts,
        approvals: Approvals,
        updates: LiveUpdates,
        wifi: Callable[[], TableWifi | None] = lambda: None,
        people: Callable[[], tuple[Person, ...]] = tuple,
    ) -> None:
        """`wifi` returns the table's own Wi-Fi, and `people` everybody who may play next."""
        self._table = table
        self._desk = table.desk
        self._holders = holders
        self._hosts = hosts
        self._approvals = approvals
        self._notices = approvals.notices
        self._updates = updates
        self._wifi = wifi
        self.people = people
        self.players = SeatPlayers(self._desk, holders, hosts, self._notices, updates)
        self.joining = Joining(self._desk, holders, people, self.players, self._notices)

    @property
    def taken(self) -> frozenset[int]:
        """The seats that have a phone."""
        return self._holders.taken

    @property
    def names(self) -> Mapping[int, str]:
        """The names that players chose, by seat."""
        return shown_names(self._holders, self._desk.snapshot())

    @property
    def invitation(self) -> tuple[Message, ...]:
        """How phones join the table, and the host's code, for people at the table."""
        wifi = self._wifi()
        joining = (
            ()
            if wifi is None or not wifi.on
            else (
                Message("console.join.wifi", {"name": wifi.name}),
                Message("console.join.password", {"password": wifi.password}),
            )
        )
        return (*joining, Message("console.join.code", {"code": self._hosts.code}))

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
                self.players.rename(seat, clean_name(name), by)
            case HandOver():
                self._hand_over(replace(command, name=clean_name(command.name)), by)
            case MakeHost(seat):
                self.make_host(seat, _NOBODY)
            case AnswerApproval(id_, yes):
                self._settle(id_, yes, by)
        self._updates.touch()

    # -- seats and hosts ---------------------------------------------------------------------

    def free(self, seat: int, by: Actor) -> None:
        """Free a seat for the actor `by`, who may be its own player."""
        phone = self._holders.hash_of(seat)
        self._holders.free(seat, self.players.match_name(seat))
        self._lose_seat(seat, phone, by, "page.note.freed")

    def make_host(self, seat: int, of: Credentials) -> None:
        """Make a seat's phone a host; the browser with the credentials `of` stops being one."""
        phone = self._holders.hash_of(seat)
        if phone is None:
            raise Refused(409, "page.error.no_phone", seat=seat)
        self._hosts.transfer(of, phone)
        self._notices.say(phone, "page.note.host")

    def _lose_seat(self, seat: int, phone: str | None, by: Actor, why: str) -> None:
        """Take the seat's rights from the phone that had it, if any.

        If somebody else freed the seat, the phone may be lost or stolen.
        """
        if phone is not None:
            own = by == at_seat(seat)
            self.players.lose_seat(seat, phone, None if own else why, entirely=not own)

    def _hand_over(self, command: HandOver, by: Actor) -> None:
        """Give a seat to another player or a bot; if the desk refuses, the phone keeps the seat."""
        seat, bot = command.seat, bool(command.level)
        self._desk.do(command, by)
        phone = self._holders.hash_of(seat)
        self._holders.free(seat)
        self.players.next_players.discard(seat)
        if not bot:
            self._holders.used.remember([command.name])
        self._lose_seat(seat, phone, by, "page.note.bot" if bot else "page.note.handed")

    # -- approvals -------------------------------------------------------------------------------

    def _settle(self, id: str, yes: bool, by: Actor) -> None:  # noqa: A002
        """Answer a pending approval for the host or a seat's button."""
        waits = next((pending for pending in self.waiting if pending.id == id), None)
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
        act = self._approvals.take_proposal(id)
        if act is None or match is None or not act.is_valid(match):
            raise LookupError(id)
        if not yes:
            self._approvals.refused.add(*act.subject(match))
            self._notices.say(act.phone, "page.note.declined")
            return
        try:
            self._table.do(replace(act.command, seen=match.seq), at_seat(act.seat))
        except (MatchPaused, JournalError):
            # Nothing was done, so the proposal stays pending.
            self._approvals.propose(act, match, again=True)
            raise
