"""Setting up a table: the camera's view checked, and a deck taught; for the host alone."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, jsonify

from referee.reports.workshop import CheckResult, LessonState
from referee.words import Voice
from webui.access.guard import Refused, body, locale
from webui.port import Teaching, Workshop
from webui.routes.api import done
from webui.routes.speaking import actor
from webui.routes.web import web

workbench = Blueprint("workbench", __name__, url_prefix="/workshop")

MARKS = {True: "yes", False: "no", None: "unmeasured"}
Short = Annotated[str, msgspec.Meta(max_length=200)]
Millimetres = Annotated[float, msgspec.Meta(ge=0, le=1000)]


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Begin(_Form):
    """A deck to teach: its name, its cards, and the size of one."""

    name: Short
    cards: Annotated[list[Short], msgspec.Meta(max_length=1000)]
    width_mm: Millimetres
    height_mm: Millimetres
    plays: Short | None = None


class Named(_Form):
    """A deck or a card, by its name."""

    name: Short


class Choose(_Form):
    """Whether matches are read by the deck taught."""

    own: bool


class _Nothing(_Form):
    pass


def _workshop() -> Workshop:
    found = web().workshop
    if found is None:
        raise Refused(404, "page.error.not_found")
    return found


def _teaching() -> Teaching:
    return _workshop().teaching


@workbench.before_request
def check() -> None:
    """Let only the host in."""
    actor("host")


# -- calibration -------------------------------------------------------------------------


@workbench.get("/checks")
def checks() -> Response:
    """Return the checks of the camera's view as it is now."""
    voice = Voice(locale())
    found = _workshop().calibration.checks()
    return jsonify(
        [{"name": one.name, "well": MARKS[one.well], "text": _said(voice, one)} for one in found]
    )


def _said(voice: Voice, check: CheckResult) -> str:
    """Return the sentence of a check, and on which of several mats."""
    said = voice.say(check.message)
    return f"{voice.say(check.where)} {said}" if check.where else said


@workbench.post("/relight")
def relight() -> Response:
    """Let the camera measure the light anew."""
    body(_Nothing)
    _workshop().calibration.relight()
    return done()


@workbench.post("/lens")
def keep_lens() -> Response:
    """Measure the lens and look through it from now on."""
    body(_Nothing)
    _workshop().calibration.keep_lens()
    return done()


# -- teaching ----------------------------------------------------------------------------


@workbench.get("/lists")
def lists() -> Response:
    """Return the lists of cards to choose from, and the decks begun before."""
    teaching = _teaching()
    return jsonify({"lists": msgspec.to_builtins(teaching.lists()), "decks": teaching.decks()})


@workbench.get("/lesson")
def lesson() -> Response:
    """Return the lesson that is on, or null."""
    return jsonify(_shown(Voice(locale()), _teaching().lesson()))


def _shown(voice: Voice, now: LessonState | None) -> dict[str, Any] | None:
    if now is None:
        return None
    back = voice.key("page.teach.back")
    kept = sum(1 for card in now.cards if card.picture is not None)
    return {
        "deck": now.deck,
        "cards": [
            {
                "card": card.card,
                "label": back if card.card == now.cards[-1].card else voice.card(card.card),
                "picture": card.picture,
            }
            for card in now.cards
        ],
        "asked": now.asked,
        "text": voice.say(now.message),
        "progress": voice.key("page.teach.progress", kept=kept, cards=len(now.cards)),
        "doubt": now.doubt,
        "trying": now.trying,
        "alike": None
        if now.alike is None
        else [
            voice.key("page.teach.pair", card=voice.card(a), other=voice.card(b))
            for a, b in now.alike
        ],
        "plays": now.plays,
        "chosen": now.chosen,
    }


@workbench.post("/begin")
def begin() -> Response:
    """Begin to teach a new deck."""
    wanted = body(Begin)
    size = (wanted.width_mm, wanted.height_mm)
    _teaching().begin(wanted.name, tuple(wanted.cards), size, wanted.plays)
    return done()


@workbench.post("/resume")
def resume() -> Response:
    """Go on with a deck begun before."""
    _teaching().resume(body(Named).name)
    return done()


@workbench.post("/ask")
def ask() -> Response:
    """Ask for a card, perhaps again."""
    _teaching().ask(body(Named).name)
    return done()


@workbench.post("/skip")
def skip() -> Response:
    """Leave out the card that is asked for."""
    body(_Nothing)
    _teaching().skip()
    return done()


@workbench.post("/keep")
def keep() -> Response:
    """Keep the picture in doubt all the same."""
    body(_Nothing)
    _teaching().keep()
    return done()


@workbench.post("/choose")
def choose() -> Response:
    """Read matches by the deck taught, or by the project's own."""
    _teaching().choose(body(Choose).own)
    return done()


@workbench.post("/close")
def close() -> Response:
    """End the lesson."""
    body(_Nothing)
    _teaching().close()
    return done()


@workbench.get("/kept/<path:card>")
def kept(card: str) -> Response:
    """Return what was kept of a card."""
    picture = _teaching().picture(card)
    if picture is None:
        raise Refused(404, "page.error.no_picture")
    return Response(picture, mimetype="image/png")
