"""From edges to moves: every press is debounced, recognised, answered by light and ranked.

No rule of any game is known here: what a press does is what `Offers` says that it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from firmware.presses.debounce import Debouncer, Edge
from firmware.presses.gestures import Gesture, GestureRecogniser
from firmware.presses.offer_times import OfferTimes
from firmware.presses.race import Arbiter, Contender, Ranking
from referee.contract import By, Message, Offer, Offers, Press, RefereeError

STUCK_NS = 10_000_000_000  # nobody presses for so long: the button hangs, or something lies on it


class Match(Protocol):
    """What a press needs of the running match."""

    def offers(self) -> Offers:
        """Return what may be done now."""

    def act(self, plain: dict[str, Any]) -> None:
        """Make a move; raises `RefereeError`."""

    def why_not(self, seat: int, press: Press) -> Message:
        """Return why a press means nothing for a seat now."""


class Feedback(Protocol):
    """How a press is answered at once: the light show."""

    def accept(self, seat: int) -> None:
        """Show that the press acts."""

    def refuse(self, seat: int) -> None:
        """Show that the press does nothing."""


class Presses:
    """Takes raw edges and makes moves of them; to be called from one thread.

    `offer_times` returns the times of the offers that stand now. `deny` is called with the
    reason of every refusal, and with None where a seat's press became a move.
    """

    def __init__(
        self,
        resting: Sequence[Edge],
        match: Match,
        feedback: Feedback,
        offer_times: Callable[[], OfferTimes],
        deny: Callable[[int, Message | None], None],
    ) -> None:
        self._match = match
        self._feedback = feedback
        self._offer_times = offer_times
        self._deny = deny
        self._debouncers = [Debouncer(edge) for edge in resting]
        self._recognisers = [GestureRecogniser(edge.seat) for edge in resting]
        self._arbiter = Arbiter()
        self._queue: list[Gesture] = []  # long presses that wait for touches before their end

    def edge(self, edge: Edge, now_ns: int) -> None:
        """Take a raw edge. Take all that there are before `tick`: one may win a race."""
        self._arbiter.measure(now_ns - edge.edge_ns)
        for clean in self._debouncers[edge.seat].edge(edge):
            self._recognise(clean)

    def tick(self, now_ns: int) -> None:
        """Do what has come due: hidden taps, long presses, the end of a race."""
        for debouncer in self._debouncers:
            for clean in debouncer.tick(now_ns):
                self._recognise(clean)
        for recogniser in self._recognisers:
            for gesture in recogniser.tick(now_ns):
                self._answer(gesture)
        self._act_on_queue(now_ns)
        ranking = self._arbiter.decide(now_ns, self._pending_ns())
        if ranking is not None:
            self._finish(ranking)
            self._act_on_queue(now_ns)

    @property
    def due_ns(self) -> int | None:
        """When to call `tick`, if no edge comes before."""
        due = [debouncer.due_ns for debouncer in self._debouncers]
        due += [recogniser.due_ns for recogniser in self._recognisers]
        due += [self._arbiter.due_ns(self._pending_ns()), self._queue_due_ns()]
        return min((ns for ns in due if ns is not None), default=None)

    def undecided(self, before_ns: int) -> bool:
        """Return whether a touch reported from before `before_ns` may still become a move."""
        first_ns = self._arbiter.first_ns
        stamps = [*self._pending_ns(), *(() if first_ns is None else (first_ns,))]
        stamps += [gesture.complete_ns for gesture in self._queue]
        return any(stamp <= before_ns for stamp in stamps)

    @property
    def latency_bound_ns(self) -> int:
        """How long an edge may take from its stamp until it is reported here."""
        return self._arbiter.latency_bound_ns

    def stuck(self, now_ns: int) -> tuple[int, ...]:
        """Return the seats whose button has been down for longer than anybody presses."""
        return tuple(
            seat
            for seat, debouncer in enumerate(self._debouncers)
            if debouncer.down_since_ns is not None and now_ns - debouncer.down_since_ns > STUCK_NS
        )

    def _recognise(self, clean: Edge) -> None:
        offers = self._match.offers()
        live = {o.press for o in offers.of(clean.seat) if o.press is not None and _by_press(o)}
        for gesture in self._recognisers[clean.seat].edge(clean, live, offers.window):
            self._answer(gesture)

    def _answer(self, gesture: Gesture) -> None:
        """Answer a gesture by light; then act on it, or keep it until its rank is certain."""
        offer = self._offer(gesture)
        if isinstance(offer, Message):
            self._refuse(gesture.seat, offer)
            return
        # Light first: the finger must feel answered before anything is written to disk.
        self._feedback.accept(gesture.seat)
        if offer.race:
            place = self._match.offers().items.index(offer)
            self._arbiter.enter(Contender(gesture, offer, place))
        elif gesture.press is Press.LONG:  # it may close the window on somebody
            self._queue.append(gesture)
        else:
            while self._queue and self._queue[0].complete_ns < gesture.edge_ns:
                self._act_on(self._queue.pop(0))
            self._act_on(gesture)

    def _offer(self, gesture: Gesture) -> Offer | Message:
        """Return the offer that a press takes up, or why there is none."""
        seat, offers = gesture.seat, self._match.offers()
        if gesture.window != offers.window:
            return Message("table.press.window_over")
        mine = (o for o in offers.of(seat) if o.press is gesture.press and _by_press(o))
        offer = next(mine, None)
        if offer is None:
            return self._match.why_not(seat, gesture.press)
        return self._offer_times().too_early(offer, gesture.complete_ns) or offer

    def _act_on(self, gesture: Gesture) -> None:
        """Make the move of a press that is in no race, if the press still means the same."""
        offer = self._offer(gesture)
        if isinstance(offer, Message):
            self._refuse(gesture.seat, offer)
        else:
            self._move(gesture.seat, offer.fill())

    def _act_on_queue(self, now_ns: int) -> None:
        """Act on long presses before whose end nobody else can have touched any more."""
        while self._queue:
            due_ns, first_ns = self._queue_due_ns(), self._arbiter.first_ns
            if due_ns is None or now_ns < due_ns:
                return
            if first_ns is not None and first_ns <= self._queue[0].complete_ns:
                return  # the race was there first
            self._act_on(self._queue.pop(0))

    def _queue_due_ns(self) -> int | None:
        """Return when the first long press may act, or None where more than time is missing."""
        if not self._queue or any(ns <= self._queue[0].complete_ns for ns in self._pending_ns()):
            return None
        return self._queue[0].complete_ns + self.latency_bound_ns

    def _pending_ns(self) -> list[int]:
        return [ns for one in self._recognisers if (ns := one.pending_ns) is not None]

    def _finish(self, ranking: Ranking) -> None:
        """Make the first one's move and refuse the others; presses of a window past are none."""
        window = self._match.offers().window
        for late in ranking.ranked:
            if late.gesture.window != window:
                self._refuse(late.gesture.seat, Message("table.press.window_over"))
        ranking = Ranking(tuple(one for one in ranking.ranked if one.gesture.window == window))
        if not ranking.ranked:
            return
        first, *others = ranking.ranked
        behind = msgspec.to_builtins(list(ranking.behind))
        self._move(first.gesture.seat, first.offer.fill(behind=behind))
        for other, late_by in zip(others, ranking.behind, strict=True):
            why = Message("table.press.behind", {"seat": first.gesture.seat, "ms": late_by.ms})
            self._refuse(other.gesture.seat, why)

    def _move(self, seat: int, plain: dict[str, Any]) -> None:
        try:
            self._match.act(plain)
        except RefereeError as error:
            self._refuse(seat, error.message)
        else:
            self._deny(seat, None)

    def _refuse(self, seat: int, why: Message) -> None:
        self._feedback.refuse(seat)
        self._deny(seat, why)


def _by_press(offer: Offer) -> bool:
    return offer.by is By.SEAT and offer.press is not None and not offer.ask
