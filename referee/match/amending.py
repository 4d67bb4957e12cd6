"""Sets something right in a match: in the one on the table, or in one that is kept.

The change is an entry of the match's journal, so nothing is lost. All that a kept match comes to
(figures, ratings, the recap, its files, its result for the club) is made from its entries, and so
follows by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.actor import Actor
from referee.contract import IllegalMove, Message
from referee.match import commands
from referee.match.journal import bodies
from referee.match.journal.entries import Line
from referee.match.people.naming import check_kept_name
from referee.match.resuming import WaitingMatch, resume_match
from referee.match.running import RunningMatch


def kept_match(lines: tuple[Line, ...]) -> RunningMatch:
    """Return a kept match from its entries.

    Raise `IllegalMove` if it is gone or damaged, or a teach-in, which is no match to look back on.
    """
    found = resume_match(lines)
    if isinstance(found, WaitingMatch):
        raise IllegalMove("desk", Message("desk.kept_unreadable", {"moves": found.moves}))
    if found is None or found.lesson:
        raise IllegalMove("desk", Message("desk.no_such_match"))
    return found


def step_body(running: RunningMatch, command: commands.Step, by: Actor) -> tuple[bodies.Body, Any]:
    """Return the entry of a command that changes the moves, and what `RunningMatch.add` needs.

    Raise `IllegalMove` if it cannot be done.
    """
    match command:
        case commands.Undo():
            running.try_undo()
            return bodies.Undone(), None
        case commands.Redo():
            running.try_redo()
            return bodies.Redone(), None
        case commands.GoBack(to):
            running.count_back(to)
            return bodies.WentBack(to), None
        case commands.Correct(of, at, card, _, back):
            found = running.corrector(by).correct(of, at, card, back)
            running.check_showable(found.made.state)
            kept = len(found.kept)
            return bodies.Corrected(found.of.seq, found.field, found.cards, kept, shown=of), found


def amended_body(
    running: RunningMatch, command: commands.Amend, by: Actor, same: Mapping[str, str]
) -> bodies.Body:
    """Return the entry that sets something right in a kept match. Raise `IllegalMove`.

    `same` has the merged names.
    """
    match command.change:
        case commands.Rename(seat, name, earlier):
            _check_seats(running, seat)
            if earlier >= len(running.players.names_of(seat)):
                raise IllegalMove("desk", Message("desk.amended_meanwhile"))
            if name == running.players.names_of(seat)[-1 - earlier]:
                raise IllegalMove("desk", Message("desk.named_so", {"name": name}))
            check_kept_name(running.players, seat, name, earlier, same)
            return bodies.Named(seat, name, earlier)
        case commands.SwapSeats(seat, other):
            _check_seats(running, seat, other)
            if seat == other:
                raise IllegalMove("desk", Message("desk.swapped_one"))
            return bodies.Swapped(seat, other)
        case commands.Undo() | commands.Redo() | commands.GoBack() | commands.Correct():
            return step_body(running, command.change, by)[0]


def _check_seats(running: RunningMatch, *seats: int) -> None:
    for seat in seats:
        if not 0 <= seat < running.seats:
            said = Message("desk.no_such_seat", {"given": seat + 1, "most": running.seats})
            raise IllegalMove("desk", said)
