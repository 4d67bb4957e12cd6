"""The heartbeat: tells the service manager that the table is ready, alive or stopping.

It does nothing unless systemd started the table (`NOTIFY_SOCKET` is set).
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable

from firmware.service.supervisor import SILENT_S, Supervisor, Worker
from referee.match.desk import Desk

_log = logging.getLogger(__name__)

# The table cannot work without these parts. A part that fails is restarted. If a part hangs, only a
# restart of the whole program helps.
VITAL = ("camera", "panel")
TELL_S = 1.0
DESK_S = 5.0  # Maximum time to write a move.


def notify_manager(state: str) -> None:
    """Send a line such as ``READY=1`` to the service manager, if there is one."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):  # The address is an abstract name and not a file.
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.settimeout(TELL_S)  # A service manager that hangs must not hang the table.
            line.sendto(state.encode(), address)
    except OSError as error:
        _log.warning("The service manager cannot be told %s: %s", state, error)


def watchdog_interval_s() -> float | None:
    """Return the seconds between beats, a third of the watchdog's timeout. None without one."""
    micros = os.environ.get("WATCHDOG_USEC", "")
    ours = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(micros) / 3e6 if micros.isdecimal() and int(micros) and ours else None


class Heart:
    """Feeds the watchdog while camera, panel, match and pages are alive. A thread calls `run`.

    `silent_s` returns how long the web server has not answered.
    """

    def __init__(self, supervisor: Supervisor, desk: Desk, silent_s: Callable[[], float]) -> None:
        self._supervisor = supervisor
        self._desk = desk
        self._silent_s = silent_s

    def hung_parts(self) -> tuple[str, ...]:
        """Return the vital parts that hang."""
        silent = [name for name in self._supervisor.silent() if name in VITAL]
        silent += ["pages"] if self._silent_s() > SILENT_S else []
        return (*silent, *(() if self._desk.is_responsive(DESK_S) else ("desk",)))

    def run(self, worker: Worker) -> None:
        """Beat until stopped, as long as every vital part is alive."""
        pause_s = watchdog_interval_s()
        while pause_s is not None and not worker.stop.wait(pause_s):
            worker.beat()
            hung = self.hung_parts()
            if hung:
                _log.error("No sign of life: %s. The watchdog is not fed.", ", ".join(hung))
            else:
                notify_manager("WATCHDOG=1")
