"""Receive pictures from phones: limit the senders and the rate, one picture at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from webui.access.credentials import Credentials
from webui.access.guard import Refused
from webui.access.holders import Holders, hashed
from webui.access.hosts import Hosts
from webui.access.limits import RateLimit

MOST_BYTES = 20_000_000  # Maximum size of a picture; the JPEG of a 50-megapixel camera has 15 MB.

# Number of pictures that a seat or host may send within `WINDOW_S`. Two blurred pictures and a good
# one take a minute. With half this number, a player who tries again has to wait. With twice this
# number, a single phone can keep the reader busy.
SENT = 10
WINDOW_S = 60.0
HERE = "here"  # Sender name for requests from this machine.
TURN_S = 20.0  # How many seconds a picture waits for its turn; reading one takes two seconds.


class PictureUploads:
    """Accepts pictures from phones, one at a time. Thread-safe."""

    def __init__(
        self, holders: Holders, hosts: Hosts, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._holders = holders
        self._hosts = hosts
        self._now_s = now_s
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._sent = RateLimit(SENT, WINDOW_S, lambda: self._now_s())

    def sender_of(self, shown: Credentials) -> str | None:
        """Return the id of the phone or host with these credentials, or None."""
        seated = self._holders.seats_of(shown.token)
        if shown.local and not seated:
            return HERE
        return hashed(shown.token or "") if seated or self._hosts.admits(shown) else None

    def check_rate(self, sender: str | None) -> None:
        """Count a picture for its sender; raise `Refused` if the sender has sent too many."""
        with self._lock:
            self._sent.check(sender, "page.error.too_many_photos")

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until no other picture is in memory; raise `Refused` after `TURN_S` seconds."""
        if not self._turn.acquire(timeout=TURN_S):
            raise Refused(503, "table.photo.busy")
        try:
            yield
        finally:
            self._turn.release()
