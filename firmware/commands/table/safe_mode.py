"""Safe mode: the page of a table that failed to start repeatedly."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from firmware.commands.speak import locale, tell
from firmware.commands.until import (
    Pulse,
    UntilSignal,
    load_network_or_warn,
    say_address,
    wait_serving,
)
from firmware.service.heartbeat import notify_manager
from firmware.service.starts import Starts
from referee.contract import Message
from referee.match.journal.rescue import JournalRescue
from webui.access.network import Network
from webui.safe import create_safe_app
from webui.serving.serve import Server

OF_PINS = ("table.gpio.", "table.pins.")  # Messages about buttons, lamps and their pin table.
LOOK_S = 1.0  # Seconds between two checks for a signal. Much shorter than a watchdog's interval.


class StartRescue:
    """Implement `webui.safe.Rescue` for a table that fails to start. `start` ends safe mode."""

    def __init__(self, journal: JournalRescue, starts: Starts, start: threading.Event) -> None:
        self._journal = journal
        self._starts = starts
        self._start = start

    def needs_host(self) -> bool:
        """Return True, because every action needs a host."""
        return True

    def problem(self, locale: str) -> Message:
        """Return why the last start failed, or the number of failures if the reason is unknown."""
        if self._journal.is_newer:
            return self._journal.reason("page.safe.later")
        count, moves = self._starts.failed, self._journal.moves
        reason = self._starts.reason(locale)
        if not reason:
            return Message("page.safe.ended", {"count": count, "moves": moves})
        return Message("page.safe.starts", {"count": count, "moves": moves, "reason": reason})

    def actions(self) -> tuple[str, ...]:
        """Return the possible actions."""
        at_pins = self._starts.key.startswith(OF_PINS)
        starts = ("start", "pinless") if at_pins else ("start",)
        return (*starts, "undo", "anew") if self._journal.moves else (*starts, "anew")

    def do(self, act: str) -> None:
        """Do one of the actions.

        After an undo, safe mode stays open for another one. Every other action starts the table.
        """
        if act == "undo":
            self._journal.undo()
            return
        if act == "anew":
            self._journal.start_over()
        self._starts.pinless = act == "pinless"
        self._start.set()

    def journal(self) -> bytes:
        """Return the whole journal as text, one entry per line."""
        return self._journal.text()


def serve_safe_mode(path: Path, starts: Starts, host: str, port: int) -> bool:
    """Serve only the page of safe mode. Return whether to start the table again.

    It needs no camera, panel or match. Raise `CannotListen` if the port is unusable.
    """
    stop, start = UntilSignal(), threading.Event()
    journal = JournalRescue(path)
    try:
        network = load_network_or_warn(path.parent)
        app = create_safe_app(StartRescue(journal, starts, start), journal, network, path)
        server = Server(app, host, port)
        server.start()
        try:
            _greet(server, network, starts, app.extensions["safe"].hosts.code)
            notify_manager("READY=1")
            pulse = Pulse(server)
            while not (start.wait(LOOK_S) or wait_serving(stop, pulse, 0.0)):
                notify_manager("WATCHDOG=1")
        finally:
            server.stop()
    finally:
        journal.close()
    return start.is_set()


def _greet(server: Server, network: Network, starts: Starts, code: str) -> None:
    """Print how many starts failed and why, the address of the page, and the host's code."""
    tell("cli.run.safe", count=starts.failed, url=f"{server.url}safe")
    if reason := starts.reason(locale()):
        tell("cli.run.why", reason=reason)
    say_address(server, network)
    tell("cli.run.code", code=code)
    tell("cli.run.stop")
    sys.stdout.flush()
