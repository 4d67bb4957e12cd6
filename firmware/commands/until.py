"""Pages that are served until a signal: how it is waited for, and where phones find them."""

from __future__ import annotations

import logging
import math
import os
import select
import signal
import time

from firmware.commands.speak import tell
from firmware.service.supervisor import AGAIN_S
from webui.serving.serve import EVERYWHERE, Server

_log = logging.getLogger(__name__)


class UntilSignal:
    """Is set once SIGINT or SIGTERM comes, whichever thread it meets.

    The signal itself writes a byte that is waited for. A handler that sets an `Event` runs late
    where the main thread is just about to wait, and never ends where that holds the event's lock.
    """

    def __init__(self) -> None:
        """Heed the signals from now on; in the main thread alone."""
        self._signalled = False
        self._came, wakes = os.pipe()
        os.set_blocking(wakes, False)
        signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._note)

    def _note(self, *_: object) -> None:
        self._signalled = True

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for a signal, at most so long; tell whether one has come.

        Where the system lets nobody wait it looks again every second: the table goes on.
        """
        until_s = math.inf if seconds is None else time.monotonic() + seconds
        while not self._signalled:
            left_s = max(0.0, until_s - time.monotonic())
            try:
                found = select.select([self._came], [], [], None if seconds is None else left_s)
                return bool(found[0])
            except OSError as error:
                _log.error("The wait for a signal failed, and goes on: %s", error)
            if left_s == 0:
                break
            time.sleep(min(AGAIN_S, left_s))
        return self._signalled

    def is_set(self) -> bool:
        """Tell whether a signal has come."""
        return self.wait(0)


def say_address(server: Server) -> None:
    """Say on standard output where phones find the pages, or why they cannot."""
    address = server.reached_at
    if address is not None:
        tell("cli.run.phones", url=f"http://{address}:{server.port}/")
    elif server.listens == EVERYWHERE:
        tell("cli.run.no_network")
    else:
        tell("cli.run.alone", host=server.host)
