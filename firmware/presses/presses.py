"""From edges to moves: each press is given its meaning, its light, and its place in a race.

No rule of any game is known here: what a press does is what `Offers` says that it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from firmware.presses.debounce import BOUNCE_NS, Debouncer, Edge
from firmware.presses.gestures import Gesture, Recogniser
from firmware.presses.offer_times import Moments
from firmware.presses.race import ARBITRATION_NS, Entry, Race, Result
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
        self._held: list[Gesture] = []  # long presses that wait for touches before their end

    def edge(self, edge: Edge, now_ns: int) -> None:
        """Take a raw edge. Take all that are there before `tick`: one may win a race."""
        self._race.reported(now_ns - edge.edge_ns)
        for change in self._switches[edge.seat].edge(edge):
            self._change(change)

    def tick(self, now_ns: int) -> None:
        """Do what has come due: hidden taps, long presses, the end of a race."""
        for switch in self._switches:
            for change in switch.settle(now_ns):
                self._change(change)
        for finger in self._fingers:
            for gesture in finger.tick(now_ns):
                self._gesture(gesture)
        self._hold_end(now_ns)
        result = self._race.decide(now_ns, self._open_ns())
        if result is not None:
            self._finish(result)
            self._hold_end(now_ns)

    @property
    def due_ns(self) -> int | None:
        """Tell when to call `tick`, if no edge comes before."""
        due = [switch.due_ns for switch in self._switches]
        due += [finger.due_ns for finger in self._fingers]
        due += [self._race.due_ns(self._open_ns()), self._held_due_ns()]
        return min((ns for ns in due if ns is not None), default=None)

    def may_speak(self, before_ns: int) -> bool:
        """Tell whether a touch before `before_ns` has yet to be heard or to be given a meaning.

        Whatever closes a window from elsewhere, such as the clock, waits for it.
        """
        first_ns = self._race.first_ns
        stamps = [*self._open_ns(), *(() if first_ns is None else (first_ns,))]
        stamps += [gesture.whole_ns for gesture in self._held]
        return any(stamp <= before_ns for stamp in stamps)

    @property
    def given_ns(self) -> int:
        """Tell for how long an edge may be on its way here."""
        return self._race.given_ns

    def stuck(self, now_ns: int) -> tuple[int, ...]:
        """Return the seats whose button has been down for longer than anybody presses."""
        return tuple(
            seat
            for seat, switch in enumerate(self._switches)
            if switch.down_since_ns is not None and now_ns - switch.down_since_ns > STUCK_NS
        )

    def _change(self, change: Edge) -> None:
        offers = self._game.offers()
        live = {o.press for o in offers.of(change.seat) if o.press is not None and _by_press(o)}
        for gesture in self._fingers[change.seat].edge(change, live, offers.window):
            self._gesture(gesture)

    def _gesture(self, gesture: Gesture) -> None:
        offer = self._offer(gesture)
        if isinstance(offer, Message):
            self._refuse(gesture.seat, offer)
            return
        # Light first: the finger must feel answered before anything is written to disk.
        self._answers.accept(gesture.seat)
        if offer.race:
            place = self._game.offers().items.index(offer)
            self._race.enter(Entry(gesture, offer, place))
        elif gesture.press is Press.LONG:  # it may close the window on somebody
            self._held.append(gesture)
        else:
            while self._held and self._held[0].whole_ns < gesture.edge_ns:
                self._take_up(self._held.pop(0))
            self._take_up(gesture)

    def _offer(self, gesture: Gesture) -> Offer | Message:
        """Return the offer that a press takes up, or why there is none."""
        seat, offers = gesture.seat, self._game.offers()
        if gesture.window != offers.window:
            return Message("table.press.window_over")
        mine = (o for o in offers.of(seat) if o.press is gesture.press and _by_press(o))
        offer = next(mine, None)
        if offer is None:
            return self._game.why_not(seat, gesture.press)
        return self._moments.too_early(offer, gesture.whole_ns) or offer

    def _take_up(self, gesture: Gesture) -> None:
        """Act on a press that is in no race, if it still means what it did."""
        offer = self._offer(gesture)
        if isinstance(offer, Message):
            self._refuse(gesture.seat, offer)
        else:
            self._act(gesture.seat, offer.fill())

    def _hold_end(self, now_ns: int) -> None:
        """Act on long presses before whose end nobody else can have touched any more."""
        while self._held:
            due_ns, first_ns = self._held_due_ns(), self._race.first_ns
            if due_ns is None or now_ns < due_ns:
                return
            if first_ns is not None and first_ns <= self._held[0].whole_ns:
                return  # the race was there first
            self._take_up(self._held.pop(0))

    def _held_due_ns(self) -> int | None:
        """Tell when the first long press may act, if only time is missing."""
        if not self._held or any(stamp <= self._held[0].whole_ns for stamp in self._open_ns()):
            return None
        return self._held[0].whole_ns + self._race.given_ns

    def _open_ns(self) -> list[int]:
        return [finger.open_ns for finger in self._fingers if finger.open_ns is not None]

    def _finish(self, result: Result) -> None:
        window = self._game.offers().window
        for entry in result.ranked:
            if entry.gesture.window != window:
                self._refuse(entry.gesture.seat, Message("table.press.window_over"))
        result = Result(tuple(e for e in result.ranked if e.gesture.window == window))
        if not result.ranked:
            return
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
