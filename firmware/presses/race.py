"""Races: presses are ranked by the time stamps of their edges, and not by their arrival."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from firmware.presses.gestures import Gesture
from firmware.presses.offer_times import OfferTimes
from referee.contract import Behind, Offer

# Time within which an edge is reported. An idle machine needs far less. With half, a busy machine
# might decide a race before the first press is reported. With double, every race ends 20 ms later.
ARBITRATION_NS = 20_000_000
# Maximum wait for reports on an overloaded machine. No race stays open longer than this.
MOST_ARBITRATION_NS = 250_000_000


@dataclass(frozen=True)
class Contender:
    """A press in a race, with the offer that it takes up and that offer's place in the list."""

    gesture: Gesture
    offer: Offer
    place: int


@dataclass(frozen=True)
class Ranking:
    """The contenders in the order of their edges. In a tie, the first offer in the list wins."""

    ranked: tuple[Contender, ...]

    @property
    def behind(self) -> tuple[Behind, ...]:
        """The losing presses, and by how many milliseconds each of them lost."""
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
    """A race that has been decided, with the times of its offers and the winner's move."""

    ranking: Ranking
    times: OfferTimes
    seq: int

    def overtaken_by(self, gesture: Gesture) -> bool:
        """Whether a press that is reported only now was in time and earlier than the winner's."""
        first = self.ranking.ranked[0].gesture
        return (
            gesture.seat != first.seat
            and self.times.opened_ns <= gesture.edge_ns < first.edge_ns
            and any(offer.shown.race for offer in self.times.offers.for_seat(gesture.seat))
        )


class Arbiter:
    """Collects the presses of a race until no earlier press can arrive, and then ranks them.

    If an overloaded machine reports edges late, the race stays open for twice the longest recent
    delay.
    """

    def __init__(self) -> None:
        self._latency_ns = 0
        self._contenders: list[Contender] = []

    def measure(self, latency_ns: int) -> None:
        """Note how late an edge was reported. Earlier delays count less and less."""
        self._latency_ns = max(latency_ns, self._latency_ns * 7 // 8)

    def enter(self, contender: Contender) -> None:
        """Add a press to the race. Only the first press of each seat counts."""
        if all(contender.gesture.seat != other.gesture.seat for other in self._contenders):
            self._contenders.append(contender)

    @property
    def latency_bound_ns(self) -> int:
        """The longest delay between an edge and its report."""
        return min(max(ARBITRATION_NS, 2 * self._latency_ns), MOST_ARBITRATION_NS)

    @property
    def first_ns(self) -> int | None:
        """The time stamp of the first press in the race, or None if there is no race."""
        return min((contender.gesture.edge_ns for contender in self._contenders), default=None)

    def due_ns(self, pending_ns: Collection[int] = ()) -> int | None:
        """Return when the race can be decided, or None if it must wait for other touches.

        `pending_ns` are the time stamps of touches that are not gestures yet, for example because
        the button is still held. A touch before or just after the first press keeps the race open.
        If it turns out to be second, its player is told by how many milliseconds.
        """
        first_ns = self.first_ns
        if first_ns is None or any(ns <= first_ns + self.latency_bound_ns for ns in pending_ns):
            return None
        return first_ns + self.latency_bound_ns

    def decide(self, now_ns: int, pending_ns: Collection[int] = ()) -> Ranking | None:
        """Return the ranking once it is final, and begin a new race. Until then return None."""
        due_ns = self.due_ns(pending_ns)
        if due_ns is None or now_ns < due_ns:
            return None
        ranked = sorted(self._contenders, key=lambda one: (one.gesture.edge_ns, one.place))
        self._contenders = []
        return Ranking(tuple(ranked))
