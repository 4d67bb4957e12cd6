"""What a page may do: take a seat, make a move, answer a question, and what the host does."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from flask import Blueprint, Response, jsonify, request

from referee import library
from referee.actor import HOST, Actor, at_seat
from referee.contract import By, IllegalMove, Message
from webui.guard import Refused, body, locale
from webui.page.games import games
from webui.page.shown import concerns
from webui.routes.web import web
from webui.stream import with_clock

api = Blueprint("api", __name__, url_prefix="/api")

YEAR_S = 365 * 24 * 3600


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Take(_Form):
    """Take a seat, or (as host) free it."""

    seat: int


class Name(_Form):
    """Call the player of one's seat by a name."""

    name: Annotated[str, msgspec.Meta(max_length=100)]


class MakeMove(_Form, rename={"acts": "as"}):
    """A move as plain data, and the state on which it was chosen."""

    move: dict[str, Any]
    seen: int
    acts: Literal["seat", "host"] = "seat"


class TakeBack(_Form, rename={"acts": "as"}):
    """Undo the last move."""

    seen: int
    acts: Literal["seat", "host"] = "seat"


class Answer(_Form):
    """The table's word for one card of a question."""

    question: str
    item: str
    card: str | None


class Start(_Form):
    """A new match."""

    game: str
    seats: int
    options: dict[str, Any] = {}


class Code(_Form):
    """The host's code."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class _Nothing(_Form):
    pass


def done(**values: Any) -> Response:
    """Return the answer to what was done."""
    return jsonify({"done": True, **values})


def actor(acts: str) -> Actor:
    """Return who acts; raises `Refused` for a stranger."""
    here = web()
    if acts == "host":
        if not here.hosts.here():
            raise Refused(403, "page.error.not_host")
        return HOST
    seat = here.seat()
    if seat is None:
        raise Refused(403, "page.error.no_seat")
    return at_seat(seat)


def anybody() -> Actor:
    """Return who acts for the table: a seat, or else the host."""
    return actor("seat" if web().seat() is not None else "host")


# -- seats -------------------------------------------------------------------------------


@api.post("/seat/take")
def take() -> Response:
    """Give a free seat to this phone; its token goes into a cookie that no script reads."""
    here, seat = web(), body(Take).seat
    if not 0 <= seat < here.seats:
        raise Refused(404, "page.error.no_such_seat")
    token = here.holders.take(seat, here.token())
    answer = done(seat=seat)
    answer.set_cookie("seat", token, max_age=YEAR_S, httponly=True, samesite="Strict")
    here.hub.touch()
    return answer


@api.post("/seat/leave")
def leave() -> Response:
    """Free this phone's seat."""
    body(_Nothing)
    here = web()
    seat = here.seat()
    if seat is not None:
        here.holders.free(seat)
        here.hub.touch()
    answer = done()
    answer.delete_cookie("seat", httponly=True, samesite="Strict")
    return answer


@api.post("/seat/name")
def name() -> Response:
    """Call the player of this phone's seat by a name."""
    here, wanted = web(), body(Name).name
    actor("seat")
    here.holders.name(here.seat() or 0, wanted)
    here.hub.touch()
    return done()


@api.post("/seat/free")
def free() -> Response:
    """Free a seat whose phone is lost; for the host."""
    here, seat = web(), body(Take).seat
    actor("host")
    here.holders.free(seat)
    here.hub.touch()
    return done()


# -- the match ---------------------------------------------------------------------------


@api.post("/move")
def move() -> Response:
    """Make a move: one's own seat's, or one that the table may make together."""
    wanted = body(MakeMove)
    by = actor(wanted.acts)
    if by != HOST:
        _must_be_ours(wanted.move)
    snapshot = web().table.submit(wanted.move, seen=wanted.seen, by=by)
    return done(seq=snapshot.seq)


def _must_be_ours(move: dict[str, Any]) -> None:
    """Refuse to act for another seat, for the clock or the host, or for what is not offered."""
    seat = web().seat()
    if "seat" in move and (type(move["seat"]) is not int or move["seat"] != seat):
        raise Refused(403, "page.error.other_seat")
    snapshot = web().table.desk.snapshot()
    offers = snapshot.offers.items if snapshot else ()
    alike = [offer for offer in offers if offer.move == move.get("move")]
    ours = [offer for offer in alike if offer.by is not By.CLOCK and concerns(offer, seat)]
    if any(offer.seat == move.get("seat") for offer in ours):
        return
    if any(offer.by is By.HOST and offer.seat == move.get("seat") for offer in alike):
        raise Refused(403, "page.error.not_host")
    if snapshot is not None and "seat" in move:
        # The rules know best why not; what they would allow is still not offered.
        snapshot.game.apply(snapshot.state, library.move(snapshot.game, move))
    raise IllegalMove("desk", Message("page.error.not_offered"))


@api.post("/undo")
def undo() -> Response:
    """Take the last move back, for the table."""
    wanted = body(TakeBack)
    snapshot = web().table.undo(seen=wanted.seen, by=actor(wanted.acts))
    return done(seq=snapshot.seq)


@api.post("/answer")
def answer() -> Response:
    """Take a person's word on one card of a question."""
    wanted = body(Answer)
    by = anybody()
    try:
        web().table.answer(wanted.question, wanted.item, wanted.card, by)
    except ValueError as error:
        if isinstance(getattr(error, "message", None), Message):
            raise
        raise Refused(409, "page.error.cannot_be") from error
    return done()


@api.post("/match")
def start() -> Response:
    """Begin a new match; for the host."""
    wanted = body(Start)
    by = actor("host")
    here = web()
    if wanted.seats > here.table.seats:
        raise Refused(409, "page.error.too_many_seats", count=here.table.seats)
    here.table.start(wanted.game, wanted.options, wanted.seats, by)
    return done()


@api.get("/games")
def form() -> Response:
    """Return what a new match may be."""
    return jsonify(games(locale(), web().table.desk.ended()))


@api.get("/state")
def state() -> Response:
    """Return the page's state once, for programs that follow no stream."""
    here = web()
    viewer = here.viewer(request.args.get("view", "phone"))
    return Response(with_clock(here.board.json(viewer)), mimetype="application/json")


# -- the host ----------------------------------------------------------------------------


@api.post("/host")
def become() -> Response:
    """Make this browser a host by the host's code."""
    here = web()
    here.hosts.guess(body(Code).code)
    answer = done()
    answer.set_cookie("host", here.hosts.token, max_age=YEAR_S, httponly=True, samesite="Strict")
    return answer
