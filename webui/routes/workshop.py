"""Set-up pages for the host: check what the camera sees, teach a deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response

from webui.access.forms import Form, Nothing, json_answer, read_body
from webui.access.guard import Refused
from webui.routes.api import done
from webui.routes.web import required, told_answer, web
from webui.workshop import Teaching, Workshop

workshop_pages = Blueprint("workbench", __name__, url_prefix="/workshop")

Short = Annotated[str, msgspec.Meta(max_length=200)]
Millimetres = Annotated[float, msgspec.Meta(ge=0, le=1000)]


class Begin(Form):
    """A deck to teach: its name, its cards, and the size of a card."""

    name: Short
    cards: Annotated[list[Short], msgspec.Meta(max_length=1000)]
    width_mm: Millimetres
    height_mm: Millimetres
    plays: Short | None = None


class Named(Form):
    """The name of a deck or of a card."""

    name: Short


class Choose(Form):
    """Whether matches use the taught deck."""

    own: bool


def _begin(teaching: Teaching, deck: Begin) -> None:
    size_mm = (deck.width_mm, deck.height_mm)
    teaching.begin(deck.name, tuple(deck.cards), size_mm, deck.plays)


# The body and the function of each action, by path.
ACTS: dict[str, tuple[type[Form], Callable[[Workshop, Any], None]]] = {
    "relight": (Nothing, lambda shop, _: shop.calibration.relight()),
    "mirror": (Nothing, lambda shop, _: shop.calibration.mirror()),
    "lens": (Nothing, lambda shop, _: shop.calibration.keep_lens()),
    "begin": (Begin, lambda shop, deck: _begin(shop.teaching, deck)),
    "resume": (Named, lambda shop, deck: shop.teaching.resume(deck.name)),
    "ask": (Named, lambda shop, card: shop.teaching.ask(card.name)),
    "skip": (Nothing, lambda shop, _: shop.teaching.skip()),
    "keep": (Nothing, lambda shop, _: shop.teaching.keep()),
    "whole": (Nothing, lambda shop, _: shop.teaching.whole()),
    "choose": (Choose, lambda shop, deck: shop.teaching.choose(deck.own)),
    "close": (Nothing, lambda shop, _: shop.teaching.close()),
}


def _workshop() -> Workshop:
    return required(web().workshop)


@workshop_pages.post("/<act>")
def run_action(act: str) -> Response:
    if act not in ACTS:
        raise Refused(404, "page.error.not_found")
    form, does = ACTS[act]
    does(_workshop(), read_body(form))
    return done()


# -- calibration -------------------------------------------------------------------------


@workshop_pages.get("/checks")
def checks() -> Response:
    """Return the checks of the camera's current view."""
    return told_answer(_workshop().calibration.checks())


# -- teaching ----------------------------------------------------------------------------


@workshop_pages.get("/lists")
def lists() -> Response:
    """Return the card lists, and the decks that were taught before."""
    teaching = _workshop().teaching
    return json_answer({"lists": teaching.lists(), "decks": teaching.decks()})


@workshop_pages.get("/lesson")
def lesson() -> Response:
    """Return the current lesson, or null if there is none."""
    return told_answer(_workshop().teaching.lesson())


@workshop_pages.get("/kept/<path:card>")
def card_picture(card: str) -> Response:
    """Return the picture that was saved for a card."""
    picture = required(_workshop().teaching.picture(card), "page.error.no_picture")
    return Response(picture, mimetype="image/png")
