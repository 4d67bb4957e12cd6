"""Decide who gets a place when there are too few: for connections, pictures, streams and screens.

Visitors of one group, such as an address or a phone, share a limit. If all places are taken, each
visitor's own rule says whether it may give way. Of these, one of the largest group does.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from gevent.lock import Semaphore

from webui.serving.admission import Admission

# Maximum number of connections in total: enough for 120 streams, and for as many phones that load a
# page. A connection needs at most 40 KB, so all of them together stay under 30 MB.
CONNECTIONS = 600
# Maximum number of connections from one address. A browser opens six connections for requests and
# one for each stream, so this number is enough for four browsers.
CONNECTIONS_EACH = 32
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
# and an earlier picture that the table still reads or whose transfer was aborted.
PICTURES_EACH = 2


class Visitor(Protocol):
    """Something that needs a place.

    * `group`: all visitors of one group share a limit; None means no such limit.
    * `since_s`: when it came, or when it was last busy.
    """

    since_s: float

    @property
    def group(self) -> Hashable: ...

    def gives_way(self, new: Any, many: int, /) -> bool:
        """Whether it may lose its place to a new visitor; its own group has `many` places."""

    def end(self) -> None:
        """Close it, because its place now belongs to another visitor."""


class Held(Visitor, Protocol):
    """A connection. It is `busy` while the application answers."""

    busy: bool
    close_connection: bool


V = TypeVar("V", bound=Visitor)


class Places(Generic[V]):
    """The visitors that have a place: at most `most` in total, and `each` of a group.

    Thread-safe.
    """

    def __init__(self, most: int, each: int) -> None:
        self.most = most
        self.each = each
        self.taken: list[V] = []  # The earliest one is first.
        self._lock = threading.Lock()

    def is_crowded(self, new: V) -> bool:
        """Whether the group of a visitor has as many places as it may have."""
        group = new.group
        held = sum(place.group == group for place in list(self.taken))
        return group is not None and held >= self.each

    def take(self, new: V) -> bool:
        """Give a visitor a place, perhaps that of another one; return False if there is none."""
        with self._lock:
            if len(self.taken) >= self.most or self.is_crowded(new):
                giving = self._giving(new)
                if giving is None:
                    return False
                self.taken.remove(giving)
                giving.end()
            self.taken.append(new)
            return True

    def free(self, place: V) -> None:
        """Free the place of a visitor, if it still has one."""
        with self._lock, suppress(ValueError):
            self.taken.remove(place)

    def _giving(self, new: V) -> V | None:
        """Return the visitor that gives its place to a new one, or None.

        If the group of the new one is crowded, only one of this group can.
        """
        groups = {place: place.group for place in self.taken}
        if self.is_crowded(new):
            groups = {place: group for place, group in groups.items() if group == new.group}
        many = Counter(groups.values())
        giving = [place for place, group in groups.items() if place.gives_way(new, many[group])]
        return max(giving, key=lambda place: (many[groups[place]], -place.since_s), default=None)


class Picture:
    """A picture that arrives on a connection, or waits to be read; `group` is its sender.

    If all places are taken, a sender with several pictures loses a picture that still arrives.
    """

    def __init__(self, connection: Held, sender: str) -> None:
        self.group = sender
        self.since_s = time.monotonic()
        self._connection = connection

    def gives_way(self, new: Picture, many: int) -> bool:
        return not self._connection.busy and (many > 1 or new.group == self.group)

    def end(self) -> None:
        self._connection.end()


class Shared:
    """The data that all connections of a server share."""

    def __init__(self, admission: Admission, most_bytes: int) -> None:
        self.admission = admission
        self.most_bytes = most_bytes  # of a request that has no other limit
        self.connections = Places[Held](CONNECTIONS, CONNECTIONS_EACH)
        self.pictures = Places[Picture](PICTURES, PICTURES_EACH)
        self._turns = WeakValueDictionary[str | None, Semaphore]()

    def turns(self, group: str | None) -> Semaphore:
        """Return what a request of a group waits for: another one of it has been answered.

        A client that sends a hundred requests at once therefore delays only itself.
        """
        most = THREADS if group is None else ANSWERED_EACH
        return self._turns.setdefault(group, Semaphore(most))
