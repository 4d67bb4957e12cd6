"""In whose hands a phone is: one that holds a single seat is its player's, a shared one nobody's.

Whoever takes a shared phone says so by a tap; until then, and as soon as somebody else is on, the
phone is given what a stranger may see. So no seat's secret is on it before its player is.
"""

from __future__ import annotations

import threading

from referee.contract import By
from referee.match.desk import Snapshot
from webui.access.holders import Holders


class SharedPhones:
    """Which seats are open on shared phones, at most one a phone; safe from any thread.

    Nothing of it is kept over a restart: a shared phone then waits for the tap again.
    """

    def __init__(self, holders: Holders) -> None:
        self._holders = holders
        self._lock = threading.Lock()
        self._open: dict[str, int] = {}  # by the hash of the phone's token

    def open_seat(self, mine: tuple[int, ...]) -> int | None:
        """Return which of a phone's seats is open: where it is not shared, its only one."""
        if len(mine) == 1 and not self._holders.shared(mine[0]):
            return mine[0]
        return next((seat for seat in mine if self._is_open(seat)), None)

    def _is_open(self, seat: int) -> bool:
        phone = self._holders.hash_of(seat)
        return phone is not None and self._open.get(phone) == seat

    def open(self, seat: int) -> None:
        """Open a seat on its phone, and no other one there."""
        phone = self._holders.hash_of(seat)
        if phone is not None:
            with self._lock:
                self._open = {**self._open, phone: seat}

    def close(self, phone: str) -> bool:
        """Close what is open on the phone with a token of that hash; return whether it was."""
        with self._lock:
            if phone not in self._open:
                return False
            self._open = {one: seat for one, seat in self._open.items() if one != phone}
            return True

    def close_for(self, match: Snapshot) -> bool:
        """Close each seat on whose phone somebody else may act now; return whether any was open."""
        acting = {offer.seat for offer in match.offers if offer.by is By.SEAT}
        with self._lock:
            before = self._open
            self._open = {
                phone: seat
                for phone, seat in before.items()
                if seat in (mine := self._holders.seats_by_hash(phone))
                and not acting.intersection(mine) - {seat}
            }
            return len(self._open) < len(before)
