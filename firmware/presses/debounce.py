"""Debouncing: from the raw edges of a switch to its presses and releases.

The first contact of a press counts at once, with the stamp of its edge, and the chatter after
it is ignored: who was first must not depend on how long a switch bounces.
"""

from __future__ import annotations

from dataclasses import dataclass

# Halved, a switch that chatters for longer than 10 ms presses twice; doubled, a tap and its
# release within 40 ms are reported late, though with the right stamps.
BOUNCE_NS = 20_000_000


@dataclass(frozen=True)
class Edge:
    """A change of a seat's button at `edge_ns` of the monotonic clock."""

    seat: int
    edge_ns: int
    down: bool


class Debouncer:
    """One switch: takes its raw edges and returns those that a finger made.

    An edge counts at once where the switch was at rest for `bounce_ns` before it; what
    follows closer is chatter, however long that goes on. `resting` is the switch as it was
    at the start.

    >>> switch = Debouncer(Edge(0, 0, False), bounce_ns=20)
    >>> [len(switch.edge(Edge(0, at, down))) for at, down in [(100, True), (103, False)]]
    [1, 0]
    >>> switch.tick(130)  # it was a tap, shorter than the bounce
    [Edge(seat=0, edge_ns=103, down=False)]
    """

    def __init__(self, resting: Edge, bounce_ns: int = BOUNCE_NS) -> None:
        self._clean = self._raw = resting
        self._bounce_ns = bounce_ns

    def edge(self, edge: Edge) -> list[Edge]:
        """Take a raw edge; return the debounced ones that are certain with it."""
        clean = self.tick(edge.edge_ns)
        at_rest = edge.edge_ns - self._raw.edge_ns >= self._bounce_ns
        self._raw = edge
        if at_rest and edge.down != self._clean.down:
            self._clean = edge
            clean.append(edge)
        return clean

    def tick(self, now_ns: int) -> list[Edge]:
        """Return an edge that hid in the chatter, once the chatter is over."""
        due_ns = self.due_ns
        if due_ns is None or now_ns < due_ns:
            return []
        self._clean = self._raw
        return [self._clean]

    @property
    def due_ns(self) -> int | None:
        """From when `tick` returns an edge, or None."""
        return None if self._raw.down == self._clean.down else self._raw.edge_ns + self._bounce_ns

    @property
    def down_since_ns(self) -> int | None:
        """Since when the button has been down, or None."""
        return self._clean.edge_ns if self._clean.down else None
