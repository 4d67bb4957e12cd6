"""One camera above the table, and the reader of its frames."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from firmware.cameras.base import Frame
from firmware.cameras.lenses import Lenses
from firmware.cameras.reconnecting import Reconnecting
from firmware.decks import MatchDeck
from firmware.service.heap import TrimAfterWork, trim_heap
from referee.contract import Message
from vision.decks.deck import DeckError
from vision.follow.tracker import Tracker
from vision.lens import Lens
from vision.mat import WHOLE, Mat
from vision.match.matcher import Matcher
from vision.observation import Observation
from vision.reader import Reader

_log = logging.getLogger(__name__)

METER_AFTER_S = 5.0
METER_AGAIN_S = 60.0


class Eye:
    """Reads the frames of one camera with the deck in play.

    Call `read_frame` from one thread only, and everything else from any thread. `frame` and
    `observed` are the newest ones, or None if the camera is lost. `trouble` says why nothing can be
    read.
    """

    def __init__(self, camera: Reconnecting, lenses: Lenses) -> None:
        self.camera = camera
        self.wake = threading.Event()  # Read the next frame even if nothing has changed.
        self.frame: Frame | None = None
        self.observed: Observation | None = None
        self.trouble: Message | None = None
        self.lens: Lens | None = None  # The camera's lens, or None if unknown.
        self.settled_s = float("-inf")  # When all cards had last been read, by the frame's stamp.
        self._lenses = lenses
        self._deck = MatchDeck()
        self._mats: tuple[Mat, ...] = ()
        self._tracker: Tracker | None = None
        self._meter_due = False
        self._renewal_due = False
        self._unfit_since_s: float | None = None
        self._metered_s = float("-inf")
        self._trim = TrimAfterWork()
        self._lock = threading.Lock()  # Guards what another match takes away.
        self._begun = 0  # How many matches have begun.

    def read_frame(
        self,
        deck: MatchDeck,
        mats: tuple[Mat, ...],
        consumer: Callable[[Frame], None] | None = None,
    ) -> None:
        """Take the next frame, if there is one. Read it, or pass it to `consumer`."""
        if self._meter_due:
            self._meter_due = False
            self.camera.meter()
        begun = self._begun
        frame = self.camera.read()
        if frame is not None:
            frame = self._lenses.unmirrored(self.camera.name, frame)
        self.frame = frame or (self.frame if self.camera.well else None)
        self._follow(deck, mats)
        if self._renewal_due and self._is_table_bare():
            self._renew()
        if frame is not None:
            self._look_through(frame)
        if self._tracker is not None and self.observed is not None and not self.camera.well:
            self._tracker.forget()
            self.observed = None
        if consumer is not None:
            if self.frame is not None:
                consumer(self.frame)
            return
        if frame is not None and self._tracker is not None:
            observed = self._tracker.update(frame.image)
            self._meter_if_unfit(observed, frame.stamp_s)
            if observed.idle:
                self.settled_s = frame.stamp_s
            with self._lock:
                if begun == self._begun:  # No other match began while this frame was read.
                    self.observed = observed
        idle = frame is None or self.observed is None or self.observed.idle
        if idle and self._tracker is not None:
            self._trim.note_step(self._tracker.reader.precompute())

    @property
    def card_mm(self) -> tuple[float, float] | None:
        """The width and height in millimetres of the cards that are read, or None."""
        return None if self._tracker is None else self._tracker.reader.deck.size_mm

    @property
    def strange_markers(self) -> frozenset[int]:
        """The ids of the markers in view that belong to no mat of the match."""
        return frozenset() if self._tracker is None else self._tracker.reader.foreign_markers

    @property
    def mirrored(self) -> bool:
        """Whether no mat is found because the camera's picture is mirrored."""
        return self._tracker is not None and self._tracker.reader.mirrored

    def meter(self) -> None:
        """Let the camera measure the light at the next frame, and keep that exposure."""
        self._meter_due = True

    def reload(self) -> None:
        """Load the deck again, because it may have changed."""
        self._deck = MatchDeck()

    def renew(self) -> None:
        """Load the deck again once the table is empty or the next match begins.

        Until then the old deck stays, so that no card on the table is read twice.
        """
        self._renewal_due = True

    def begin(self) -> None:
        """Forget all that was seen, because another match begins."""
        with self._lock:
            self._begun += 1
            self.frame = self.observed = None
        if self._renewal_due:
            self.reload()

    def keep_lens(self, lens: Lens) -> None:
        """Store a lens and use it from now on. Raise `BadData` if it cannot be stored."""
        self._lenses.keep(self.camera.name, lens)

    def mirror(self) -> None:
        """Mirror the camera's pictures from now on, or no longer. Raise `BadData` if that fails."""
        self._lenses.mirror(self.camera.name)

    def _follow(self, deck: MatchDeck, mats: tuple[Mat, ...]) -> None:
        """Prepare the reader for this deck and these mats."""
        if deck == self._deck and mats == self._mats:
            return
        self._deck, self._mats = deck, mats
        self._tracker, self.observed, self.trouble = None, None, None
        trim_heap()  # The last deck's templates took 50 MB.
        if not deck.where:
            return
        try:
            self._tracker = self._tracker_of(deck)
        except DeckError as error:
            _log.error("The deck %s cannot be used: %s", deck.where, error)
            self.trouble = Message("table.reader.bad_deck", {"reason": str(error)})

    def _tracker_of(self, deck: MatchDeck) -> Tracker:
        self._renewal_due = False
        loaded = deck.load()
        reader = Reader(loaded.unpictured(), *self._mats, matcher=Matcher(loaded))
        reader.use_lens(self.lens)
        return Tracker(reader)

    def _is_table_bare(self) -> bool:
        """Whether the whole table is in view, and nothing lies or moves on it."""
        seen = self.observed
        if self._tracker is None or seen is None or seen.settled:
            return False
        return seen.calm_in(WHOLE) and seen.whole_in(WHOLE)

    def _renew(self) -> None:
        """Load the deck from disk again. If that fails, keep the old one."""
        try:
            self._tracker = self._tracker_of(self._deck)
        except DeckError as error:
            _log.warning("The deck %s is read as it was before: %s", self._deck.where, error)

    def _look_through(self, frame: Frame) -> None:
        """Use the known lens for this frame's camera and size. A new lens needs a new tracker."""
        height, width = frame.image.shape[:2]
        lens = self._lenses.get(self.camera.name, (width, height))
        if lens == self.lens:
            return
        self.lens = lens
        if self._tracker is not None:
            self._tracker.reader.use_lens(lens)
            self._tracker.forget()
            self.observed = None

    def _meter_if_unfit(self, observed: Observation, now_s: float) -> None:
        """Measure the light again if somebody switched a lamp on or off."""
        if not {"dark", "burnt"} & set(observed.quality.reasons):
            self._unfit_since_s = None
            return
        if self._unfit_since_s is None:
            self._unfit_since_s = now_s
        unfit_s = now_s - self._unfit_since_s
        if unfit_s > METER_AFTER_S and now_s - self._metered_s > METER_AGAIN_S:
            self._metered_s = now_s
            self.camera.meter()
