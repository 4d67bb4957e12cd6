"""The referee's desk: one running match, one writer, and one order of events for all who listen."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from referee import lessons, library
from referee.actor import TABLE, Actor
from referee.contract import BadOptions, IllegalMove, Message
from referee.library import FORM
from referee.match import matchfile
from referee.match.corrections import Corrections
from referee.match.entries import (
    BEGIN,
    CUT,
    HAND,
    LESSON,
    MOVE,
    NAME,
    PAUSE,
    REDO,
    RESUME,
    UNDO,
)
from referee.match.journal import Journal, JournalError
from referee.match.listeners import Listener, Listeners
from referee.match.resuming import Waiting, take_up
from referee.match.running import Entry, Running, Snapshot, begin_body

__all__ = ["Desk", "Entry", "JournalError", "MatchPaused", "Snapshot", "StaleMove", "Waiting"]

_FOLLOWS = "follows"  # what is kept of matches that ended, for the next of their game


class StaleMove(IllegalMove):
    """A move made on an old screen: something else has happened since."""


class MatchPaused(StaleMove):
    """A move, an undo or a redo while the match is paused."""

    def __init__(self) -> None:
        super().__init__("desk", Message("desk.is_paused"))


class Desk(Corrections):
    """One running match, kept in a journal. Every method may be called from any thread.

    A move is checked by the game, written to the journal, and only then delivered to
    those who listen, in the order of `Snapshot.seq`. The last match is taken up where it stood,
    also when it had ended; one that is not whole is `waiting` for somebody to say `go_on`, or to
    begin another.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.waiting: Waiting | None = None
        self._write = threading.RLock()
        self._running: Running | None = None
        self._snapshot: Snapshot | None = None
        self._listeners = Listeners()
        self._untried = not journal.has(MOVE, LESSON)
        self._take_up()

    @classmethod
    def open(cls, path: Path) -> Desk:
        """Open a desk on a journal file, which is made if need be; raises `JournalError`."""
        return cls(Journal(path))

    def close(self) -> None:
        """Let go of the journal."""
        with self._write:
            self.journal.close()

    def snapshot(self) -> Snapshot | None:
        """Return the match as it is now, or None before the first."""
        return self._snapshot

    @property
    def untried(self) -> bool:
        """Whether no match was ever played on this table, nor a teach-in begun."""
        return self._untried

    def answers(self, timeout_s: float) -> bool:
        """Tell whether what is being written now, and told, comes to an end within a time."""
        for lock in (self._write, self._listeners.notifying):
            if not lock.acquire(timeout=timeout_s):
                return False
            lock.release()
        return True

    @property
    def notices(self) -> tuple[Message, ...]:
        """What went wrong when the journal was opened, and why a match is waiting."""
        waits = () if self.waiting is None else (self.waiting.message,)
        return (*waits, *self.journal.notices)

    # -- changing the match -----------------------------------------------------------------

    def begin(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        seats: int | Sequence[str] = 2,
        by: Actor = TABLE,
        *,
        lesson: bool = False,
    ) -> Snapshot:
        """Begin a new match in place of the running one; raises `BadOptions`.

        `seats` is how many play, or their names. Options left out are taken over from the last
        match of as many that ended in this game (`Game.follows`), or get their default. With
        `lesson` its teach-in comes first: `again` then begins the match.
        """
        names = tuple(seats) if isinstance(seats, list | tuple) else ()
        number = len(names) or seats
        found = library.game(game)
        last = self.ended().get(game)
        follows = last["options"] if last is not None and last["seats"] == number else None
        complete = library.options(found, options, follows)
        if not isinstance(number, int) or number not in found.seats:
            least, most = found.seats[0], found.seats[-1]
            said = Message("desk.bad_seats", {"given": str(number), "least": least, "most": most})
            raise BadOptions(FORM, said)
        found.begin(complete, number)
        body = begin_body(found, complete, number, names)
        if lesson:
            real = body["options"]
            body = {**body, "real": real, "options": real | lessons.lesson(game).options}
        with self._write:
            snapshot = self._begin(body, by, LESSON if lesson else BEGIN)
        self._listeners.deliver()
        return snapshot

    def again(self, seen: int | None = None, by: Actor = TABLE) -> Snapshot:
        """Begin the match that has ended once more: same game, options, seats and names; or the
        one that a teach-in was for, at any time.

        What follows from how it ended (`Game.follows`), such as who starts, is taken over. Raises
        `IllegalMove` while it goes on, so that of two who ask for it one is refused.
        """
        with self._write:
            last = self._current(seen)
            if last.game.outcome(last.state) is None and not last.lesson:
                raise IllegalMove("desk", Message("desk.not_over"))
            names = last.players.names
            follows = {} if last.lesson else last.game.follows(last.state)
            options = library.options(last.game, {**last.real, **follows})
            snapshot = self._begin(begin_body(last.game, options, last.seats, names), by)
        self._listeners.deliver()
        return snapshot

    def teach(self, seats: int, by: Actor = TABLE, names: Sequence[str] = ()) -> Snapshot:
        """Begin the teach-in of the match that is on; before the first, of the first game.

        Then `seats` play. `names` are what all seats are called by now.
        """
        with self._write:
            now = self._running
            if now is None:
                return self.begin(library.names()[0], None, seats, by, lesson=True)
            names = tuple(names) if len(names) == now.seats else now.players.names
            return self.begin(now.game.name, now.real, names or now.seats, by, lesson=True)

    def _begin(self, body: dict[str, Any], by: Actor, kind: str = BEGIN) -> Snapshot:
        self.journal.renew()
        self.put(_FOLLOWS, self.ended())
        self._running = Running(self.journal.append(kind, body, by))
        self.waiting = None
        return self._changed()

    def ended(self) -> dict[str, Any]:
        """Return of each game's last ended match its ``seats`` and the ``options`` that follow.

        `begin` takes these over where as many play again.
        """
        kept: dict[str, Any] = self.get(_FOLLOWS, {})
        match = self._snapshot
        if match is None or match.outcome is None or match.lesson:
            return kept
        follows = {"seats": match.seats, "options": match.game.follows(match.state)}
        return {**kept, match.game.name: follows}

    def submit(
        self,
        move: Any,
        seen: int | None = None,
        by: Actor = TABLE,
        proofs: Mapping[str, bytes] | None = None,
    ) -> Snapshot:
        """Make a move, given as a value or as plain data; raises `IllegalMove`.

        `seen` is the `Snapshot.seq` on which the move was chosen: once something else has
        happened the move is refused as a `StaleMove`, unless its window is the same and its
        offer has stood all the while. `proofs` are pictures (PNG by id) that the move cites;
        they are written with it.
        """
        with self._write:
            running = self._going_on(None)
            standing = running.standing
            if seen is not None and not standing.opened_seq <= seen <= running.seq:
                raise StaleMove("desk", Message("desk.stale"))
            if isinstance(move, Mapping):
                move = library.move(running.game, move)
            if seen not in (None, running.seq) and not standing.stood(move, seen):
                raise StaleMove("desk", Message("desk.stale"))
            tried = running.try_move(move)
            running.try_showing(tried[0])
            line = self.journal.append(MOVE, msgspec.to_builtins(move), by, running.match, proofs)
            running.add(line, tried)
            snapshot = self._changed()
        self._listeners.deliver()
        return snapshot

    def undo(self, seen: int | None = None, by: Actor = TABLE) -> Snapshot:
        """Take back the last move that stands; the undo is an entry of its own."""
        return self._turn(UNDO, seen, by)

    def redo(self, seen: int | None = None, by: Actor = TABLE) -> Snapshot:
        """Make the move that was last undone again; not possible after another move."""
        return self._turn(REDO, seen, by)

    def _turn(self, kind: str, seen: int | None, by: Actor) -> Snapshot:
        with self._write:
            running = self._going_on(seen)
            running.try_undo() if kind == UNDO else running.try_redo()
            running.add(self.journal.append(kind, None, by, running.match))
            snapshot = self._changed()
        self._listeners.deliver()
        return snapshot

    def pause(self, by: Actor = TABLE) -> Snapshot:
        """Stop the match, also over a restart: until `resume` no move of any kind is taken.

        A match that is paused already stays so; raises `IllegalMove` where none goes on.
        """
        return self._rest(PAUSE, by)

    def resume(self, by: Actor = TABLE) -> Snapshot:
        """Go on with a paused match: every window opens anew. One that goes on already does."""
        return self._rest(RESUME, by)

    def call(self, seat: int, name: str, by: Actor = TABLE) -> Snapshot:
        """Call the player of a seat by a name (empty: none), also in what is past of the match.

        All that is offered stands as it stood.
        """
        return self._seat(NAME, seat, name, by)

    def hand_over(self, seat: int, name: str = "", by: Actor = TABLE) -> Snapshot:
        """Give a seat to another player from now on; what is past keeps the name it had."""
        return self._seat(HAND, seat, name, by)

    def _seat(self, kind: str, seat: int, name: str, by: Actor) -> Snapshot:
        with self._write:
            running = self._current(None)
            if not 0 <= seat < running.seats:
                said = Message("desk.no_such_seat", {"given": seat + 1, "most": running.seats})
                raise IllegalMove("desk", said)
            if kind == HAND and running.game.outcome(running.state) is not None:
                raise IllegalMove("desk", Message("desk.over"))
            if kind == HAND or running.players.of(seat)[-1] != name:
                body = {"seat": seat, "name": name}
                running.add(self.journal.append(kind, body, by, running.match))
                self._changed()
            snapshot = self._snapshot
        self._listeners.deliver()
        assert snapshot is not None
        return snapshot

    def _rest(self, kind: str, by: Actor) -> Snapshot:
        with self._write:
            running = self._current(None)
            if running.game.outcome(running.state) is not None:
                raise IllegalMove("desk", Message("desk.over"))
            if running.paused is not (kind == PAUSE):
                running.add(self.journal.append(kind, None, by, running.match))
                self._changed()
            snapshot = self._snapshot
        self._listeners.deliver()
        assert snapshot is not None
        return snapshot

    def _going_on(self, seen: int | None) -> Running:
        running = self._current(None)
        if running.paused:
            raise MatchPaused
        return self._current(seen)

    def _current(self, seen: int | None) -> Running:
        if self._running is None:
            raise IllegalMove("desk", Message("desk.no_match"))
        if seen is not None and seen != self._running.seq:
            raise StaleMove("desk", Message("desk.stale"))
        return self._running

    def leave(self, by: Actor = TABLE) -> None:
        """Leave the match that is waiting: it is not taken up again."""
        with self._write:
            if self.waiting is None:
                raise IllegalMove("desk", Message("desk.nothing_waiting"))
            self.journal.append(CUT, {"to": 0}, by, self.waiting.match)
            self.waiting = None

    def go_on(self, by: Actor = TABLE) -> Snapshot | None:
        """Go on with the match that is waiting, from where it is whole; None where nothing is."""
        with self._write:
            if self.waiting is None:
                raise IllegalMove("desk", Message("desk.nothing_waiting"))
            self.journal.append(CUT, {"to": self.waiting.to}, by, self.waiting.match)
            self._take_up()
            snapshot = None if self._running is None else self._changed()
        self._listeners.deliver()
        return snapshot

    @property
    def current(self) -> int | None:
        """The match on the table: it goes on, has just ended, or waits for the host's word."""
        on = self._running if self.waiting is None else self.waiting
        return None if on is None else on.match

    def forget(self, match: int) -> None:
        """Delete a past match for good; raises `IllegalMove` for the one on the table."""
        with self._write:
            if match == self.current:
                raise IllegalMove("desk", Message("desk.on_the_table"))
            if not self.journal.lines(match):
                raise IllegalMove("desk", Message("desk.no_such_match"))
            self.journal.forget([match])

    # -- pictures and small things ----------------------------------------------------------

    def keep_proofs(self, proofs: Mapping[str, bytes]) -> None:
        """Keep pictures (PNG by id) ahead of the move that will cite them."""
        with self._write:
            self.journal.keep_proofs(self._current(None).match, proofs)

    def proof(self, id: str) -> bytes | None:  # noqa: A002
        """Return a picture that was kept, or None."""
        return self.journal.proof(id)

    def get(self, key: str, default: Any = None) -> Any:
        """Return a small JSON-able thing that was put under `key`."""
        return self.journal.get(key, default)

    def put(self, key: str, value: Any) -> None:
        """Keep a small JSON-able thing under `key`, over restarts."""
        self.journal.put(key, value)

    def export(self, match: int | None = None) -> tuple[str, ...]:
        """Return the lines of a match file: the running match, or another by its id."""
        with self._write:
            lines = () if match is None else self.journal.lines(match)
            running = take_up(lines) if lines else self._running if match is None else None
            if isinstance(running, Waiting):
                raise IllegalMove("desk", running.message)
            if running is None:
                raise IllegalMove("desk", Message("desk.no_match"))
            seats = running.players.names or running.seats
            return tuple(matchfile.dump(running.game, running.options, seats, running.moves))

    # -- listeners --------------------------------------------------------------------------

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every new snapshot, in order; return how to stop that.

        It must be quick: it runs in the thread of whoever made the move, after the
        move is safe. It may submit moves itself.
        """
        return self._listeners.add(listener)

    def _changed(self) -> Snapshot:
        assert self._running is not None
        self._snapshot = self._running.snapshot()
        if self._snapshot.can_undo or self._snapshot.lesson:
            self._untried = False
        self._listeners.put(self._snapshot)
        return self._snapshot

    # -- starting ---------------------------------------------------------------------------

    def _take_up(self) -> None:
        """Take up the newest match, or leave it waiting: its entries stay as they are."""
        match = self.journal.last_match()
        found = None if match is None else take_up(self.journal.lines(match))
        self.waiting = found if isinstance(found, Waiting) else None
        self._running = found if isinstance(found, Running) else None
        self._snapshot = None if self._running is None else self._running.snapshot()
