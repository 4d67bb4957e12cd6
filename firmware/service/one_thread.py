"""A thread of its own for work that many ask for, one piece after the other.

What OpenCV and the C library keep for a thread that ever made a picture is kept once, and not for
each of a hundred web threads.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

TIMEOUT_S = 20.0  # a picture takes 10 ms, a check of the camera's view one second

T = TypeVar("T")


def be_nice(niceness: int) -> None:
    """Let this thread go behind others; a program that was started nicer stays as it is.

    Only root takes niceness away again.
    """
    if niceness and sys.platform == "linux":  # where a thread has one of its own
        thread = threading.get_native_id()
        if niceness > os.getpriority(os.PRIO_PROCESS, thread):
            os.setpriority(os.PRIO_PROCESS, thread, niceness)


class OneThread:
    """Does what it is asked to, in its own thread, while whoever asks waits."""

    def __init__(self, name: str, niceness: int = 0) -> None:
        """Begin nothing yet; `niceness` is the operating system's, heeded on Linux."""
        self._executor = ThreadPoolExecutor(1, name, be_nice, (niceness,))

    def do(self, call: Callable[[], T]) -> T:
        """Return what a call returns, or raise what it raises; `TimeoutError` where it hangs."""
        return self._executor.submit(call).result(TIMEOUT_S)

    def stop(self) -> None:
        """Take nothing more; does not wait."""
        self._executor.shutdown(wait=False, cancel_futures=True)
