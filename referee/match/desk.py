"""The desk: one running match with one writer. All listeners see its events in the same order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, overload

import msgspec

from referee.actor import TABLE, Actor
from referee.contract import IllegalMove, Message
from referee.match import commands, matchfile
from referee.match.back.correcting import Corrector
from referee.match.beginning import begun_by_command, carried_over_options
from referee.match.commands import Command, Play
from referee.match.deciding import MatchPaused, StaleMove, entry_of
from referee.match.journal import bodies
from referee.match.journal.bodies import LESSON, MOVE
from referee.match.journal.clock import read_clock
from referee.match.journal.journal import Evidence, Journal, JournalError
from referee.match.keeping import amend, forget, forget_everywhere
from referee.match.listeners import Listener, Listeners
from referee.match.log import visible_entries
from referee.match.resuming import WaitingMatch, kept_match, resume_match
from referee.match.running import Entry, PlayedMatch, Snapshot

__all__ = ["Desk", "Entry", "JournalError", "MatchPaused", "Snapshot", "StaleMove", "WaitingMatch"]

_Now = Snapshot | None  # The match after a command, if there is one.
_LAST_OPTIONS = "follows"  # Options to carry over from the last ended match of each game.


class Desk:
    """A running match and its journal. Any thread may call any method.

    The desk checks a command, writes it to the journal, and only then sends it to the listeners, in
    the order of `Snapshot.seq`. It opens with the last match as it was, even if that had ended. If
    that match is damaged, it is `waiting` for a `GoOn` or `Leave`, or for a new match. A thread
    that holds the lock `writing` sees a match and its journal agree.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.waiting: WaitingMatch | None = None
        self.writing = threading.RLock()
        self._running: PlayedMatch | None = None
        self._snapshot: Snapshot | None = None
        self._listeners = Listeners()
        # Whether nobody has ever played a match or a teach-in on this table.
        self.untried = not journal.has_entry(MOVE, LESSON)
        self._resume()

    @classmethod
    def open(cls, path: Path) -> Desk:
        """Open a desk on a journal file. Create the file if needed. Raise `JournalError`."""
        return cls(Journal(path))

    def close(self) -> None:
        """Close the journal."""
        with self.writing:
            self.journal.close()

    def snapshot(self) -> Snapshot | None:
        """Return the current match, or None before the first."""
        return self._snapshot

    def is_responsive(self, timeout_s: float) -> bool:
        """Whether the write or notification in progress ends within `timeout_s` seconds."""
        for lock in (self.writing, self._listeners.notifying):
            if not lock.acquire(timeout=timeout_s):
                return False
            lock.release()
        return True

    @property
    def notices(self) -> tuple[Message, ...]:
        """Messages about journal problems at start-up, and the reason why a match is waiting."""
        waits = () if self.waiting is None else (self.waiting.message,)
        return (*waits, *self.journal.notices)

    # -- changing the match -----------------------------------------------------------------

    @overload
    def do(self, command: Play, by: Actor = TABLE, evidence: Evidence = None) -> Snapshot: ...

    @overload
    def do(self, command: Command, by: Actor = TABLE, evidence: Evidence = None) -> _Now: ...

    def do(self, command: Command, by: Actor = TABLE, evidence: Evidence = None) -> _Now:
        """Execute a command. Return the match afterwards, or None if there is none.

        Raise `IllegalMove` (including `StaleMove` and `CorrectionConflict`), `BadOptions` if a
        match cannot begin, or `JournalError`. Then nothing has changed. `evidence` has the pictures
        (PNG by id) that a move cites. They are written together with the move.
        """
        with self.writing:
            self._do(command, by, evidence)
            snapshot = self._snapshot
        self._listeners.deliver()
        return snapshot

    def _do(self, command: Command, by: Actor, evidence: Evidence) -> None:
        match command:
            case commands.Begin() | commands.Teach() | commands.Again():
                self._begin(begun_by_command(command, self._running, self.last_options()), by)
            case commands.GoOn() | commands.Leave():
                self._end_waiting(command, by)
            case commands.Amend():
                amend(self.journal, command, by, self.current)
            case commands.Forget():
                forget(self.journal, command, self.current)
            case commands.ForgetPerson():
                forget_everywhere(self.journal, command, self._running)
                self._changed()
            case _:
                running = self._current()
                if decided := entry_of(running, command, by):
                    body, tried = decided
                    running.add(self.journal.append(body, by, running.match, evidence), tried)
                    self._changed()

    def _begin(self, body: bodies.Begun, by: Actor) -> None:
        self.put(_LAST_OPTIONS, self.last_options())
        self._running = PlayedMatch(
            self.journal.append(msgspec.structs.replace(body, clock=read_clock()), by)
        )
        self.waiting = None
        self._changed()

    def _end_waiting(self, command: commands.GoOn | commands.Leave, by: Actor) -> None:
        if self.waiting is None:
            raise IllegalMove("desk", Message("desk.nothing_waiting"))
        goes_on = isinstance(command, commands.GoOn)
        cut = bodies.Cut(self.waiting.to if goes_on else 0)
        self.journal.append(cut, by, self.waiting.match)
        self.waiting = None
        if goes_on:
            self._resume()
            self._changed()

    def last_options(self) -> dict[str, Any]:
        """Return ``seats`` and ``options`` to carry over from the last ended match of each game.

        `Begin` uses them if the number of seats is the same.
        """
        return carried_over_options(self._snapshot, self.get(_LAST_OPTIONS, {}))

    # -- the current match ------------------------------------------------------------------

    def _current(self) -> PlayedMatch:
        if self._running is None:
            raise IllegalMove("desk", Message("desk.no_match"))
        return self._running

    @property
    def current(self) -> int | None:
        """The id of the match on the table, or None.

        It is running, has just ended, or is waiting for the host.
        """
        on = self._running if self.waiting is None else self.waiting
        return None if on is None else on.match

    def corrector(self, by: Actor = TABLE) -> Corrector:
        """Return the corrector of the current match."""
        with self.writing:
            return self._current().corrector(by)

    def count_back(self, to: int) -> int:
        """Return how many entries going back to the entry `to` takes back. Raise `IllegalMove`."""
        with self.writing:
            return self._current().steps.count_back(to)

    def log(self, seat: int | None) -> tuple[Entry, ...]:
        """Return every entry of the match that a seat, or a stranger (None), may see."""
        with self.writing:
            return () if self._running is None else visible_entries(self._running.log, seat)

    # -- pictures and small values ------------------------------------------------------------

    def keep_evidence(self, evidence: Mapping[str, bytes]) -> None:
        """Store pictures (PNG by id) before the move that will cite them is made."""
        with self.writing:
            self.journal.keep_evidence(self._current().match, evidence)

    def evidence(self, id: str) -> bytes | None:  # noqa: A002
        """Return a stored picture, or None."""
        return self.journal.evidence(id)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the small value stored under `key`. Without one, return `default`."""
        return self.journal.get(key, default)

    def put(self, key: str, value: Any) -> None:
        """Store a small JSON-serialisable value under `key`. It survives restarts."""
        self.journal.put(key, value)

    def export(self, match: int | None = None) -> tuple[str, ...]:
        """Return the lines of a match file, for the running match or another one."""
        with self.writing:
            running = self._running if match is None else kept_match(self.journal.lines(match))
            if running is None:
                raise IllegalMove("desk", Message("desk.no_match"))
            return tuple(matchfile.dump_match(running))

    # -- listeners --------------------------------------------------------------------------

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every new snapshot, in order. Return a function that stops this.

        The listener must be quick, because it runs in the thread that made the move, after the move
        was written to disk. It may submit moves itself.
        """
        return self._listeners.listen(listener)

    def _changed(self) -> None:
        if self._running is not None:
            self._snapshot = self._running.snapshot()
            if self._snapshot.can_undo or self._snapshot.lesson:
                self.untried = False
            self._listeners.put(self._snapshot)

    # -- starting ---------------------------------------------------------------------------

    def _resume(self) -> None:
        """Resume the newest match, or leave it waiting. Its journal entries do not change."""
        match = self.journal.last_match()
        resumed = None if match is None else resume_match(self.journal.lines(match))
        self.waiting = resumed if isinstance(resumed, WaitingMatch) else None
        self._running = resumed if isinstance(resumed, PlayedMatch) else None
        self._snapshot = None if self._running is None else self._running.snapshot()
