"""What waits for somebody else's yes: a phone for its seat, a seat's act for the table.

A phone that asks for a seat sits down once that seat's button is pressed, or the host says
yes. What one seat would do to all (take back another's move, type cards in, set a card right)
waits for a second seat or the host, and falls when the match moves on. Nothing here is written to
disk.
"""

from __future__ import annotations

import itertools
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec

from referee.contract import Message, RefereeError
from referee.match.commands import Correct, Move, Undo
from webui.access.holders import Holders, SeatTaken, new_token
from webui.serving.stream import clock_ms

SEAT_MS = 15_000  # halved, nobody reaches the button; doubled, a stranger keeps a seat waiting
TRIES = 4  # in vain, of one address within `TRIES_MS`; halved, who is slow twice has to wait
TRIES_MS = 60_000
ADDRESSES = 500  # whose tries are remembered

_log = logging.getLogger(__name__)


class AsksInVain(RefereeError):
    """A request for a seat that is not taken up; `message` says what to do."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__("seat", Message(key, params))


class SeatRequest(msgspec.Struct, frozen=True):
    """A phone, by its token, that asks for a seat until `due_ms` of the table's clock."""

    id: str
    seat: int
    token: str
    due_ms: int
    address: str | None = None


class Act(msgspec.Struct, frozen=True):
    """What a seat would do, chosen at the state that its command has `seen`.

    `was` is the card that a `Correct` sets right.
    """

    id: str
    seat: int
    command: Move | Undo | Correct
    was: str = ""


class Consent:
    """All that waits for a yes; safe from any thread."""

    def __init__(self, holders: Holders, now_ms: Callable[[], int] = clock_ms) -> None:
        self._holders = holders
        self._now_ms = now_ms
        self._lock = threading.Lock()
        self._ids = itertools.count(1)
        self._seats: dict[int, SeatRequest] = {}
        self._acts: dict[int, Act] = {}
        self._tried: OrderedDict[str, list[int]] = OrderedDict()

    # -- seats ---------------------------------------------------------------------------

    def ask_seat(self, seat: int, token: str | None, address: str | None) -> str:
        """Let a phone ask for a free seat; return its token, a new one where it had none.

        A phone asks for one seat at a time. Raises `SeatTaken`, and `AsksInVain` where another
        phone is asking for it or an address (None: a host's) asked too often in vain.
        """
        with self._lock:
            self._expire()
            asked = self._of(token)
            if seat in self._holders.taken and seat not in self._holders.seats_of(token):
                raise SeatTaken(seat)
            other = self._seats.get(seat)
            if other is not None and other is not asked:
                raise AsksInVain("page.error.seat_asked", seat=seat)
            if address is not None:
                self._try(address)
            if asked is not None:
                del self._seats[asked.seat]
            if token is None or (asked is None and not self._holders.seats_of(token)):
                token = new_token()
            due_ms = self._now_ms() + SEAT_MS
            self._seats[seat] = SeatRequest(f"seat{next(self._ids)}", seat, token, due_ms, address)
            return token

    def seats(self) -> tuple[SeatRequest, ...]:
        """Return the requests that are still open, by seat."""
        now_ms = self._now_ms()
        return tuple(one for _, one in sorted(self._seats.items()) if one.due_ms > now_ms)

    def asked_by(self, token: str | None) -> int | None:
        """Return the seat that a phone asks for, or None."""
        return next((one.seat for one in self.seats() if one.token == token), None)

    def press(self, seat: int) -> bool:
        """Take a press of a seat's button as the yes to who asks for it; False: nobody does."""
        if seat not in self._seats:
            return False
        try:
            return self.seat(self._seats[seat].id, yes=True)
        except (KeyError, RefereeError):  # it was settled just now, or cannot be written down
            _log.warning("A seat could not be given.", exc_info=True)
            return True

    def seat(self, id: str, yes: bool) -> bool:  # noqa: A002
        """Settle a request for a seat; False where it is no longer open.

        Raises `JournalError` where the journal cannot be written.
        """
        with self._lock:
            self._expire()
            found = next((one for one in self._seats.values() if one.id == id), None)
            if found is None:
                return False
            del self._seats[found.seat]
            if yes:
                self._holders.take(found.seat, found.token)
                self._tried.pop(found.address or "", None)
            return True

    def withdraw(self, token: str | None) -> None:
        """Forget what a phone asks for."""
        with self._lock:
            asked = self._of(token)
            if asked is not None:
                del self._seats[asked.seat]

    def expired(self) -> bool:
        """Forget requests whose time is over; return whether there were any."""
        if not self._seats:
            return False
        with self._lock:
            return self._expire()

    def _expire(self) -> bool:
        open_ = {one.seat: one for one in self.seats()}
        over = len(open_) < len(self._seats)
        self._seats = open_
        return over

    def _of(self, token: str | None) -> SeatRequest | None:
        return next((one for one in self._seats.values() if one.token == token), None)

    def _try(self, address: str) -> None:
        now_ms = self._now_ms()
        tried = [at for at in self._tried.pop(address, []) if now_ms - at < TRIES_MS]
        self._tried[address] = tried
        while len(self._tried) > ADDRESSES:
            self._tried.popitem(last=False)
        if len(tried) >= TRIES:
            raise AsksInVain("page.error.asked_often")
        tried.append(now_ms)

    # -- acts ----------------------------------------------------------------------------

    def propose(self, seat: int, command: Move | Undo | Correct, was: str = "") -> Act:
        """Let what a seat would do wait, in place of what it proposed before."""
        with self._lock:
            act = Act(f"act{next(self._ids)}", seat, command, was)
            self._acts = {one.seat: one for one in self.acts(command.seen)}
            self._acts[seat] = act
            return act

    def acts(self, seq: int | None) -> tuple[Act, ...]:
        """Return the acts that wait at a state of the match, by seat."""
        return tuple(act for _, act in sorted(self._acts.items()) if act.command.seen == seq)

    def settle(self, id: str) -> Act | None:  # noqa: A002
        """Return an act that waits no longer, or None where it did not; once is enough."""
        with self._lock:
            found = next((act for act in self._acts.values() if act.id == id), None)
            if found is not None:
                del self._acts[found.seat]
            return found
