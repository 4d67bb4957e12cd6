"""Past matches: all matches in the journal except teach-ins and the running one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.contract import IllegalMove, Message
from referee.match.desk import Desk
from referee.match.journal.tables import SUMMARY_KEY
from referee.match.past.cache import MatchCache
from referee.match.resuming import kept_match
from referee.match.running import PlayedMatch

NOT_OVER = "desk.not_over"
VERSION = 3  # Version of the cached summaries. Raise it to compute all of them again.


class PastSummary(msgspec.Struct, frozen=True):
    """A past match in brief: who played at each seat, one after the other, and how it ended.

    `began_s` is Unix time. `reason` is None if the match was left early. `levels` are those of the
    bots, and empty if there were none. `names` are those who take the places, by seat.
    """

    match: int
    game: str
    players: tuple[tuple[str, ...], ...]
    began_s: float
    reason: Message | None = None
    levels: tuple[tuple[str, ...], ...] = ()
    names: tuple[str, ...] = ()


def summary(found: PlayedMatch) -> PastSummary:
    """Return a brief summary of a past match."""
    players = tuple(map(found.players.names_of, range(found.seats)))
    reason = None if found.outcome is None else found.outcome.reason
    levels = tuple(map(found.players.levels_of, range(found.seats)))
    own = levels if any(map(any, levels)) else ()
    names, game = found.players.result_names, found.game.name
    return PastSummary(found.match, game, players, found.began_s, reason, own, names)


def past_match_ids(desk: Desk, many: int, before: int | None = None) -> tuple[int, ...]:
    """Return the ids of the newest `many` past matches, newest first.

    With `before`, only matches with a lower id are returned.
    """
    with desk.writing:
        going_on = _current_match(desk)
        found = desk.journal.matches(many + 1, before)
    return tuple(match for match in found if match != going_on)[:many]


def match_summaries(desk: Desk, found: Sequence[int]) -> tuple[PastSummary | None, ...]:
    """Return a summary of each past match. It is None for a damaged match. Summaries are cached."""
    cache = MatchCache(desk.journal, SUMMARY_KEY, PastSummary, VERSION)
    summaries: list[PastSummary | None] = []
    for match in found:
        known = cache.get(match)
        if known is None:
            known = (_readable_summary(desk, match),)
            if known[0] is not None:  # This is not cached, because the game may be installed later.
                cache.put(match, *known)
        summaries += known
    cache.write()
    return tuple(summaries)


def _readable_summary(desk: Desk, match: int) -> PastSummary | None:
    try:
        return summary(past_match(desk, match))
    except IllegalMove:
        return None


def past_match(desk: Desk, match: int) -> PlayedMatch:
    """Return a past match. None of it is secret any more.

    Raise `IllegalMove` if it is running, unknown or damaged.
    """
    with desk.writing:  # Between an entry and its snapshot, a new match would look like a past one.
        if match == _current_match(desk):
            raise IllegalMove("desk", Message(NOT_OVER))
        lines = desk.journal.lines(match)
    return kept_match(lines)


def _current_match(desk: Desk) -> int | None:
    """Return the match that is running or that waits for the host."""
    if desk.waiting is not None:
        return desk.waiting.match
    match = desk.snapshot()
    return match.match if match is not None and match.outcome is None else None
