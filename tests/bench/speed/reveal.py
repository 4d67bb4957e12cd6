"""How long a six-card reveal takes to read, and how little an idle table costs; one thread.

Milliseconds swing with the machine, so the time is also told in searches of the same frame for its
markers by OpenCV, measured in turn with the readings.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

import cv2

from hardware import MAT
from tests.bench import Figure, at_most, games
from vision.decks.deck import load_deck
from vision.find.markers import MarkerSearch
from vision.follow.tracker import Tracker
from vision.mat_file import read_mat
from vision.reader import Reader
from vision.reading import Image, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import PlacedCard, Scene

SIZES = {(1920, 1080): 40.0, (4608, 2592): 50.0}  # goals in milliseconds
COLD_MS = 150.0  # nothing precomputed, the markers not yet known
IDLE_MS = 0.5
MAX_FRAMES = 60  # in which an unchanged table must come to rest

T = TypeVar("T")


def lying() -> tuple[PlacedCard, ...]:
    """Return the cards of the reveal as they lie."""
    _, speed = games.speed()
    return tuple(
        PlacedCard(
            speed.deck, card, 150.0 + 145.0 * (n % 3), 130.0 + 150.0 * (n // 3), turn_deg=7.0 * n
        )
        for n, card in enumerate(speed.cards)
    )


def frames(
    size: tuple[int, int], number: int, cards: tuple[PlacedCard, ...] | None = None
) -> list[Image]:
    """Return pictures of cards, those of the reveal if None. Only their noise differs."""
    mat, scene = read_mat(MAT), Scene(lying() if cards is None else cards)
    camera = Renderer(PinholeCamera.above(mat.size_mm, *size, tilt_deg=6.0), mat)
    return [camera.render(scene, seed=seed).image for seed in range(number)]


def measure(number: int = 5) -> Iterator[Figure]:
    """Yield the milliseconds for a reveal at both sizes, and for an idle frame at 1080p."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield from _measure(number)
    finally:
        cv2.setNumThreads(threads)


def _measure(number: int) -> Iterator[Figure]:
    deck, mat = load_deck(games.speed()[1].deck), read_mat(MAT)
    for (width, height), goal_ms in SIZES.items():
        pictures = frames((width, height), number)
        reader = Reader(deck, mat)
        first_ms, reading = _timed(partial(reader.read, pictures[0]))
        certain = sorted(c.card or "" for c in reading.cards if c.verdict is Verdict.CERTAIN)
        if certain != sorted(games.speed()[1].cards):
            raise AssertionError(f"The reveal at {width}x{height} was read as {certain}.")
        search = partial(MarkerSearch(mat).markers, pictures[0])
        later = [
            (_timed(partial(reader.read, picture))[0], _timed(search)[0])
            for picture in (*pictures[1:], *pictures[1:])
        ]
        later_ms, search_ms = (statistics.median(times) for times in zip(*later, strict=True))
        name = f"six-card reveal at {width}x{height}"
        yield at_most(name, later_ms, goal_ms, "ms")
        searches = round(later_ms / search_ms, 2)
        yield Figure("the same, in searches of the frame for its markers", searches, "x")
        yield at_most(f"{name}, nothing known before", first_ms, COLD_MS, "ms")
        if (width, height) == (1920, 1080):
            yield _idle(reader, pictures)


def _idle(reader: Reader, pictures: list[Image]) -> Figure:
    tracker = Tracker(reader)
    for n in range(MAX_FRAMES):
        if tracker.update(pictures[n % len(pictures)]).idle:
            break
    idle_ms = [
        took_ms
        for n in range(4 * len(pictures))
        for took_ms, seen in [_timed(partial(tracker.update, pictures[n % len(pictures)]))]
        if seen.idle
    ]
    if not idle_ms:
        raise AssertionError("An unchanged table never came to rest.")
    return at_most("idle frame at 1920x1080", statistics.median(idle_ms), IDLE_MS, "ms")


def _timed(act: Callable[[], T]) -> tuple[float, T]:
    started_s = time.thread_time()
    done = act()
    return (time.thread_time() - started_s) * 1e3, done
