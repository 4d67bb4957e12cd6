"""Pictures for pages: the cameras' view, and single cards. Each is made once for all pages.

One thread makes all the pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count

from firmware.reading.evidence import png
from firmware.reading.eye import Eye
from firmware.reading.watcher import Watcher
from firmware.service.calls import OneThread
from referee.reports.picture import CameraView, Spot
from vision import overlay
from vision.observation import SettledCard
from vision.reading import Image

KEPT = 4  # Number of stored views; some pages still fetch an older one.
CARDS = 64


class Views:
    """Makes the newest pictures and stores them. Thread-safe."""

    def __init__(self, watcher: Watcher, thread: OneThread) -> None:
        self._watcher = watcher
        self._thread = thread
        self._numbers = count(1)
        self._frames: tuple[Image, ...] = ()  # Frames of the newest view.
        self._views: dict[str, CameraView] = {}
        self._cards: dict[str, bytes] = {}

    def view(self, id: str | None = None) -> CameraView | None:  # noqa: A002
        """Return the newest view, or an older one by its id. Return None if there is no camera.

        A request for a view keeps new frames coming.
        """
        self._watcher.viewed()
        return (self._views.get(id) if id else None) or self._thread.do(self._newest)

    def card(self, card: SettledCard) -> bytes:
        """Return a card's picture as PNG."""
        return self._thread.do(partial(self._cut, card))

    def _newest(self) -> CameraView | None:
        views = newest_views(self._watcher)
        pictures = tuple(view.picture for view in views)
        if not pictures:
            self._frames, self._views = (), {}
        elif not _same(self._frames, pictures):
            made = overlay.thumbnail(views)
            spots = tuple(
                Spot(corners, card.verdict.value, card.card, card.face_down)
                for corners, card in made.cards
            )
            view = CameraView(str(next(self._numbers)), made.jpeg, made.size, spots)
            kept = list(self._views.values())[1 - KEPT :]
            self._frames, self._views = (
                pictures,
                {camera_view.id: camera_view for camera_view in (*kept, view)},
            )
        return next(reversed(self._views.values()), None)

    def _cut(self, card: SettledCard) -> bytes:
        if card.id not in self._cards:
            while len(self._cards) >= CARDS:
                self._cards.pop(next(iter(self._cards)))
            self._cards[card.id] = png(card.reading.crop)
        return self._cards[card.id]


def newest_views(watcher: Watcher) -> list[overlay.CameraView]:
    """Return the newest picture of each working camera, with its readings."""
    result = (_view(watcher, eye) for eye in watcher.eyes)
    return [view for view in result if view is not None]


def _view(watcher: Watcher, eye: Eye) -> overlay.CameraView | None:
    """Return the newest picture of a camera with its readings, or None if it is lost."""
    frame, observed = eye.frame, eye.observed
    if frame is None or not eye.camera.well:
        return None
    if watcher.is_lent or (observed is None and watcher.reads):
        return overlay.CameraView(frame.image)
    if observed is None:
        _, there = watcher.search.find(frame.image, eye.lens)
        lines = [line for item in there for line in overlay.mat_lines(*item)]
        return overlay.CameraView(frame.image, (), lines)
    mats = [(mat, observed.planes.get(mat.name)) for mat in watcher.mats]
    lines = [
        line for mat, plane in mats if plane is not None for line in overlay.mat_lines(mat, plane)
    ]
    return overlay.CameraView(observed.picture, observed.cards, lines)


def _same(some: Sequence[Image], others: Sequence[Image]) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))
