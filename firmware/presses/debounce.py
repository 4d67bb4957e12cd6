"""Debouncing turns the raw edges of a switch into its presses and releases.

A press has the time stamp of its first contact, so a race does not depend on how long a switch
bounces. But the press counts only after the contact has held, because there are also short pulses
on the line that no finger made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

# Two-metre wires picked up pulses of up to 0.9 ms. With half this time, such pulses would nearly
# count. With double, a light tap of 4 ms would be no press, and every press would act 2 ms later.
HOLD_NS = 2_000_000
# With half, a switch that chatters for more than 10 ms would press twice. With double, a tap
# released within 40 ms would be reported late, though with the right stamps.
BOUNCE_NS = 20_000_000
# People lift an object that lies on the button at the start more slowly than a finger.
SETTLE_NS = 100_000_000


@dataclass(frozen=True)
class Edge:
    """A change of a seat's button at `edge_ns`, in nanoseconds of the monotonic clock."""

    seat: int
    edge_ns: int
    down: bool


class Debouncer:
    """Debounces one switch: takes raw edges and returns the changes that a finger made.

    A change counts once the switch has held it for `HOLD_NS`, with the stamp of its first contact.
    Contacts with shorter gaps count as one, for at most `BOUNCE_NS`. After a change, edges within
    `BOUNCE_NS` of each other are chatter, however long that goes on. `resting` is the initial
    state.

    >>> switch = Debouncer(Edge(0, 0, False))
    >>> ms = 1_000_000
    >>> for at, down in [(100, True), (101, False), (102, True)]:
    ...     switch.edge(Edge(0, at * ms, down), at * ms)
    []
    []
    []
    >>> switch.tick(104 * ms)
    [Edge(seat=0, edge_ns=100000000, down=True)]
    """

    def __init__(self, resting: Edge) -> None:
        self._clean = self._raw = resting
        self._reported_ns = resting.edge_ns
        self._first: Edge | None = None  # A change that has not held for long enough.
        self._quiet_ns = BOUNCE_NS
        self._chatter_ns = resting.edge_ns  # The newest edge of the chatter after a change.
        self._settling = resting.down

    def edge(self, edge: Edge, now_ns: int) -> list[Edge]:
        """Take a raw edge, reported at `now_ns`. Return the changes that are certain now."""
        certain = self._until(edge.edge_ns, edge.edge_ns - self._raw.edge_ns)
        if edge.edge_ns - self._chatter_ns < self._quiet_ns:
            self._chatter_ns = edge.edge_ns
        elif self._first is None or edge.edge_ns - self._first.edge_ns > BOUNCE_NS:
            self._first = edge if edge.down != self._clean.down else None
        self._raw, self._reported_ns = edge, max(now_ns, edge.edge_ns)
        return certain

    def tick(self, now_ns: int) -> list[Edge]:
        """Return a change that has held, or a change that chatter hid until the chatter ended."""
        # The end of a pulse may be reported as late as its start was.
        late_ns = min(self._reported_ns - self._raw.edge_ns, BOUNCE_NS)
        return self._until(now_ns, now_ns - self._reported_ns - max(0, late_ns - HOLD_NS))

    @property
    def due_ns(self) -> int | None:
        """When to call `tick`, or None if nothing is open."""
        if self._first is not None:
            late_ns = min(self._reported_ns - self._raw.edge_ns, BOUNCE_NS)
            return self._reported_ns + max(HOLD_NS, late_ns) + 1
        return None if self._raw.down == self._clean.down else self._chatter_ns + self._quiet_ns

    def certain_ns(self, now_ns: int) -> int:
        """Return the time up to which the switch's state is certain: now, or an open change.

        A process that stalls hears of a release late. By then, a tap may look like a long press.
        """
        if self._first is not None:
            return min(now_ns, self._first.edge_ns)
        return now_ns if self._raw.down == self._clean.down else min(now_ns, self._raw.edge_ns)

    @property
    def touched_ns(self) -> int | None:
        """The stamp of a first contact that has not held for long enough, or None."""
        return self._first.edge_ns if self._first is not None and self._first.down else None

    @property
    def down_since_ns(self) -> int | None:
        """The time at which the button was pressed, or None if it is up."""
        return self._clean.edge_ns if self._clean.down else None

    def _until(self, now_ns: int, held_ns: int) -> list[Edge]:
        """Return the changes certain at `now_ns`, once a level has lasted for `held_ns`."""
        changed = self._raw.down != self._clean.down
        if self._first is not None:
            if changed and held_ns >= HOLD_NS:
                return [self._change(self._first)]
            if not changed and held_ns > HOLD_NS:
                self._first = None  # a pulse
        elif changed and now_ns >= self._chatter_ns + self._quiet_ns:
            return [self._change(self._raw)]
        return []

    def _change(self, first: Edge) -> Edge:
        self._first = None
        self._clean = replace(first, down=self._raw.down)
        self._chatter_ns = self._raw.edge_ns
        self._quiet_ns = SETTLE_NS if self._settling else BOUNCE_NS
        self._settling = False
        return self._clean
