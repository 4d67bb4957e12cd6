"""Limit how often a client may act."""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Callable, Hashable

from flask import request

from webui.access.guard import Refused
from webui.access.network import ip_address, is_loopback

MOST_KNOWN = 500  # Maximum number of clients that each limit remembers.


class RateLimit:
    """Allow each client `most` actions within `window_s` seconds. Not thread-safe."""

    def __init__(self, most: int, window_s: float, now_s: Callable[[], float]) -> None:
        self._most = most
        self._window_s = window_s
        self._now_s = now_s
        self._done: OrderedDict[Hashable, list[float]] = OrderedDict()

    def spend(self, who: Hashable) -> int:
        """Count one action. Return 0 if it is allowed, otherwise the seconds to wait.

        None has no limit.
        """
        if who is None:
            return 0
        now_s = self._now_s()
        done = [at for at in self._done.pop(who, []) if now_s - at < self._window_s]
        self._done[who] = done
        while len(self._done) > MOST_KNOWN:
            self._done.popitem(last=False)
        if len(done) >= self._most:
            return math.ceil(self._window_s - (now_s - done[0]))
        done.append(now_s)
        return 0

    def check(self, who: Hashable, key: str) -> None:
        """Count one action. Raise `Refused` with the message `key` if the client must wait."""
        if wait_s := self.spend(who):
            raise Refused(429, key, seconds=wait_s)

    def refund(self, who: Hashable) -> None:
        """Uncount the newest action of a client."""
        if done := self._done.get(who):
            done.pop()


def client_key() -> str | None:
    """Return the key by which the actions of this request's client are counted, or None.

    All addresses of an IPv6 /64 network share one key. If a proxy on this machine forwarded the
    request, the key is the last address in the ``X-Forwarded-For`` header, which is trusted for
    nothing else. A proxy that omits this header may also serve the host, so its requests have no
    key. Otherwise the guesses of others could lock out the host.
    """
    address = request.remote_addr
    if is_loopback(address):
        address = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    if (client := ip_address(address)) is None:
        return None
    return str(client if client.version == 4 else ipaddress.ip_network((client, 64), strict=False))
