"""The console's thread. It takes turns and pushes, and produces commands and pictures.

A push selects the entry that was last shown. Its command carries the state of the match at that
moment, so that the match can refuse the command if something has changed. If the marked entry has
changed so recently that nobody can have seen the change, the push does nothing, and the display
says so.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from firmware.console.display import Display
from firmware.console.drawing import draw, png
from firmware.console.glyphs import legible
from firmware.console.knob import Knob, Turned
from firmware.console.menus.menu import Menu
from firmware.console.menus.page import MenuCommand
from firmware.console.menus.screen import Screen
from firmware.console.menus.world import World
from firmware.console.resting import RestingDisplay
from firmware.errors import BadWiring
from firmware.panel.panel import Panel
from firmware.panel.pins import ConsolePins
from firmware.presses.gestures import Gesture
from firmware.service.supervisor import Worker
from referee import words
from referee.contract import Message, Press, Told
from referee.match.desk import Desk, MatchPaused, StaleMove
from referee.reports.status import Part
from referee.reports.tabletop import ConsoleScreen
from referee.reports.virtual_acts import VirtualAct
from referee.words import Voice
from webui.port import ConsoleTable, Phones, Virtual

IDLE_S = 1.0
LOCALE_KEY = "console_locale"
# A change is drawn this much later, so that the phones get it first. With half, drawing slows the
# streams of a full table on a Pi. With double, people notice that the display lags.
BEHIND_S = 0.05
# After the marked entry changes by itself, pushes are ignored for this long. Nobody reacts to light
# in less than 0.2 s, and reading a line takes longer. With half, a push already begun takes the new
# line. With double, somebody who has read the line must push again.
SEEN_NS = 400_000_000
CHANGED = Message("console.changed")


class Console:
    """The knob and the display. `run` is their thread."""

    def __init__(
        self,
        desk: Desk,
        panel: Panel,
        pins: ConsolePins,
        opener: Callable[[], Display],
        phones: Callable[[], Phones | None],
    ) -> None:
        self._desk = desk
        self._phones = phones
        self._panel = panel
        self._pins = pins
        self._knob: Knob | None = None
        self._fault: Message | None = None  # Reason why the knob's pins are unavailable.
        self._display = RestingDisplay(opener, pins)
        self._stale = threading.Event()
        self._stale.set()
        self._menu = Menu(World(Voice(self._locale())))
        self._drawn: Screen | None = None  # The screen on the display. None if it must be drawn.
        self._push_target: tuple[Any, ...] = ()  # Key of the effect of a push now.
        self._seen_ns = 0  # Pushes that began before this were meant for another entry.
        self.shown = ConsoleScreen()
        self.virtual: Virtual | None = None  # The cards of a virtual table.

    def run(self, table: ConsoleTable, worker: Worker) -> None:
        """Follow the knob and show the table's menu until stopped."""
        while not worker.stop.is_set():
            worker.beat()
            self._fit()
            if self._display.open():
                self._drawn = None
                self._stale.set()
            if self._stale.is_set() and self._display.there:
                worker.stop.wait(BEHIND_S)
                self._show(table)
            self._display.tick()
            if self._knob is None:
                worker.stop.wait(IDLE_S)
                continue
            for event in self._knob.events(IDLE_S):
                # Without a display, or on a dark one, nobody sees the choice.
                if self._display.there and not self._display.touch():
                    self._take(event, table)
        self._display.close()

    def wake(self) -> None:
        """Show the menu again, because something at the table has changed."""
        if not self._stale.is_set():
            self._stale.set()
            if (knob := self._knob) is not None:
                knob.wake()

    def part(self) -> Part:
        """Return the state of the console: a fault of its pins or, if they work, of its display."""
        fault = self._fault
        return self._display.part() if fault is None else Part("console", False, fault)

    def close(self) -> None:
        """Release the pins. Call this only when the program ends."""
        if self._knob is not None:
            self._knob.close()

    # -- for the virtual table ------------------------------------------------------------------

    def turn(self, steps: int, bounces: int = 0) -> None:
        """Turn the mock knob. Raise `RuntimeError` if the pins are real."""
        if self._knob is not None:
            self._knob.turn(steps, bounces)

    def push(self, down: bool) -> None:
        """Push the mock knob or release it. Raise `RuntimeError` if the pins are real."""
        if self._knob is not None:
            self._knob.push(down)

    # -- within -----------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Take the knob on the panel's current pins. A former one on mock pins stays open."""
        if self._knob is None or self._knob.gpio is not self._panel.gpio:
            try:
                self._knob, self._fault = Knob(self._pins, self._panel.gpio), None
            except BadWiring as error:
                self._fault = error.message

    def _take(self, event: Turned | Gesture, table: ConsoleTable) -> None:
        """Apply a turn or a push to the menu on the display."""
        before, given = self._menu, None
        match event:
            case Turned(steps):
                self._menu = before.turn(steps)
            case Gesture(press=Press.LONG):
                self._menu = before.back()
            case Gesture(edge_ns=touched_ns) if touched_ns < self._seen_ns:
                self._menu = replace(before, refusal=CHANGED)
            case _:
                self._menu, given = before.push()
        refusal = None if given is None else self._refusal(given, table)
        if refusal is not None:
            self._menu = replace(before, refusal=refusal)
        self._push_target = self._menu.push_target  # The hand itself changed it.
        if given is None or refusal is not None:
            self._show(table)

    def _refusal(self, given: MenuCommand, table: ConsoleTable) -> Message | None:
        """Give a command to the table. Return why it was refused, or None."""
        try:
            if isinstance(given.command, VirtualAct):
                assert self.virtual is not None, "Only a virtual table has duties."
                self.virtual.do(given.command)
            else:
                table.do(given.command, given.by)
        except LookupError:  # Its question is closed by now.
            return CHANGED
        except Told as error:
            stale = isinstance(error, StaleMove) and not isinstance(error, MatchPaused)
            return CHANGED if stale else error.message
        self._stale.set()
        return None

    def _show(self, table: ConsoleTable) -> None:
        """Show the menu for the current state."""
        self._stale.clear()
        world = self._look(table)
        self._display.follow(world.match, world.waiting)
        self._menu = self._menu.seeing(world)
        screen = self._menu.screen
        if screen != self._drawn:
            picture = draw(screen)
            self.shown = ConsoleScreen(png(picture), screen.text)
            self._drawn = screen if self._display.show(picture) else None
        if (push_target := self._menu.push_target) != self._push_target:
            self._push_target, self._seen_ns = push_target, time.monotonic_ns() + SEEN_NS

    def _look(self, table: ConsoleTable) -> World:
        match, phones = self._desk.snapshot(), self._phones()
        seats = table.seats if match is None else match.seats
        names = dict(enumerate(match.names)) if match is not None else {}
        names |= phones.names if phones else {}
        return World(
            Voice(self._locale(), {seat: legible(name) for seat, name in names.items()}),
            match=match,
            status=table.status(),
            no_bots=table.no_bots,
            seats=table.seats,
            phone_seats=tuple(
                sorted(seat for seat in (phones.taken if phones else ()) if seat < seats)
            ),
            untried=self._desk.untried,
            waiting=tuple(phones.waiting if phones else ()),
            invitation=tuple(phones.invitation if phones else ()),
            duties=self.virtual.scene().duties if self.virtual else (),
        )

    def _locale(self) -> str:
        kept = self._desk.get(LOCALE_KEY)
        if kept not in words.locales() or not legible(words.language(str(kept))):
            return words.DEFAULT  # The display may lack the letters of an owner's language.
        return str(kept)
