"""Calls that another thread makes, while the caller waits for the result or does not."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TypeVar

TIMEOUT_S = 20.0  # A picture takes 10 ms, and a check of the camera's view takes a second.

T = TypeVar("T")


class Call(Future[T]):
    """A call that another thread makes, and the future of its result or error."""

    def __init__(self, call: Callable[[], T]) -> None:
        super().__init__()
        self._call = call

    def make(self) -> bool:
        """Make the call. Return False if it was cancelled, because nobody waits any more."""
        if not self.set_running_or_notify_cancel():
            return False
        try:
            self.set_result(self._call())
        except BaseException as error:  # The waiting thread gets it.
            self.set_exception(error)
        return True

    def is_done(self, within_s: float) -> bool:
        """Wait for the result or error. Return whether it is there in time."""
        wait([self], within_s)
        return self.done()


def start_call(call: Callable[[], T], name: str) -> Call[T]:
    """Start a call in its own thread, so that a driver that hangs holds up nobody.

    The thread is a daemon, so the program can end without waiting for it.
    """
    started = Call(call)
    threading.Thread(target=started.make, name=name, daemon=True).start()
    return started


class OneThread:
    """Does work for many callers in one thread, while each caller waits.

    OpenCV and the C library keep memory for each thread that has processed a picture. With one
    thread they keep it once, and not for each of a hundred web threads.
    """

    def __init__(self, name: str, niceness: int = 0) -> None:
        """Start nothing yet. `niceness` is the operating system's; only Linux uses it."""
        self._executor = ThreadPoolExecutor(1, name, be_nice, (niceness,))

    def do(self, call: Callable[[], T]) -> T:
        """Return the result of a call, or raise its error. Raise `TimeoutError` if it hangs."""
        return self._executor.submit(call).result(TIMEOUT_S)

    def stop(self) -> None:
        """Accept no more work. Does not wait."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def be_nice(niceness: int) -> None:
    """Lower this thread's priority. If the program was started with a lower one, keep that.

    Only root can raise the priority again.
    """
    if niceness and sys.platform == "linux":  # on systems whose threads have their own niceness
        thread = threading.get_native_id()
        if niceness > os.getpriority(os.PRIO_PROCESS, thread):
            os.setpriority(os.PRIO_PROCESS, thread, niceness)
