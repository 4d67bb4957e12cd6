"""The running table: the camera, panel, lights, clock and other parts around one match."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import cv2

from firmware.bots.seating import Seating
from firmware.console.console import Console
from firmware.decks import Decks
from firmware.panel.buttons import Buttons
from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel
from firmware.pictures.counting import Counts
from firmware.pictures.photos import Photos
from firmware.pictures.reader import PictureReader
from firmware.plans import Plans
from firmware.reading.views import Views
from firmware.reading.watcher import Watcher
from firmware.running.clock import Clock
from firmware.running.commands import TableCommands
from firmware.running.events import Events
from firmware.running.moves import TimedMoves
from firmware.running.prompts import AttachedPhones, Prompts
from firmware.service.calls import OneThread
from firmware.service.supervisor import Supervisor, Worker
from firmware.sound.loudspeaker import Loudspeaker
from firmware.sound.mixer import Mixer
from referee import library
from referee.actor import Actor
from referee.contract import Message, Offer
from referee.match.commands import Command
from referee.match.desk import Desk, Snapshot
from referee.notifying import notify
from referee.reports.commands import TableCommand
from referee.reports.picture import CameraView
from referee.reports.status import Part, Status
from referee.reports.tabletop import Plan
from webui.port import Phones

KEEPER_S = 0.5
RETRY_S = 2.0  # Pause between attempts to write to a failing journal.
NICENESS = 5  # For the threads that read cards, so that presses come first.
PHOTO_NICENESS = 10  # Pictures from phones come after the camera.
SWITCH_S = 0.001  # A thread that handles a press waits at most this long, in seconds.


@dataclass(kw_only=True, eq=False)
class RunningTable:
    """Implements `webui.port.Table` with finished parts (`firmware.running.build`).

    Nothing runs before `run`, and `stop` ends every thread. `follower` gets each new match state
    before the pages do.
    """

    desk: Desk
    panel: Panel
    decks: Decks
    plans: Plans
    events: Events
    follower: Callable[[Snapshot], None]
    supervisor: Supervisor
    lights: LightShow
    loudspeaker: Loudspeaker
    mixer: Mixer
    phones: AttachedPhones
    moves: TimedMoves
    bots: Seating
    watcher: Watcher
    views: Views
    darkroom: OneThread
    reader: PictureReader
    photos: Photos
    counts: Counts
    prompts: Prompts
    commands: TableCommands
    buttons: Buttons
    clock: Clock
    console: Console | None

    def __post_init__(self) -> None:
        self.deck_names, self.seats = self.decks.names, self.panel.seats
        self._shown: Status | None = None
        self.events.asked.listen(self.refresh)
        self.events.moved.listen(self._look_again)

    def run(self) -> None:
        """Start every part and return."""
        sys.setswitchinterval(SWITCH_S)
        # More OpenCV threads would not speed up a reveal, but take a tenth more CPU time.
        cv2.setNumThreads(1)
        self._unlisten = self.desk.listen(self._follow)
        if (match := self.desk.snapshot()) is not None:
            self._follow(match)
        self.supervisor.start("lights", self.lights.run)
        self.supervisor.start("panel", self.buttons.run)
        self.supervisor.start("clock", self.clock.run)
        if self.watcher.eyes:
            name = "camera" if self.watcher.alone else "reader"
            self.supervisor.start(name, self.watcher.run, NICENESS)
        self.supervisor.start("photos", self.reader.run, PHOTO_NICENESS)
        if not self.watcher.alone:
            for eye in self.watcher.eyes:
                self.supervisor.start("camera", partial(self.watcher.run_eye, eye), NICENESS)
        if self.console is not None:
            self.listen(self.console.wake)
            self.supervisor.start("console", partial(self.console.run, self))
        self.supervisor.start("voice", self.loudspeaker.run)
        self.supervisor.start("keeper", self._keep)

    def stop(self) -> None:
        """End every part, with lamps out and cameras closed. The caller closes the journal."""
        self._unlisten()
        self.watcher.wake()
        self.clock.wake()
        self.loudspeaker.hush()
        if self.console is not None:
            self.console.wake()
        self.supervisor.stop()
        self.darkroom.stop()
        if self.console is not None:
            self.console.close()
        self.panel.close()

    def refresh(self) -> None:
        """Show the current questions with lamps and on pages."""
        self.prompts.light()
        self.events.news.notify()

    def _look_again(self) -> None:
        """Let cameras and bots look at the table. A deal may have changed the cues."""
        self.watcher.wake()
        self.bots.wake()
        self.refresh()

    def _follow(self, match: Snapshot) -> None:
        """Give all parts a new state of the match, in the thread that made the move.

        Each part stands alone: if one fails, the parts after it still get the state.
        """
        parts = (
            self.moves.follow,
            lambda _: self.prompts.light(),
            self.follower,
            self.watcher.follow,
            lambda _: self.events.news.notify(),  # Comes before the parts that may wait.
            self.mixer.follow,
            lambda _: self.clock.wake(),
            lambda _: self.watcher.wake(),
            self.bots.follow,
        )
        notify(parts, match)

    def _keep(self, worker: Worker) -> None:
        """Notice changes that only the passing of time causes, and retry a journal that failed."""
        retry_s = time.monotonic() + RETRY_S
        while not worker.stop.wait(KEEPER_S):
            worker.beat()
            if time.monotonic() > retry_s:
                self.desk.journal.retry()
                retry_s = time.monotonic() + RETRY_S
            status = self.status()
            if status != self._shown:
                self._shown = status
                self.refresh()

    # -- webui.port.Table -------------------------------------------------------------------

    def status(self) -> Status:
        """Return the state of every part, the lamps, and the readings, questions and refusals."""
        parts = [*self.watcher.parts(), self.buttons.part(), self._journal()]
        if (photos := self.reader.part()) is not None:
            parts.insert(1, photos)
        console = None if self.console is None else self.console.part()
        parts += (part for part in (console, self.mixer.part()) if part is not None)
        if faults := library.faults():
            broken = tuple(fault.name for fault in faults)
            parts.append(Part("games", False, Message("table.games.broken", {"names": broken})))
        return Status(
            parts=self.supervisor.with_trouble([*parts, *self.bots.parts()]),
            lights=self.lights.names,
            watching=self.watcher.watching(),
            questions=self.prompts.questions(),
            denied=self.buttons.denied(),
            sound=self.mixer.state(),
            judged=self.watcher.judgement(),
            sees=self.watcher.sees,
            yes=self.prompts.meanings().approval_presses,
            bot_pending=self.bots.wanted(),
            coming=self.bots.coming,
            undealt=not self.prompts.is_dealt(),
        )

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change. Return a function that stops these calls."""
        return self.events.news.listen(changed)

    def attach_phones(self, phones: Phones) -> None:
        """Connect the phones at the seats and their pending approvals to the table."""
        self.phones.attach(phones)
        phones.listen(self.events.asked.notify)

    def do(self, command: Command | TableCommand, by: Actor) -> Snapshot | None:
        """Carry out a command, as `TableCommands.do` does."""
        return self.commands.do(command, by)

    def due_ms(self, offer: Offer) -> int:
        """Return when an offer can be taken up, in milliseconds of the monotonic clock."""
        return self.moves.due_ms(offer)

    def camera_view(self, view: str | None = None) -> CameraView | None:
        """Return the newest view of the cameras, or the earlier one with the id `view`."""
        return self.views.view(view)

    def plan(self) -> Plan:
        """Return the plan of the current match, or of the next one."""
        return self.plans.current()

    def face_svg(self, card: str) -> str:
        """Return a card's face as SVG, from the match's deck. Raise `LookupError` without one."""
        return self.decks.face_svg(card)

    def usual_face_svg(self, game: str, edition: str | None, card: str) -> str:
        """Return a card's face as SVG, in a game's usual deck. Raise `LookupError` without one."""
        return self.decks.usual_face_svg(game, edition, card)

    def no_bots(self, game: str) -> Message | None:
        """Return the reason why no bot can play this game here, or None."""
        return self.bots.no_bots(game)

    def proof(self, id: str) -> bytes | None:  # noqa: A002
        """Return the PNG picture with this id that proves a move, or None."""
        settled = (*self.photos.settled(), *self.watcher.settled())
        card = next((card for card in settled if card.id == id), None)
        return self.desk.evidence(id) if card is None else self.views.card(card)

    def _journal(self) -> Part:
        """Return the state of the journal: a present fault, or else a fault found at the start."""
        ill = next(filter(None, (self.desk.journal.trouble(), *self.desk.notices)), None)
        return Part("journal", ill is None, ill or Message("table.journal.well"))
