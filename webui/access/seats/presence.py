"""Notice which seats' phones are away: asleep, closed or out of reach."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping

from webui.access.holders import Holders, hashed
from webui.serving.events import clock_ms

# How long a phone can have no page open before it counts as away. A phone that wakes is back within
# 2 s. With half this time, a look at a message would count. With twice this time, the others would
# wait for 40 s without a word.
AWAY_MS = 20_000
# How long a phone may show another page of the table, such as the rules. Half this time is short
# for a question about them; with twice this time, the others would wait for six minutes.
READS_MS = 180_000


class Presence:
    """The open pages of the phones. Thread-safe.

    A page is open while it has a stream, or polls. Pages to read, such as the rules, have neither,
    so a phone that has loaded one is not away for some minutes. A phone that has shown no page
    since the table started counts from then on. A shared phone is there, or away, for all its
    seats.
    """

    def __init__(self, holders: Holders, now_ms: Callable[[], int] = clock_ms) -> None:
        self.now_ms = now_ms
        self._holders = holders
        self._lock = threading.Lock()
        self._streams: Counter[str] = Counter()  # The open streams of each phone, by token hash.
        self._seen_ms: dict[str, int] = {}  # When each phone polled or lost its last stream.
        self._told: Mapping[int, int] = {}

    def enter(self, token: str | None) -> Callable[[], None]:
        """Record a new stream of a phone; return a function to call when the stream ends."""
        if token is None:
            return lambda: None
        phone = hashed(token)
        with self._lock:
            self._streams[phone] += 1

        def leave() -> None:
            with self._lock:
                self._streams[phone] -= 1
                self._streams += Counter()  # Forgets phones without a stream.
                self._seen_ms[phone] = self.now_ms()

        return leave

    def note_poll(self, token: str | None, stays_ms: int = 0) -> None:
        """Record that a page of a phone has asked for its state, or stays that long without."""
        if token is not None:
            with self._lock:
                self._seen_ms[hashed(token)] = self.now_ms() + stays_ms

    def note_reading(self, token: str | None) -> None:
        """Record that a phone has loaded a page to read."""
        self.note_poll(token, READS_MS - AWAY_MS)

    def away(self) -> Mapping[int, int]:
        """Return the seats whose phone is away, each with the time when it left."""
        now, held = self.now_ms(), self._holders.all
        with self._lock:
            left = {
                seat: self._seen_ms.get(holder.hash, now)
                for seat, holder in held.items()
                if not self._streams[holder.hash]
            }
        return {seat: ms for seat, ms in left.items() if now - ms >= AWAY_MS}

    def has_changed(self) -> bool:
        """Whether a phone has gone away or come back since the last call."""
        now, phones = self.now_ms(), {holder.hash for holder in self._holders.all.values()}
        with self._lock:
            self._seen_ms = {phone: self._seen_ms.get(phone, now) for phone in phones}
        before, self._told = self._told, self.away()
        return before != self._told
