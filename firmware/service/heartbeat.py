"""The heartbeat: the service manager is told that the table is ready, alive, or going down.

Nothing is told where systemd did not start the table (`NOTIFY_SOCKET` is not set).
"""

from __future__ import annotations

import logging
import os
import socket

from firmware.service.supervisor import Supervisor, Worker
from referee.match.desk import Desk

_log = logging.getLogger(__name__)

# The parts without which there is no table. Each is started again where it fails; where one
# hangs, only a new start of the whole helps.
VITAL = ("camera", "panel")
TELL_S = 1.0
DESK_S = 5.0  # the longest that a move may take to be written


def notify_manager(state: str) -> None:
    """Send a line such as ``READY=1`` to the service manager, if there is one."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):  # a name of the kernel's own, not of a file
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.settimeout(TELL_S)  # one that hangs itself must not hang the table
            line.sendto(state.encode(), address)
    except OSError as error:
        _log.warning("The service manager cannot be told %s: %s", state, error)


def watchdog_interval_s() -> float | None:
    """Return how often the watchdog wants a beat, a third of its patience; None: there is none."""
    micros = os.environ.get("WATCHDOG_USEC", "")
    ours = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(micros) / 3e6 if micros.isdecimal() and int(micros) and ours else None


class Heart:
    """Passes the beats of camera, panel and desk on to the watchdog; `run` is its thread."""

    def __init__(self, supervisor: Supervisor, desk: Desk) -> None:
        self._supervisor = supervisor
        self._desk = desk

    def hung_parts(self) -> tuple[str, ...]:
        """Return the vital parts that hang."""
        silent = [name for name in self._supervisor.silent() if name in VITAL]
        return (*silent, *(() if self._desk.answers(DESK_S) else ("desk",)))

    def run(self, worker: Worker) -> None:
        """Beat until stopped, or for as long as every vital part does."""
        pause_s = watchdog_interval_s()
        while pause_s is not None and not worker.stop.wait(pause_s):
            worker.beat()
            hung = self.hung_parts()
            if hung:
                _log.error("No sign of life: %s. The watchdog is not fed.", ", ".join(hung))
            else:
                notify_manager("WATCHDOG=1")
