"""Past matches: every one in the journal but teach-ins, and the one that still goes on."""

from __future__ import annotations

from dataclasses import dataclass

from referee.contract import IllegalMove, Message, Outcome, Record
from referee.match.desk import Desk
from referee.match.players import Players
from referee.match.resuming import Waiting, take_up
from referee.match.running import Entry, Running


@dataclass(frozen=True)
class Past:
    """A match that is over, or was left for another: nothing of it is secret any more.

    `outcome` is None where it was left; `began_s` is Unix time, `log` has every entry, `record`
    says what it came to, as far as it went.
    """

    match: int
    game: str
    seats: int
    players: Players
    began_s: float
    outcome: Outcome | None
    log: tuple[Entry, ...]
    record: Record


def matches(desk: Desk, many: int, before: int | None = None) -> tuple[int, ...]:
    """Return the ids of past matches, newest first, those `before` one of them."""
    going_on = _going_on(desk)
    found = desk.journal.matches(many + 1, before)
    return tuple(match for match in found if match != going_on)[:many]


def past(desk: Desk, match: int) -> Past:
    """Return a past match; raises `IllegalMove` for one that goes on, is none, or is not whole."""
    found = run(desk, match)
    return Past(
        match=match,
        game=found.game.name,
        seats=found.seats,
        players=found.players,
        began_s=found.log[0].at_s,
        outcome=found.game.outcome(found.state),
        log=found.log,
        record=found.game.record(found.states),
    )


def run(desk: Desk, match: int) -> Running:
    """Return a past match, played again; raises `IllegalMove` as `past` does."""
    if match == _going_on(desk):
        raise IllegalMove("desk", Message("desk.not_over"))
    found = take_up(desk.journal.lines(match))
    if not isinstance(found, Running) or found.lesson:
        none = Message("desk.no_match")
        raise IllegalMove("desk", found.message if isinstance(found, Waiting) else none)
    return found


def _going_on(desk: Desk) -> int | None:
    """Return the match that goes on, or waits for somebody's word to go on."""
    if desk.waiting is not None:
        return desk.waiting.match
    match = desk.snapshot()
    return match.match if match is not None and match.outcome is None else None
