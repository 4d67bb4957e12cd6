"""Pictures that phones send: who may, how often, and one at a time in memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from webui.access.guard import Refused
from webui.access.holders import Holders, hashed
from webui.access.hosts import Credentials, Hosts, credentials_from
from webui.access.limits import RateLimit

MOST_BYTES = 20_000_000  # a JPEG of 50 megapixels has 15

# Of one seat, or one host. Two that are blurred and one that is good take a minute: halved, who
# tries again and again has to wait; doubled, one phone keeps the reader busy all the time.
SENT = 10
WINDOW_S = 60.0
HERE = "here"  # who sends from this machine itself
TURN_S = 20.0  # a picture takes two seconds: a seat that waits longer is told so


class PictureUploads:
    """Lets pictures in, one at a time; safe from any thread."""

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
        """Return by a request's headers who sends its picture; None: neither a seat nor a host."""
        return self.sender_of(credentials_from(address, headers))

    def sender_of(self, shown: Credentials) -> str | None:
        """Return the seat's phone or the host that shows its credentials, or None."""
        if shown.seat is not None and self._holders.seats_of(shown.seat):
            return hashed(shown.seat)
        if shown.local:
            return HERE
        return hashed(shown.host or shown.seat or "") if self._hosts.admits(shown) else None

    def check_rate(self, sender: str | None) -> None:
        """Count a picture of a sender's; raises `Refused` where there were too many."""
        with self._lock:
            wait_s = self._sent.spend(sender)
        if wait_s:
            raise Refused(429, "page.error.too_many_photos", seconds=wait_s)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the only place in memory; raises `Refused` where others hold it for too long."""
        if not self._turn.acquire(timeout=TURN_S):
            raise Refused(503, "table.photo.busy")
        try:
            yield
        finally:
            self._turn.release()
