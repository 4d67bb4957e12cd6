"""Read a request's command, and find out who gives it and whether it needs approval."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from referee import library
from referee.actor import HOST, TABLE, Actor, at_seat
from referee.contract import By, IllegalMove, Message, Offer
from referee.match import commands as c
from referee.match.desk import MatchPaused, StaleMove
from referee.proposals import check_answer
from referee.reports.commands import Answer, Choose, PutAway, TableCommand
from webui.access.forms import read_body
from webui.access.guard import Refused
from webui.access.holders import new_id
from webui.access.seats.approvals import Question
from webui.page.offers import may_take
from webui.page.rulings import last_mover, last_undone
from webui.routes.web import require_host, web

AS = "as"  # JSON key that says whether a seat or the host acts
PLAYED = (c.Move, c.Undo, c.Redo, c.Correct)  # Commands that either a seat or the host may give.

C = TypeVar("C", bound=c.Command | TableCommand)


def read_command(kind: type[C]) -> tuple[C, str]:
    """Return the command in this request, and ``seat`` or ``host`` as its actor.

    Raises `Refused` if the command is invalid. A page must also say at which match state (`seen`)
    it chose a move.
    """
    plain = read_body(dict[str, Any])
    acts = plain.pop(AS, "seat") if kind in PLAYED else "seat"
    try:
        if acts not in ("seat", "host"):
            raise msgspec.ValidationError(f"Invalid enum value {acts!r} - at `$.{AS}`")
        command = msgspec.convert(plain, kind)
        if getattr(command, "seen", 0) is None:
            raise msgspec.ValidationError("Object missing required field `seen`")
        if isinstance(command, c.Move) and not isinstance(command.move, dict):
            raise msgspec.ValidationError("Expected `object` - at `$.move`")
    except (msgspec.ValidationError, RecursionError) as error:
        raise Refused(400, "page.error.garbage", reason=str(error)) from None
    return command, acts


def require_actor(acts: str) -> Actor:
    """Return the actor; raise `Refused` for a stranger or a shared phone without an open seat."""
    parts = web()
    if acts == "host":
        require_host()
        return HOST
    seat = parts.seat()
    if seat is None:
        key = "page.error.whose_hands" if parts.phone_seats() else "page.error.no_seat"
        raise Refused(403, key)
    return at_seat(seat)


def require_at_table() -> Actor:
    """Return the actor for the table: a seat, the players of a shared phone, or the host."""
    parts = web()
    if parts.phone_seats() and parts.seat() is None:
        return TABLE
    return require_actor("seat" if parts.phone_seats() else "host")


def actor_for(command: c.Command | TableCommand, acts: str) -> Actor:
    """Return the actor of a command; raise `Refused` if nobody here may give it.

    Only the host may give commands that this function does not list.
    """
    snapshot = web().snapshot()
    match command:
        case c.Move(move):
            return _mover(move) if acts == "seat" else require_actor(acts)
        case c.Undo():
            return _undo_actor(acts, last_mover(snapshot) if snapshot else None)
        case c.Redo():
            undone = last_undone(snapshot) if snapshot else None
            by = _undo_actor(acts, undone.by if undone else None)
            if undone is not None and undone.by != by and not web().hosts.is_host():
                raise Refused(403, "page.error.not_yours_to_redo")
            return by
        case c.Correct():
            return require_actor(acts)
        case c.ReportMisdeal(seat):
            return _mover({"seat": seat})
        case c.StopMatch(seat):
            return require_actor("host") if seat is None else _mover({"seat": seat})
        case Answer() | PutAway():
            return require_at_table()
        case c.Again() if snapshot is not None and snapshot.outcome is not None:
            return require_actor("host") if snapshot.lesson else require_at_table()
        case c.Again(seen) if begun_since(seen):
            return require_at_table()
        case Choose(question):
            return _question_actor(question)
    return require_actor("host")


def begun_since(seen: int | None) -> bool:
    """Whether the current match began after the match state `seen`."""
    snapshot = web().snapshot()
    return snapshot is not None and seen is not None and seen < snapshot.match


def needs_approval(command: c.Command | TableCommand, by: Actor) -> bool:
    """Whether another seat or the host must approve; raise an error if the move is not offered."""
    if by.seat is None:
        return False
    host, snapshot = web().hosts.is_host(), web().snapshot()
    match command:
        case c.Move(move):
            return _matching_offer(move, by.seat).typed is not None and not host
        case c.Undo():
            # Anybody may object to a proposal, too.
            if snapshot is None or not snapshot.can_undo or snapshot.proposal is not None:
                return False
            others = {*range(snapshot.seats)} - {by.seat}
            with_people = not others <= snapshot.players.levels.keys()  # They can approve.
            return with_people and last_mover(snapshot) != by and not host
        case c.Correct():
            return not host
    return False


def propose(command: c.Move | c.Undo | c.Correct, by: Actor, was: str = "") -> None:
    """Add a seat's command to the pending approvals, if it is possible now.

    For a correction, `was` is the card that it replaces.
    """
    parts, snapshot = web(), web().snapshot()
    if snapshot is None or not snapshot.is_current(command.seen):
        raise StaleMove("desk", Message("desk.stale"))
    if isinstance(command, c.Move):
        snapshot.game.rules.apply(snapshot.state, library.move(snapshot.game, command.move))
    assert by.seat is not None
    phone = parts.holders.hash_of(by.seat) or ""
    asked = Question(new_id("act"), by.seat, phone, command, was, counted=by.seat)
    parts.approvals.propose(asked, snapshot)
    parts.updates.touch()


def _mover(move: dict[str, Any]) -> Actor:
    """Return the seat that makes a move; raise `Refused` if this phone does not have the seat."""
    held = web().phone_seats()
    if held and "seat" in move:
        seat = move["seat"]
        if type(seat) is not int or seat not in held:
            raise Refused(403, "page.error.other_seat")
        return at_seat(seat)
    return require_actor("seat")


def _undo_actor(acts: str, did: Actor | None) -> Actor:
    """Return the actor who undoes or redoes a move; on a shared phone, the move's own seat."""
    if acts == "seat" and did and did.kind is By.SEAT and did.seat in web().phone_seats():
        return did
    return require_actor(acts)


def _question_actor(question: str) -> Actor:
    """Return the actor who answers a question: the seat that is asked, or a host."""
    parts = web()
    asked = (item for item in parts.table.status().questions if item.id == question)
    seat = next((question.chooser for question in asked), None)
    if seat is None:
        return require_at_table()
    if seat in parts.phone_seats():
        return at_seat(seat)
    if not parts.hosts.is_host():
        raise Refused(403, "page.error.other_seat" if parts.phone_seats() else "page.error.no_seat")
    return HOST


def _matching_offer(move: dict[str, Any], seat: int) -> Offer:
    """Return the offer that a seat's move accepts; raise an error if nobody made such an offer."""
    snapshot = web().snapshot()
    if snapshot is not None and snapshot.paused:
        raise MatchPaused
    offers = snapshot.open_offers.playable.items if snapshot else ()
    alike = [offer for offer in offers if offer.move == move.get("move")]
    ours = [offer for offer in alike if offer.by is not By.CLOCK and may_take(offer, seat)]
    for offer in ours:
        if offer.seat == move.get("seat"):
            return offer
    if any(offer.by is By.HOST and offer.seat == move.get("seat") for offer in alike):
        raise Refused(403, "page.error.not_host")
    if snapshot is not None and ("seat" in move or snapshot.proposal is not None):
        # If the rules refuse the move, they give the best reason. A move that the rules allow is
        # still refused here, because nobody offered it.
        read = library.move_or_answer(snapshot.game, move)
        check_answer(snapshot.proposal, read)
        if snapshot.proposal is None:
            snapshot.game.rules.apply(snapshot.state, read)
    raise IllegalMove("desk", Message("page.error.not_offered"))
