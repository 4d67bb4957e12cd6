"""The results of all matches that have ended, cached in the journal."""

from __future__ import annotations

import msgspec

from referee.contract import Against, Figure, IllegalMove
from referee.match.desk import Desk
from referee.match.ending import places
from referee.match.journal.tables import RECORD_KEY
from referee.match.past.cache import MatchCache
from referee.match.past.history import replay_match

VERSION = 3  # Version of the cached data. Raise it to compute all of them again.
AT_ONCE = 100  # Maximum number of matches replayed in one call. Each takes hundredths of a second.


class EndedMatch(msgspec.Struct, frozen=True):
    """A match that has ended: its players, their places, and the figures of the game.

    `ranking` has the seats of each place, the first place first. If a bot held a seat at the end,
    the seat has no name, so that it counts for no player.
    """

    match: int
    game: str
    names: tuple[str, ...]
    ranking: tuple[tuple[int, ...], ...]
    figures: tuple[Figure, ...] = ()
    against: tuple[Against, ...] = ()


def ended_matches(desk: Desk) -> tuple[tuple[EndedMatch, ...], int]:
    """Return the ended matches, oldest first, and the number of matches still to be replayed."""
    kept = MatchCache(desk.journal, RECORD_KEY, EndedMatch, VERSION)
    found, new, left = list[EndedMatch](), 0, 0
    for match in kept.last_entries:
        known = kept.get(match)
        if known is None and new == AT_ONCE:
            left += 1
            continue
        if known is None:
            known = (_ended_match(desk, match),)  # The value is None if the match was left early.
            kept.put(match, *known)
            new += 1
        found += [one for one in known if one is not None]
    kept.write()
    return tuple(found), left


def _ended_match(desk: Desk, match: int) -> EndedMatch | None:
    try:
        found = replay_match(desk, match)
    except IllegalMove:  # The match is running or damaged.
        return None
    if found.game.outcome(found.state) is None:
        return None
    record = found.game.record(found.states)
    ranking = places(found.game, found.states, found.seats)
    own = found.players.levels
    names = tuple("" if seat in own else name for seat, name in enumerate(found.players.names))
    return EndedMatch(match, found.game.name, names, ranking, record.figures, record.against)
