"""The virtual table's own acts: cards laid and turned, buttons pressed, faults switched."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Blueprint, Response, jsonify, request

from referee.words import Voice
from webui.guard import Refused, body, locale
from webui.port import Virtual
from webui.routes.api import actor, done
from webui.routes.pages import drawing
from webui.routes.web import web

simulation = Blueprint("simulation", __name__, url_prefix="/virtual")

Millimetres = Annotated[float, msgspec.Meta(ge=-5000, le=5000)]
Degrees = Annotated[float, msgspec.Meta(ge=-3600, le=3600)]


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Place(_Form):
    """Where a card lies."""

    id: str
    x_mm: Millimetres
    y_mm: Millimetres
    turn_deg: Degrees = 0.0
    face_up: bool = True


class Card(_Form):
    """A card, by its id."""

    id: str


class Hold(_Form):
    """A card, and in whose hand it is to be."""

    id: str
    seat: int


class Show(_Form):
    """A card, and the zone where it is to lie face up."""

    id: str
    zone: str


class Zone(_Form):
    """A zone of the mat."""

    zone: str


class Along(_Form):
    """A grid, and by how many columns its cards are to go to the right."""

    zone: str
    columns: Annotated[int, msgspec.Meta(ge=-50, le=50)]


class Lay(_Form):
    """A card of the tray, by its name."""

    card: str
    face_up: bool = True


class Edge(_Form):
    """A button going down or up."""

    seat: int
    down: bool


class Turn(_Form):
    """The console's knob turned by some detents."""

    steps: Annotated[int, msgspec.Meta(ge=-50, le=50)]


class Push(_Form):
    """The console's knob going down or up."""

    down: bool


class Fault(_Form):
    """A fault to switch."""

    name: str
    on: bool


class _Nothing(_Form):
    pass


def virtual() -> Virtual:
    """Return the virtual table; raises `Refused` where the table is a real one."""
    found = web().virtual
    if found is None:
        raise Refused(404, "page.error.no_virtual")
    return found


@simulation.before_request
def check() -> None:
    """Only the host moves anything; cards' art and console are for everybody."""
    virtual()
    if request.method == "POST":
        actor("host")


@simulation.after_request
def show_all(answer: Response) -> Response:
    """Bring what was moved to every page that shows the virtual table."""
    if request.method == "POST" and answer.status_code == 200:
        web().hub.touch()
    return answer


@simulation.post("/place")
def place() -> Response:
    """Lay a card on the mat, or move it there."""
    card = body(Place)
    virtual().place(card.id, card.x_mm, card.y_mm, card.turn_deg, card.face_up)
    return done()


@simulation.post("/take")
def take() -> Response:
    """Take a card off the mat."""
    virtual().take(body(Card).id)
    return done()


@simulation.post("/hold")
def hold() -> Response:
    """Put a card, or the top of the pile, into a seat's hand."""
    wanted = body(Hold)
    virtual().hold(wanted.id, wanted.seat)
    return done()


@simulation.post("/back")
def put_back() -> Response:
    """Shuffle a card back into the pile."""
    virtual().put_back(body(Card).id)
    return done()


@simulation.post("/show")
def show() -> Response:
    """Lay a card face up in a zone."""
    wanted = body(Show)
    virtual().show(wanted.id, wanted.zone)
    return done()


@simulation.post("/along")
def along() -> Response:
    """Move all cards of a grid along."""
    wanted = body(Along)
    virtual().along(wanted.zone, wanted.columns)
    return done()


@simulation.post("/gather")
def gather() -> Response:
    """Take up all that lies face up in a zone."""
    virtual().gather(body(Zone).zone)
    return done()


@simulation.get("/tray")
def tray() -> Response:
    """Return the names of the cards that can be laid."""
    voice = Voice(locale())
    return jsonify([{"card": card, "label": voice.card(card)} for card in virtual().tray()])


@simulation.post("/lay")
def lay() -> Response:
    """Lay a card of the tray in the middle of the mat."""
    wanted = body(Lay)
    virtual().lay(wanted.card, wanted.face_up)
    return done()


@simulation.post("/clear")
def clear() -> Response:
    """Take all that lies on the mat back into the pile."""
    body(_Nothing)
    virtual().clear()
    return done()


@simulation.post("/deal")
def deal() -> Response:
    """Deal as the game wants."""
    body(_Nothing)
    virtual().deal()
    return done()


@simulation.post("/reveal")
def reveal() -> Response:
    """Lay all held cards face up on the mat, or turn up a draw card."""
    body(_Nothing)
    virtual().reveal()
    return done()


@simulation.post("/button")
def button() -> Response:
    """Press or release a button."""
    edge = body(Edge)
    if not 0 <= edge.seat < web().table.seats:
        raise Refused(404, "page.error.no_such_seat")
    virtual().button(edge.seat, edge.down)
    return done()


@simulation.post("/turn")
def turn() -> Response:
    """Turn the console's knob."""
    virtual().turn(body(Turn).steps)
    return done()


@simulation.post("/push")
def push() -> Response:
    """Push the console's knob, or let it go."""
    virtual().push(body(Push).down)
    return done()


@simulation.get("/console.png")
def console() -> Response:
    """Return the very picture that the console's display shows."""
    shown = virtual().console()
    if not shown.png:
        raise Refused(404, "page.error.not_found")
    return Response(shown.png, mimetype="image/png")


@simulation.post("/fault")
def fault() -> Response:
    """Switch a fault on or off."""
    wanted = body(Fault)
    if wanted.name not in virtual().scene().faults:
        raise Refused(404, "page.error.no_such_fault")
    virtual().fault(wanted.name, wanted.on)
    return done()


@simulation.get("/face/<path:card>.svg")
def face(card: str) -> Response:
    """Return a card's face."""
    try:
        return drawing(virtual().face_svg(card))
    except LookupError:
        raise Refused(404, "page.error.not_found") from None


@simulation.get("/back.svg")
def back() -> Response:
    """Return the cards' back."""
    return drawing(virtual().back_svg())


@simulation.get("/mat.svg")
def mat() -> Response:
    """Return the empty mat."""
    return drawing(virtual().mat_svg())
