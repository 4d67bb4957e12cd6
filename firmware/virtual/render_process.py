"""The camera's side of the rendering process: start it, ask it for pictures, and end it."""

from __future__ import annotations

import mmap
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import IO

import numpy as np

from firmware.virtual.render_requests import Print, Setup, Shot
from vision.decks.shelves import deck_folders
from vision.mat import Mat
from vision.reading import Image

MODULE = "firmware.virtual.render_worker"
END_S = 2.0
LATE_S = 30.0  # Timeout for a picture, in seconds; the first one takes about 1 s.


class RenderProcess:
    """Renders pictures of these mats, of `size` (width, height). Use it from one thread only.

    The process ends with its parent. Once it has ended, every method raises `EOFError` or
    `OSError`.
    """

    def __init__(self, size: tuple[int, int], mats: Sequence[Mat]) -> None:
        self._size = size
        with _memory() as file:
            file.truncate(3 * size[0] * size[1])
            self._picture = mmap.mmap(file.fileno(), 0)
            ours, theirs = socket.socketpair()
            with theirs:
                ends = theirs.fileno(), file.fileno()
                self._process = subprocess.Popen(
                    [sys.executable, "-m", MODULE, *map(str, ends)],
                    pass_fds=ends,
                    stdin=subprocess.DEVNULL,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                    start_new_session=True,  # Ctrl+C ends only the table, which ends this.
                )
        self._connection = Connection(ours.detach())
        bare = tuple(replace(mat) for mat in mats)  # Cached OpenCV objects cannot be sent.
        shelves = dict.fromkeys(folder.parent for folder in deck_folders().values())
        self._connection.send(Setup(bare, size, tuple(shelves)))

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def print(self, deck: str, card: str) -> None:
        """Draw a card that will soon be laid on the table, so that it is ready by then."""
        self._connection.send(Print(deck, card))

    def picture(self, shot: Shot) -> Image:
        """Return a picture (height x width x 3, BGR).

        Raise `RuntimeError` if it cannot be rendered, and `TimeoutError` if none arrives.
        """
        self._connection.send(shot)
        if not self._connection.poll(LATE_S):
            raise TimeoutError("what renders does not answer")
        if (failed := self._connection.recv()) is not None:
            raise RuntimeError(failed)
        width, height = self._size
        return np.frombuffer(self._picture, np.uint8).reshape(height, width, 3).copy()

    def close(self) -> None:
        """End the process."""
        self._connection.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(END_S)


def _memory() -> IO[bytes]:
    """Return a file in memory, or a temporary file if the system has no memory files."""
    if sys.platform == "linux":
        return os.fdopen(os.memfd_create("frame"), "r+b")
    return tempfile.TemporaryFile()
