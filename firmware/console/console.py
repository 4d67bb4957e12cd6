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

from PIL import Image

from firmware.console.display import Display
from firmware.console.drawing import draw, png
from firmware.console.glyphs import legible
from firmware.console.knob import Knob, Turned
from firmware.console.menus import menu
from firmware.console.menus.world import PastReadings, World
from firmware.console.resting import Rest, RestingDisplay
from firmware.errors import BadWiring
from firmware.panel.panel import Panel
from firmware.panel.pins import ConsolePins
from firmware.presses.gestures import Gesture
from firmware.service.supervisor import Worker
from referee import library, words
from referee.contract import Message, Press, Told
from referee.match.commands import Begin, HandOver, NamePlayer
from referee.match.desk import Desk, MatchPaused, Snapshot, StaleMove
from referee.match.people.same_names import KEY as SAME_NAMES
from referee.match.people.same_names import same_name_note, same_names
from referee.reports.status import Part
from referee.reports.tabletop import ConsoleScreen
from referee.words import Voice
from webui.page.games import games
from webui.port import ConsoleTable, Phones

IDLE_S = 1.0
AGAIN_S = 10.0  # Pause between attempts to claim unavailable pins.
LOCALE_KEY = "console_locale"
# After the marked entry changes by itself, pushes are ignored for this long. Nobody reacts to light
# in less than 0.2 s, and reading a line takes longer. With half, a push already begun takes the new
# line. With double, somebody who has read the line must push again.
SEEN_NS = 400_000_000
NOTICE_S = 6.0  # A notice stays this long; pages show refused presses for the same time.
CHANGED = Message("console.changed")


class Console:
    """The knob and the display. `run` is their thread.

    `changed` is called when the picture or the state of the console changes.
    """

    def __init__(
        self,
        desk: Desk,
        panel: Panel,
        pins: ConsolePins,
        opener: Callable[[], Display],
        changed: Callable[[], None],
        phones: Callable[[], Phones | None],
    ) -> None:
        self._desk = desk
        self._panel = panel
        self._pins = pins
        self._changed = changed
        self._phones = phones
        self._display = RestingDisplay(opener, Rest(pins))
        self._lock = threading.Lock()  # Guards the knob, because a page may turn it too.
        self._knob: Knob | None = None
        self._wiring: Message | None = None  # Reason why the knob's pins are unavailable.
        self._again_s = 0.0
        self._stale = threading.Event()
        self._stale.set()
        self._menu = menu.HOME
        self._lot = time.monotonic_ns()  # Stays, or else a lot would change under a finger.
        self._world = World(Voice(self._locale()))
        self._past: tuple[int | None, PastReadings | None] | None = None  # By number (seq).
        self._picture: Image.Image | None = None  # None if it must be shown again.
        self._push_target: tuple[Any, ...] = ()  # Key of what a push would do now.
        self._seen_ns = 0  # Pushes that began before this were meant for another entry.
        self._noticed_s = 0.0  # Time at which the notice appeared.
        self.shown = ConsoleScreen()

    def run(self, table: ConsoleTable, worker: Worker) -> None:
        """Follow the knob and show the table's menu until stopped."""
        while not worker.stop.is_set():
            worker.beat()
            knob = self._fit()
            if self._display.open():
                self._picture = None
                self._stale.set()
                self._changed()
            if self._menu.notice is not None and time.monotonic() - self._noticed_s > NOTICE_S:
                self._menu = replace(self._menu, notice=None)
                self._stale.set()
            if self._stale.is_set() and self._display.there:
                self._show(table)
            self._display.tick()
            if knob is None:
                worker.stop.wait(IDLE_S)
                continue
            for event in knob.events(IDLE_S):
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
        if self._wiring is not None:
            return Part("console", False, self._wiring)
        return self._display.part()

    def close(self) -> None:
        """Release the pins. Call this only when the program ends."""
        if self._knob is not None:
            self._knob.close()

    # -- for the virtual table ------------------------------------------------------------------

    def turn(self, steps: int, bounces: int = 0) -> None:
        """Turn the mock knob. Raise `RuntimeError` if the pins are real."""
        with self._lock:
            if self._knob is not None:
                self._knob.turn(steps, bounces)

    def push(self, down: bool) -> None:
        """Push the mock knob or release it. Raise `RuntimeError` if the pins are real."""
        with self._lock:
            if self._knob is not None:
                self._knob.push(down)

    # -- within -----------------------------------------------------------------------------------

    def _fit(self) -> Knob | None:
        """Return the knob on the current pins of the panel, or None."""
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
                self._knob = knob  # A former knob on mock pins stays open.
        if self._wiring != before:
            self._changed()
        return self._knob

    def _take(self, event: Turned | Gesture, table: ConsoleTable) -> None:
        """Apply a turn or a push to the menu on the display."""
        before, act = replace(self._menu, notice=None), None
        match event:
            case Turned(steps, stride):
                self._menu = menu.turn(before, self._world, steps, stride)
            case Gesture(press=Press.LONG):
                self._menu = menu.go_back(before, self._world)
            case Gesture(edge_ns=touched_ns) if touched_ns < self._seen_ns:
                self._again(before)
            case _:
                self._menu, act = menu.push(before, self._world)
        if act is not None:
            try:
                table.do(act.command, act.by)
                if (note := self._name_note(act.command)) is not None:
                    self._menu = replace(menu.HOME, remark=note)
            except LookupError:  # Its question is closed by now.
                self._again(before)
            except Told as error:
                if isinstance(error, StaleMove) and not isinstance(error, MatchPaused):
                    self._again(before)
                else:
                    self._menu = replace(menu.HOME, refusal=error.message)
        self._push_target = menu.push_target(self._menu, self._world)  # The hand itself changed it.
        self._show(table)

    def _name_note(self, command: object) -> Message | None:
        """Return a message if the command named a player as somebody else at the table."""
        names = isinstance(command, Begin | NamePlayer | HandOver)
        match = self._desk.snapshot() if names else None
        same = same_names(self._desk.get(SAME_NAMES))
        return None if match is None else same_name_note(match.players, same)

    def _again(self, before: menu.Menu) -> None:
        """Say that the entry has changed. The push does nothing; the next one counts."""
        self._menu, self._noticed_s = replace(before, notice=CHANGED), time.monotonic()

    def _show(self, table: ConsoleTable) -> None:
        """Show the menu for the current state."""
        self._stale.clear()
        self._world = self._look(table)
        self._display.follow(self._world.match, self._world.waiting)
        self._menu = menu.settled(self._menu, self._world)
        screen = menu.show(self._menu, self._world)
        picture = draw(screen, words.direction(self._world.voice.locale) == "rtl")
        if self._picture is None or picture.tobytes() != self._picture.tobytes():
            self._picture = picture if self._display.show(picture) else None
            self.shown = ConsoleScreen(png(picture), screen.text)
            self._changed()
        if (push_target := menu.push_target(self._menu, self._world)) != self._push_target:
            self._push_target, self._seen_ns = push_target, time.monotonic_ns() + SEEN_NS

    def _look(self, table: ConsoleTable) -> World:
        match, status, phones = self._desk.snapshot(), table.status(), self._phones()
        locale = self._locale()
        seats = table.seats if match is None else match.seats
        given = dict(enumerate(match.names)) if match is not None else {}
        names = {**given, **(phones.names if phones else {})}
        taken = sorted(seat for seat in (phones.taken if phones else ()) if seat < seats)
        return World(
            Voice(locale, {seat: legible(name) for seat, name in names.items()}),
            match=match,
            question=status.question,
            parts=status.parts,
            games=games(locale, self._desk.last_options()),
            seats=table.seats,
            phone_seats=tuple(taken),
            languages={tag: words.language(tag) for tag in words.locales()},
            sound=status.sound,
            untried=self._desk.untried,
            known=tuple(phones.recent_names if phones else ()),
            past=self._past_of(match),
            names=names,
            waiting=tuple(phones.waiting if phones else ()),
            invitation=tuple(phones.invitation if phones else ()),
            yes=status.yes,
            without_bots=_without_bots(table),
            wanted=status.bot_pending.message if status.bot_pending else None,
            undealt=status.undealt,
            lot=self._lot,
        )

    def _locale(self) -> str:
        kept = self._desk.get(LOCALE_KEY)
        if kept not in words.locales() or not legible(words.language(str(kept))):
            return words.DEFAULT  # The display may lack the letters of an owner's language.
        return str(kept)

    def _past_of(self, match: Snapshot | None) -> PastReadings | None:
        """Return the cards read so far. They are cached for each state of the match."""
        seq = None if match is None else match.seq
        if self._past is None or self._past[0] != seq:
            self._past = (
                seq,
                None if match is None else PastReadings(self._desk.corrector, self._visible),
            )
        return self._past[1]

    def _visible(self) -> set[int]:
        return {
            entry.seq
            for entry in self._desk.log(None)
            if entry.move is not None and not entry.undone
        }


def _without_bots(table: ConsoleTable) -> dict[str, Message]:
    """Return the games that bots cannot play at a table, each with the reason."""
    why = {name: table.no_bots(name) for name in library.names()}
    return {name: said for name, said in why.items() if said is not None}
