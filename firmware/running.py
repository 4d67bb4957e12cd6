"""The running table: camera, panel, lights and clock around one desk, each in its thread."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import cv2

from firmware.cameras.base import Camera
from firmware.cameras.reconnecting import Reconnecting
from firmware.clock import Clock
from firmware.console.console import LOCALE_KEY, Console
from firmware.console.display import Display
from firmware.decks import Decks
from firmware.lenses import Lenses
from firmware.mats import Mats, mat_of_markers
from firmware.panel.buttons import Buttons
from firmware.panel.lights import LightShow
from firmware.panel.panel import Panel
from firmware.panel.pins import ConsolePins
from firmware.presses.offer_times import OfferTimes
from firmware.presses.ways import asking
from firmware.reading.asking import png
from firmware.reading.photos import Photos
from firmware.reading.watcher import Watcher
from firmware.sound.loudspeaker import Loudspeaker
from firmware.sound.mixer import Mixer
from firmware.supervisor import Supervisor, Worker
from referee import library
from referee.actor import TABLE, Actor
from referee.contract import By, IllegalMove, Message, Offer, matches
from referee.match.desk import Desk, Snapshot
from referee.reports.picture import Sent
from referee.reports.status import Part, Question, Status
from vision.art import face_svg
from webui.port import Counted, Phones

_log = logging.getLogger(__name__)

KEEPER_S = 0.5
RETRY_S = 2.0  # how often a journal that could not be written is tried again
NICENESS = 5  # of the threads that read: a press goes first where both want a processor
LAST = 10  # of what reads phones' pictures: behind the camera, whose cards lie there now
SWITCH_S = 0.001  # how soon a thread with a press in its hands gets its turn


class RunningTable:
    """Implements `webui.port.Table`. Nothing runs before `run`; `stop` ends every thread.

    `follow` is called with every new state of the match, before the pages are; `not_yet` says what
    is to be done at the table before a seat goes on, where the table can tell. `display` opens the
    console's, where one is wired.
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
        not_yet: Callable[[], Message | None] = lambda: None,
        lenses: Lenses | None = None,
        display: Callable[[ConsolePins], Display] | None = None,
        more_cameras: Sequence[Callable[[], Camera]] = (),
        sound: bool = True,
    ) -> None:
        self.desk = desk
        self.panel = panel
        self.decks = decks
        self.deck_names = decks.names
        self.seats = panel.seats
        self._follower = follow
        self._not_yet = not_yet
        self._lock = threading.Lock()
        self._listeners: list[Callable[[], None]] = []
        self._offer_times = OfferTimes()
        self.lights = LightShow(panel, sound)
        self.buttons = Buttons(desk, panel, self.lights, self._pressed, self.notify, self.choose)
        self.watcher = Watcher(
            desk,
            None if open_camera is None else Reconnecting(open_camera),
            mats.of,
            decks.read_by,
            self.notify,
            lenses,
            tuple(map(Reconnecting, more_cameras)),
            mat_of_markers,
        )
        self.photos = Photos(desk, mats.of, decks.read_by, self.notify, ahead=open_camera is None)
        self.clock = Clock(desk, self._times, self.buttons.barrier.wait)
        self.loudspeaker = Loudspeaker(self.notify)
        self.mixer = Mixer(
            desk,
            self.lights,
            self.loudspeaker,
            lambda: str(desk.get(LOCALE_KEY)),
            buzzer=panel.pins.buzzer is not None,
            quiet=not sound,
        )
        wired = panel.pins.console
        self.console = (
            None
            if display is None or wired is None
            else Console(desk, panel, wired, partial(display, wired), self, self.notify)
        )
        self.supervisor = Supervisor(self.notify)
        self._shown: Status | None = None

    def run(self) -> None:
        """Start every part and return."""
        sys.setswitchinterval(SWITCH_S)
        # A second thread of OpenCV's makes no reveal sooner, and takes a tenth more CPU time.
        cv2.setNumThreads(1)
        self._unlisten = self.desk.listen(self._follow)
        match = self.desk.snapshot()
        if match is not None:
            self._follow(match)
        self.supervisor.start("lights", self.lights.run)
        self.supervisor.start("panel", self.buttons.run)
        self.supervisor.start("clock", self.clock.run)
        if self.watcher.eyes:
            reading = "camera" if self.watcher.alone else "reader"
            self.supervisor.start(reading, self.watcher.run, NICENESS)
        self.supervisor.start("photos", self.photos.run, LAST)
        if not self.watcher.alone:
            for eye in self.watcher.eyes:
                self.supervisor.start("camera", partial(self.watcher.run_eye, eye), NICENESS)
        if self.console is not None:
            self.listen(self.console.wake)
            self.supervisor.start("console", self.console.run)
        self.supervisor.start("voice", self.loudspeaker.run)
        self.supervisor.start("keeper", self._keep)

    def stop(self) -> None:
        """End every part: lamps out, camera closed. The journal is the caller's to close."""
        self._unlisten()
        self.watcher.wake()
        self.clock.wake()
        self.loudspeaker.hush()
        if self.console is not None:
            self.console.wake()
        self.supervisor.stop()
        if self.console is not None:
            self.console.close()
        self.panel.close()

    def notify(self) -> None:
        """Call all listeners: something that a page shows has changed."""
        for changed in self._listeners:
            try:
                changed()
            except Exception:
                _log.exception("A listener failed; the table goes on.")

    def moved(self) -> None:
        """Look at the table at once: something was moved on the virtual one."""
        self.watcher.wake()
        self.notify()

    def _follow(self, match: Snapshot) -> None:
        """Bring every part up to a new state of the match; runs in the thread of the mover."""
        self._offer_times = self._offer_times.followed_by(match.standing, time.monotonic_ns())
        self.lights.show(match.offers.cues)
        if self._follower is not None:
            self._follower(match)
        self.notify()  # before those that have time
        self.mixer.follow(match)
        self.clock.wake()
        self.watcher.wake()

    def _times(self) -> OfferTimes:
        return self._offer_times

    def _question(self) -> Question | None:
        return self.photos.question or self.watcher.asker.question

    def _pressed(self) -> OfferTimes:
        """Return what presses do now: what a seat is asked comes before what is offered to it."""
        return asking(self._offer_times, self._question())

    def _keep(self, worker: Worker) -> None:
        """Notice what time alone changes, and write to a journal that failed once it can be."""
        retry_s = time.monotonic() + RETRY_S
        while not worker.stop.wait(KEEPER_S):
            worker.beat()
            if time.monotonic() > retry_s:
                self.desk.journal.retry()
                retry_s = time.monotonic() + RETRY_S
            status = self.status()
            if status != self._shown:
                self._shown = status
                self.notify()

    # -- webui.port.Table -------------------------------------------------------------------

    def status(self) -> Status:
        """Return the state of every part, the lamps, and what is read, asked and refused."""
        parts = [*self.watcher.parts(), self.buttons.part(), self._journal()]
        if (photos := self.photos.part()) is not None:
            parts.insert(1, photos)
        if self.console is not None:
            parts.append(self.console.part())
        if (voice := self.mixer.part()) is not None:
            parts.append(voice)
        return Status(
            parts=_with_trouble(parts, self.supervisor.trouble()),
            lights=self.lights.names,
            watching=self.watcher.watching(),
            question=self._question(),
            denied=self.buttons.denied(),
            sound=self.mixer.state(),
            sees=self.watcher.sees,
        )

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change of desk or status; return what ends that."""
        with self._lock:
            self._listeners = [*self._listeners, changed]

        def stop() -> None:
            with self._lock:
                self._listeners = [one for one in self._listeners if one is not changed]

        return stop

    def confirm_presses(self, confirm: Callable[[int], bool]) -> None:
        """Ask `confirm` with the seat at every touch; True: no move comes of that press."""
        self.buttons.confirm_presses(confirm)

    def know_phones(self, phones: Phones) -> None:
        """Let the console and the voice know the phones at the seats."""
        self.mixer.names = lambda: phones.names
        if self.console is not None:
            self.console.phones = phones

    def submit(self, move: Mapping[str, Any], seen: int, by: Actor) -> Snapshot:
        """Make a move from a page, no sooner than its offer says; raises `IllegalMove`.

        Where presses race, touches at the panel before this moment are decided first.
        """
        now_ns = time.monotonic_ns()
        match = self.desk.snapshot()
        offers = () if match is None else match.offers.items
        made = move if match is None else library.move(match.game, move)
        for offer in offers:
            if not matches(offer, made):
                continue
            early = self._offer_times.too_early(offer, now_ns)
            if early or (offer.by is By.SEAT and (early := self._not_yet())):
                raise IllegalMove("table", early)
        if any(offer.race for offer in offers):
            self.buttons.barrier.wait(now_ns)
        return self.desk.submit(move, seen=seen, by=by)

    def undo(self, seen: int, by: Actor) -> Snapshot:
        """Take the last move back; raises `IllegalMove`."""
        return self.desk.undo(seen, by)

    def redo(self, seen: int, by: Actor) -> Snapshot:
        """Make the move that was taken back last again; raises `IllegalMove`."""
        return self.desk.redo(seen, by)

    def pause(self, by: Actor) -> Snapshot:
        """Stop the match; touches at the panel before this moment are decided first."""
        match = self.desk.snapshot()
        if match is not None and any(offer.race for offer in match.offers):
            self.buttons.barrier.wait(time.monotonic_ns())
        return self.desk.pause(by)

    def resume(self, by: Actor) -> Snapshot:
        """Go on with a paused match."""
        return self.desk.resume(by)

    def correct(self, of: int, at: int, card: str, seen: int, by: Actor, back: bool) -> Snapshot:
        """Set a card of entry `of` right, and rule again from there; raises `IllegalMove`."""
        return self.desk.correct(of, at, card, seen, by, back)

    def due_ms(self, offer: Offer) -> int:
        """Return from when an offer may be taken, in milliseconds of the monotonic clock."""
        return self._offer_times.due_ns(offer, time.monotonic_ns()) // 1_000_000

    def answer(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Take a person's word on one card of a question (None: it is no card).

        Raises `LookupError` where the question or the item is no longer asked, and
        `ValueError` for a card that it cannot be.
        """
        asked = self.photos.question
        eye = self.photos if asked is not None and asked.id == question else self.watcher
        eye.answer(question, item, card, by)

    def choose(self, question: str, way: str | None, by: Actor) -> None:
        """Take a person's word on which of several things cards mean; None marks the next one.

        Raises `LookupError` where that is no longer asked, `IllegalMove` where another seat is.
        """
        asked = self.photos.question
        eye = self.photos if asked is not None and asked.id == question else self.watcher
        eye.choose(question, way, by)

    def send(self, data: bytes, seen: int, by: Actor) -> Sent:
        """Read a phone's picture (JPEG), taken on the match's state `seen`.

        Raises `BadData` for what is no picture to be read, `IllegalMove` where no cards are asked
        for, and where the match has moved on since.
        """
        return self.photos.take(data, seen, by)

    def lie(self, photo: str, zone: str, by: Actor) -> Sent:
        """Take a person's word on where the cards of the newest picture lie; `LookupError`."""
        return self.photos.lie(photo, zone, by)

    def count(self, data: bytes, by: Actor) -> Counted:
        """Count what lies before a seat on a phone's picture (JPEG), outside the match."""
        return self.photos.count(data, by)

    def count_again(self, photo: str, item: str, card: str | None, by: Actor) -> Counted:
        """Take a person's word on one card of their last count; `LookupError`, `ValueError`."""
        return self.photos.count_again(photo, item, card, by)

    def photo(self, photo: str) -> Sent:
        """Return the picture that is asked about; raises `LookupError` for another."""
        return self.photos.asked(photo)

    def put_away(self, photo: str) -> None:
        """Ask no more about the newest picture; another one is let be."""
        self.photos.put_away(photo)

    def proof(self, id: str) -> bytes | None:  # noqa: A002
        """Return the PNG picture of a proof id, or None."""
        settled = (*self.photos.settled(), *self.watcher.settled())
        card = next((one for one in settled if one.id == id), None)
        return self.desk.proof(id) if card is None else png(card.reading.crop)

    def face_svg(self, card: str, /) -> str:
        """Return a card's face in the deck that is played, as SVG; raises `LookupError`."""
        match = self.desk.snapshot()
        if match is None:
            raise LookupError(card)
        return face_svg(self.decks.played(match), card)

    def camera_jpeg(self) -> bytes | None:
        """Return the camera's newest view with what was read drawn on it, or None."""
        return self.watcher.jpeg()

    def start(
        self,
        game: str,
        options: dict[str, object],
        seats: int | Sequence[str],
        by: Actor = TABLE,
        lesson: bool = False,
    ) -> None:
        """Begin a new match, of so many or by their names, or its teach-in; raises `BadOptions`."""
        self.desk.begin(game, options, seats, by, lesson=lesson)

    def set_sound(self, buzzer: bool | None = None, voice: bool | None = None) -> None:
        """Switch the buzzer or the voice that speaks rulings; None leaves it."""
        self.mixer.set(buzzer, voice)
        self.notify()

    def _journal(self) -> Part:
        """Return how the journal is: what fails now, else what was found at the start."""
        found = (self.desk.journal.trouble(), *self.desk.notices)
        ill = next((message for message in found if message is not None), None)
        return Part("journal", ill is None, ill or Message("table.journal.well"))


def _with_trouble(parts: Iterable[Part], trouble: Iterable[Part]) -> tuple[Part, ...]:
    """Return the parts, each replaced by its trouble if it has one, then all other troubles."""
    troubles = {part.name: part for part in trouble}
    known = tuple(troubles.pop(part.name, part) for part in parts)
    return (*known, *troubles.values())
