"""Repairs for a running table whose match waits for the host, or fails to display."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import msgspec

from referee import words
from referee.actor import HOST
from referee.contract import Message
from referee.match.commands import Begin, Command, GoOn, Leave, Undo
from webui.page.moment import Viewer
from webui.page.state import PageStates
from webui.port import Table
from webui.serving.stream import LiveUpdates

_log = logging.getLogger(__name__)


class TableRescue:
    """Implements `webui.safe.Rescue` for a table that is running."""

    def __init__(self, table: Table, states: PageStates, updates: LiveUpdates) -> None:
        self._table = table
        self._states = states
        self._updates = updates

    def needs_host(self) -> bool:
        return self._table.desk.waiting is not None

    def problem(self, _locale: str) -> Message | None:
        """Return the fault: the match waits for the host, or the page of some viewer fails."""
        waiting = self._table.desk.waiting
        if waiting is not None:
            return waiting.message
        for viewer in self._viewers():
            try:
                self._states.page(viewer)
            except Exception as error:  # Safe mode shows any error.
                _log.exception("The state cannot be shown.")
                return Message("page.safe.unshown", {"reason": f"{type(error).__name__}: {error}"})
        return None

    def _viewers(self) -> Iterator[Viewer]:
        match = self._table.desk.snapshot()
        for language in words.locales():
            yield Viewer(language, host=True)
            for seat in (None, *range(0 if match is None else match.seats)):
                yield Viewer(language, seat=seat)

    def actions(self) -> tuple[str, ...]:
        desk = self._table.desk
        match = desk.snapshot()
        if desk.waiting is not None:
            return ("on", "anew") if desk.waiting.to else ("anew",)
        if match is None:
            return ()
        return ("undo", "anew") if match.can_undo else ("anew",)

    def do(self, act: str) -> None:
        command = self._command(act)
        if command is not None:
            self._table.do(command, HOST)
        self._updates.touch()

    def _command(self, act: str) -> Command | None:
        match = self._table.desk.snapshot()
        if act == "undo":
            return Undo()
        if act == "on":
            return GoOn()
        if self._table.desk.waiting is not None:
            return Leave()
        if match is None:
            return None
        options = msgspec.to_builtins(match.options)
        return Begin(match.game.name, options, match.seats, match.names, drawn=match.drawn)

    def journal(self) -> bytes:
        return self._table.desk.journal.text()
