"""Turns each command to the match on the table into an entry of its journal, or a refusal."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from referee import library
from referee.actor import Actor
from referee.contract import IllegalMove, Message
from referee.match import commands
from referee.match.back.misdeal import misdeal_body
from referee.match.journal import bodies
from referee.match.log import applied_moves
from referee.match.people.naming import check_bots, check_kept_name, check_name, handed_body
from referee.match.proposing import Tried, move_body, stop_body
from referee.match.running import PlayedMatch
from referee.proposals import refuse_other


class StaleMove(IllegalMove):
    """A move that somebody chose on an outdated screen: something else has happened since."""


class MatchPaused(StaleMove):
    """A move, undo or redo that was refused because the match is paused."""

    def __init__(self) -> None:
        super().__init__("desk", Message("desk.is_paused"))


def entry_of(running: PlayedMatch, command: commands.InMatch, by: Actor) -> Tried | None:
    """Return the entry of a command, and what `PlayedMatch.add` needs with it.

    Return None if the command would change nothing. Raise `IllegalMove` if it is refused.
    """
    match command:
        case commands.Move():
            return _moved(running, command, by)
        case commands.Undo() | commands.Redo() | commands.GoBack() | commands.Correct():
            check_unpaused(running, command.seen)
            if isinstance(command, commands.Undo) and running.proposal is not None:
                return bodies.Objected(), None  # An undo takes back the last thing: the proposal.
            return _step(running, command, by)
        case commands.DealAnew(seen):
            check_unpaused(running, seen)
            return bodies.DealtAnew(running.try_deal_anew()), None
        case commands.Pause() | commands.Resume():
            check_not_over(running)
            pauses = isinstance(command, commands.Pause)
            changed = bodies.Paused() if pauses else bodies.Resumed()
            return None if running.paused is pauses else (changed, None)
        case commands.StopMatch(seat, seen):
            check_current(running, seen)
            check_not_over(running)
            check_seats(running, *(() if seat is None else (seat,)))
            return stop_body(running, seat, by), None
        case commands.ReportMisdeal(seat, _, seen):
            check_seats(running, seat)
            check_unpaused(running, seen)
            if running.proposal is not None:
                refuse_other(running.proposal)
            return misdeal_body(running, command, by), None
        case commands.MoreTime():
            check_unpaused(running, None)
            if not running.open_offers.has_clock:
                raise IllegalMove("desk", Message("desk.no_clock"))
            return bodies.Extended(), None
        case commands.NamePlayer(seat, name):
            check_seats(running, seat)
            if running.players.tenures[seat][-1].name == name:
                return None
            check_name(running.players, seat, name, by)
            return bodies.Named(seat, name), None
        case commands.HandOver(seat):
            check_seats(running, seat)
            check_not_over(running)
            check_bots(running.game, bool(command.level))
            made = (applied_move.entry for applied_move in applied_moves(running.last))
            return handed_body(running.players, command, by, made), None


def amended_body(
    running: PlayedMatch, command: commands.Amend, by: Actor, same: Mapping[str, str]
) -> bodies.Body:
    """Return the entry that sets something right in a kept match. Raise `IllegalMove`.

    `same` has the merged names. The entry is one of the kept match's own journal, so nothing is
    lost. All results of the match (figures, ratings, the recap, its files, its result for the club)
    are made from its entries, and so follow by themselves.
    """
    if command.seen != running.seq:
        raise StaleMove("desk", Message("desk.amended_meanwhile"))
    match command.change:
        case commands.Rename(seat, name, earlier):
            check_seats(running, seat)
            tenures = running.players.tenures[seat]
            if earlier >= len(tenures):
                raise IllegalMove("desk", Message("desk.amended_meanwhile"))
            if name == tenures[-1 - earlier].name:
                raise IllegalMove("desk", Message("desk.named_so", {"name": name}))
            check_kept_name(running.players, seat, name, earlier, same)
            return bodies.Named(seat, name, earlier)
        case commands.SwapSeats(seat, other):
            check_seats(running, seat, other)
            if seat == other:
                raise IllegalMove("desk", Message("desk.swapped_one"))
            return bodies.Swapped(seat, other)
        case commands.Undo() | commands.Redo() | commands.GoBack() | commands.Correct():
            return _step(running, command.change, by)[0]


def _moved(running: PlayedMatch, command: commands.Move, by: Actor) -> Tried:
    """Return the entry of a move. It may be older than the newest entry if its offer is still open.

    While everybody is asked, a paused match takes their answers, and a move that was tapped before
    the question counts.
    """
    move, seen, offers = command.move, command.seen, running.open_offers
    if running.paused and running.proposal is None:
        raise MatchPaused
    if seen is not None and not offers.opened_seq <= seen <= running.seq:
        raise StaleMove("desk", Message("desk.stale"))
    if not isinstance(move, msgspec.Struct):
        move = library.move_or_answer(running.game, move)
    if seen in (None, running.seq):
        return move_body(running, move, by)
    if not offers.was_open(move, seen):
        raise StaleMove("desk", Message("desk.stale"))
    return move_body(running, move, by, plays_on=True)


def _step(running: PlayedMatch, command: commands.Step, by: Actor) -> Tried:
    match command:
        case commands.Undo():
            running.steps.last_done()
            return bodies.Undone(), None
        case commands.Redo():
            running.steps.check_redo()
            return bodies.Redone(), None
        case commands.GoBack(to):
            running.steps.count_back(to)
            return bodies.WentBack(to), None
        case commands.Correct(of, at, card, _, back):
            correction = running.corrector(by).correct(of, at, card, back)
            running.check_showable(correction.made.state)
            now = (correction.field, correction.cards, len(correction.kept))
            return bodies.Corrected(correction.of.seq, *now, shown=of), correction


# -- reasons for a refusal ------------------------------------------------------------------------


def check_current(running: PlayedMatch, seen: int | None) -> None:
    """Raise `StaleMove` if the moves have changed since the state `seen`."""
    if seen is not None and not running.steps_seq <= seen <= running.seq:
        raise StaleMove("desk", Message("desk.stale"))


def check_unpaused(running: PlayedMatch, seen: int | None) -> None:
    """Raise `MatchPaused`, or `StaleMove` if the moves have changed since the state `seen`."""
    if running.paused:
        raise MatchPaused
    check_current(running, seen)


def check_not_over(running: PlayedMatch) -> None:
    """Raise `IllegalMove` if the match has ended."""
    if running.outcome is not None:
        raise IllegalMove("desk", Message("desk.over"))


def check_seats(running: PlayedMatch, *seats: int) -> None:
    """Raise `IllegalMove` if one of these is no seat of the match."""
    for seat in seats:
        if not 0 <= seat < running.seats:
            reason = Message("desk.no_such_seat", {"given": seat + 1, "most": running.seats})
            raise IllegalMove("desk", reason)
