"""Past matches: all matches in the journal except teach-ins and the running one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from referee.contract import IllegalMove, Message, Outcome
from referee.match.desk import Desk
from referee.match.ending import Ending
from referee.match.journal.bodies import (
    AGREE,
    BACK,
    BEGIN,
    OBJECT,
    PROPOSE,
    REDO,
    STEPS,
    UNDO,
)
from referee.match.journal.tables import SUMMARY_KEY
from referee.match.past.cache import MatchCache
from referee.match.people.players import Players
from referee.match.resuming import kept_match
from referee.match.running import Entry, RunningMatch
from referee.match.snapshot import UndoneEntry

STEP_KINDS = (BEGIN, *STEPS, UNDO, REDO, BACK, PROPOSE, AGREE, OBJECT)  # As `steps_seq`.
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


@dataclass(frozen=True)
class PastMatch:
    """A match that ended or was left early. None of it is secret any more.

    `began_s` is Unix time. `log` has every entry. `last_step` and `undone` are as in a `Snapshot`.
    """

    match: int
    game: str
    seats: int
    players: Players
    options: Any
    began_s: float
    log: tuple[Entry, ...]
    ending: Ending
    seq: int  # The newest entry, which may have named a player only.
    last_step: Entry | None
    undone: UndoneEntry | None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended. None if it was left early."""
        return self.ending.outcome

    @property
    def steps_seq(self) -> int:
        """The entry since which the match has had the same moves, as `Snapshot.steps_seq`."""
        return max((one.seq for one in self.log if one.kind in STEP_KINDS), default=0)

    @property
    def summary(self) -> PastSummary:
        """A brief summary of the match."""
        players = tuple(map(self.players.names_of, range(self.seats)))
        reason = None if self.outcome is None else self.outcome.reason
        levels = tuple(map(self.players.levels_of, range(self.seats)))
        own = levels if any(map(any, levels)) else ()
        names = self.players.result_names
        return PastSummary(self.match, self.game, players, self.began_s, reason, own, names)


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
            known = (_summary(desk, match),)
            if known[0] is not None:  # This is not cached, because the game may be installed later.
                cache.put(match, *known)
        summaries += known
    cache.write()
    return tuple(summaries)


def _summary(desk: Desk, match: int) -> PastSummary | None:
    try:
        return past_match(desk, match).summary
    except IllegalMove:
        return None


def past_match(desk: Desk, match: int) -> PastMatch:
    """Return a past match. Raise `IllegalMove` if it is running, unknown or damaged."""
    found = replay_match(desk, match)
    return PastMatch(
        match=match,
        game=found.game.name,
        seats=found.seats,
        players=found.players,
        options=found.options,
        began_s=found.log[0].at_s,
        log=found.log,
        ending=found.ending(),
        seq=found.seq,
        last_step=found.last_step,
        undone=found.undone,
    )


def replay_match(desk: Desk, match: int) -> RunningMatch:
    """Return a past match after a replay. Raise `IllegalMove` as `past_match` does."""
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
