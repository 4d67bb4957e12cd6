"""Pictures that phones send: who may, how often, and one at a time in memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from webui.access.guard import Refused
from webui.access.holders import Holders
from webui.access.hosts import Hosts, shown_by

MOST_BYTES = 20_000_000  # a JPEG of 50 megapixels has 15

# Of one seat, or one host. Two that are blurred and one that is good take a minute: halved, who
# tries again and again has to wait; doubled, one phone keeps the reader busy all the time.
SENT = 10
WINDOW_S = 60.0
TURN_S = 20.0  # a picture takes two seconds: a seat that waits longer is told so


class Sending:
    """Lets pictures in, one at a time; safe from any thread."""

    def __init__(
        self, holders: Holders, hosts: Hosts, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._holders = holders
        self._hosts = hosts
        self._now_s = now_s
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._sent: dict[str, list[float]] = {}

    def may(self, address: str, headers: Mapping[str, str]) -> bool:
        """Tell by a request's headers whether its sender may send pictures: seats and hosts."""
        shown = shown_by(address, headers)
        return bool(self._holders.seats_of(shown.seat)) or self._hosts.admits(shown)

    def count(self, sender: str) -> None:
        """Count a picture of a sender's; raises `Refused` where there were too many."""
        with self._lock:
            now_s = self._now_s()
            recent = {
                one: kept
                for one, sent in self._sent.items()
                if (kept := [at for at in sent if now_s - at < WINDOW_S])
            }
            mine = recent.setdefault(sender, [])
            self._sent = recent
            if len(mine) >= SENT:
                wait_s = int(WINDOW_S - (now_s - mine[0])) + 1
                raise Refused(429, "page.error.too_many_photos", seconds=wait_s)
            mine.append(now_s)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the only place in memory; raises `Refused` where others hold it for too long."""
        if not self._turn.acquire(timeout=TURN_S):
            raise Refused(503, "table.photo.busy")
        try:
            yield
        finally:
            self._turn.release()
