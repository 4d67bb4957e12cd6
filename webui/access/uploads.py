"""Pictures from phones: who may send them, how often, and one at a time in memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from webui.access.guard import Refused
from webui.access.holders import Holders, hashed
from webui.access.hosts import Credentials, Hosts, credentials_from
from webui.access.limits import RateLimit

MOST_BYTES = 20_000_000  # a 50-megapixel JPEG has 15 MB

# Pictures of one seat or host within `WINDOW_S`. Two blurred ones and a good one take a minute.
# Half, and a player who tries again must wait; twice, and one phone can keep the reader busy.
SENT = 10
WINDOW_S = 60.0
HERE = "here"  # sender on this machine
TURN_S = 20.0  # reading a picture takes two seconds


class PictureUploads:
    """Admits pictures, one at a time. Thread-safe."""

    def __init__(
        self, holders: Holders, hosts: Hosts, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._holders = holders
        self._hosts = hosts
        self._now_s = now_s
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._sent = RateLimit(SENT, WINDOW_S, lambda: self._now_s())

    def sender(self, address: str, headers: Mapping[str, str]) -> str | None:
        """Return who sends a picture, from the request's headers; None if nobody may."""
        return self.sender_of(credentials_from(address, headers))

    def sender_of(self, shown: Credentials) -> str | None:
        """Return the phone or host with these credentials, or None."""
        if shown.seat is not None and self._holders.seats_of(shown.seat):
            return hashed(shown.seat)
        if shown.local:
            return HERE
        return hashed(shown.host or shown.seat or "") if self._hosts.admits(shown) else None

    def check_rate(self, sender: str | None) -> None:
        """Count a picture; raise `Refused` if the sender sent too many."""
        with self._lock:
            wait_s = self._sent.spend(sender)
        if wait_s:
            raise Refused(429, "page.error.too_many_photos", seconds=wait_s)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for the only place in memory; raise `Refused` after `TURN_S`."""
        if not self._turn.acquire(timeout=TURN_S):
            raise Refused(503, "table.photo.busy")
        try:
            yield
        finally:
            self._turn.release()
