"""A table's own results, from its journal. The table sends them until the hub has all of them.

The journal serves as the outbox, because an entry is written with each move. The version of a
result is the number of the last entry of its match.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from referee.club.results import LATEST_S, MOST_OTHERS, Result
from referee.contract import IllegalMove
from referee.match.desk import Desk
from referee.match.journal.bodies import Begun
from referee.match.journal.entries import Line, match_id
from referee.match.journal.tables import RESULT_KEY
from referee.match.log import ended_s
from referee.match.past.cache import MatchCache
from referee.match.past.history import NOT_OVER, past_match
from referee.match.people.names import player_key
from referee.match.people.stretches import Stretch, stretches
from referee.match.running import PlayedMatch

MOST = 500  # A table reports this number of matches, the last changed ones.
VERSION = 1  # Version of the cached results. Raise it to compute all of them again.


class OwnResults:
    """The results of the matches that began after the match `since`. Safe from any thread."""

    def __init__(self, desk: Desk, since: int) -> None:
        self._desk, self._since = desk, since
        self._lock = threading.Lock()
        self._rewrites = desk.journal.rewrites
        self._known: dict[int, tuple[int, Result | None]] = {}  # By match, with its last entry.

    def all(self) -> dict[int, Result]:
        """Return the newest version of each result by match number, oldest first.

        If a match was already reported and continues, its result has no places until it ends again.
        Raise `JournalError`.
        """
        results: dict[int, Result] = {}
        with self._lock:
            if self._rewrites != self._desk.journal.rewrites:
                self._known.clear()
                self._rewrites = self._desk.journal.rewrites
            kept = MatchCache(self._desk.journal, RESULT_KEY, Result, VERSION)
            for match in self._newest(kept.last_entries):
                seq = kept.last_entries[match]
                known = self._known.get(match)
                if known is None or known[0] != seq:
                    try:
                        result = self._result_of(kept, match)
                    except IllegalMove:
                        continue  # The match goes on. It is reported once it ends.
                    known = self._known[match] = seq, result
                if known[1] is not None:
                    results[match] = known[1]
            kept.write()
        return results

    def _newest(self, last_entries: Mapping[int, int]) -> list[int]:
        """Return the matches to report with the newest entries, oldest first.

        An old match that a host has set right is among them.
        """
        ours = [match for match in last_entries if match > self._since]
        return sorted(sorted(ours, key=last_entries.__getitem__)[-MOST:])

    def _result_of(self, kept: MatchCache[Result], match: int) -> Result | None:
        """Return a match's result, or None if it has none. Raise `IllegalMove` while it goes on."""
        known = kept.get(match)
        if known is not None:
            return known[0]
        seq = kept.last_entries[match]
        try:
            first = self._desk.journal.lines(match)[0]
            result: Result | None = _result(past_match(self._desk, match), first, seq)
        except IllegalMove as error:
            was = kept.outdated(match)
            if was is not None:
                result = replace(was, version=(seq, 0), places=())
            elif error.message.key == NOT_OVER:
                raise
            else:  # The match is a teach-in, or damaged.
                result = None
        kept.put(match, result)
        return result


def _result(match: PlayedMatch, first: Line, seq: int) -> Result:
    begun = first.body if isinstance(first.body, Begun) else None
    ending = match.ending()
    names, places = match.players.place_names, ending.places
    edition = "" if begun is None else str(begun.options.get("edition", ""))
    times = _in_range(first.at_s), _in_range(ended_s(match.log))
    others = _others(names, stretches(match.players, ending.entries))
    about = (match_id(first), (seq, 0), match.game.name, edition, *times)
    return Result(*about, names, places, match.drawn, others)


def _others(names: Sequence[str], parts: Iterable[Stretch]) -> tuple[str, ...]:
    """Return the people who made moves and take no place, each once."""
    acted = {player_key(part.name): part.name for part in parts if part.name and part.acted}
    for name in names:
        acted.pop(player_key(name), None)
    return tuple(acted.values())[:MOST_OTHERS]


def _in_range(at_s: float) -> float:
    """Return a time that a result may have. A hub refuses other times, and the whole result."""
    return min(max(0.0, at_s), LATEST_S)
