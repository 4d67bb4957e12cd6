"""A single thread that does work for many callers, one task after another.

OpenCV and the C library keep memory for each thread that has processed a picture. With one thread
they keep it once, and not for each of a hundred web threads.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

TIMEOUT_S = 20.0  # A picture takes 10 ms, and a check of the camera's view takes a second.

T = TypeVar("T")


def be_nice(niceness: int) -> None:
    """Lower this thread's priority. If the program was started with a lower one, keep that.

    Only root can raise the priority again.
    """
    if niceness and sys.platform == "linux":  # on systems whose threads have their own niceness
        thread = threading.get_native_id()
        if niceness > os.getpriority(os.PRIO_PROCESS, thread):
            os.setpriority(os.PRIO_PROCESS, thread, niceness)


class OneThread:
    """Does work in its own thread, while the caller waits."""

    def __init__(self, name: str, niceness: int = 0) -> None:
        """Start nothing yet. `niceness` is the operating system's; only Linux uses it."""
        self._executor = ThreadPoolExecutor(1, name, be_nice, (niceness,))

    def do(self, call: Callable[[], T]) -> T:
        """Return the result of a call, or raise its error. Raise `TimeoutError` if it hangs."""
        return self._executor.submit(call).result(TIMEOUT_S)

    def stop(self) -> None:
        """Accept no more work. Does not wait."""
        self._executor.shutdown(wait=False, cancel_futures=True)
