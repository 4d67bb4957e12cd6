"""People round a virtual table that runs in this process: a mouse there, buttons, and phones.

All but the edges of short presses goes through the pages, as people's fingers would.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from firmware.presses.gestures import LONG_NS
from referee.contract import Offer, Press
from referee.match.desk import Desk, Snapshot
from tests.patience import Patience
from tests.played.console import taps
from tests.played.home import VirtualHome
from tests.webui.pages import DESK, DRAWN_AT, PATIENCE_MS, PHONE, sit

POLL_MS = 50  # each look is a message to the browser and back


class Evening(VirtualHome):
    """People round a virtual table; `page` is the table's, `phones` are theirs.

    A match that the desk has already spares the camera the mats of another game.
    """

    def __init__(self, desk: Desk, browser: Browser, seed: int) -> None:
        super().__init__(desk, browser, seed)
        self._told_seq = 0
        desk.listen(self._follow)  # after the table: what it makes of a move is there then
        self.page = self.open("/virtual", viewport=DESK)
        self.phones: list[Page] = []

    def open(self, path: str, **options: Any) -> Page:
        # What glides takes a third of the browser's time; the match from end to end has it glide.
        return super().open(path, **({"reduced_motion": "reduce"} | options))

    def sit_down(self, seats: int) -> None:
        """Take the seats, each with a phone."""
        self.phones = [self.open("/", viewport=PHONE) for _ in range(seats)]
        for seat, phone in enumerate(self.phones):
            sit(phone, seat)

    def deal(self, cards: int) -> None:
        """Deal so many cards in all."""
        self.page.click("#deal")
        expect(self.page.locator(".hand")).to_have_count(cards, timeout=PATIENCE_MS)

    @property
    def state(self) -> Any:
        """The referee's state."""
        return self.match.state

    def until(self, true: Callable[[], bool], what: str, /) -> None:
        """Wait while the pages go on."""
        patience = Patience()
        while not true():
            assert patience.left, f"never: {what}\n{self.state}\n{self.table.status()}"
            self.page.wait_for_timeout(POLL_MS)

    @contextmanager
    def moves(self, what: str) -> Iterator[None]:
        """Wait, after what is done within, for a move; then for table and pages to follow it."""
        seq = self.match.seq
        yield
        self.until(lambda: self.match.seq > seq, what)
        for page in (self.page, *self.phones):
            seq_now = str(self.match.seq)
            expect(page.locator("body")).to_have_attribute("data-seq", seq_now, timeout=PATIENCE_MS)
        # A page may be first: a press of that moment would be one of the window before.
        self.until(lambda: self._told_seq >= self.match.seq, "the table's own turn")

    def _follow(self, match: Snapshot) -> None:
        self._told_seq = match.seq

    # -- what people do -------------------------------------------------------------------

    def tap(self, seat: int, *keys: str) -> None:
        """Tap buttons on a seat's phone, by what they do, once the table has read all cards."""
        unread = self.table.watcher.is_unread
        self.until(lambda: not any(unread(one.zone) for one in self.match.pending), "a reading")
        with self.moves(f"{keys} of {seat}"):
            for key in keys:
                self.phones[seat].click(f'#dock [data-key="{key}"]', timeout=PATIENCE_MS)

    def press(self, seat: int, press: Press) -> None:
        """Press a seat's button, once that may be: for long with the mouse, else by its wire."""
        self.due(next(o for o in self.match.offers.for_seat(seat) if o.shown.press is press))
        with self.moves(f"{press} of {seat}"):
            if press is Press.LONG:
                self.hold_button(seat)
            else:
                taps(self.table.panel, seat, 2 if press is Press.DOUBLE else 1)

    def due(self, offer: Offer) -> None:
        """Wait until an offer may be taken."""
        self.until(lambda: self.table.due_ms(offer) < time.monotonic() * 1000, "the least time")

    def hold_button(self, seat: int) -> None:
        """Hold a seat's button with the mouse, whatever may come of it."""
        pin = self.table.panel.gpio.factory.pin(f"GPIO{self.table.panel.pins.seats[seat].button}")
        self._grasp(self.page.locator(f'.led[data-seat="{seat}"]'))
        self.until(lambda: not pin.state, "a wire that is pulled to ground")
        self.page.wait_for_timeout(1.2 * LONG_NS / 1e6)
        self.page.mouse.up()
        self.until(lambda: pin.state, "a wire that is let go")

    def _at(self, element: Locator, along: float = 0.5) -> None:
        box = None
        for _ in range(100):  # what is said above it may move it
            if box == (box := element.bounding_box()) and box is not None:
                break
            self.page.wait_for_timeout(20)
        assert box is not None
        x, y = box["x"] + box["width"] * along, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y, steps=4)

    def _grasp(self, element: Locator) -> None:
        """Hold an element with the mouse where it is seen; again where it moved away just then."""
        for along in (0.5, 0.2, 0.8) * 5:  # in a fan the next card covers its middle
            self._at(element, along)
            if element.evaluate("(one) => one.matches(':hover')"):
                self.page.mouse.down()
                return
        raise AssertionError(f"{element} is never held")

    def _drag(self, what: Locator, to: Locator) -> None:
        self._grasp(what)
        self._at(to)
        self.page.mouse.up()

    def drag_to(self, what: Locator, x_mm: float, y_mm: float) -> None:
        """Drag a card to a place on the mats."""
        self._grasp(what)
        self.page.mouse.move(*self.page.evaluate(DRAWN_AT, [x_mm, y_mm]), steps=4)
        self.page.mouse.up()
