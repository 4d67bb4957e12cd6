"""Races: presses ranked by the stamps of their edges, not by their arrival."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from firmware.presses.gestures import Gesture
from firmware.presses.offer_times import OfferTimes
from referee.contract import Behind, Offer

# How long an edge may take to be reported. An idle machine takes far less; halved, a busier
# one could decide a race before the first press is reported, doubled, every race ends 20 ms later.
ARBITRATION_NS = 20_000_000
# The most that a machine at its limit may ask for: a race never takes longer than this.
MOST_ARBITRATION_NS = 250_000_000


@dataclass(frozen=True)
class Contender:
    """A press in a race: the offer that it takes, and that offer's place in the list."""

    gesture: Gesture
    offer: Offer
    place: int


@dataclass(frozen=True)
class Ranking:
    """The contenders in the order of their edges; an exact tie goes to the first offer."""

    ranked: tuple[Contender, ...]

    @property
    def behind(self) -> tuple[Behind, ...]:
        """Those who lost to the first, and by how many milliseconds."""
        first, *others = self.ranked
        return tuple(
            Behind(
                other.gesture.seat,
                round((other.gesture.edge_ns - first.gesture.edge_ns) / 1e6, 3),
            )
            for other in others
        )


@dataclass(frozen=True)
class Decided:
    """A race that has been decided: what its presses were offered, and the winner's move."""

    ranking: Ranking
    times: OfferTimes
    seq: int

    def overtaken_by(self, gesture: Gesture) -> bool:
        """Tell whether a press that is reported only now was in time for it, and first."""
        first = self.ranking.ranked[0].gesture
        return (
            gesture.seat != first.seat
            and self.times.opened_ns <= gesture.edge_ns < first.edge_ns
            and any(offer.race for offer in self.times.offers.of(gesture.seat))
        )


class Arbiter:
    """Collects the presses of a race until no earlier one can still arrive, then ranks them.

    A machine at its limit reports edges late: the race then stays open for twice what the
    latest reports took.
    """

    def __init__(self) -> None:
        self._latency_ns = 0
        self._contenders: list[Contender] = []

    def measure(self, latency_ns: int) -> None:
        """Take note of how long after its edge a report came; earlier notes fade."""
        self._latency_ns = max(latency_ns, self._latency_ns * 7 // 8)

    def enter(self, contender: Contender) -> None:
        """Add a press; a seat's later press never takes the place of its earlier one."""
        if all(contender.gesture.seat != other.gesture.seat for other in self._contenders):
            self._contenders.append(contender)

    @property
    def latency_bound_ns(self) -> int:
        """How long an edge may take from its stamp until it is reported."""
        return min(max(ARBITRATION_NS, 2 * self._latency_ns), MOST_ARBITRATION_NS)

    @property
    def first_ns(self) -> int | None:
        """The stamp of the first press in the race, or None where no race is on."""
        return min((one.gesture.edge_ns for one in self._contenders), default=None)

    def due_ns(self, pending_ns: Collection[int] = ()) -> int | None:
        """Return when the race can be decided, or None where more than time is missing.

        `pending_ns` are the stamps of touches that are no gesture yet (a button that is being
        held): one as early as the first, or near it, keeps the race open too. Whoever made
        it may have been first, or is to learn by how little they were not.
        """
        first_ns = self.first_ns
        if first_ns is None or any(ns <= first_ns + self.latency_bound_ns for ns in pending_ns):
            return None
        return first_ns + self.latency_bound_ns

    def decide(self, now_ns: int, pending_ns: Collection[int] = ()) -> Ranking | None:
        """Return the ranking once it is final, and begin anew."""
        due_ns = self.due_ns(pending_ns)
        if due_ns is None or now_ns < due_ns:
            return None
        ranked = sorted(self._contenders, key=lambda one: (one.gesture.edge_ns, one.place))
        self._contenders = []
        return Ranking(tuple(ranked))
