"""The panel's thread. It takes edges, makes moves, and remembers why presses were refused."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import chain
from typing import Any

from firmware.panel.barrier import Barrier
from firmware.panel.lights import LightShow
from firmware.panel.panel import Checkpoint, Panel
from firmware.presses.meanings import Meanings, PressAnswer
from firmware.presses.port import refusal
from firmware.presses.presses import Presses
from firmware.service.supervisor import Worker
from referee import library
from referee.actor import Actor, at_seat
from referee.contract import Message, Press, RefereeError
from referee.match.commands import Move, Undo
from referee.match.desk import Desk, StaleMove
from referee.reports.status import Denied, Part

DENIED_S = 6.0  # Pages show the reason of a refused press for this long.
IDLE_S = 1.0
AGAIN_S = 10.0  # Pause between attempts to claim unavailable pins.
LEAST_WAIT_S = 0.0005


class Buttons:
    """Turns presses into moves of the running match. `run` is its thread.

    `changed` is called when a press was refused, or when a button is stuck. `say` takes a seat's
    answer to a question, or its approval. `check` raises `IllegalMove` for a move that must wait.
    """

    def __init__(
        self,
        desk: Desk,
        panel: Panel,
        lights: LightShow,
        barrier: Barrier,
        meanings: Callable[[], Meanings],
        changed: Callable[[], None],
        say: Callable[[PressAnswer, Actor], None],
        check: Callable[[Any], None] = lambda _move: None,
    ) -> None:
        self._desk = desk
        self._check = check
        self._panel = panel
        self._lights = lights
        self._barrier = barrier
        self._meanings = meanings
        self._changed = changed
        self._say = say
        self._lock = threading.Lock()
        self._denied: dict[int, tuple[Denied, float, int | None]] = {}  # With time and match.
        self._touched_in: dict[int, int | None] = {}  # By seat: the match at its last contact.
        self._stuck: tuple[int, ...] = ()
        self._presses = self._at_rest()
        self._again_s = time.monotonic() + AGAIN_S
        panel.felt = lights.touch  # in its own thread, without waiting for another

    def run(self, worker: Worker) -> None:
        """Handle edges until stopped."""
        while not worker.stop.is_set():
            worker.beat()
            if not self._panel.gpio.well and time.monotonic() >= self._again_s:
                self._try_again()
            presses = self._presses
            for edge in self._panel.edges_within(self._wait_s()):
                if isinstance(edge, Checkpoint):
                    self._barrier.take(edge)
                else:
                    if edge.down:
                        self._touched_in[edge.seat] = self._match()
                    presses.edge(edge, time.monotonic_ns())
            presses.tick(time.monotonic_ns())
            self._barrier.let_through(presses, time.monotonic_ns())
            stuck = presses.stuck(time.monotonic_ns())
            if stuck != self._stuck:
                self._stuck = stuck
                self._changed()
        self._barrier.end()

    def _at_rest(self) -> Presses:
        match = RunningMatch(self._desk, self._say, self._check)
        resting = self._panel.resting()
        return Presses(resting, match, self._lights, self._meanings, self._deny)

    def _try_again(self) -> None:
        """Replace the mock pins with the real ones if these can be used now."""
        before = self._panel.gpio.message
        if self._panel.try_again():
            self._presses = self._at_rest()
            self._lights.renew()
        if self._panel.gpio.message != before:
            self._changed()
        self._again_s = time.monotonic() + AGAIN_S

    def _wait_s(self) -> float:
        """Return how many seconds to wait for the next edge."""
        now_ns = time.monotonic_ns()
        due = (self._presses.due_ns, self._barrier.due_ns(self._presses, now_ns))
        wait_s = min(((ns - now_ns) / 1e9 for ns in due if ns is not None), default=IDLE_S)
        return min(max(wait_s, LEAST_WAIT_S), IDLE_S)

    def denied(self) -> tuple[Denied, ...]:
        """Return the last refused press of each seat in this match, as long as pages show it."""
        now_s, match = time.monotonic(), self._match()
        with self._lock:
            last = sorted(self._denied.items())
        return tuple(why for _, (why, at_s, of) in last if now_s - at_s < DENIED_S and of == match)

    def part(self) -> Part:
        """Return the panel's state for pages: the stuck buttons, or else the kind of its pins."""
        if self._stuck:
            return Part("panel", False, Message("table.panel.stuck", {"seats": self._stuck}))
        return Part("panel", self._panel.gpio.well, self._panel.gpio.message)

    def _deny(self, seat: int, why: RefereeError | None) -> None:
        match = self._touched_in.get(seat, self._match())  # By now, the next one may have begun.
        with self._lock:
            if why is not None:
                denied = Denied(seat, why.message, why.rule)
                self._denied[seat] = (denied, time.monotonic(), match)
            elif self._denied.pop(seat, None) is None:
                return  # Nothing changes on pages.
        self._changed()

    def _match(self) -> int | None:
        match = self._desk.snapshot()
        return None if match is None else match.match


class RunningMatch:
    """Implements `presses.Match` with the desk."""

    def __init__(
        self,
        desk: Desk,
        say: Callable[[PressAnswer, Actor], None],
        check: Callable[[Any], None] = lambda _move: None,
    ) -> None:
        self._desk = desk
        self._say = say
        self._check = check

    def do(self, command: Move | PressAnswer, seat: int) -> int | None:
        over = refusal(Message("table.press.window_over"))
        if isinstance(command, Move):
            self._check(command.move)
            try:
                return self._desk.do(command, at_seat(seat)).seq
            except StaleMove as error:
                raise over from error
        try:
            self._say(command, at_seat(seat))
        except LookupError as error:
            raise over from error
        return None

    def take_back(self, seq: int) -> bool:
        try:
            self._desk.do(Undo(seq))
        except RefereeError:
            return False
        return True

    def why_not(self, seat: int, press: Press) -> RefereeError:
        """Return the rules' refusal of the press, or a general one.

        It means what it does for another seat now, or what it meant before the last move (CP-23).
        """
        match = self._desk.snapshot()
        if match is None:
            return refusal(Message("desk.no_match"))
        if match.paused:
            return refusal(Message("desk.is_paused"))
        if seat in match.players.levels:
            return refusal(Message("table.press.bot", {"seat": seat}))
        if match.proposal is not None and seat not in match.proposal.missing:
            return refusal(match.proposal.waits)
        before = map(match.game.rules.offers, match.earlier[:1])
        for offer in chain(match.offers, *before) if match.proposal is None else ():
            if offer.shown.press is press and not offer.ask:
                try:
                    plain = {**offer.fill(), "seat": seat}
                    match.game.rules.apply(match.state, library.move(match.game, plain))
                except RefereeError as error:
                    return error
        live = {
            offer.shown.press
            for offer in match.offers.for_seat(seat)
            if offer.shown.press is not None
        }
        if live == {Press.LONG} and press is Press.SHORT:
            return refusal(Message("table.press.only_held"))  # A double press may approve a phone.
        if live:
            return refusal(Message(f"table.press.other_than_{press.value}"))
        return refusal(Message("table.press.nothing"))
