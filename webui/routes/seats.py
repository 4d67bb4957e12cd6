"""Seats: take, leave, hand over and name them; answer approvals and dismiss notices."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Blueprint, Response, request

from referee.actor import at_seat
from referee.match.commands import HandOver, NamePlayer
from webui.access.approvals import Proposal, SeatRequest
from webui.access.guard import YEAR_S, Form, Refused, read_body
from webui.access.holders import hashed
from webui.access.hosts import credentials
from webui.access.names import clean_name
from webui.access.notices import NameQuestion, Note
from webui.routes.api import done
from webui.routes.commands import read_command, require_actor
from webui.routes.web import web

seats = Blueprint("seats", __name__, url_prefix="/api")


class Take(Form):
    """A seat to take, or to free as the host."""

    seat: int


class OwnSeat(Form):
    """One of the phone's own seats; None means the default."""

    seat: int | None = None


class Name(OwnSeat):
    """A name for the player of an own seat."""

    name: Annotated[str, msgspec.Meta(max_length=100)] = ""


class Sit(Form):
    """A new player's name; empty means no name."""

    id: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(max_length=100)] = ""


class Settle(Form):
    """The answer to an approval."""

    id: Annotated[str, msgspec.Meta(max_length=40)]
    yes: bool


@seats.post("/seat/take")
def take() -> Response:
    """Request a free seat for this phone; a host's phone gets it at once.

    The phone's token goes into a cookie that scripts cannot read.
    """
    here, seat = web(), read_body(Take).seat
    if not 0 <= seat < here.seats:
        raise Refused(404, "page.error.no_such_seat")
    host = here.hosts.is_host()
    token = here.approvals.request_seat(
        seat, here.token(), None if host else request.remote_addr or ""
    )
    if host:
        here.approvals.press(seat)
        here.hosts.note_phone(credentials().host, token)
    here.updates.touch()
    answer = done(seat=seat, waits=not host)
    answer.set_cookie("seat", token, max_age=YEAR_S, httponly=True, samesite="Strict")
    return answer


@seats.post("/seat/leave")
def leave() -> Response:
    """Free one or all of this phone's seats, and close an open view."""
    wanted = read_body(OwnSeat).seat
    here, token = web(), web().token()
    held = here.holders.seats_of(token) if wanted is None else (own_seat(wanted),)
    here.approvals.withdraw(token)
    for seat in held:
        here.phones.free(seat, at_seat(seat))
    here.shared_phones.close(hashed(token or ""))
    here.updates.touch()
    return _answer_after_leaving()


@seats.post("/seat/over")
def hand_over() -> Response:
    """Give a seat to another player, from its phone or as the host."""
    here, (wanted, _) = web(), read_command(HandOver)
    mine = wanted.seat in here.held()
    by = at_seat(wanted.seat) if mine else require_actor("host")
    code = here.hosts.code
    here.table.do(wanted, by)
    if mine:
        here.shared_phones.close(hashed(here.token() or ""))
    here.updates.touch()
    return _answer_after_leaving() if mine else _done_as_host(code)


def _done_as_host(code: str) -> Response:
    """Return the answer to a host, with the host's code if it has changed."""
    now = web().hosts.code
    return done() if now == code else done(code=now)


def _answer_after_leaving() -> Response:
    """Return the answer to a phone that left a seat; without seats it loses its cookie."""
    here, token = web(), web().token()
    answer = done()
    if not here.holders.seats_of(token):
        answer.delete_cookie("seat", httponly=True, samesite="Strict")
    return answer


@seats.post("/seat/hand")
def hand() -> Response:
    """Open one seat of a shared phone, or close the open one."""
    wanted = read_body(OwnSeat).seat
    here = web()
    if wanted is None:
        own_seat(None)
        here.shared_phones.close(hashed(here.token() or ""))
    else:
        here.shared_phones.open(own_seat(wanted))
    here.updates.touch()
    return done()


def own_seat(seat: int | None) -> int:
    """Return this seat if the phone has it, or any of its seats for None; raise `Refused`."""
    held = web().held()
    if not held:
        raise Refused(403, "page.error.no_seat")
    if seat is not None and seat not in held:
        raise Refused(403, "page.error.other_seat")
    return held[0] if seat is None else seat


@seats.post("/seat/name")
def name() -> Response:
    """Rename the player of one of this phone's seats."""
    here, wanted = web(), read_body(Name)
    seat = require_actor("seat").seat if wanted.seat is None else wanted.seat
    here.table.do(NamePlayer(own_seat(seat), wanted.name), at_seat(own_seat(seat)))
    here.updates.touch()
    return done()


@seats.post("/seat/sit")
def sit() -> Response:
    """Store the name that a new player gave."""
    here, wanted, token = web(), read_body(Sit), web().token()
    phone = hashed(token or "")
    asked = here.approvals.notices.dismiss(phone, wanted.id, NameQuestion)
    if asked is None or asked.seat not in here.held():
        raise Refused(409, "page.error.waits_no_longer")
    here.phones.answer(asked, clean_name(wanted.name))
    here.updates.touch()
    return done()


@seats.post("/seat/free")
def free() -> Response:
    """Free a seat whose phone is lost, for the host."""
    here, seat = web(), read_body(Take).seat
    by, code = require_actor("host"), here.hosts.code
    here.phones.free(seat, by)
    here.updates.touch()
    return _done_as_host(code)


@seats.post("/settle")
def settle() -> Response:
    """Answer an approval, withdraw a request of this phone, or dismiss a notice."""
    here, wanted = web(), read_body(Settle)
    asked = next((one for one in here.approvals.seat_requests() if one.id == wanted.id), None)
    acts = here.approvals.proposals(here.table.desk.snapshot())
    act = next((one for one in acts if one.id == wanted.id), None)
    if asked is not None:
        _answer_seat_request(asked, wanted.yes)
    elif act is not None:
        _answer_proposal(act, wanted.yes)
    elif not _dismiss(wanted.id):
        raise Refused(409, "page.error.waits_no_longer")
    here.updates.touch()
    return done()


def _answer_seat_request(asked: SeatRequest, yes: bool) -> None:
    """Answer a seat request as the host, or withdraw this phone's own."""
    here = web()
    if not here.hosts.is_host():
        if yes or asked.token != here.token():
            raise Refused(403, "page.error.not_host")
        here.approvals.withdraw(asked.token)
    elif not here.approvals.answer_seat_request(asked.id, yes):
        raise Refused(409, "page.error.waits_no_longer")  # answered just now


def _answer_proposal(act: Proposal, yes: bool) -> None:
    """Answer a proposal as the host or another phone, or withdraw an own one."""
    here = web()
    host, own = here.hosts.is_host(), act.seat in here.held()
    if not host and not here.held():
        raise Refused(403, "page.error.no_seat")
    if own and yes and not host:
        raise Refused(403, "page.error.second_seat")
    if own and not yes:
        here.approvals.take_proposal(act.id)  # withdrawn: no notice is needed
        return
    try:
        here.phones.settle(act.id, yes)
    except LookupError:
        raise Refused(409, "page.error.waits_no_longer") from None


def _dismiss(note: str) -> bool:
    """Dismiss a notice to this phone; return whether there was one."""
    shown, notices = credentials(), web().approvals.notices
    tokens = filter(None, (shown.seat, shown.host))
    return any(notices.dismiss(hashed(token), note, Note) is not None for token in tokens)
