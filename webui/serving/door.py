"""The places that connections, requests and pictures share, so that no client can take them all."""

from __future__ import annotations

from collections import Counter
from typing import Protocol
from weakref import WeakValueDictionary

import gevent
from gevent.lock import Semaphore

from webui.serving.admission import Admission

# Maximum number of connections from one address. A browser opens six connections for requests and
# one for each stream, so this number is enough for four browsers.
CONNECTIONS_EACH = 32
# Maximum number of connections in total: enough for 120 streams, and for as many phones that load a
# page. A connection needs at most 40 KB, so all of them together stay under 30 MB.
CONNECTIONS = 600
# Number of requests that are answered at the same time; each needs a thread. `PICTURES` of them may
# be pictures that wait to be read. With half this number, those would occupy all threads. With
# twice this number, requests would slow each other down on one processor.
THREADS = 12
# Number of requests of one address that the server answers at the same time. A browser loads a page
# in two rounds of this size. If more requests shared the one processor, all of them would become
# slow.
ANSWERED_EACH = 4
# Number of pictures that may arrive or wait at the same time: one each for six seats and two hosts.
# Each takes up to 20 MB in the temporary folder. With half this number, a full table that is asked
# for pictures would get the answer "busy". With twice this number, eight attackers could fill 320
# MB of a Pi's memory.
PICTURES = 8
# Number of pictures of one sender that may arrive or wait at the same time: the current picture,
# and an earlier one that the table still reads or whose transfer was aborted.
PICTURES_EACH = 2


class Held(Protocol):
    """An open connection. `idle_since_s` is None while the application answers its request.

    `sender` is who sends the picture of the request that began at `began_s`, or None.
    """

    address: str
    began_s: float
    idle_since_s: float | None
    sender: str | None
    close_connection: bool
    greenlet: gevent.Greenlet

    def hang_up(self) -> None:
        """Close the connection."""


class Door:
    """The open connections, and the places of each address and sender.

    Everything here runs in the server's thread.
    """

    def __init__(
        self, admission: Admission, most: int = CONNECTIONS, each: int = CONNECTIONS_EACH
    ) -> None:
        self.admission = admission
        self.most = most
        self.each = each
        self.open: set[Held] = set()
        self._turns: WeakValueDictionary[str, Semaphore] = WeakValueDictionary()

    def enter(self, new: Held) -> bool:
        """Add a connection, or return False if there is no place for it.

        If all places are taken, the server closes the connection that has been idle longest at the
        address with the most idle connections. New phones can therefore connect while strangers
        occupy places.
        """
        held = sum(1 for one in self.open if one.address == new.address)
        if held >= self.each and not self.admission.serves_many(new.address):
            return False
        if len(self.open) >= self.most:
            idle = [one for one in self.open if one.idle_since_s is not None]
            if not idle:
                return False
            many = Counter(one.address for one in idle)
            self._shut(max(idle, key=lambda one: (many[one.address], -(one.idle_since_s or 0))))
        self.open.add(new)
        return True

    def close(self, seconds: float) -> None:
        """Close all connections: those that are being answered after their answer, if in time."""
        closing = list(self.open)
        for one in closing:
            one.close_connection = True
            if one.idle_since_s is not None:
                one.hang_up()
        gevent.joinall([one.greenlet for one in closing], seconds)

    def turn(self, address: str) -> Semaphore:
        """Return what a request of an address waits for: another one of it has been answered.

        A client that sends a hundred requests at once therefore delays only itself.
        """
        most = THREADS if self.admission.serves_many(address) else ANSWERED_EACH
        return self._turns.setdefault(address, Semaphore(most))

    def has_place(self, new: Held, sender: str) -> bool:
        """Whether a picture may arrive on a connection now.

        If a sender already has two pictures, the server cancels the older one that is still
        arriving. If all places are taken, a sender with two pictures loses one. A seat can
        therefore never occupy more than its own places.
        """
        others = [one for one in self.open if one is not new and one.sender is not None]
        many = Counter(one.sender for one in others)
        if many[sender] < PICTURES_EACH and many.total() < PICTURES:
            return True
        giving, count = (sender, many[sender]) if many[sender] else many.most_common(1)[0]
        coming = [one for one in others if one.sender == giving and one.idle_since_s is not None]
        if not coming or (giving != sender and count == 1):
            return False
        self._shut(min(coming, key=lambda one: one.began_s))
        return True

    def _shut(self, giving: Held) -> None:
        self.open.discard(giving)
        giving.hang_up()
