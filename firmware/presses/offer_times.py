"""Since when each offer stands: the least time before a press counts, and the clock's own moves."""

from __future__ import annotations

import math
import threading

import msgspec

from referee.contract import By, Message, Offer, Offers


class Moments:
    """Remembers when each offer was first made, in nanoseconds of the monotonic clock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._since_ns: dict[bytes, int] = {}
        self._offers = Offers((), ())
        self.seq = 0  # the state of the match to which the offers belong

    def take(self, offers: Offers, now_ns: int, seq: int = 0) -> None:
        """Take the offers of now; those already standing keep their moment."""
        with self._lock:
            self.seq = seq
            known = self._since_ns
            keys = [_key(offers.window, offer) for offer in offers]
            self._since_ns = {key: known.get(key, now_ns) for key in keys}
            self._offers = offers

    def due_ns(self, offer: Offer, otherwise_ns: int) -> int:
        """Return from when `offer` may be taken; one not known yet counts from `otherwise_ns`."""
        with self._lock:
            since_ns = self._since_ns.get(_key(self._offers.window, offer), otherwise_ns)
        return since_ns + round(offer.after_s * 1e9)

    def too_early(self, offer: Offer, at_ns: int) -> Message | None:
        """Return why `offer` may not be taken at a moment, or None where it may."""
        wait_s = (self.due_ns(offer, at_ns) - at_ns) / 1e9
        if wait_s <= 0:
            return None
        # Up to the next tenth: nobody is told to wait for 0 s.
        return Message("table.press.too_early", {"s": math.ceil(round(wait_s * 10, 6)) / 10})

    def next_of_clock(self, now_ns: int) -> tuple[int, Offer, int] | None:
        """Return the clock's own offer that is due first: when it is due, and its seq."""
        with self._lock:
            seq, offers = self.seq, self._offers
        mine = [offer for offer in offers if offer.by is By.CLOCK and not offer.ask]
        timed = [(self.due_ns(offer, now_ns), offer, seq) for offer in mine]
        return min(timed, key=lambda one: one[0], default=None)


def _key(window: int, offer: Offer) -> bytes:
    return msgspec.json.encode([window, offer.move, offer.seat, offer.by, offer.given])
