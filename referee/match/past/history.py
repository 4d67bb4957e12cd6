"""Past matches: every one in the journal but teach-ins, and the one that still goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from referee.contract import IllegalMove, Message, Outcome
from referee.match.desk import Desk
from referee.match.ending import Ending
from referee.match.journal.bodies import BEGIN, CORRECT, MOVE, REDO, UNDO
from referee.match.journal.tables import SUMMARY_KEY
from referee.match.past.cache import MatchCache
from referee.match.players import Players
from referee.match.resuming import WaitingMatch, resume_match
from referee.match.running import Entry, RunningMatch

STEP_KINDS = (BEGIN, MOVE, CORRECT, UNDO, REDO)  # entries by which other moves stand than before
NOT_OVER = "desk.not_over"
VERSION = 2  # of a brief that is kept: raised where it changes, so that all are made anew


class PastSummary(msgspec.Struct, frozen=True):
    """A past match in a few words: who played at each seat, the last one last, and how it ended.

    `began_s` is Unix time, `reason` None where it was left. `levels` are those of the table's own
    among the players, empty where none was.
    """

    match: int
    game: str
    players: tuple[tuple[str, ...], ...]
    began_s: float
    reason: Message | None = None
    levels: tuple[tuple[str, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who played last, by seat; none at all where nobody had one."""
        names = tuple(stays[-1] for stays in self.players)
        return names if any(names) else ()


@dataclass(frozen=True)
class PastMatch:
    """A match that is over, or was left for another: nothing of it is secret any more.

    `began_s` is Unix time, `log` has every entry, `ending` says what it came to, as far as it went.
    """

    match: int
    game: str
    seats: int
    players: Players
    options: Any
    began_s: float
    log: tuple[Entry, ...]
    ending: Ending

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None where it was left."""
        return self.ending.outcome

    @property
    def steps_seq(self) -> int:
        """Since which entry the same moves stand, as `Snapshot.steps_seq`."""
        return max((one.seq for one in self.log if one.kind in STEP_KINDS), default=0)

    @property
    def summary(self) -> PastSummary:
        """The match in a few words."""
        players = tuple(map(self.players.names_of, range(self.seats)))
        reason = None if self.outcome is None else self.outcome.reason
        levels = tuple(map(self.players.levels_of, range(self.seats)))
        own = levels if any(map(any, levels)) else ()
        return PastSummary(self.match, self.game, players, self.began_s, reason, own)


def past_match_ids(desk: Desk, many: int, before: int | None = None) -> tuple[int, ...]:
    """Return the ids of past matches, newest first, those `before` one of them."""
    going_on = _current_match(desk)
    found = desk.journal.matches(many + 1, before)
    return tuple(match for match in found if match != going_on)[:many]


def match_summaries(desk: Desk, found: Sequence[int]) -> tuple[PastSummary | None, ...]:
    """Return past matches in a few words, None for one that is not whole.

    Each match is played again once, as what is told of it is kept.
    """
    kept = MatchCache(desk.journal, SUMMARY_KEY, PastSummary, VERSION)
    told: list[PastSummary | None] = []
    for match in found:
        known = kept.get(match)
        if known is None:
            known = (_summary(desk, match),)
            if known[0] is not None:  # else it is tried again: its game may be there by then
                kept.put(match, *known)
        told += known
    kept.write()
    return tuple(told)


def _summary(desk: Desk, match: int) -> PastSummary | None:
    try:
        return past_match(desk, match).summary
    except IllegalMove:
        return None


def past_match(desk: Desk, match: int) -> PastMatch:
    """Return a past match; raises `IllegalMove` for one that goes on, is none, or is not whole."""
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
    )


def replay_match(desk: Desk, match: int) -> RunningMatch:
    """Return a past match, played again; raises `IllegalMove` as `past` does."""
    if match == _current_match(desk):
        raise IllegalMove("desk", Message(NOT_OVER))
    found = resume_match(desk.journal.lines(match))
    if not isinstance(found, RunningMatch) or found.lesson:
        none = Message("desk.no_match")
        raise IllegalMove("desk", found.message if isinstance(found, WaitingMatch) else none)
    return found


def _current_match(desk: Desk) -> int | None:
    """Return the match that goes on, or waits for somebody's word to go on."""
    if desk.waiting is not None:
        return desk.waiting.match
    match = desk.snapshot()
    return match.match if match is not None and match.outcome is None else None
