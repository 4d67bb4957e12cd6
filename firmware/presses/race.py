"""Who was first: presses ranked by the stamps of their edges, not by their arrival."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from firmware.presses.gestures import Gesture
from referee.contract import Behind, Offer

ARBITRATION_NS = 20_000_000  # far longer than an idle machine takes to report an edge
LONGEST_NS = 250_000_000


@dataclass(frozen=True)
class Entry:
    """A press in a race: the offer that it takes, and that offer's place in the list."""

    gesture: Gesture
    offer: Offer
    place: int


@dataclass(frozen=True)
class Result:
    """The entries in the order of their edges; an exact tie goes to the first offer."""

    ranked: tuple[Entry, ...]

    @property
    def behind(self) -> tuple[Behind, ...]:
        """Return those who lost to the first, and by how many milliseconds."""
        first, *others = self.ranked
        return tuple(
            Behind(
                entry.gesture.seat,
                round((entry.gesture.edge_ns - first.gesture.edge_ns) / 1e6, 3),
            )
            for entry in others
        )


class Race:
    """Collects presses until no earlier one can still arrive, then ranks them.

    A machine at its limit reports edges late: then more time is given, twice what the
    latest reports took.
    """

    def __init__(self, arbitration_ns: int = ARBITRATION_NS) -> None:
        self._arbitration_ns = arbitration_ns
        self._late_ns = 0
        self._entries: list[Entry] = []

    def reported(self, late_ns: int) -> None:
        """Take note of how long after its edge a report came; old notes fade."""
        self._late_ns = max(late_ns, self._late_ns * 7 // 8)

    def enter(self, entry: Entry) -> None:
        """Add a press; a seat's later press never takes the place of its earlier one."""
        if all(entry.gesture.seat != other.gesture.seat for other in self._entries):
            self._entries.append(entry)

    @property
    def given_ns(self) -> int:
        """Tell for how long an edge may be on its way here."""
        return min(max(self._arbitration_ns, 2 * self._late_ns), LONGEST_NS)

    @property
    def first_ns(self) -> int | None:
        """Tell the stamp of the first press in the race, if one is on."""
        return min((entry.gesture.edge_ns for entry in self._entries), default=None)

    def due_ns(self, open_ns: Collection[int] = ()) -> int | None:
        """Tell when the race can be decided, if one is on and only time is missing.

        `open_ns` are the stamps of touches whose meaning is still open (a button that is being
        held): one as early as the first, or near it, keeps the race open too. Whoever made
        it may have been first, or is to be told by how little they were not.
        """
        first_ns = self.first_ns
        if first_ns is None or any(stamp <= first_ns + self.given_ns for stamp in open_ns):
            return None
        return first_ns + self.given_ns

    def decide(self, now_ns: int, open_ns: Collection[int] = ()) -> Result | None:
        """Return the result once it is final, and begin anew."""
        due_ns = self.due_ns(open_ns)
        if due_ns is None or now_ns < due_ns:
            return None
        ranked = sorted(self._entries, key=lambda entry: (entry.gesture.edge_ns, entry.place))
        self._entries = []
        return Result(tuple(ranked))
