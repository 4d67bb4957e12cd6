"""Reads pictures with the deck of the match, one after the other, in a separate thread."""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from firmware.decks import MatchDeck
from firmware.errors import BadData
from firmware.pictures.preview import Preview
from firmware.service.calls import Call
from firmware.service.heap import TrimAfterWork, trim_heap
from firmware.service.supervisor import Worker
from referee.contract import Message
from referee.match.desk import Desk, Snapshot
from referee.reports.picture import PHOTO_PREFIX
from referee.reports.status import Part
from vision.decks.deck import DeckError
from vision.errors import Mirrored, TooMuch
from vision.follow.rows import ObservedRows
from vision.follow.still import StillReader
from vision.mat import Mat
from vision.observation import Observation
from vision.photo import BadPhoto, decode_jpeg
from vision.reading import Image

TIMEOUT_S = 30.0  # Reading takes 2 s, or 10 s on a busy Pi behind another picture.
IDLE_S = 0.2

T = TypeVar("T")


class PictureReader:
    """Reads pictures. Its thread is `run`. One more piece of work can wait meanwhile.

    `mats_of` returns the mats of a match, and `deck_of` its deck. `ahead` loads the
    deck before the first picture arrives, for a table without a camera. `changed` is called after
    each piece of work.
    """

    def __init__(
        self,
        desk: Desk,
        mats_of: Callable[[Snapshot | None], tuple[Mat, ...]],
        deck_of: Callable[[Snapshot], MatchDeck],
        changed: Callable[[], None],
        ahead: bool = False,
    ) -> None:
        self.mats_of = mats_of
        self._desk, self._deck_of, self._changed, self._ahead = desk, deck_of, changed, ahead
        self._work: queue.Queue[Call[Any]] = queue.Queue(1)
        self._trim = TrimAfterWork()
        self._reader: StillReader | None = None
        self._reads: tuple[MatchDeck, tuple[Mat, ...]] | None = None  # Those of the reader.
        self._trouble: Message | None = None

    def renew(self) -> None:
        """Load the deck again before the next picture."""
        self._reads = None

    def run(self, worker: Worker) -> None:
        """Do the work until told to stop."""
        while not worker.stop.is_set():
            worker.beat()
            try:
                done = self._work.get(timeout=IDLE_S).make()
            except queue.Empty:
                done = False
            if done:
                self._changed()
            else:
                self._prepare()

    def do(self, work: Callable[[], T]) -> T:
        """Return the result of some work in the reader's thread, or raise its error.

        Raise `BadData` if the work has not started after `TIMEOUT_S`, or then takes longer than
        that.
        """
        call = Call(work)
        try:
            self._work.put(call, timeout=TIMEOUT_S)
            return call.result(TIMEOUT_S)
        except queue.Full:
            raise BadData("table.photo.busy") from None
        except TimeoutError:
            if call.cancel():
                raise BadData("table.photo.busy") from None
            raise BadData("table.photo.slow", s=round(TIMEOUT_S)) from None

    def part(self) -> Part | None:
        """Return the reader's state if it has a fault, or None."""
        return None if self._trouble is None else Part("reader", False, self._trouble)

    # -- in the reader's thread --------------------------------------------------------------

    def read(
        self, match: Snapshot, data: bytes, by_cells: bool
    ) -> tuple[Preview, Observation, ObservedRows | None]:
        """Read a JPEG of a match, as the function `read` does. Raise `BadData`."""
        picture = _picture_from(data)
        return read(self.reader_of(match), picture, by_cells)

    def reader_of(self, match: Snapshot) -> StillReader:
        """Return the reader for the match's deck and mats. Raise `BadData`."""
        reads = (self._deck_of(match), self.mats_of(match))
        if self._reader is None or self._reads != reads:
            self._reader, self._reads = None, reads
            trim_heap()  # of the last deck's templates
            try:
                self._reader = StillReader(reads[0].load(), *reads[1], prefix=PHOTO_PREFIX)
            except DeckError as error:
                self._trouble = Message("table.reader.bad_deck", {"reason": str(error)})
                raise BadData("table.reader.bad_deck", reason=str(error)) from error
            self._trouble = None
        return self._reader

    def _prepare(self) -> None:
        """Load the deck before the first picture, if there is no camera."""
        match = self._desk.snapshot()
        if not self._ahead or match is None or match.paused:
            return
        try:
            self._trim.note_step(self.reader_of(match).precompute())
        except BadData:
            return  # Pages show the fault.


def read(
    reader: StillReader, picture: Image, by_cells: bool
) -> tuple[Preview, Observation, ObservedRows | None]:
    """Return the preview of a picture, and its observation without the pixels.

    If cards count `by_cells` and no mat is in view, also return the rows of cards. Raise `BadData`
    if the picture is mirrored, or most of it is not cards.
    """
    try:
        observed, rows = (
            reader.observe_rows(picture) if by_cells else (reader.observe(picture), None)
        )
    except TooMuch:
        raise BadData("table.photo.too_much") from None
    except Mirrored:
        raise BadData("table.photo.mirrored") from None
    look, none = Preview.from_observation(observed), np.zeros((1, 1, 3), np.uint8)
    kept = replace(observed, picture=none)
    return look, kept, None if rows is None else replace(rows, observed=kept)


def _picture_from(data: bytes) -> Image:
    """Return the picture in a JPEG. Raise `BadData` if the data contains none."""
    try:
        return decode_jpeg(data)
    except BadPhoto as error:
        raise BadData(f"table.photo.{error.reason}") from error
