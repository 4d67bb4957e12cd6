"""Decide who gets a place when there are too few: for a connection, a picture or an event stream.

Visitors of one group, such as an address or a phone, share a limit. If all places are taken, the
group that holds most of them gives one up, if the rule of this kind of visitor says so.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar


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

    def is_gone(self) -> bool:
        """Whether it has left, although nobody has freed its place yet."""

    def end(self) -> None:
        """Take note that its place is lost."""


V = TypeVar("V", bound=Visitor)


class Places(Generic[V]):
    """The visitors that have a place: at most `most` in total, and `each` of a group.

    Thread-safe.
    """

    def __init__(self, most: int, each: int) -> None:
        self.most = most
        self.each = each
        self.taken: list[V] = []  # The one that came first is first.
        self._lock = threading.Lock()

    def is_crowded(self, new: V) -> bool:
        """Whether the group of a visitor has as many places as it may have."""
        with self._lock:
            return self._is_crowded(new)

    def take(self, new: V) -> bool:
        """Give a visitor a place, perhaps that of another one; return False if there is none."""
        with self._lock:
            if not self._has_room(new):
                self.taken = [one for one in self.taken if not one.is_gone()]
            if not self._has_room(new):
                giving = self._giving(new)
                if giving is None:
                    return False
                self.taken.remove(giving)
                giving.end()
            self.taken.append(new)
            return True

    def free(self, one: V) -> None:
        """Free the place of a visitor, if it still has one."""
        with self._lock, suppress(ValueError):
            self.taken.remove(one)

    def _has_room(self, new: V) -> bool:
        return len(self.taken) < self.most and not self._is_crowded(new)

    def _is_crowded(self, new: V) -> bool:
        group = new.group
        return group is not None and sum(one.group == group for one in self.taken) >= self.each

    def _giving(self, new: V) -> V | None:
        """Return the visitor that gives its place to a new one, or None.

        If the group of the new one is crowded, only one of this group can.
        """
        groups = {one: one.group for one in self.taken}
        if self._is_crowded(new):
            groups = {one: group for one, group in groups.items() if group == new.group}
        many = Counter(groups.values())
        giving = [one for one, group in groups.items() if one.gives_way(new, many[group])]
        return max(giving, key=lambda one: (many[groups[one]], -one.since_s), default=None)
