"""Seats: taken with a press at the table or the host's yes, left, named, freed; and what waits."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Blueprint, Response, request

from referee.actor import at_seat
from webui.guard import Refused, body
from webui.routes.api import YEAR_S, Form, Nothing, actor, done
from webui.routes.web import web

seats = Blueprint("seats", __name__, url_prefix="/api")


class Take(Form):
    """Take a seat, or (as host) free it."""

    seat: int


class Name(Form):
    """Call the player of one's seat by a name."""

    name: Annotated[str, msgspec.Meta(max_length=100)]


class Settle(Form):
    """Say yes or no to what waits."""

    id: Annotated[str, msgspec.Meta(max_length=40)]
    yes: bool


@seats.post("/seat/take")
def take() -> Response:
    """Let this phone ask for a free seat; a host's phone sits down at once.

    Its token goes into a cookie that no script reads.
    """
    here, seat = web(), body(Take).seat
    if not 0 <= seat < here.seats:
        raise Refused(404, "page.error.no_such_seat")
    host = here.hosts.here()
    token = here.consent.ask_seat(seat, here.token(), None if host else request.remote_addr or "")
    if host:
        here.consent.press(seat)
    here.hub.touch()
    answer = done(seat=seat, waits=not host)
    answer.set_cookie("seat", token, max_age=YEAR_S, httponly=True, samesite="Strict")
    return answer


@seats.post("/seat/leave")
def leave() -> Response:
    """Free this phone's seat."""
    body(Nothing)
    here = web()
    here.consent.withdraw(here.token())
    seat = here.seat()
    if seat is not None:
        here.holders.free(seat)
    here.hub.touch()
    answer = done()
    answer.delete_cookie("seat", httponly=True, samesite="Strict")
    return answer


@seats.post("/seat/name")
def name() -> Response:
    """Call the player of this phone's seat by a name."""
    here, wanted = web(), body(Name).name
    actor("seat")
    here.holders.name(here.seat() or 0, wanted)
    here.hub.touch()
    return done()


@seats.post("/seat/free")
def free() -> Response:
    """Free a seat whose phone is lost; for the host."""
    here, seat = web(), body(Take).seat
    actor("host")
    here.holders.free(seat)
    here.hub.touch()
    return done()


@seats.post("/settle")
def settle() -> Response:
    """Say yes or no to what waits, or withdraw one's own request."""
    here, wanted = web(), body(Settle)
    host, seat = here.hosts.here(), here.seat()
    asked = next((one for one in here.consent.seats() if one.id == wanted.id), None)
    snapshot = here.table.desk.snapshot()
    acts = here.consent.acts(snapshot.seq if snapshot else None)
    act = next((one for one in acts if one.id == wanted.id), None)
    if asked is not None:
        own = asked.token == here.token()
        if not host and (wanted.yes or not own):
            raise Refused(403, "page.error.not_host")
        here.consent.seat(asked.id, wanted.yes)
    elif act is not None:
        if not host and seat is None:
            raise Refused(403, "page.error.no_seat")
        if not host and wanted.yes and seat == act.seat:
            raise Refused(403, "page.error.second_seat")
        act = here.consent.settle(act.id)
        if act is not None and wanted.yes:
            by = at_seat(act.seat)
            if act.move is None:
                here.table.undo(seen=act.seq, by=by)
            else:
                here.table.submit(act.move, seen=act.seq, by=by)
    else:
        raise Refused(409, "page.error.waits_no_longer")
    here.hub.touch()
    return done()
