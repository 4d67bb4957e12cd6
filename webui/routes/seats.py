"""Take, leave, hand over and name seats; answer approvals and dismiss notices."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Blueprint, Response

from referee.actor import at_seat
from referee.match.commands import HandOver, NamePlayer
from referee.match.people.players import PlaceGoesTo
from webui.access.cookies import cookies, require_cookies
from webui.access.forms import Form, OneSeat, read_body
from webui.access.guard import Refused
from webui.access.holders import hashed, new_token
from webui.access.limits import client_key
from webui.access.names import clean_name
from webui.access.seats.approvals import Question
from webui.access.seats.notices import NameQuestion, Note
from webui.routes.api import done, named, new_code
from webui.routes.commands import read_command, require_actor
from webui.routes.web import updates_pages, web

seats = updates_pages(Blueprint("seats", __name__, url_prefix="/api"))


class Take(OneSeat):
    """A seat to take. If another phone has it, `held` asks for it all the same."""

    held: bool = False


class OwnSeat(Form):
    """One of the seats of this phone. If it is None, the phone's first seat is meant."""

    seat: int | None = None


class Name(OwnSeat):
    """A new name for the player of one of this phone's seats."""

    name: Annotated[str, msgspec.Meta(max_length=100)] = ""


class Sit(Form):
    """The name of a player who sits down. An empty one means no name.

    `place` says who takes the place and the rating at the end, if somebody else played here before.
    """

    id: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(max_length=100)] = ""
    place: PlaceGoesTo = ""


class Settle(Form):
    """The answer to an approval."""

    id: Annotated[str, msgspec.Meta(max_length=40)]
    yes: bool


@seats.post("/seat/take")
def take() -> Response:
    """Request a seat for this phone. A host's phone gets the seat at once.

    A seat that another phone has moves here when that phone, the seat's button or a host agrees.

    The phone's token is stored in a cookie that scripts cannot read.
    """
    parts, wanted = web(), read_body(Take)
    seat = wanted.seat
    if not 0 <= seat < parts.seats:
        raise Refused(404, "page.error.no_such_seat")
    require_cookies()
    host = parts.hosts.is_host()
    token = parts.approvals.request_seat(
        seat, parts.token(), None if host else client_key() or "", held=wanted.held
    )
    if host:
        for seat_request in parts.approvals.seat_requests():
            if seat_request.seat == seat:
                parts.phones.answer(seat_request.id, yes=True)
    answer = done(seat=seat, waits=not host)
    cookies().keep(answer, token)
    return answer


@seats.post("/seat/next")
def play_next() -> Response:
    """Let this phone's player wait for a seat in the next match, under this name."""
    parts, name = web(), clean_name(read_body(Name).name)
    require_cookies()
    token = parts.token()
    if parts.phone_seats():
        raise Refused(409, "page.error.sits_already")
    if token is None or not parts.hosts.knows(token):
        token = new_token()
    parts.phones.players.limit_renaming(client_key() or "")
    parts.holders.wait(token, name, parts.presence.away())
    answer = done()
    cookies().keep(answer, token)
    return answer


@seats.post("/seat/leave")
def leave() -> Response:
    """Free one or all of this phone's seats, and close its open seat. Nobody on it waits then."""
    wanted = read_body(OwnSeat).seat
    parts, token = web(), web().token()
    own = parts.holders.places_by_hash(hashed(token or ""))
    held = own if wanted is None else (own_seat(wanted),)
    parts.approvals.withdraw(token)
    for seat in held:
        parts.phones.free(seat, at_seat(seat))
    parts.shared_phones.close(hashed(token or ""))
    return named()


@seats.post("/seat/over")
def hand_over() -> Response:
    """Give a seat to another player; its own phone or a host may do this."""
    parts, (wanted, _) = web(), read_command(HandOver)
    mine = wanted.seat in parts.phone_seats()
    by = at_seat(wanted.seat) if mine else require_actor("host")
    code = parts.hosts.code
    parts.table.do(wanted, by)
    if mine:
        parts.shared_phones.close(hashed(parts.token() or ""))
    return named() if mine else _done_as_host(code)


def _done_as_host(code: str) -> Response:
    """Return the answer to a host, who is told the host's code if it has changed."""
    now = web().hosts.code
    return named() if now == code else new_code()


@seats.post("/seat/hand")
def hand() -> Response:
    """Open a seat of a shared phone, or close the open one."""
    wanted = read_body(OwnSeat).seat
    parts = web()
    if wanted is None:
        own_seat(None)
        parts.shared_phones.close(hashed(parts.token() or ""))
    else:
        parts.shared_phones.open(own_seat(wanted))
    return done()


def own_seat(seat: int | None) -> int:
    """Return this seat of the phone. If it is None, return the phone's first seat.

    Raises `Refused` if the phone does not have the seat.
    """
    held = web().phone_seats()
    if not held:
        raise Refused(403, "page.error.no_seat")
    if seat is not None and seat not in held:
        raise Refused(403, "page.error.other_seat")
    return held[0] if seat is None else seat


@seats.post("/seat/name")
def name() -> Response:
    """Rename the player at one of this phone's seats."""
    parts, wanted = web(), read_body(Name)
    seat = require_actor("seat").seat if wanted.seat is None else wanted.seat
    parts.table.do(NamePlayer(own_seat(seat), wanted.name), at_seat(own_seat(seat)))
    return named()


@seats.post("/seat/sit")
def sit() -> Response:
    """Store the name that a new player has chosen."""
    parts, wanted, token = web(), read_body(Sit), web().token()
    phone, name = hashed(token or ""), clean_name(wanted.name)
    asked = parts.approvals.notices.dismiss(phone, wanted.id, NameQuestion)
    if asked is None or asked.seat not in parts.phone_seats():
        raise Refused(409, "page.error.waits_no_longer")
    parts.phones.players.answer(asked, name, wanted.place)
    return named()


@seats.post("/seat/free")
def free() -> Response:
    """Free a seat whose phone is lost; only a host may do this."""
    parts, seat = web(), read_body(OneSeat).seat
    by, code = require_actor("host"), parts.hosts.code
    parts.phones.free(seat, by)
    return _done_as_host(code)


@seats.post("/settle")
def settle() -> Response:
    """Answer a question, withdraw what this phone asks, or dismiss a notice."""
    parts, wanted = web(), read_body(Settle)
    phone, asked = hashed(parts.token() or ""), parts.approvals.open(parts.snapshot())
    question = next((question for question in asked if question.id == wanted.id), None)
    if question is not None:
        _answer(question, phone, wanted.yes)
    elif parts.approvals.notices.dismiss(phone, wanted.id, Note) is None:
        raise Refused(409, "page.error.waits_no_longer")
    return done()


def _answer(asked: Question, phone: str, yes: bool) -> None:
    """Pass on an answer of this phone or host. A phone may only withdraw what it asks itself."""
    parts, own, has_seat = web(), asked.phone == phone, asked.holder == phone
    agrees = asked.command is not None and bool(parts.phone_seats()) and not own
    if own and not yes:
        parts.approvals.take(asked.id, parts.snapshot())
    elif agrees or has_seat or parts.hosts.is_host():
        try:
            parts.phones.answer(asked.id, yes, own=has_seat)
        except LookupError:  # Another person has just answered.
            raise Refused(409, "page.error.waits_no_longer") from None
    elif asked.command is None:
        raise Refused(403, "page.error.not_host")
    else:
        raise Refused(403, "page.error.second_seat" if own else "page.error.no_seat")
