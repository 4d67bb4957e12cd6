"""Spread work over processes with one thread each, so that times can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

import cv2

from firmware.commands.pictures.enrol import progress
from firmware.games import open_games

CHUNK = 8  # items that follow each other share a deck's reader

Item = TypeVar("Item")
Done = TypeVar("Done")


def spread(
    work: Callable[[Item], Done], items: Sequence[Item], processes: int, label: str
) -> Iterator[Done]:
    """Yield what `work` makes of each item, in order; progress goes to standard error."""
    # Started afresh, not forked: OpenCV's threads do not survive a fork.
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin)
    chunk = min(CHUNK, -(-len(items) // processes))
    try:
        results = pool.map(work, items, chunksize=chunk)
        with progress(label, len(items)) as further:
            for result in results:
                yield result
                further(1)
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Make a process ready: on one thread, with the games' decks."""
    cv2.setNumThreads(1)
    open_games()
