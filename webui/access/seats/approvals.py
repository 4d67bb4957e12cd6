"""Manage requests that somebody else must approve: requests for seats, and proposals.

A phone gets a seat when that seat's button, or the host, approves its request. If another browser
has the seat, that browser can approve the request, too; the seat then moves. A seat needs
approval for some commands that affect everyone (`proposals.py`).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.contract import Message, RefereeError
from referee.match.running import Snapshot
from referee.notifying import Listeners
from referee.reports.status import PendingApproval
from webui.access.holders import Holders, SeatTaken, hashed, new_id, new_token
from webui.access.limits import Backoff
from webui.access.seats.notices import Notices
from webui.access.seats.proposals import Proposals
from webui.serving.events import clock_ms

SEAT_MS = 15_000  # Duration of a request: enough to reach the button, too short to block a seat.
MOVE_MS = 60_000  # Duration of a request for a held seat: enough to find the browser that has it.

# How long an address must wait after its failed requests. With half these times, a stranger could
# block a seat for a quarter of the time. With twice these times, a player who shares the address
# with a stranger would have to wait four minutes.
FREE = 1
FIRST_S = 5.0
MOST_S = 120.0
FORGET_S = 600.0

_log = logging.getLogger(__name__)


class RequestRefused(RefereeError):
    """A refused request for a seat; `message` tells the user what to do."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__("seat", Message(key, params))


class SeatRequest(msgspec.Struct, frozen=True):
    """A phone's request for a seat; it expires when the table's clock reaches `due_ms`.

    `token` is the phone's seat token. `counted` identifies the client for the limits on requests:
    the phone itself if it has a seat, otherwise its address, or None for a host. `holder` is the
    phone that has the seat and would lose it, or None if the seat is free.
    """

    id: str
    seat: int
    token: str
    due_ms: int
    counted: str | None = None
    holder: str | None = None

    @property
    def lasts_ms(self) -> int:
        """How long this request is open."""
        return SEAT_MS if self.holder is None else MOVE_MS


class Approvals:
    """All pending requests and proposals, and the notices to phones. Thread-safe."""

    def __init__(self, holders: Holders, now_ms: Callable[[], int] = clock_ms) -> None:
        self._holders = holders
        self._now_ms = now_ms
        self._lock = threading.Lock()
        self._seats: dict[int, SeatRequest] = {}
        self._changed = Listeners[[]]()
        self.proposals = Proposals(holders, self._changed.notify)
        self._backoff = Backoff(
            lambda: self._now_ms() / 1000,
            free=FREE,
            first_s=FIRST_S,
            most_s=MOST_S,
            forget_s=FORGET_S,
        )
        self.notices = Notices(holders.store)

    def listen(self, changed: Callable[[], None]) -> None:
        """Call `changed` whenever the pending approvals change."""
        self._changed.listen(changed)

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
            if asked is not None and asked.seat == seat and address is not None:
                return asked.token
            counted = address if address is None or not mine else hashed(token or "")
            self._check_may_ask(seat, counted, asked)
            if taken and counted is not None and (wait_s := self._backoff.wait_s(_held(seat))):
                raise RequestRefused("page.error.seat_refused", seat=seat, seconds=wait_s)
            if asked is not None:
                self._end(asked, None)
            if token is None or not (asked or self._holders.places_by_hash(hashed(token))):
                token = new_token()
            holder = self._holders.hash_of(seat) if taken else None
            one = SeatRequest(new_id("seat"), seat, token, 0, counted, holder)
            self._seats[seat] = replace(one, due_ms=self._now_ms() + one.lasts_ms)
            if seat not in mine:
                self.notices.forget(hashed(token), seat)
        self._changed.notify()
        return token

    def _check_may_ask(self, seat: int, counted: str | None, asked: SeatRequest | None) -> None:
        """Raise `RequestRefused` if another request is pending or the client must still wait."""
        other = self._seats.get(seat)
        if other is not None and other is not asked:
            raise RequestRefused(
                "page.error.seat_asked", seat=seat, seconds=self._seconds_left(other)
            )
        if counted is None:
            return
        same_client = next((one for one in self._seats.values() if one.counted == counted), None)
        if same_client is not None and same_client is not asked:
            raise RequestRefused("page.error.asked_beside", seconds=self._seconds_left(same_client))
        if wait_s := self._backoff.wait_s(counted):
            raise RequestRefused("page.error.asked_often", seconds=wait_s)

    def _seconds_left(self, one: SeatRequest) -> int:
        return -((self._now_ms() - one.due_ms) // 1000)

    def seat_requests(self) -> tuple[SeatRequest, ...]:
        """Return the pending seat requests, ordered by seat."""
        if not self._seats:
            return ()
        now_ms = self._now_ms()
        return tuple(one for _, one in sorted(self._seats.items()) if one.due_ms > now_ms)

    def requested_seat(self, token: str | None) -> int | None:
        """Return the seat that a phone requests, or None."""
        return next((one.seat for one in self.seat_requests() if one.token == token), None)

    def press(self, seat: int) -> bool:
        """Approve this seat's pending request after a press of its button; return False if none."""
        asked = self._seats.get(seat)
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
            found = next((one for one in self._seats.values() if one.id == id), None)
            if found is None:
                return False
            new = yes and found.seat not in self._holders.seats_of(found.token)
            moves = found.holder is not None and self._holders.hash_of(found.seat) == found.holder
            if yes:
                del self._seats[found.seat]
                if moves:
                    self._holders.move(found.seat, found.token)
                else:
                    self._holders.take(found.seat, found.token)
                self._backoff.reset(found.counted)
            else:
                self._end(found, "page.note.refused")
        if new and moves and found.holder is not None:
            self._holders.arrivals.moved(found.seat, found.holder, own)
        elif new:
            self._holders.arrivals.taken(found.seat)
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
        if not self._seats:
            return False
        with self._lock:
            over = self._expire()
        if over:
            self._changed.notify()
        return over

    def _expire(self) -> bool:
        now_ms = self._now_ms()
        over = [one for one in self._seats.values() if one.due_ms <= now_ms]
        for one in over:
            self._end(one, "page.note.lapsed")
        return bool(over)

    def _end(self, one: SeatRequest, why: str | None) -> None:
        """End a failed request; unless `why` is None, tell its phone why it failed."""
        del self._seats[one.seat]
        if one.counted is not None:
            self._backoff.record_failure(one.counted)
            if one.holder is not None:  # Whoever asks next, the player there has a rest.
                self._backoff.record_failure(_held(one.seat))
        if why is not None:
            self.notices.say(hashed(one.token), why, seat=one.seat)

    def _request_of(self, token: str | None) -> SeatRequest | None:
        return next((one for one in self._seats.values() if one.token == token), None)

    # -- all approvals -------------------------------------------------------------------

    def waiting(self, match: Snapshot | None) -> tuple[PendingApproval, ...]:
        """Return all pending approvals: seat requests of phones, and proposals of seats."""
        asked = (
            PendingApproval(
                one.id, Message("console.asks", {"seat": one.seat}), (one.seat,), one.seat
            )
            for one in self.seat_requests()
        )
        acts = self.proposals.valid(match)
        seats = range(0 if match is None else match.seats)
        return (*asked, *(act.as_pending(seats) for act in acts))


def _held(seat: int) -> str:
    """Return the client under which failed requests for a held seat count, from any address."""
    return f"seat {seat}"
