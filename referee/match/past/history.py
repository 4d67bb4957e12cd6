"""Past matches: all matches in the journal except teach-ins and the running one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from referee.contract import IllegalMove, Message
from referee.match.desk import Desk
from referee.match.ending import stopped_outcome
from referee.match.journal.tables import SUMMARY_KEY
from referee.match.past.cache import MatchCache
from referee.match.resuming import kept_match
from referee.match.running import PlayedMatch

Course = tuple[tuple[float | None, ...], ...]

NOT_OVER = "desk.not_over"
POINTS = 24  # Maximum number of values in a match's course, for each seat.
VERSION = 5  # Version of the cached summaries. Raise it to compute all of them again.


class PastSummary(msgspec.Struct, frozen=True):
    """A past match in brief: who played at each seat, one after the other, and how it ended.

    `began_s` is Unix time. `reason` is None if the match was left early. `levels` are those of the
    bots, and empty if there were none. `names` are the players who take the places, by seat.
    `course` has some values of one of the match's charts, by seat, and is empty if there is none.
    `moves` is their number, and `leaders` are the seats that were ahead when the match was left
    early.
    """

    match: int
    game: str
    players: tuple[tuple[str, ...], ...]
    began_s: float
    reason: Message | None = None
    levels: tuple[tuple[str, ...], ...] = ()
    names: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()
    course: Course = ()
    moves: int = 0
    leaders: tuple[int, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nobody has made a move, so that there is nothing to look back at."""
        return self.reason is None and not self.moves


def summary(past: PlayedMatch) -> PastSummary:
    """Return a brief summary of a past match, without its course."""
    tenures, takers, outcome = past.players.tenures, past.players.shown_takers, past.outcome
    players = tuple(tuple(tenure.name for tenure in stays) for stays in tenures)
    reason, winners = (None, ()) if outcome is None else (outcome.reason, outcome.winners)
    levels = tuple(tuple(tenure.level for tenure in stays) for stays in tenures)
    names, own = tuple(taker.name for taker in takers), levels if any(map(any, levels)) else ()
    about = (past.match, past.game.name, players, past.began_s, reason, own, names, winners)
    return PastSummary(*about, moves=len(past.moves), leaders=_leaders(past))


def _leaders(past: PlayedMatch) -> tuple[int, ...]:
    """Return the seats that were ahead when a match was left early, or nothing at a draw."""
    if past.outcome is not None or not past.moves:
        return ()
    stopped = stopped_outcome(past.game, past.states, past.seats)
    return stopped.winners if len(stopped.ranking) > 1 else ()


def course(past: PlayedMatch) -> Course:
    """Return some values of the first chart of a match, by seat."""
    charts = past.ending().record.series
    chart = next((chart for chart in charts if len(chart.rounds) > 1), None)
    if chart is None:
        return ()
    last, many = len(chart.rounds) - 1, min(POINTS, len(chart.rounds))
    picked = [round(at * last / (many - 1)) for at in range(many)]
    return tuple(tuple(row[at] for at in picked) for row in chart.values[: past.seats])


def past_match_ids(desk: Desk, many: int, before: int | None = None) -> tuple[int, ...]:
    """Return the ids of the newest `many` past matches, newest first.

    With `before`, only matches with a lower id are returned.
    """
    with desk.writing:
        going_on = _current_match(desk)
        newest = desk.journal.matches(many + 1, before)
    return tuple(match for match in newest if match != going_on)[:many]


def match_summaries(desk: Desk, matches: Sequence[int]) -> tuple[PastSummary | None, ...]:
    """Return a summary of each past match. It is None for a damaged match. Summaries are cached."""
    cache = MatchCache(desk.journal, SUMMARY_KEY, PastSummary, VERSION)
    summaries: list[PastSummary | None] = []
    for match in matches:
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
        past = past_match(desk, match)
        return replace(summary(past), course=course(past))
    except IllegalMove:
        return None


def past_match(desk: Desk, match: int) -> PlayedMatch:
    """Return a past match. Nothing in it is secret any more.

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
