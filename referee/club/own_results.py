"""A table's own results, out of its journal: told again until a club's hub has them all.

The journal is the outbox: an entry is written with each move, and a result's version is the number
of its match's last one.
"""

from __future__ import annotations

import hashlib
import json
import threading
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.actor import HOST, Actor
from referee.club.results import Places, Result, Statement, is_consistent
from referee.contract import IllegalMove, Message
from referee.match.desk import Desk
from referee.match.journal.bodies import Begun, kind_of, to_json
from referee.match.journal.entries import Line
from referee.match.journal.tables import RESULT_KEY, STATED_KEY
from referee.match.past.history import NOT_OVER, replay_match
from referee.match.past.cache import MatchCache
from referee.match.running import RunningMatch

MOST = 500  # matches that a table tells of, the newest
VERSION = 1  # of what is kept: raised where a result changes, so that all are worked out anew


class OwnResults:
    """The results of the matches that began after the match `since`; safe from any thread."""

    def __init__(self, desk: Desk, since: int) -> None:
        self._desk, self._since = desk, since
        self._lock = threading.Lock()
        self._known: dict[int, tuple[int, Result | None]] = {}  # by the match, up to which entry

    def all(self) -> dict[int, Result]:
        """Return the newest version of each by the number of its match, the oldest first.

        A match that was told of and goes on again has no places until it ends anew. Raises
        `JournalError`.
        """
        found: dict[int, Result] = {}
        with self._lock:
            kept = MatchCache(self._desk.journal, RESULT_KEY, Result, VERSION)
            for match in [one for one in kept.last_entries if one > self._since][-MOST:]:
                seq = kept.last_entries[match]
                known = self._known.get(match)
                if known is None or known[0] != seq:
                    try:
                        result = self._result_of(kept, match)
                    except IllegalMove:
                        continue  # it goes on; if it is left as it is now, it is told then
                    known = seq, None if result is None else self._with_statements(match, result)
                    self._known[match] = known
                if known[1] is not None:
                    found[match] = known[1]
            kept.write()
        return found

    def state(self, match: int, places: Places, by: Actor) -> None:
        """Keep who came in where in the newest match, which was left, as the host or a seat says.

        Their last word counts. Raises `IllegalMove` where nothing is to be stated of that match, or
        the places are not those of its seats; `JournalError`.
        """
        found = self.all()
        if not found or match != max(found) or found[match].places:
            raise IllegalMove("club", Message("club.nothing_to_state"))
        said = Statement(None if by == HOST else by.seat, places)
        if not is_consistent(replace(found[match], stated=(said,))):
            raise IllegalMove("club", Message("club.no_places"))
        with self._lock:
            key = STATED_KEY.format(match)
            plain = [*self._desk.journal.get(key, []), msgspec.to_builtins(said)]
            self._desk.journal.put(key, plain)
            del self._known[match]

    def _result_of(self, kept: MatchCache[Result], match: int) -> Result | None:
        """Return a match's result; None: it has none. Raises `IllegalMove` while it goes on."""
        known = kept.get(match)
        if known is not None:
            return known[0]
        seq = kept.last_entries[match]
        try:
            found: Result | None = _result(replay_match(self._desk, match), self._first(match), seq)
        except IllegalMove as error:
            was = kept.outdated(match)
            if was is not None:
                found = replace(was, version=(seq, 0), places=())
            elif error.message.key == NOT_OVER:
                raise
            else:  # a teach-in, or not whole
                found = None
        kept.put(match, found)
        return found

    def _first(self, match: int) -> Line:
        return self._desk.journal.lines(match)[0]

    def _with_statements(self, match: int, result: Result) -> Result:
        """Return a result with each one's last word, versioned by how many words there were."""
        plain: list[Any] = self._desk.journal.get(STATED_KEY.format(match), [])
        stated = msgspec.convert(plain, tuple[Statement, ...])
        last = {one.seat: one for one in stated}
        return replace(
            result, version=(result.version[0], len(stated)), stated=tuple(last.values())
        )


def _result(found: RunningMatch, first: Line, seq: int) -> Result:
    names = found.players.names or ("",) * found.seats
    own = found.players.levels
    options = first.body.options if isinstance(first.body, Begun) else {}
    return Result(
        match=match_id(first),
        version=(seq, 0),
        game=found.game.name,
        edition=str(options.get("edition", "")),
        began_s=first.at_s,
        ended_s=found.log[-1].at_s,
        players=tuple("" if seat in own else name for seat, name in enumerate(names)),
        places=found.ending().places,
    )


def match_id(first: Line) -> str:
    """Return a match's id by the entry that began it: 64 bits of its digest, in hexadecimal.

    It stays the same when the journal is mended, shortened, or restored at another table.
    """
    said = [first.match, kind_of(first.body), to_json(first.body), str(first.by), first.at_s]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]
