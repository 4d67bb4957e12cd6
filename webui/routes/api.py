"""What a page may do in the match: make a move, take one back, answer a question, begin anew."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from flask import Blueprint, Response, jsonify, request

from referee import library
from referee.actor import HOST, TABLE, Actor, at_seat
from referee.contract import AskCards, AskPlace, By, IllegalMove, Message, Offer
from referee.match.desk import MatchPaused, StaleMove
from webui.guard import Refused, body, locale
from webui.names import plain
from webui.page.games import games
from webui.page.rulings import last_by, undone_by
from webui.page.shown import concerns
from webui.routes.web import web
from webui.stream import with_clock

api = Blueprint("api", __name__, url_prefix="/api")

YEAR_S = 365 * 24 * 3600
PLAYERS = 3  # in a teach-in where no match was played before


class Form(msgspec.Struct, forbid_unknown_fields=True):
    """Base of what is posted."""


class Nothing(Form):
    """Nothing beside the path."""


class MakeMove(Form, rename={"acts": "as"}):
    """A move as plain data, and the state on which it was chosen."""

    move: dict[str, Any]
    seen: int
    acts: Literal["seat", "host"] = "seat"


class TakeBack(Form, rename={"acts": "as"}):
    """Undo the last move."""

    seen: int
    acts: Literal["seat", "host"] = "seat"


class Again(Form):
    """The match that ended, once more; or the one that a teach-in is for."""

    seen: int


class Answer(Form):
    """The table's word for one card of a question."""

    question: str
    item: str
    card: str | None


class Choose(Form):
    """The table's word for what cards mean, of several ways."""

    question: str
    way: str


class Switch(Form):
    """The table's buzzer and voice, on or off; None leaves it."""

    buzzer: bool | None = None
    voice: bool | None = None


Name = Annotated[str, msgspec.Meta(max_length=100)]


class Start(Form):
    """A new match, or its teach-in first; a seat with an empty name goes by its colour."""

    game: str
    seats: Annotated[int, msgspec.Meta(ge=0, le=99)]  # names are filled up to it
    names: Annotated[tuple[Name, ...], msgspec.Meta(max_length=12)] = ()
    options: dict[str, Any] = {}
    lesson: bool = False


def done(**values: Any) -> Response:
    """Return the answer to what was done."""
    return jsonify({"done": True, **values})


def actor(acts: str) -> Actor:
    """Return who acts; raises `Refused` for a stranger, and where nobody has a shared phone."""
    here = web()
    if acts == "host":
        if not here.hosts.here():
            raise Refused(403, "page.error.not_host")
        return HOST
    seat = here.seat()
    if seat is None:
        raise Refused(403, "page.error.whose_hands" if here.held() else "page.error.no_seat")
    return at_seat(seat)


def anybody() -> Actor:
    """Return who acts for the table: a seat, all who share a phone, or else the host."""
    here = web()
    if here.held() and here.seat() is None:
        return TABLE
    return actor("seat" if here.held() else "host")


# -- the match ---------------------------------------------------------------------------


@api.post("/move")
def move() -> Response:
    """Make a move: one's own seat's, or one that the table may make together.

    Cards typed in by a seat wait for a second seat or the host.
    """
    wanted = body(MakeMove)
    by = _mover(wanted.move) if wanted.acts == "seat" else actor(wanted.acts)
    _must_have_proof(wanted.move)
    if by.seat is not None:
        offer = _offered(wanted.move, by.seat)
        if _types_cards(offer) and not web().hosts.here():
            return _wait(by.seat, wanted.seen, wanted.move)
    snapshot = web().table.submit(wanted.move, seen=wanted.seen, by=by)
    return done(seq=snapshot.seq)


def _mover(move: dict[str, Any]) -> Actor:
    """Return which of this phone's seats makes a move; raises `Refused` for other phones'."""
    held = web().held()
    if held and "seat" in move:
        seat = move["seat"]
        if type(seat) is not int or seat not in held:
            raise Refused(403, "page.error.other_seat")
        return at_seat(seat)
    return actor("seat")


def _must_have_proof(move: dict[str, Any]) -> None:
    """Refuse a move that cites a picture that nobody has."""
    cited = move.get("proof", [])
    for id_ in cited if isinstance(cited, list) else ():
        if isinstance(id_, str) and web().table.proof(id_) is None:
            raise Refused(409, "page.error.no_such_proof")


def _offered(move: dict[str, Any], seat: int) -> Offer:
    """Return what a seat takes up; raises for what is the clock's, the host's, or no rule's."""
    snapshot = web().table.desk.snapshot()
    if snapshot is not None and snapshot.paused:
        raise MatchPaused
    offers = snapshot.offers.items if snapshot else ()
    alike = [offer for offer in offers if offer.move == move.get("move")]
    ours = [offer for offer in alike if offer.by is not By.CLOCK and concerns(offer, seat)]
    for offer in ours:
        if offer.seat == move.get("seat"):
            return offer
    if any(offer.by is By.HOST and offer.seat == move.get("seat") for offer in alike):
        raise Refused(403, "page.error.not_host")
    if snapshot is not None and "seat" in move:
        # The rules know best why not; what they would allow is still not offered.
        snapshot.game.apply(snapshot.state, library.move(snapshot.game, move))
    raise IllegalMove("desk", Message("page.error.not_offered"))


def _types_cards(offer: Offer) -> bool:
    """Tell whether an offer takes from a seat what is else read by the camera."""
    asks_cards = any(isinstance(ask, AskCards | AskPlace) for ask in offer.ask)
    return offer.by is not By.SEAT and asks_cards


def _wait(seat: int, seen: int, move: dict[str, Any] | None) -> Response:
    """Let a seat's act wait for somebody's yes, if it could be done now."""
    here = web()
    snapshot = here.table.desk.snapshot()
    if snapshot is None or snapshot.seq != seen:
        raise StaleMove("desk", Message("desk.stale"))
    if move is not None:
        snapshot.game.apply(snapshot.state, library.move(snapshot.game, move))
    here.consent.propose(seat, seen, move)
    here.hub.touch()
    return done(seq=seen, waits=True)


def _whose(acts: str, did: Actor | None) -> Actor:
    """Return who takes back, or makes again, what somebody `did`: on a shared phone, they."""
    if acts == "seat" and did is not None and did.seat in web().held():
        return did
    return actor(acts)


@api.post("/undo")
def undo() -> Response:
    """Take the last move back: one's own at once, another's once a second seat agrees."""
    wanted = body(TakeBack)
    here = web()
    snapshot = here.table.desk.snapshot()
    by = _whose(wanted.acts, last_by(snapshot) if snapshot else None)
    theirs = snapshot is not None and snapshot.can_undo and last_by(snapshot) != by
    if by.seat is not None and theirs and not here.hosts.here():
        return _wait(by.seat, wanted.seen, None)
    return done(seq=here.table.undo(seen=wanted.seen, by=by).seq)


@api.post("/redo")
def redo() -> Response:
    """Make again what was taken back last: for who took it back, and for the host."""
    wanted = body(TakeBack)
    here = web()
    snapshot = here.table.desk.snapshot()
    undone = undone_by(snapshot) if snapshot else None
    by = _whose(wanted.acts, undone[1] if undone else None)
    if undone is not None and undone[1] != by and not here.hosts.here():
        raise Refused(403, "page.error.not_yours_to_redo")
    return done(seq=here.table.redo(seen=wanted.seen, by=by).seq)


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


@api.post("/way")
def way() -> Response:
    """Take the word of the seat that is asked, or of a host, on what cards mean."""
    wanted = body(Choose)
    here = web()
    asked = here.table.status().question
    seat = asked.seat if asked is not None and asked.id == wanted.question else None
    if seat is not None and seat in here.held():
        by = at_seat(seat)
    elif seat is not None and not here.hosts.here():
        raise Refused(403, "page.error.other_seat" if here.held() else "page.error.no_seat")
    else:
        by = HOST if seat is not None else anybody()
    here.table.choose(wanted.question, wanted.way, by)
    return done()


@api.post("/match")
def start() -> Response:
    """Begin a new match; for the host."""
    wanted = body(Start)
    by = actor("host")
    here = web()
    names = [plain(name) for name in wanted.names][: wanted.seats]
    named = any(names) and [*names, *[""] * (wanted.seats - len(names))]
    here.table.start(wanted.game, wanted.options, named or wanted.seats, by, wanted.lesson)
    if not wanted.lesson:  # its names are kept with the match that follows
        here.holders.used.remember(names)
    here.hub.touch()
    return done()


@api.post("/again")
def again() -> Response:
    """Begin the match that ended once more, or the one that a teach-in is for; for the host."""
    wanted = body(Again)
    here, by, names = web(), actor("host"), _names()
    snapshot = here.table.desk.again(wanted.seen, by)
    here.holders.used.remember(names)
    return done(seq=snapshot.seq)


@api.post("/lesson")
def lesson() -> Response:
    """Begin the teach-in of the match that is on, or of the first game; for the host."""
    body(Nothing)
    by, here = actor("host"), web()
    return done(seq=here.table.desk.teach(min(PLAYERS, here.table.seats), by, _names()).seq)


def _names() -> list[str]:
    """Return what all seats of the match are called by now; nothing where none has a name."""
    here = web()
    match = here.table.desk.snapshot()
    given = {**dict(enumerate(match.names)), **here.holders.names} if match else {}
    names = [given.get(seat, "") for seat in range(here.seats)]
    return names if any(names) else []


@api.post("/sound")
def sound() -> Response:
    """Switch what sounds at the table; for the host."""
    wanted = body(Switch)
    actor("host")
    web().table.set_sound(wanted.buzzer, wanted.voice)
    return done()


@api.post("/pause")
def pause() -> Response:
    """Stop the match; for the host."""
    body(Nothing)
    return done(seq=web().table.pause(actor("host")).seq)


@api.post("/resume")
def resume() -> Response:
    """Go on with a paused match; for the host."""
    body(Nothing)
    return done(seq=web().table.resume(actor("host")).seq)


@api.get("/games")
def form() -> Response:
    """Return what a new match may be."""
    return jsonify(games(locale(), web().table.desk.ended()))


@api.get("/state")
def state() -> Response:
    """Return the page's state once, for programs that follow no stream."""
    here = web()
    if here.consent.expired():
        here.hub.touch()
    viewer = here.viewer(request.args.get("view", "phone"))
    return Response(with_clock(here.board.json(viewer)), mimetype="application/json")
