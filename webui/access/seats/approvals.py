"""Keep what phones ask of others: a seat, or a command for which a seat needs approval.

A phone gets a seat when that seat's button, or the host, approves its request. If another browser
has the seat, that browser can approve the request, too; the seat then moves. A seat needs approval
for commands that affect everyone: they undo another player's move, type in cards, or correct a
card. Such a proposal waits until another phone, another seat's button or the host approves it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Hashable
from typing import Any

import msgspec
from msgspec.structs import replace

from referee import library
from referee.contract import Message, RefereeError
from referee.match.commands import Correct, Move, Undo
from referee.match.running import Snapshot
from referee.notifying import Listeners
from referee.proposals import ASKED_WITHIN_S, MOST_ASKED, Refusals
from referee.reports.status import PendingApproval
from webui.access.guard import Refused
from webui.access.holders import Holders, SeatTaken, hashed, new_id, new_token
from webui.access.limits import RateLimit
from webui.access.seats.notices import Notices
from webui.access.store import read_stored
from webui.serving.events import clock_ms

KEY = "web.acts"
SEAT_MS = 15_000  # Duration of a request: enough to reach the button, too short to block a seat.
MOVE_MS = 60_000  # Duration of a request for a held seat: enough to find the browser that has it.

_log = logging.getLogger(__name__)


class RequestRefused(RefereeError):
    """A refused request for a seat; `message` tells the user what to do."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__("seat", Message(key, params))


class Question(msgspec.Struct, frozen=True):
    """A question of the phone with the token hash `phone` to others, about or for a `seat`."""

    id: str
    seat: int
    phone: str


class SeatRequest(Question, frozen=True):
    """A phone's request for a seat; it expires when the table's clock reaches `due_ms`.

    `counted` identifies the client for the limits on requests: the phone itself if it has a seat,
    otherwise its address, or None for a host. `holder` is the phone that has the seat and would
    lose it, or None if the seat is free.
    """

    counted: str | None
    holder: str | None
    due_ms: int = 0

    @property
    def lasts_ms(self) -> int:
        """How long this request is open."""
        return SEAT_MS if self.holder is None else MOVE_MS

    def as_pending(self) -> PendingApproval:
        """Return what the console shows; the seat itself may approve it."""
        what = Message("console.asks", {"seat": self.seat})
        return PendingApproval(self.id, what, (self.seat,), self.seat)


class Proposal(Question, frozen=True):
    """A command for which a seat needs approval, chosen at the match state `command.seen`.

    It stays valid until a move changes what it is about. For a `Correct` command, `was` is the card
    that it replaces.
    """

    command: Move | Undo | Correct
    was: str = ""

    def same_as(self, other: Proposal) -> bool:
        """Whether `other` is the same proposal, even if it was made at a different match state."""
        command = replace(other.command, seen=self.command.seen)
        return replace(other, id=self.id, command=command) == self

    def is_valid(self, match: Snapshot) -> bool:
        """Whether this proposal is still valid: no later move affects it."""
        seen = self.command.seen or 0
        if match.is_current(self.command.seen):
            return True
        if not isinstance(self.command, Move) or seen < match.open_offers.opened_seq:
            return False
        return match.open_offers.was_open(
            library.move_or_answer(match.game, self.command.move), seen
        )

    def subject(self, match: Snapshot) -> tuple[Hashable, ...]:
        """Return the match and round, and what the seat asks for: the same if it asks again."""
        step = match.steps_seq if isinstance(self.command, Undo) else 0
        plain = replace(self, id="", phone="", command=replace(self.command, seen=None))
        return match.match, match.view(None).round, step, msgspec.json.encode(plain)

    def as_pending(self, seats: range) -> PendingApproval:
        """Return what the console shows; each of the other `seats` may approve it."""
        kinds: dict[type, str] = {Undo: "undo", Correct: "correct", Move: "cards"}
        what = Message(f"console.act.{kinds[type(self.command)]}", {"seat": self.seat})
        return PendingApproval(self.id, what, tuple(seat for seat in seats if seat != self.seat))


class Approvals:
    """All pending requests and proposals, one for each seat, and the notices to phones.

    Nobody may ask more than `MOST_ASKED` times without success within `ASKED_WITHIN_S` seconds.
    The store keeps proposals across a restart. Thread-safe.
    """

    def __init__(self, holders: Holders, now_ms: Callable[[], int] = clock_ms) -> None:
        self._holders = holders
        self._now_ms = now_ms
        self._lock = threading.Lock()
        self._requests: dict[int, SeatRequest] = {}
        lost = "Pending proposals cannot be read; players must propose them again."
        kept = read_stored(holders.store, KEY, list[Proposal], lost)
        self._proposals = {proposal.seat: proposal for proposal in kept}
        self._changed = Listeners[[]]()
        self._limit = RateLimit(MOST_ASKED, ASKED_WITHIN_S, lambda: self._now_ms() / 1000)
        self.refused = Refusals()
        self.notices = Notices(holders.store)

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the pending approvals change."""
        self._changed.listen(changed)

    def waiting(self, match: Snapshot | None) -> tuple[PendingApproval, ...]:
        """Return all pending approvals: seat requests of phones, and proposals of seats."""
        seats = range(0 if match is None else match.seats)
        proposals = (proposal.as_pending(seats) for proposal in self.proposals(match))
        return (*(request.as_pending() for request in self.seat_requests()), *proposals)

    # -- seats ---------------------------------------------------------------------------

    def request_seat(
        self, seat: int, token: str | None, address: str | None, *, held: bool = False
    ) -> str:
        """Request a seat for a phone; return the phone's token, which may be new.

        A phone asks for a seat that another one has only if it says so (`held`).

        A phone can have only one pending request. All phones at one address that have no seat share
        that limit. A host (`address` is None) has no limit. Raises `SeatTaken`, or `RequestRefused`
        with the number of seconds to wait.
        """
        with self._lock:
            self._expire()
            asked, mine = self._request_of(token), self._holders.seats_of(token)
            taken = self._holders.belongs_to_another(seat, token)
            if taken and not held:
                raise SeatTaken(seat)
            if token and asked is not None and asked.seat == seat and address is not None:
                return token
            counted = hashed(token) if address and mine and token else address
            self._check_may_ask(seat, counted, asked)
            if asked is not None:
                self._end(asked, None)
            known = address is None or asked or self._holders.places_by_hash(hashed(token or ""))
            if token is None or not known:
                token = new_token()
            holder = self._holders.hash_of(seat) if taken else None
            request = SeatRequest(new_id("seat"), seat, hashed(token), counted, holder)
            due_ms = self._now_ms() + request.lasts_ms
            self._requests[seat] = replace(request, due_ms=due_ms)
            if seat not in mine:
                self.notices.forget(hashed(token), seat)
        self._changed.notify()
        return token

    def _check_may_ask(self, seat: int, counted: str | None, asked: SeatRequest | None) -> None:
        """Raise `RequestRefused` if another request is pending or the client must still wait."""
        for other in self._requests.values():
            seconds = -((self._now_ms() - other.due_ms) // 1000)
            if other is not asked and other.seat == seat:
                raise RequestRefused("page.error.seat_asked", seat=seat, seconds=seconds)
            if other is not asked and counted is not None and other.counted == counted:
                raise RequestRefused("page.error.asked_beside", seconds=seconds)
        if counted is not None and (wait_s := self._limit.spend(counted)):
            raise RequestRefused("page.error.asked_often", seconds=wait_s)

    def seat_requests(self) -> tuple[SeatRequest, ...]:
        """Return the pending seat requests, ordered by seat."""
        now_ms, requests = self._now_ms(), sorted(self._requests.items())
        return tuple(request for _, request in requests if request.due_ms > now_ms)

    def requested_seat(self, token: str | None) -> int | None:
        """Return the seat that a phone requests, or None."""
        asked = self._request_of(token)
        return None if asked is None or asked.due_ms <= self._now_ms() else asked.seat

    def press(self, seat: int) -> bool:
        """Approve this seat's pending request after a press of its button; return False if none."""
        asked = self._requests.get(seat)
        if asked is None:
            return False
        try:
            return self.answer_seat_request(asked.id, yes=True, own=True)
        except (KeyError, RefereeError):  # Another person has just answered, or the journal failed.
            _log.warning("A seat could not be given.", exc_info=True)
            return True

    def answer_seat_request(self, id: str, yes: bool, *, own: bool = False) -> bool:  # noqa: A002
        """Approve or refuse a seat request; return False if it is no longer pending.

        `own` tells whether the seat itself answered: by its button, or from the phone that has it.
        Raises `JournalError` if the journal cannot be written, and `SeatTaken` if the seat has
        changed hands since the request.
        """
        with self._lock:
            self._expire()
            asked = next((asked for asked in self._requests.values() if asked.id == id), None)
            if asked is None:
                return False
            seat, holder = asked.seat, asked.holder
            new = yes and seat not in self._holders.seats_by_hash(asked.phone)
            moves = holder is not None and self._holders.hash_of(seat) == holder
            self._end(asked, None if yes else "page.note.refused")
            if yes:
                give = self._holders.move if moves else self._holders.take
                give(seat, asked.phone)
                self._limit.refund(asked.counted)
        if new and moves and holder is not None:
            self._holders.arrivals.moved(seat, holder, own)
        elif new:
            self._holders.arrivals.taken(seat)
        self._changed.notify()
        return True

    def withdraw(self, token: str | None) -> None:
        """Withdraw a phone's request."""
        with self._lock:
            asked = self._request_of(token)
            if asked is None:
                return
            self._end(asked, None)
        self._changed.notify()

    def drop_expired(self) -> bool:
        """Drop the requests that have timed out; return whether there were any."""
        with self._lock:
            over = self._expire()
        if over:
            self._changed.notify()
        return over

    def _expire(self) -> bool:
        now_ms = self._now_ms()
        over = [request for request in self._requests.values() if request.due_ms <= now_ms]
        for request in over:
            self._end(request, "page.note.lapsed")
        return bool(over)

    def _end(self, request: SeatRequest, why: str | None) -> None:
        """End a request; unless `why` is None, tell its phone why it failed."""
        del self._requests[request.seat]
        if why is not None:
            self.notices.say(request.phone, why, seat=request.seat)

    def _request_of(self, token: str | None) -> SeatRequest | None:
        phone = hashed(token or "")
        return next((asked for asked in self._requests.values() if asked.phone == phone), None)

    # -- proposals -----------------------------------------------------------------------

    def propose(self, act: Proposal, match: Snapshot, *, again: bool = False) -> None:
        """Add a proposal; it replaces the seat's earlier one.

        If an equal proposal is already pending, that one stays and keeps its id. Otherwise an
        answer that is already under way would no longer find it. Raises `IllegalMove` if the seat
        asks again for what was `refused` in this round, and `Refused` if it asks too often, unless
        it is proposed `again` because nothing was done.
        """
        with self._lock:
            standing = {proposal.seat: proposal for proposal in self.proposals(match)}
            if act.seat in standing and standing[act.seat].same_as(act):
                return
            self.refused.check(*act.subject(match))
            if not again and (wait_s := self._limit.spend(act.seat)):
                raise Refused(429, "desk.proposal.often", seconds=wait_s)
            self._keep({**standing, act.seat: act})
        self._changed.notify()

    def proposals(self, match: Snapshot | None) -> tuple[Proposal, ...]:
        """Return the proposals that no later move of the match affects, ordered by seat."""
        if match is None:
            return ()
        return tuple(
            act
            for seat, act in sorted(self._proposals.items())
            if act.phone == self._holders.hash_of(seat) and act.is_valid(match)
        )

    def take_proposal(self, id: str) -> Proposal | None:  # noqa: A002
        """Remove a proposal and return it, or None if it is not pending."""
        with self._lock:
            taken = next((act for act in self._proposals.values() if act.id == id), None)
            if taken is None:
                return None
            self._keep({seat: act for seat, act in self._proposals.items() if act is not taken})
        self._changed.notify()
        return taken

    def _keep(self, proposals: dict[int, Proposal]) -> None:
        if proposals != self._proposals:
            self._holders.store.put(KEY, msgspec.to_builtins([*proposals.values()]))
            self._proposals = proposals
