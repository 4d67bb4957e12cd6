"""Connect the phones at the seats with the match: each seat has a player and a name.

A phone keeps its seat and its name from match to match. The match records who played at which seat,
so that its log can use names. When a match begins, phones follow their players: to the seat that
has the player's name, or to the queue for the next match. In a drawn match, the draw says who sits
where.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from msgspec.structs import replace

from referee.actor import Actor, at_seat
from referee.contract import By, Message
from referee.match.commands import HandOver, NamePlayer
from referee.match.desk import JournalError, MatchPaused, Snapshot
from referee.match.people.same_names import KEY as SAME_NAMES
from referee.match.people.same_names import same_names, twice_named
from referee.reports.commands import AnswerApproval, MakeHost
from referee.reports.status import PendingApproval
from referee.seating import QUEUE, Person, seating
from webui.access.credentials import Credentials
from webui.access.guard import Refused
from webui.access.holders import Holders
from webui.access.hosts import Hosts
from webui.access.names import clean_name
from webui.access.seats.approvals import Approvals, Question
from webui.access.seats.drawn import bots_of, shown_names
from webui.access.seats.players import SeatPlayers
from webui.port import Table
from webui.serving.stream import LiveUpdates
from webui.settings import TableWifi

_NOBODY = Credentials(local=False, token=None)


@dataclass(eq=False)
class Phones:
    """Implements `webui.port.Phones`, and keeps the players' names in the match. Thread-safe.

    `wifi` returns the table's own Wi-Fi, and `people` everybody who may play next.
    """

    table: Table
    holders: Holders
    hosts: Hosts
    approvals: Approvals
    updates: LiveUpdates
    wifi: Callable[[], TableWifi | None] = lambda: None
    people: Callable[[], tuple[Person, ...]] = tuple
    plan: Mapping[int, int] | None = None

    def __post_init__(self) -> None:
        """Follow the matches that begin, and join the running one."""
        desk, notices = self._desk, self._notices = self.table.desk, self.approvals.notices
        self.players = SeatPlayers(desk, self.holders, self.hosts, notices, self.updates)
        self._starting = threading.Lock()
        match = self._desk.snapshot()
        self._joined = 0 if match is None else match.match  # The last match that phones joined.
        self._named: tuple[int, tuple[str, ...]] = 0, ()  # The last match and its names.
        self._desk.listen(self._on_match_start)
        self._desk.listen(self._tell_twice_named)
        if match is not None:
            self._join(match)

    @property
    def taken(self) -> frozenset[int]:
        """The seats that have a phone."""
        return self.holders.taken

    @property
    def names(self) -> Mapping[int, str]:
        """The names that players chose, by seat."""
        return shown_names(self.holders, self._desk.snapshot())

    @property
    def invitation(self) -> tuple[Message, ...]:
        """How phones join the table, and the host's code, for people at the table."""
        wifi, code = self.wifi(), Message("console.join.code", {"code": self.hosts.code})
        if wifi is None or not wifi.on:
            return (code,)
        name = Message("console.join.wifi", {"name": wifi.name})
        return (name, Message("console.join.password", {"password": wifi.password}), code)

    @property
    def waiting(self) -> tuple[PendingApproval, ...]:
        """The pending approvals: seat requests of phones, and proposals of seats."""
        match = self._desk.snapshot()
        seats = range(0 if match is None else match.seats)
        return tuple(asked.as_pending(seats) for asked in self.approvals.open(match))

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the pending approvals change."""
        self.approvals.listen(changed)

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
                presses = by.kind is By.SEAT
                waits = (pending for pending in self.waiting if pending.id == id_)
                if not any(not presses or by.seat in pending.seats for pending in waits):
                    raise LookupError(id_)
                self.answer(id_, yes, own=presses)
        self.updates.touch()

    # -- seats and hosts ---------------------------------------------------------------------

    def free(self, seat: int, by: Actor) -> None:
        """Free a seat for the actor `by`, who may be its own player."""
        phone = self.holders.hash_of(seat)
        self.holders.free(seat, self.players.match_name(seat))
        self._lose_seat(seat, phone, by, "page.note.freed")

    def make_host(self, seat: int, of: Credentials) -> None:
        """Make a seat's phone a host; the browser with the credentials `of` stops being one."""
        phone = self.holders.hash_of(seat)
        if phone is None:
            raise Refused(409, "page.error.no_phone", seat=seat)
        self.hosts.transfer(of, phone)
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
        phone = self.holders.hash_of(seat)
        self.holders.free(seat)
        self.players.next_players.discard(seat)
        if not bot:
            self.holders.used.remember([command.name])
        self._lose_seat(seat, phone, by, "page.note.bot" if bot else "page.note.handed")

    # -- matches that begin ----------------------------------------------------------------------

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
            self.players.next_players.clear()
            self.players.seat_all(match)

    def _seat_people(self, match: Snapshot) -> None:
        """Let the phones follow their players. Without a plan, those at the seats say who plays.

        A player who sat down at a bot's seat after the last match replaces the bot.
        """
        came, self.players.next_players = self.players.next_players, set()
        held, bots, plan = self.holders.all, bots_of(match), self.plan
        if plan is None:
            people, replaces = self.people(), [at for at in came if at in bots and at in held]
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
        """Give the phones their seats, or a place in the queue, and tell each that moves.

        A phone without a name keeps its player's name in the match.
        """
        before = self.holders.all
        goes = {place: seat for seat, place in plan.items()}
        left = sorted(before.keys() - goes.keys(), key=lambda place: (place < QUEUE, place))
        goes |= {place: at for at, place in enumerate(left, QUEUE)}
        held = {goes[place]: holder for place, holder in before.items()}
        moved = {place: to for place, to in goes.items() if to != place and place in before}
        for to in moved.values():
            if to < QUEUE and not held[to].identity:
                held[to] = replace(held[to], name=names[to], before="")
        self.holders.reseat(held)  # Players without a phone are here again.
        for place, to in moved.items():
            if min(place, to) < QUEUE:
                note = "page.note.next" if to >= QUEUE else "page.note.sits"
                self._notices.forget(before[place].hash, place)
                self._notices.say(before[place].hash, note, seat=to)

    def _tell_twice_named(self, match: Snapshot) -> None:
        """Tell the phones of two players with one name that their match counts for neither."""
        before, self._named = self._named, (match.match, match.players.people)
        if before == self._named:
            return
        names = match.players.people
        for seat in twice_named(names, same_names(self._desk.get(SAME_NAMES))):
            phone = self.holders.hash_of(seat)
            if phone is not None:
                self._notices.say(phone, "page.note.same_name", name=names[seat])
                self.updates.touch()

    def _send_names(self, match: Snapshot, begins: bool) -> None:
        """Give the names of the phones to a match that `begins`, and later to seats without one."""
        bots, names = bots_of(match), match.players.people
        for seat, holder in self.holders.all.items():
            if seat >= match.seats or seat in bots:
                continue
            if holder.before and holder.before == names[seat]:
                self._desk.do(NamePlayer(seat, ""), at_seat(seat))
            elif holder.identity and (begins or not names[seat]):
                self._desk.do(NamePlayer(seat, holder.identity), at_seat(seat))

    # -- approvals -------------------------------------------------------------------------------

    def answer(self, id: str, yes: bool, *, own: bool = False) -> None:  # noqa: A002
        """Do what a question asks for if `yes`. Otherwise tell the phone that asked.

        `own` tells whether the seat itself answered for a request: by its button, or from the phone
        that has it. Raises `LookupError` if the question is no longer open.
        """
        match = self._desk.snapshot()
        asked = self.approvals.take(id, match)
        if asked is None:
            raise LookupError(id)
        if asked.command is None:
            self._answer_request(asked, yes, own)
            return
        assert match is not None, "a command is open only in a match"
        if not yes:
            self.approvals.refused.add(*asked.subject(match))
            self._notices.say(asked.phone, "page.note.declined")
            return
        try:
            self.table.do(replace(asked.command, seen=match.seq), at_seat(asked.seat))
        except (MatchPaused, JournalError):
            self.approvals.propose(asked, match, again=True)  # Nothing was done.
            raise
        self.approvals.refund(asked)

    def _answer_request(self, asked: Question, yes: bool, own: bool) -> None:
        """Give a seat to the phone that asks for it, perhaps from the phone that has it."""
        seat, phone, holder = asked.seat, asked.phone, asked.holder
        if not yes:
            self._notices.say(phone, "page.note.refused", seat=seat)
            return
        is_new = seat not in self.holders.seats_by_hash(phone)
        if holder is not None and self.holders.hash_of(seat) == holder:
            self.holders.move(seat, phone)
            if is_new:
                self.players.moved(seat, holder, phone, own)
        else:
            displaced = self.holders.take(seat, phone)
            if displaced is not None:
                self.players.displaced(seat, displaced)
            if is_new:
                self.players.taken(seat, phone)
        self.approvals.refund(asked)
