"""The virtual table's own acts: cards laid and turned, buttons pressed, faults switched."""

from __future__ import annotations

from typing import get_args

from flask import Blueprint, Response, jsonify, request

from referee.reports.hands import Button, Fault, VirtualAct
from referee.words import Voice
from webui.access.guard import Refused, body, locale
from webui.port import Virtual
from webui.routes.api import done
from webui.routes.pages import drawing
from webui.routes.speaking import actor
from webui.routes.web import web

simulation = Blueprint("simulation", __name__, url_prefix="/virtual")

ACTS: dict[str, type[VirtualAct]] = {str(a.__struct_config__.tag): a for a in get_args(VirtualAct)}


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


@simulation.post("/<name>")
def do(name: str) -> Response:
    """Do what hands do at the virtual table."""
    if name not in ACTS:
        raise Refused(404, "page.error.not_found")
    act = body(ACTS[name])
    match act:
        case Button(seat) if not 0 <= seat < web().table.seats:
            raise Refused(404, "page.error.no_such_seat")
        case Fault(switch) if switch not in virtual().scene().faults:
            raise Refused(404, "page.error.no_such_fault")
    virtual().do(act)
    return done()


@simulation.get("/tray")
def tray() -> Response:
    """Return the names of the cards that can be laid."""
    voice = Voice(locale())
    return jsonify([{"card": card, "label": voice.card(card)} for card in virtual().tray()])


@simulation.get("/console.png")
def console() -> Response:
    """Return the very picture that the console's display shows."""
    shown = virtual().console()
    if not shown.png:
        raise Refused(404, "page.error.not_found")
    return Response(shown.png, mimetype="image/png")


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
