"""The camera's thread: frames in, cards read, questions and moves out."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

from firmware.cameras.base import Frame
from firmware.cameras.reconnecting import Reconnecting
from firmware.lenses import Lenses
from firmware.reading.asking import Asker, Submission
from firmware.reading.judging import in_zone
from firmware.reading.overlay import overlay_jpeg
from firmware.reading.staying import gone
from firmware.supervisor import Worker
from referee.actor import Actor
from referee.contract import Message, RefereeError, Want, Watch
from referee.match.desk import Desk, Snapshot, StaleMove
from referee.reports.status import Part
from vision.deck import DeckError, load_deck
from vision.lens import Lens
from vision.mat import Mat
from vision.observation import Observation, SettledCard
from vision.reader import Reader
from vision.tracker import Tracker

_log = logging.getLogger(__name__)

BUSY_S = 0.02  # between frames while cards are wanted or somebody watches the camera's view
REST_S = 0.5
TAUGHT_S = 0.1
VIEWED_S = 10.0  # for how long after a page asked for it the camera's view counts as looked at
METER_AFTER_S = 5.0
METER_AGAIN_S = 60.0


class Watcher:
    """Reads the table for the running match. `run` is its thread, all else may be any.

    `deck_of` names the deck that a match is played with; `changed` is called when something
    that a page shows has changed.
    """

    def __init__(
        self,
        desk: Desk,
        camera: Reconnecting,
        mat: Mat,
        deck_of: Callable[[Snapshot], str],
        changed: Callable[[], None],
        lenses: Lenses | None = None,
    ) -> None:
        self.camera = camera
        self.asker = Asker()
        self._desk = desk
        self._mat = mat
        self._deck_of = deck_of
        self._changed = changed
        self._lenses = lenses or Lenses()
        self.lens: Lens | None = None  # of the camera, where it is known
        self._wake = threading.Event()
        self._lock = threading.Lock()  # of the asker: people answer while cards are judged
        self._deck = ""
        self._tracker: Tracker | None = None
        self._trouble: Message | None = None
        self._observed: Observation | None = None
        self._jpeg: tuple[Observation | None, bytes] = (None, b"")
        self._viewed_s = float("-inf")
        self._frame: Frame | None = None
        self._guest: Callable[[Frame], None] | None = None
        self._meter_due = False
        self._unfit_since_s: float | None = None
        self._metered_s = float("-inf")

    def wake(self) -> None:
        """Look again at once: the match, the table or a question has changed."""
        self._wake.set()

    def run(self, worker: Worker) -> None:
        """Watch until told to stop."""
        try:
            while not worker.stop.is_set():
                worker.beat()
                self._wake.clear()
                self.step()
                self._wake.wait(self._pause_s())
        finally:
            self.camera.close()

    def step(self) -> None:
        """Take one frame, if there is one, and do what follows from it."""
        match = self._desk.snapshot()
        self._follow(match)
        before = self._shown()
        if self._meter_due:
            self._meter_due = False
            self.camera.meter()
        frame = self.camera.read()
        self._frame = frame or (self._frame if self.camera.well else None)
        if frame is not None:
            self._look_through(frame)
        if self._tracker is not None and self._observed is not None and not self.camera.well:
            self._tracker.forget()
            self._observed = None
        guest = self._guest
        if guest is not None:
            if self._frame is not None:
                guest(self._frame)
            return
        if frame is not None and self._tracker is not None:
            self._observed = self._tracker.update(frame.image)
            self._meter_if_unfit(self._observed, frame.stamp_s)
        idle = frame is None or self._observed is None or self._observed.idle
        if idle and self._tracker is not None:
            self._tracker.reader.precompute()
        self._judge(match)
        if self._shown() != before:
            self._changed()

    @property
    def frame(self) -> Frame | None:
        """Return the camera's newest picture; asking keeps it new."""
        self._viewed_s = time.monotonic()
        return self._frame

    def meter(self) -> None:
        """Let the camera measure the light anew, then hold what it found."""
        self._meter_due = True
        self.wake()

    def keep_lens(self, lens: Lens) -> None:
        """Look through a lens from now on; raises `BadData` where it cannot be kept."""
        self._lenses.keep(self.camera.name, lens)
        self.wake()

    def lend(self, guest: Callable[[Frame], None] | None) -> None:
        """Give every picture to a guest in place of the match; None gives them back."""
        if guest is None and self._guest is not None:
            self._deck = ""  # it may have been changed: load it anew
        self._guest = guest
        self.wake()
        self._changed()

    def answer(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Take a person's word on one card; raises `LookupError` or `ValueError`."""
        with self._lock:
            self.asker.answer(question, item, card, by)
        self.wake()

    def settled(self) -> tuple[SettledCard, ...]:
        """Return the cards that lie still on the table."""
        observed = self._observed
        return () if observed is None else observed.settled

    def jpeg(self) -> bytes | None:
        """Return the newest view with what was read drawn on it, or None."""
        self._viewed_s = time.monotonic()
        observed = self._observed if self.camera.well and self._guest is None else None
        if observed is None:
            return None if self._frame is None else overlay_jpeg(self._frame.image)
        if self._jpeg[0] is not observed:
            self._jpeg = (observed, overlay_jpeg(observed.picture, observed.cards))
        return self._jpeg[1]

    def parts(self) -> tuple[Part, ...]:
        """Return how the camera and the reader are."""
        camera = Part("camera", self.camera.well, self.camera.message)
        observed = self._observed
        if self._trouble is not None:
            reader = Part("reader", False, self._trouble)
        elif observed is not None and "no_mat" in observed.quality.reasons:
            reader = Part("reader", False, Message("table.quality.no_mat"))
        else:
            reader = Part("reader", True, Message("table.reader.well", {"deck": self._deck}))
        return camera, reader

    def watching(self) -> tuple[Message, ...]:
        """Return what the camera does now, in the order in which people should heed it."""
        match, observed = self._desk.snapshot(), self._observed
        if self._guest is not None:
            return (Message("table.watch.taught"),)
        if match is None or observed is None or not self.camera.well:
            return ()
        said: list[Message] = []
        if _reads(match):
            reasons = observed.quality.reasons
            said += [Message(f"table.quality.{reason}") for reason in reasons]
            if observed.pending:
                said.append(Message("table.watch.reading", {"count": len(observed.pending)}))
            if self.asker.holding:
                said.append(Message("table.watch.held"))
        said += [
            ask.prompt or offer.label
            for offer, ask in match.offers.reads()
            if _face_up(in_zone(observed.settled, ask.zone)) < ask.least
        ]
        said += [want.label for want in match.wanted if self._is_open(want, observed)]
        return tuple(said)

    @staticmethod
    def _is_open(want: Want, observed: Observation) -> bool:
        lying = in_zone(observed.settled, want.zone)
        match want.watch:
            case Watch.CLEAR:
                return bool(lying)
            case Watch.KEEP:
                seen = observed.steady_in(want.zone) and observed.whole_in(want.zone)
                return seen and bool(gone(want, lying, {}))

    def _shown(self) -> tuple[object, ...]:
        lying = tuple(card.id for card in self.settled())
        return self.parts(), self.watching(), self.asker.question, lying

    def _follow(self, match: Snapshot | None) -> None:
        """Have the reader of the deck that is played with."""
        deck = "" if match is None else self._deck_of(match)
        if deck == self._deck:
            return
        self._deck, self._tracker, self._observed, self._trouble = deck, None, None, None
        if not deck:
            return
        try:
            reader = Reader(load_deck(deck), self._mat)
            reader.look_through(self.lens)
            self._tracker = Tracker(reader)
        except DeckError as error:
            _log.error("The deck %s cannot be used: %s", deck, error)
            self._trouble = Message("table.reader.bad_deck", {"reason": str(error)})

    def _look_through(self, frame: Frame) -> None:
        """Have what is known of the lens that a frame was taken with; another one begins anew."""
        height, width = frame.image.shape[:2]
        lens = self._lenses.of(self.camera.name, (width, height))
        if lens == self.lens:
            return
        self.lens = lens
        if self._tracker is not None:
            self._tracker.reader.look_through(lens)
            self._tracker.forget()
            self._observed = None

    def _judge(self, match: Snapshot | None) -> None:
        observed = self._observed if self.camera.well else None
        with self._lock:
            submission = self.asker.consider(match, observed, time.monotonic())
        if submission is not None:
            self._submit(submission)

    def _submit(self, submission: Submission) -> None:
        try:
            self._desk.submit(
                submission.move, submission.seen, submission.by, dict(submission.proofs)
            )
        except StaleMove:
            self.wake()  # somebody was quicker: judge again
        except RefereeError as error:
            _log.info("The referee refused a reading: %s", error)
            with self._lock:
                self.asker.refused(submission, error.message)

    def _meter_if_unfit(self, observed: Observation, now_s: float) -> None:
        """Let the camera measure the light anew where a lamp was switched on or off."""
        if not {"dark", "burnt"} & set(observed.quality.reasons):
            self._unfit_since_s = None
            return
        if self._unfit_since_s is None:
            self._unfit_since_s = now_s
        unfit_s = now_s - self._unfit_since_s
        if unfit_s > METER_AFTER_S and now_s - self._metered_s > METER_AGAIN_S:
            self._metered_s = now_s
            self.camera.meter()

    def _pause_s(self) -> float:
        if self._guest is not None:
            return TAUGHT_S
        match = self._desk.snapshot()
        wanted = match is not None and _reads(match)
        viewed = time.monotonic() - self._viewed_s < VIEWED_S
        return BUSY_S if wanted or viewed else REST_S


def _reads(match: Snapshot) -> bool:
    """Tell whether the match waits for what the camera sees."""
    clears = any(want.watch is Watch.CLEAR for want in match.wanted)
    return clears or bool(match.offers.reads())


def _face_up(lying: Sequence[SettledCard]) -> int:
    return sum(not card.reading.face_down for card in lying)
