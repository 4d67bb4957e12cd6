"""A page's state as JSON, and the events that bring it to open pages.

All pages of one kind share one `EncodedState`, so each event is joined and compressed only once.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Mapping

from webui.serving import packing

_numbers = itertools.count(1)


class EncodedState:
    """The state of a page: each section as JSON without its braces, by its name."""

    def __init__(self, sections: Mapping[str, bytes]) -> None:
        self.sections = sections
        self._number = next(_numbers)
        self._lock = threading.Lock()  # Otherwise a hundred streams would pack one event at once.
        self._events: dict[tuple[int, bool], bytes] = {}

    def json(self) -> bytes:
        """Return the whole state as one JSON object."""
        return b"{%b}" % b",".join(self.sections.values())

    def event(self, after: EncodedState, *, packed: bool = False) -> bytes:
        """Return the event that brings a page from the state `after` to this one.

        If `packed` is true, the event is a piece of a gzip stream.
        """
        key = after._number, packed
        with self._lock:
            if key not in self._events:
                known, every = after.sections, self.sections.items()
                new = b",".join(text for name, text in every if known.get(name) != text)
                event = b"data: {%b}\n\n" % new
                self._events[key] = packing.piece(event) if packed else event
            return self._events[key]


NOTHING = EncodedState({})  # The state of a page that has got no event yet.


def clock_ms() -> int:
    """Return the table's clock in milliseconds."""
    return time.monotonic_ns() // 1_000_000


def with_clock(state: bytes) -> bytes:
    """Return a state (a JSON object) with the time of the table's clock added."""
    return b'%b,"clock":%d}' % (state[:-1], clock_ms())
