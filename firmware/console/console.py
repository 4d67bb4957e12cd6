"""The console's thread: turns and pushes in, acts and pictures out.

What is pushed is taken as it was last shown: the state on which a move was chosen goes with it, so
that the desk can refuse what has changed under a finger.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from PIL import Image

from firmware.console import menu
from firmware.console.acts import (
    Act,
    Begin,
    Call,
    Choose,
    HandOn,
    Move,
    Repeat,
    Reply,
    Reread,
    Rest,
    Speak,
    Switch,
    TakeBack,
    Teach,
)
from firmware.console.display import Display, Lasting
from firmware.console.drawing import draw, png
from firmware.console.glyphs import legible
from firmware.console.knob import Knob, Turned
from firmware.console.newmatch import PLAYERS
from firmware.console.past import Past
from firmware.console.world import World
from firmware.errors import BadWiring
from firmware.panel.panel import Panel
from firmware.panel.pins import ConsolePins
from firmware.supervisor import Worker
from referee import words
from referee.actor import HOST, Actor
from referee.contract import Message, Press
from referee.match.desk import Desk, Snapshot
from referee.reports.status import Part, Status
from referee.reports.tabletop import ConsoleScreen
from referee.words import Voice
from webui.page.games import games
from webui.port import Phones

_log = logging.getLogger(__name__)

IDLE_S = 1.0
AGAIN_S = 10.0  # between tries for pins that cannot be had
LOCALE_KEY = "console_locale"


class Table(Protocol):
    """What the console does to the running table."""

    seats: int

    def status(self) -> Status:
        """Return the state of every part, and what is asked."""

    def submit(self, move: Mapping[str, Any], seen: int, by: Actor) -> Snapshot:
        """Make a move chosen at state `seen`; raises `IllegalMove`."""

    def undo(self, seen: int, by: Actor) -> Snapshot:
        """Take the last move back; raises `IllegalMove`."""

    def redo(self, seen: int, by: Actor) -> Snapshot:
        """Make the move that was taken back last again; raises `IllegalMove`."""

    def pause(self, by: Actor) -> Snapshot:
        """Stop the match; raises `IllegalMove` where none goes on."""

    def resume(self, by: Actor) -> Snapshot:
        """Go on with a paused match."""

    def answer(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Say which card one of a question is; raises `LookupError` where it is asked no more."""

    def choose(self, question: str, way: str, by: Actor) -> None:
        """Say which of several things cards mean; raises `LookupError` as `answer` does."""

    def correct(self, of: int, at: int, card: str, seen: int, by: Actor, back: bool) -> Snapshot:
        """Set a card of entry `of` right, and rule again from there; raises `IllegalMove`."""

    def set_sound(self, buzzer: bool | None = None, voice: bool | None = None) -> None:
        """Switch the buzzer or the voice that speaks rulings; None leaves it."""


class Console:
    """The knob and the display; `run` is their thread.

    `changed` is called when the picture or the console's state is another.
    """

    def __init__(
        self,
        desk: Desk,
        panel: Panel,
        pins: ConsolePins,
        opener: Callable[[], Display],
        table: Table,
        changed: Callable[[], None],
    ) -> None:
        self._desk = desk
        self._panel = panel
        self._pins = pins
        self._table = table
        self._changed = changed
        self._display = Lasting(opener)
        self._lock = threading.Lock()  # of the knob, which a page may turn too
        self._knob: Knob | None = None
        self._wiring: Message | None = None  # why the knob's pins cannot be had
        self._again_s = 0.0
        self._stale = threading.Event()
        self._stale.set()
        self._menu = menu.HOME
        kept = desk.get(LOCALE_KEY)
        self._locale = kept if kept in words.LOCALES else words.DEFAULT
        self._world = World(Voice(self._locale))
        self._past: tuple[int | None, Past | None] | None = None  # by the state it is of
        self._picture: Image.Image | None = None  # None: to be shown anew
        self.phones: Phones | None = None
        self.shown = ConsoleScreen()

    def run(self, worker: Worker) -> None:
        """Follow the knob and show the menu until stopped."""
        while not worker.stop.is_set():
            worker.beat()
            knob = self._fit()
            if self._display.open():
                self._picture = None
                self._stale.set()
                self._changed()
            if self._stale.is_set() and self._display.there:
                self._show()
            if knob is None:
                worker.stop.wait(IDLE_S)
                continue
            for event in knob.within(IDLE_S):
                if self._display.there:  # nothing is chosen unseen
                    self._take(event)
        self._display.close()

    def wake(self) -> None:
        """Look at the table again: something has changed."""
        if not self._stale.is_set():
            self._stale.set()
            if (knob := self._knob) is not None:
                knob.wake()

    def part(self) -> Part:
        """Return how the console is: its pins, then its display."""
        if self._wiring is not None:
            return Part("console", False, self._wiring)
        return self._display.part()

    def close(self) -> None:
        """Give the pins back; only at the very end."""
        if self._knob is not None:
            self._knob.close()

    # -- for the virtual table ------------------------------------------------------------------

    def turn(self, steps: int, bounces: int = 0) -> None:
        """Turn the mock knob; raises `RuntimeError` where the pins are real."""
        with self._lock:
            if self._knob is not None:
                self._knob.turn(steps, bounces)

    def push(self, down: bool) -> None:
        """Push the mock knob or let it go; raises `RuntimeError` where the pins are real."""
        with self._lock:
            if self._knob is not None:
                self._knob.push(down)

    # -- within -----------------------------------------------------------------------------------

    def _fit(self) -> Knob | None:
        """Return the knob on the pins that the panel has now."""
        if self._knob is not None and self._knob.gpio is self._panel.gpio:
            return self._knob
        if self._wiring is not None and time.monotonic() < self._again_s:
            return self._knob
        before = self._wiring
        try:
            knob = Knob(self._pins, self._panel.gpio)
        except BadWiring as error:
            self._wiring, self._again_s = error.message, time.monotonic() + AGAIN_S
        else:
            self._wiring = None
            with self._lock:
                self._knob = knob  # one of mock pins that was there before holds nothing
        if self._wiring != before:
            self._changed()
        return self._knob

    def _take(self, event: Turned | Press) -> None:
        """Follow one turn or push, on what is shown."""
        act = None
        match event:
            case Turned(steps, stride):
                self._menu = menu.turn(self._menu, self._world, steps, stride)
            case Press.LONG:
                self._menu = menu.back(self._menu, self._world)
            case _:
                self._menu, act = menu.push(self._menu, self._world)
        if act is not None:
            try:
                self._do(act)
            except Exception as error:
                message = getattr(error, "message", None)
                if not isinstance(message, Message):
                    raise
                self._menu = replace(menu.HOME, refusal=message)
        self._show()

    def _do(self, act: Act) -> None:
        match act:
            case Move(plain, seen, by):
                self._table.submit(plain, seen, by)
            case TakeBack(seen, again):
                (self._table.redo if again else self._table.undo)(seen, HOST)
            case Reply(question, item, card):
                try:
                    self._table.answer(question, item, card, HOST)
                except LookupError:
                    _log.info("The console answered what is asked no more.")
            case Choose(question, way):
                try:
                    self._table.choose(question, way, HOST)
                except LookupError:
                    _log.info("The console answered what is asked no more.")
            case Reread(of, at, card, seen, back):
                self._table.correct(of, at, card, seen, HOST, back)
            case Begin(game, options, seats, lesson):
                names = self._world.names
                called = tuple(names.get(seat, "") for seat in range(seats))
                who = called if any(called) else seats
                self._desk.begin(game, options, who, HOST, lesson=lesson)
            case Teach():
                self._desk.teach(min(PLAYERS, self._table.seats), HOST)
            case Repeat(seen):
                self._desk.again(seen, HOST)
            case Rest(on):
                (self._table.resume if on else self._table.pause)(HOST)
            case Speak(locale):
                self._locale = locale
                self._desk.put(LOCALE_KEY, locale)
            case Switch(buzzer, voice):
                self._table.set_sound(buzzer, voice)
            case Call(seat, name, anew):
                if self.phones is not None:
                    (self.phones.hand_over if anew else self.phones.call)(seat, name)
            case HandOn(seat):
                if self.phones is not None:
                    self.phones.make_host(seat)

    def _show(self) -> None:
        """Show the menu as the world is now."""
        self._stale.clear()
        self._world = self._look()
        screen = menu.show(self._menu, self._world)
        picture = draw(screen)
        if self._picture is not None and picture.tobytes() == self._picture.tobytes():
            return
        self._picture = picture if self._display.show(picture) else None
        self.shown = ConsoleScreen(png(picture), screen.text)
        self._changed()

    def _look(self) -> World:
        match, status, phones = self._desk.snapshot(), self._table.status(), self.phones
        seats = self._table.seats if match is None else match.seats
        given = dict(enumerate(match.names)) if match is not None else {}
        names = {**given, **(phones.names if phones else {})}
        return World(
            Voice(self._locale, {seat: legible(name) for seat, name in names.items()}),
            match,
            status.question,
            status.parts,
            games(self._locale, self._desk.ended()),
            self._table.seats,
            tuple(sorted(seat for seat in (phones.taken if phones else ()) if seat < seats)),
            {tag: words.language(tag) for tag in words.LOCALES},
            status.sound,
            self._desk.untried,
            tuple(phones.known if phones else ()),
            self._past_of(match),
            names,
        )

    def _past_of(self, match: Snapshot | None) -> Past | None:
        """Return the cards read so far, the same as before where nothing has changed."""
        seq = None if match is None else match.seq
        if self._past is None or self._past[0] != seq:
            self._past = (seq, None if match is None else Past(self._desk.corrector, self._visible))
        return self._past[1]

    def _visible(self) -> set[int]:
        return {one.seq for one in self._desk.log(None) if one.move is not None and not one.undone}
