"""The ways into a match without a phone: the console's knob, and the buttons of the seats."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from queue import SimpleQueue
from threading import Event
from typing import Any

from firmware.console.knob import Turned
from firmware.panel.panel import Panel
from firmware.presses.debounce import Edge
from firmware.running.table import RunningTable
from referee import words
from referee.actor import Actor, at_seat
from referee.asks import AskChoice, AskNumber, AskSeat
from referee.contract import By, Offer, Press
from referee.match.desk import Snapshot
from tests.matches import match_of
from tests.process import PATIENCE_S, eventually
from tests.webui.pages import say
from webui.port import ConsoleTable

SYMBOLS = "●▲■◆★✚"
TAP_MS = 80.0


class _WithoutPhone:
    """People round a table without a phone: they see whatever happens, and act for every seat."""

    def __init__(self, table: RunningTable, seats: int) -> None:
        self._table = table
        self.seats: Collection[int] = range(seats)

    def by(self, offer: Offer) -> Actor:
        assert offer.seat is not None
        return at_seat(offer.seat)

    def unseen(self) -> AbstractContextManager[None]:
        return nullcontext()

    def _wait_until_due(self, offer: Offer) -> None:
        eventually(lambda: self._table.due_ms(offer) < time.monotonic() * 1000)


class Knob(_WithoutPhone):
    """The knob in one hand, and the display before the eyes."""

    def __init__(self, table: RunningTable, seats: int) -> None:
        super().__init__(table, seats)
        assert table.console is not None
        self._console = table.console
        self.taken = 0  # turns and pushes that the console has followed and shown
        self.read: list[str] = []  # the display as this hand last read it
        self.meant = False  # whether the display was still so when the last push arrived
        take = self._console._take

        def counted(event: Any, table: ConsoleTable) -> None:
            # A person reads and pushes in one go. A busy machine may take seconds between the two.
            self.meant = self.screen == self.read
            if isinstance(event, Turned) or self.meant:
                take(event, table)
            self.taken += 1

        self._console._take = counted  # type: ignore[method-assign]

    @property
    def screen(self) -> list[str]:
        """The lines of the display."""
        return str(self._console.shown.text).splitlines()

    def can(self, offer: Offer) -> bool:
        return all(isinstance(ask, AskSeat | AskChoice | AskNumber) for ask in offer.ask)

    def shows(self, match: Snapshot) -> bool:
        return match.outcome is None or any(say("page.again") in line for line in self.screen)

    def take_up(self, offer: Offer, move: Mapping[str, Any]) -> None:
        """Turn to an offer, its seat first where several may act, then to each answer."""
        self._wait_until_due(offer)
        offers = match_of(self._table.desk).offers
        acting = {offer.seat for offer in offers if offer.by is By.SEAT}
        labels = [SYMBOLS[offer.seat or 0]] if len(acting) > 1 else []
        labels.append(words.say(offer.shown.label))
        for ask in offer.ask:
            match ask:
                case AskSeat():
                    labels.append(SYMBOLS[move[ask.field]])
                case AskChoice():
                    (choice,) = [
                        choice for choice in ask.choices if choice.value == move[ask.field]
                    ]
                    labels.append(words.say(choice.label))
                case AskNumber():
                    labels.append(str(move[ask.field]))
        self.take(*labels)
        assert self.screen[0] != say("console.refused"), self.screen

    def take(self, *labels: str) -> int:
        """Turn to each of these and push; return how many pushes that took.

        Where a page is gone meanwhile, go back to it.
        """
        at = pushes = 0
        while at < len(labels):
            if at == 0:
                eventually(lambda: self._chooses(labels[0]))
            if self._chooses(labels[at]):
                taken = self._push()
                at, pushes = at + taken, pushes + taken
            else:
                at -= 1
        return pushes

    def _chooses(self, label: str) -> bool:
        """Turn until the entry that begins with a label is the chosen one, if it is here."""
        wanted = re.compile(rf"{re.escape(label)}(?!\w)")
        for way in (1, -1):
            while wanted.match(self._chosen) is None and self.turn(way):
                pass
        return wanted.match(self._chosen) is not None

    @property
    def _chosen(self) -> str:
        self.read = self.screen
        return " ".join(line[2:] for line in self.read if line.startswith("> "))

    def turn(self, steps: int) -> bool:
        """Turn the knob; return whether that shows."""
        before, taken = self.screen, self.taken
        self._console.turn(steps)
        eventually(lambda: self.taken > taken)
        return self.screen != before

    def _push(self) -> bool:
        """Push; return whether it was taken. If the display says no, dismiss that."""
        self.tap()
        is_taken = self.meant and not self.is_changed
        while self.is_changed:
            self.read = self.screen
            self.tap()
        return is_taken

    @property
    def is_changed(self) -> bool:
        """Whether the display says that the marked entry has changed."""
        return " ".join(self.screen[1:]) == say("console.changed")

    def tap(self, *, long: bool = False) -> None:
        """Push, and wait until the console has followed. A long push is felt before it ends."""
        taken = self.taken
        if long:
            self._console.push(True)
        else:
            tap_knob(self._console)
        eventually(lambda: self.taken > taken)
        if long:
            self._console.push(False)


class Buttons(_WithoutPhone):
    """A finger at the button of each seat."""

    def can(self, offer: Offer) -> bool:
        return offer.shown.press is not None and not offer.ask

    def shows(self, match: Snapshot) -> bool:
        return len(self._table.status().lights) >= match.seats

    def take_up(self, offer: Offer, move: Mapping[str, Any]) -> None:
        """Press the button: once or twice, or for as long as it takes."""
        del move  # nothing is asked
        assert offer.seat is not None
        assert offer.shown.press is not None
        self._wait_until_due(offer)
        panel, desk = self._table.panel, self._table.desk
        if offer.shown.press is Press.LONG:
            before = match_of(desk).seq
            panel.press(offer.seat, True)
            eventually(lambda: match_of(desk).seq > before)
            panel.press(offer.seat, False)
        else:
            taps(panel, offer.seat, 2 if offer.shown.press is Press.DOUBLE else 1)


def taps(panel: Panel, seat: int, count: int) -> None:
    """Tap a seat's button."""
    changes = [(tap * TAP_MS, tap % 2 == 0) for tap in range(2 * count)]
    edges(panel, [(seat, ms, down) for ms, down in changes])


def tap_knob(console: Any) -> None:
    """Push a console's knob shortly. The edges carry their own times, as those of `edges` do."""
    now_ns = time.monotonic_ns()
    ends_ns = now_ns + round(TAP_MS * 1e6)
    _report(console._knob._events, [Edge(0, now_ns, True), Edge(0, ends_ns, False)])


def edges(panel: Panel, changes: Iterable[tuple[int, float, bool]]) -> None:
    """Let buttons change: each a seat, so many milliseconds from now, and down or up.

    All are reported at once with the kernel's stamps: no load makes a short press a long one,
    or a race of two one that was decided before the second was heard.
    """
    now_ns = time.monotonic_ns()
    results = [Edge(seat, now_ns + round(ms * 1e6), down) for seat, ms, down in changes]
    _report(panel.edges, results)


def _report(queue: SimpleQueue[Any], edges: Sequence[Edge]) -> None:
    """Put edges into a queue; whoever takes the first one out goes on only when all are in it."""
    complete = Event()

    class First(Edge):
        def __getattribute__(self, name: str) -> Any:
            if name == "edge_ns":
                complete.wait(PATIENCE_S)
            return super().__getattribute__(name)

    first, *others = edges
    queue.put(First(first.seat, first.edge_ns, first.down))
    for edge in others:
        queue.put(edge)
    complete.set()
