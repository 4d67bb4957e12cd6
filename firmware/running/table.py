"""The running table: the camera, panel, lights, clock and other parts around one match."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import cv2

from firmware.bots.analyses import MatchAnalyses
from firmware.bots.seating import HandsFactory, Seating
from firmware.cameras.base import Camera
from firmware.cameras.lenses import Lenses
from firmware.cameras.reconnecting import Reconnecting
from firmware.console.console import LOCALE_KEY, Console
from firmware.console.display import Display
from firmware.decks import Decks
from firmware.mats import Mats, other_mat
from firmware.panel.buttons import Buttons
from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel
from firmware.panel.pins import ConsolePins
from firmware.pictures.counting import Counts
from firmware.pictures.photos import Photos
from firmware.pictures.reader import PictureReader
from firmware.plans import Plans
from firmware.presses.meanings import Meanings
from firmware.presses.offer_times import OfferTimes
from firmware.reading.views import Views
from firmware.reading.watcher import Watcher
from firmware.running.clock import Clock
from firmware.running.commands import TableCommands
from firmware.running.listeners import Listeners
from firmware.service.calls import OneThread
from firmware.service.supervisor import Supervisor, Worker
from firmware.sound.loudspeaker import Loudspeaker
from firmware.sound.mixer import Mixer
from referee import library
from referee.actor import Actor
from referee.contract import Message, Offer
from referee.match.commands import Command
from referee.match.desk import Desk, Snapshot
from referee.match.past.history import PastMatch
from referee.reports.commands import TableCommand
from referee.reports.picture import CameraView
from referee.reports.questions import Question
from referee.reports.status import Part, PendingApproval, Status, misplaced_cues
from referee.reports.tabletop import Plan
from webui.port import Phones

KEEPER_S = 0.5
RETRY_S = 2.0  # Pause between attempts to write to a failing journal.
NICENESS = 5  # For the threads that read cards, so that presses come first.
PHOTO_NICENESS = 10  # Pictures from phones come after the camera.
SWITCH_S = 0.001  # A thread that handles a press waits at most this long, in seconds.


class RunningTable:
    """Implements `webui.port.Table`. Nothing runs before `run`, and `stop` ends every thread.

    `follow` gets each new match state before the pages do. `serve` makes the bots' hands.
    """

    def __init__(
        self,
        desk: Desk,
        panel: Panel,
        open_camera: Callable[[], Camera] | None,
        mats: Mats,
        decks: Decks,
        *,
        follow: Callable[[Snapshot], None] | None = None,
        unfinished_chore: Callable[[], Message | None] = lambda: None,
        lenses: Lenses | None = None,
        display: Callable[[ConsolePins], Display] | None = None,
        more_cameras: Sequence[Callable[[], Camera]] = (),
        sound: bool = True,
        serve: HandsFactory | None = None,
    ) -> None:
        self.desk, self.panel, self.decks = desk, panel, decks
        self.deck_names, self.seats = decks.names, panel.seats
        self._plans = Plans(desk, mats, decks)
        self._follower = follow
        self._listeners, self._offer_times = Listeners(), OfferTimes()
        self._phones: Phones | None = None
        self._shown: Status | None = None
        self.supervisor = Supervisor(self.notify)
        self.lights = LightShow(panel, sound)
        self.loudspeaker = Loudspeaker(self.notify)
        self.mixer = Mixer(
            desk,
            self.lights,
            self.loudspeaker,
            lambda: str(desk.get(LOCALE_KEY)),
            buzzer=panel.pins.buzzer is not None,
            quiet=not sound,
            names=self._names,
        )
        tells = self.table_changed, self.mixer.announce
        self._bots = Seating(self.supervisor, desk.snapshot, self.do, serve, *tells)
        self.watcher = Watcher(
            desk,
            None if open_camera is None else Reconnecting(open_camera),
            mats.mats_for,
            decks.read_by,
            self.refresh,
            lenses,
            tuple(map(Reconnecting, more_cameras)),
            other_mat,
            self._bots,
        )
        self.darkroom = OneThread("pictures", NICENESS)
        self._views = Views(self.watcher, self.darkroom)
        ahead = open_camera is None
        self._reader = PictureReader(desk, mats.mats_for, decks.read_by, self.refresh, ahead)
        self.photos = Photos(desk, self._reader, self.refresh, self._bots)
        self.counts = Counts(desk, self._reader)
        self._commands = TableCommands(
            desk,
            self.watcher,
            self.photos,
            self._bots,
            self.mixer,
            unfinished_chore=unfinished_chore,
            offer_times=lambda: self._offer_times,
            phones=lambda: self._phones,
            barrier=lambda before_ns: self.buttons.barrier.wait(before_ns),
            changed=self.notify,
        )
        self.buttons = Buttons(
            desk,
            panel,
            self.lights,
            self._pressed,
            self.notify,
            self._commands.do_at_table,
            self._commands.check_read,
        )
        self.clock = Clock(desk, lambda: self._offer_times, self.buttons.barrier.wait)
        wired = panel.pins.console
        self.console = (
            None
            if display is None or wired is None
            else Console(
                desk, panel, wired, partial(display, wired), self, self.notify, lambda: self._phones
            )
        )
        self.analyses = MatchAnalyses(desk, self.supervisor, self.notify)

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
        self.supervisor.start("photos", self._reader.run, PHOTO_NICENESS)
        if not self.watcher.alone:
            for eye in self.watcher.eyes:
                self.supervisor.start("camera", partial(self.watcher.run_eye, eye), NICENESS)
        if self.console is not None:
            self.listen(self.console.wake)
            self.supervisor.start("console", self.console.run)
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

    def notify(self) -> None:
        """Call all listeners, because something that pages show has changed."""
        self._listeners.notify()

    def refresh(self) -> None:
        """Update the lamps for the current questions, and call all listeners."""
        self._show_cues(self.desk.snapshot())
        self.notify()

    def _show_cues(self, match: Snapshot | None) -> None:
        """Show the match's cues. If a card is misplaced, only the seats concerned are lit (SL)."""
        questions = () if match is None or match.rests else self._questions()
        cues = () if match is None else match.offers.cues
        asked = {one.seat for one in self._waiting() if one.seat is not None}
        self.lights.show(misplaced_cues(cues, questions), asked)

    def table_changed(self) -> None:
        """Look at the virtual table again, because something on it has moved."""
        self.watcher.wake()
        self._bots.wake()
        self.notify()

    def _follow(self, match: Snapshot) -> None:
        """Give all parts a new state of the match, in the thread that made the move."""
        self._offer_times = self._offer_times.followed_by(match.open_offers, time.monotonic_ns())
        self._show_cues(match)
        if self._follower is not None:
            self._follower(match)
        self.notify()  # Comes before the parts that may wait.
        self.mixer.follow(match)
        self.clock.wake()
        self.watcher.wake()
        self._bots.follow(match)

    def _questions(self) -> tuple[Question, ...]:
        asked = (*self.photos.questions, *self.watcher.asker.questions)
        return self._bots.questions(self.watcher.sees, asked)

    def _pressed(self) -> Meanings:
        asked = next((one for one in self._questions() if one.choices), None)
        seats = self.panel.buttons, self._bots.seats
        return Meanings(self._offer_times, asked, self._waiting(), *seats)

    def _waiting(self) -> tuple[PendingApproval, ...]:
        return () if self._phones is None else tuple(self._phones.waiting)

    def _names(self) -> Mapping[int, str]:
        return {} if self._phones is None else self._phones.names

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
        if (photos := self._reader.part()) is not None:
            parts.insert(1, photos)
        console = None if self.console is None else self.console.part()
        parts += (part for part in (console, self.mixer.part()) if part is not None)
        if faults := library.faults():
            broken = tuple(fault.name for fault in faults)
            parts.append(Part("games", False, Message("table.games.broken", {"names": broken})))
        return Status(
            parts=self.supervisor.with_trouble([*parts, *self._bots.parts()]),
            lights=self.lights.names,
            watching=self.watcher.watching(),
            questions=self._questions(),
            denied=self.buttons.denied(),
            sound=self.mixer.state(),
            judged=self.watcher.judgement(),
            sees=self.watcher.sees,
            yes=self._pressed().approval_presses,
            bot_pending=self._bots.wanted(),
        )

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change. Return a function that stops these calls."""
        return self._listeners.listen(changed)

    def attach_phones(self, phones: Phones) -> None:
        """Connect the phones at the seats and their pending approvals to the table."""
        self._phones = phones
        phones.listen(self.refresh)

    def do(self, command: Command | TableCommand, by: Actor) -> Snapshot | None:
        """Carry out a command, as `TableCommands.do` does."""
        return self._commands.do(command, by)

    def due_ms(self, offer: Offer) -> int:
        """Return when an offer can be taken up, in milliseconds of the monotonic clock."""
        return self._offer_times.due_ns(offer, time.monotonic_ns()) // 1_000_000

    def camera_view(self, view: str | None = None) -> CameraView | None:
        """Return the newest view of the cameras, or the earlier one with the id `view`."""
        return self._views.view(view)

    def plan(self) -> Plan:
        """Return the plan of the current match, or of the next one."""
        return self._plans.current()

    def face_svg(self, card: str, past: PastMatch | None = None) -> str:
        """Return a card's face as SVG, from a match's deck. Raise `LookupError` without one."""
        return self.decks.face_svg(card, past)

    def usual_face_svg(self, game: str, edition: str | None, card: str) -> str:
        """Return a card's face as SVG, in a game's usual deck. Raise `LookupError` without one."""
        return self.decks.usual_face_svg(game, edition, card)

    def no_bots(self, game: str) -> Message | None:
        """Return the reason why no bot can play this game here, or None."""
        return self._bots.no_bots(game)

    def proof(self, id: str) -> bytes | None:  # noqa: A002
        """Return the PNG picture with this id that proves a move, or None."""
        settled = (*self.photos.settled(), *self.watcher.settled())
        card = next((one for one in settled if one.id == id), None)
        return self.desk.evidence(id) if card is None else self._views.card(card)

    def _journal(self) -> Part:
        """Return the state of the journal: a present fault, or else a fault found at the start."""
        ill = next(filter(None, (self.desk.journal.trouble(), *self.desk.notices)), None)
        return Part("journal", ill is None, ill or Message("table.journal.well"))
