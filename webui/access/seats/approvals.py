"""Keep what phones ask of others: a seat, or a command for which a seat needs approval.

A phone gets a seat when that seat's button, or the host, approves. If another browser has the seat,
that browser can approve, too; the seat then moves. A seat needs approval for commands that affect
everyone: they undo another player's move, type in cards, or correct a card. Another phone, another
seat's button or the host approves those.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Hashable

import msgspec
from msgspec.structs import replace

from referee import library
from referee.contract import Message
from referee.match.commands import Correct, Move, Undo
from referee.match.running import Snapshot
from referee.notifying import Listeners
from referee.proposals import ASKED_WITHIN_S, MOST_ASKED, Refusals
from referee.reports.status import PendingApproval
from webui.access.holders import Holders, hashed, new_id, new_token, seat_error
from webui.access.limits import RateLimit
from webui.access.seats.notices import Notices
from webui.access.store import Stored
from webui.serving.events import clock_ms

KEY = "web.acts"
SEAT_MS = 15_000  # Duration of a request: enough to reach the button, too short to block a seat.
MOVE_MS = 60_000  # Duration of a request for a held seat: enough to find the browser that has it.


class Question(msgspec.Struct, frozen=True):
    """A question of a phone to others: for a `seat`, or for a `command` of its own seat.

    A request for a seat expires when the table's clock reaches `due_ms`. A command was chosen at
    the match state `command.seen`, and stays valid until a move changes what it is about.

    * `phone`: the hash of its token; `holder`: the phone that would lose the seat, if any.
    * `counted`: the asker whose questions are limited: a seat, a phone at a seat, an address, or
      no one.
    * `was`: the card that a `Correct` command replaces.
    """

    id: str
    seat: int
    phone: str
    command: Move | Undo | Correct | None = None
    was: str = ""
    holder: str | None = None
    counted: str | int | None = None
    due_ms: int = 0

    @property
    def lasts_ms(self) -> int:
        """How long a request for a seat is open."""
        return SEAT_MS if self.holder is None else MOVE_MS

    @property
    def wish(self) -> Question:
        """The request itself: the same if the seat asks again."""
        command = self.command and replace(self.command, seen=None)
        return replace(self, id="", phone="", command=command)

    def is_valid(self, match: Snapshot) -> bool:
        """Whether a command is still valid: no later move affects it."""
        if self.command is None or match.is_current(self.command.seen):
            return True
        seen = self.command.seen or 0
        if not isinstance(self.command, Move) or seen < match.open_offers.opened_seq:
            return False
        move = library.move_or_answer(match.game, self.command.move)
        return match.open_offers.was_open(move, seen)

    def subject(self, match: Snapshot) -> tuple[Hashable, ...]:
        """Return the match and round, and what the seat asks for: the same if it asks again."""
        step = match.steps_seq if isinstance(self.command, Undo) else 0
        return match.match, match.view(None).round, step, msgspec.json.encode(self.wish)

    def as_pending(self, seats: range) -> PendingApproval:
        """Return what the console shows. The seat itself approves a request for it, and each of the
        other `seats` a command.
        """
        if self.command is None:
            what = Message("console.asks", {"seat": self.seat})
            return PendingApproval(self.id, what, (self.seat,), self.seat)
        kinds: dict[type, str] = {Undo: "undo", Correct: "correct", Move: "cards"}
        what = Message(f"console.act.{kinds[type(self.command)]}", {"seat": self.seat})
        return PendingApproval(self.id, what, tuple(seat for seat in seats if seat != self.seat))


class Approvals:
    """All open questions: at most one request for each seat, and one command of each.

    Nobody may ask more than `MOST_ASKED` times without success within `ASKED_WITHIN_S` seconds.
    The store keeps commands across a restart. `notices` are the notices to phones. Thread-safe.
    """

    def __init__(self, holders: Holders, now_ms: Callable[[], int] = clock_ms) -> None:
        self._holders = holders
        self._now_ms = now_ms
        self._lock = threading.Lock()
        lost = "Pending proposals cannot be read; players must propose them again."
        self._stored = Stored(holders.store, KEY, list[Question], lost)
        self._asked = tuple(self._stored.value)
        self._changed = Listeners[[]]()
        self._limit = RateLimit(MOST_ASKED, ASKED_WITHIN_S, lambda: self._now_ms() / 1000)
        self.refused = Refusals()
        self.notices = Notices(holders.store)

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the open questions change."""
        self._changed.listen(changed)

    def open(self, match: Snapshot | None) -> tuple[Question, ...]:
        """Return the requests for seats, then the commands that no later move affects."""
        return tuple(asked for asked in self._asked if self._is_open(asked, match))

    def _is_open(self, asked: Question, match: Snapshot | None) -> bool:
        if asked.command is None:
            return asked.due_ms > self._now_ms()
        own = asked.phone == self._holders.hash_of(asked.seat)
        return own and match is not None and asked.is_valid(match)

    def seat_requests(self) -> tuple[Question, ...]:
        """Return the requests for seats, ordered by seat."""
        return self.open(None)

    def take(self, id: str, match: Snapshot | None = None) -> Question | None:  # noqa: A002
        """Remove a question that is open, and return it. Return None if it is not open."""
        with self._lock:
            taken = next((asked for asked in self.open(match) if asked.id == id), None)
            if taken is not None:
                self._change(over=(taken,))
        self._changed.notify()
        return taken

    def refund(self, asked: Question) -> None:
        """Count a question no longer, because others agreed."""
        with self._lock:
            self._limit.refund(asked.counted)

    # -- seats ---------------------------------------------------------------------------

    def request_seat(
        self, seat: int, token: str | None, address: str | None, *, held: bool = False
    ) -> str:
        """Request a seat for a phone; return the phone's token, which may be new.

        A phone asks for a seat that another one has only if it says so (`held`).

        A phone can have only one pending request. All phones at one address that have no seat share
        that limit. A host (`address` is None) has no limit. Raises `RefereeError` if another phone
        has the seat, or with the number of seconds to wait.
        """
        with self._lock:
            self._expire()
            asked, mine = self.request_of(token), self._holders.seats_of(token)
            taken = seat in self._holders.closed and seat not in mine
            if taken and not held:
                raise seat_error("seat_taken", seat=seat)
            if token and asked is not None and asked.seat == seat and address is not None:
                return token
            counted = hashed(token) if address and mine and token else address
            self._check_may_ask(seat, counted, asked)
            known = address is None or asked or self._holders.places_by_hash(hashed(token or ""))
            if token is None or not known:
                token = new_token()
            holder = self._holders.hash_of(seat) if taken else None
            new = Question(new_id("seat"), seat, hashed(token), holder=holder, counted=counted)
            new = replace(new, due_ms=self._now_ms() + new.lasts_ms)
            self._change(new, over=(asked,))
            if seat not in mine:
                self.notices.forget(hashed(token), seat)
        self._changed.notify()
        return token

    def _check_may_ask(self, seat: int, counted: str | None, asked: Question | None) -> None:
        """Raise `RefereeError` if another request is pending or the client must still wait."""
        for other in self.seat_requests():
            seconds = -((self._now_ms() - other.due_ms) // 1000)
            if other is not asked and other.seat == seat:
                raise seat_error("seat_asked", seat=seat, seconds=seconds)
            if other is not asked and counted is not None and other.counted == counted:
                raise seat_error("asked_beside", seconds=seconds)
        if counted is not None and (wait_s := self._limit.spend(counted)):
            raise seat_error("asked_often", seconds=wait_s)

    def withdraw(self, token: str | None) -> None:
        """Withdraw a phone's request."""
        if (asked := self.request_of(token)) is not None:
            self.take(asked.id)

    def drop_expired(self) -> bool:
        """Drop the requests that have timed out; return whether there were any."""
        with self._lock:
            over = self._expire()
        if over:
            self._changed.notify()
        return over

    def _expire(self) -> bool:
        now_ms = self._now_ms()
        over = [asked for asked in self._asked if asked.command is None and asked.due_ms <= now_ms]
        self._change(over=over)
        for request in over:
            self.notices.say(request.phone, "page.note.lapsed", seat=request.seat)
        return bool(over)

    def request_of(self, token: str | None) -> Question | None:
        """Return the open request of a phone for a seat, or None."""
        phone = hashed(token or "")
        return next((asked for asked in self.seat_requests() if asked.phone == phone), None)

    # -- commands ------------------------------------------------------------------------

    def propose(self, new: Question, match: Snapshot, *, again: bool = False) -> None:
        """Ask for approval of a command; this replaces what the seat has asked for before.

        If the seat asks for the same already, that question stays and keeps its id. Otherwise an
        answer that is already under way would no longer find it. Raises `IllegalMove` if the seat
        repeats a question that was `refused` in this round, and `Refused` if it asks too often,
        unless it asks `again` because nothing was done.
        """
        with self._lock:
            commands = [asked for asked in self._asked if asked.command is not None]
            open_ = [asked for asked in commands if self._is_open(asked, match)]
            if any(asked.wish == new.wish for asked in open_):
                return
            self.refused.check(*new.subject(match))
            if not again:
                self._limit.check(new.counted, "desk.proposal.often")
            stays = [asked for asked in open_ if asked.seat != new.seat]
            self._change(new, over=[asked for asked in commands if asked not in stays])
        self._changed.notify()

    def _change(self, *new: Question, over: Collection[Question | None] = ()) -> None:
        """Add questions, and drop the ones in `over`."""
        asked = [*(asked for asked in self._asked if asked not in over), *new]
        self._asked = tuple(
            sorted(asked, key=lambda asked: (asked.command is not None, asked.seat))
        )
        self._stored.set([asked for asked in self._asked if asked.command is not None])
