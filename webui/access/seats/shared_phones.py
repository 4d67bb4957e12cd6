"""Find out which player holds a phone, if several players share it.

On a shared phone, a player taps to open their seat. Until then the phone shows only what everyone
may see. The seat closes as soon as another player of that phone may act, so the phone never shows a
seat's secrets to the wrong player.
"""

from __future__ import annotations

import threading

from referee.contract import By
from referee.match.desk import Snapshot
from webui.access.holders import Holders


class SharedPhones:
    """The open seat of each shared phone. A phone has at most one. Thread-safe.

    Open seats are not stored, so after a restart a shared phone waits for a tap again.
    """

    def __init__(self, holders: Holders) -> None:
        self._holders = holders
        self._lock = threading.Lock()
        self._open: dict[str, int] = {}  # The open seat of each phone, by the phone's token hash.

    def open_seat(self, mine: tuple[int, ...]) -> int | None:
        """Return the open seat of the phone that has the seats `mine`, or None.

        If a phone has had only one seat from the start, that seat is always open.
        """
        alone = self._holders.all.get(mine[0]) if len(mine) == 1 else None
        if alone is not None and not alone.shared:
            return mine[0]
        phones = {seat: self._holders.hash_of(seat) for seat in mine}
        return next((seat for seat in mine if self._open.get(phones[seat] or "") == seat), None)

    def open(self, seat: int) -> None:
        """Open a seat on its phone and close the phone's other seats."""
        phone = self._holders.hash_of(seat)
        if phone is not None:
            with self._lock:
                self._open = {**self._open, phone: seat}

    def close(self, phone: str) -> bool:
        """Close the open seat of a phone, by its token hash; return whether there was one."""
        with self._lock:
            if phone not in self._open:
                return False
            self._open = {other: seat for other, seat in self._open.items() if other != phone}
            return True

    def close_for(self, match: Snapshot) -> bool:
        """Close each open seat if another player of its phone may act; return whether any was.

        A drawn match closes all of them, because it brings the players to other seats.
        """
        if match.players.drawn and len(match.log) == 1:
            with self._lock:
                closed, self._open = bool(self._open), {}
            return closed
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
