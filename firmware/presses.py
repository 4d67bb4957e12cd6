"""From edges to moves: each press is given its meaning, its light, and its place in a race.

No rule of any game is known here: what a press does is what `Offers` says that it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from firmware.edges import BOUNCE_NS, Debouncer, Edge
from firmware.gestures import Gesture, Recogniser
from firmware.moments import Moments
from firmware.race import ARBITRATION_NS, Entry, Race, Result
from referee.contract import By, Message, Offer, Offers, Press, RefereeError

STUCK_NS = 10_000_000_000


class Game(Protocol):
    """What a press needs of the running match."""

    def offers(self) -> Offers:
        """Return what may be done now."""

    def act(self, plain: dict[str, Any]) -> None:
        """Make a move; raises `RefereeError`."""

    def why_not(self, seat: int, press: Press) -> Message:
        """Return why a press means nothing for a seat now."""


class Answers(Protocol):
    """How a press is answered at once: the light show."""

    def accept(self, seat: int) -> None:
        """Show that the press acts."""

    def refuse(self, seat: int) -> None:
        """Show that the press does nothing."""


class Presses:
    """Takes raw edges in one thread and acts on them; `deny` hears of every refusal."""

    def __init__(
        self,
        resting: Sequence[Edge],
        game: Game,
        answers: Answers,
        moments: Moments,
        deny: Callable[[int, Message | None], None],
        *,
        bounce_ns: int = BOUNCE_NS,
        arbitration_ns: int = ARBITRATION_NS,
    ) -> None:
        self._game = game
        self._answers = answers
        self._moments = moments
        self._deny = deny
        self._switches = [Debouncer(edge, bounce_ns) for edge in resting]
        self._fingers = [Recogniser(edge.seat) for edge in resting]
        self._race = Race(arbitration_ns)

    def edge(self, edge: Edge, now_ns: int) -> None:
        """Take a raw edge. Take all that are there before `tick`: one may win a race."""
        self._race.reported(now_ns - edge.edge_ns)
        for change in self._switches[edge.seat].edge(edge):
            self._change(change, now_ns)

    def tick(self, now_ns: int) -> None:
        """Do what has come due: hidden taps, long presses, the end of a race."""
        for switch in self._switches:
            for change in switch.settle(now_ns):
                self._change(change, now_ns)
        for finger in self._fingers:
            for gesture in finger.tick(now_ns):
                self._gesture(gesture, now_ns)
        undecided = [f.undecided_ns for f in self._fingers if f.undecided_ns is not None]
        result = self._race.decide(now_ns, undecided)
        if result is not None:
            self._finish(result)

    @property
    def due_ns(self) -> int | None:
        """Tell when to call `tick`, if no edge comes before."""
        due = [switch.due_ns for switch in self._switches]
        due += [finger.due_ns for finger in self._fingers]
        return min((ns for ns in (*due, self._race.due_ns) if ns is not None), default=None)

    def stuck(self, now_ns: int) -> tuple[int, ...]:
        """Return the seats whose button has been down for longer than anybody presses."""
        return tuple(
            seat
            for seat, switch in enumerate(self._switches)
            if switch.down_since_ns is not None and now_ns - switch.down_since_ns > STUCK_NS
        )

    def _change(self, change: Edge, now_ns: int) -> None:
        offers = self._game.offers()
        live = {o.press for o in offers.of(change.seat) if o.press is not None and _by_press(o)}
        for gesture in self._fingers[change.seat].edge(change, live, offers.window):
            self._gesture(gesture, now_ns)

    def _gesture(self, gesture: Gesture, now_ns: int) -> None:
        seat, offers = gesture.seat, self._game.offers()
        mine = (o for o in offers.of(seat) if o.press is gesture.press and _by_press(o))
        offer = next(mine, None)
        if offer is None:
            return self._refuse(seat, self._game.why_not(seat, gesture.press))
        if gesture.window != offers.window:
            return self._refuse(seat, Message("table.press.window_over"))
        wait_s = self._moments.wait_s(offer, now_ns)
        if wait_s > 0:
            return self._refuse(seat, Message("table.press.too_early", {"s": round(wait_s, 1)}))
        # Light first: the finger must feel answered before anything is written to disk.
        self._answers.accept(seat)
        if offer.race:
            return self._race.enter(Entry(gesture, offer, offers.items.index(offer)))
        return self._act(seat, offer.fill())

    def _finish(self, result: Result) -> None:
        first, *others = result.ranked
        self._act(
            first.gesture.seat, first.offer.fill(behind=msgspec.to_builtins(list(result.behind)))
        )
        for entry, late in zip(others, result.behind, strict=True):
            behind = Message("table.press.behind", {"seat": first.gesture.seat, "ms": late.ms})
            self._refuse(entry.gesture.seat, behind)

    def _act(self, seat: int, plain: dict[str, Any]) -> None:
        try:
            self._game.act(plain)
        except RefereeError as error:
            self._refuse(seat, error.message)
        else:
            self._deny(seat, None)

    def _refuse(self, seat: int, why: Message) -> None:
        self._answers.refuse(seat)
        self._deny(seat, why)


def _by_press(offer: Offer) -> bool:
    return offer.by is By.SEAT and offer.press is not None and not offer.ask
