"""Resumes a match from its journal, as far as this is possible."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from referee.contract import IllegalMove, Message
from referee.match.journal.bodies import Damaged, Moved
from referee.match.journal.entries import Line, without_cut
from referee.match.running import PlayedMatch

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class WaitingMatch:
    """A match that continues only if the host wants it to.

    It is intact up to the entry `to`, with `moves` moves. If `to` is 0, nothing can be resumed.
    """

    match: int
    to: int
    moves: int
    message: Message


def resume_match(lines: Sequence[Line]) -> PlayedMatch | WaitingMatch | None:
    """Replay a match from its entries. Return None if all of them were cut off."""
    counting = without_cut(lines)
    if not counting:
        return None
    last = lines[-1]
    if isinstance(last.body, Damaged):
        to = last.body.to
        moves = _count_moves(counting, to)
        message = Message("desk.journal_cut", {"moves": moves, "path": last.body.path})
        return WaitingMatch(last.match, to, moves, message)
    failed: Exception | None = None
    for end in range(len(counting), 0, -1):
        try:
            running = _replay(counting[:end])
        except Exception as error:  # A bug in a game may raise any exception.
            failed = failed or error
            continue
        if failed is None:
            running.seq = last.seq
            return running
        return _waiting_from(last.match, counting[:end], failed)
    assert failed is not None
    return _waiting_from(last.match, [], failed)


def kept_match(lines: Sequence[Line]) -> PlayedMatch:
    """Return a kept match from its entries.

    Raise `IllegalMove` if it is gone or damaged, or a teach-in, which is no match to look back on.
    """
    resumed = resume_match(lines)
    if isinstance(resumed, WaitingMatch):
        raise IllegalMove("desk", Message("desk.kept_unreadable", {"moves": resumed.moves}))
    if resumed is None or resumed.lesson:
        raise IllegalMove("desk", Message("desk.no_such_match"))
    return resumed


def _replay(lines: Sequence[Line]) -> PlayedMatch:
    """Replay a match. Check that pages can show its state."""
    running = PlayedMatch(lines[0])
    for line in lines[1:]:
        running.add(line)
    running.check_showable(running.state)
    return running


def _waiting_from(match: int, good: Sequence[Line], error: Exception) -> WaitingMatch:
    """Return a match that waits because today's rules refuse its next entry."""
    _log.warning("The last match cannot be taken up as it stands.", exc_info=error)
    to = good[-1].seq if good else 0
    moves, reason = _count_moves(good, to), str(error) or type(error).__name__
    message = Message("desk.match_unreadable", {"moves": moves, "reason": reason})
    return WaitingMatch(match, to, moves, message)


def _count_moves(lines: Sequence[Line], to: int) -> int:
    return sum(isinstance(line.body, Moved) and line.seq <= to for line in lines)
