"""Set-up pages for the host: check what the camera sees, teach a deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, make_response, render_template, request

from webui.access.forms import Form, Nothing, read_body
from webui.access.guard import required
from webui.routes.api import done
from webui.routes.web import web
from webui.workshop import Teaching, Workshop

workshop_pages = Blueprint("workbench", __name__, url_prefix="/workshop")

Short = Annotated[str, msgspec.Meta(max_length=200)]
SIZES_MM = ((63, 88), (59, 91), (57, 87), (44, 68), (44, 63), (70, 120))  # Usual cards.


class Begin(Form):
    """A deck to teach: its name, one of the lists of cards or else its `cards`, and their size."""

    name: Short
    list: Short
    cards: Annotated[str, msgspec.Meta(max_length=20_000)]
    size_mm: Annotated[str, msgspec.Meta(pattern=r"^\d{1,3}x\d{1,3}$")]


class Named(Form):
    """The name of a deck or of a card."""

    name: Short


class Choose(Form):
    """Whether matches use the taught deck."""

    own: bool


def _begin(teaching: Teaching, deck: Begin) -> None:
    known = next((listed for listed in teaching.lists() if listed.name == deck.list), None)
    cards = known.cards if known else tuple(deck.cards.replace(",", " ").replace(";", " ").split())
    width_mm, height_mm = map(float, deck.size_mm.split("x"))
    teaching.begin(deck.name, cards, (width_mm, height_mm), known.name if known else None)


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
    form, does = required(ACTS.get(act))
    does(_workshop(), read_body(form))
    return done()


@workshop_pages.get("/checks")
def checks() -> Response:
    """Return the checks of the camera's current view."""
    return _part("checks", checks=_workshop().calibration.checks())


@workshop_pages.get("/lesson")
def lesson() -> Response:
    """Return the current lesson or, if there is none, the form that begins one."""
    teaching = _workshop().teaching
    return _part("lesson", lesson=teaching.lesson(), teaching=teaching, sizes=SIZES_MM)


def _part(name: str, **values: Any) -> Response:
    """Return a part of a page, or status 304 if the browser has it already."""
    answer = make_response(render_template(f"parts/{name}.html", voice=web().voice(), **values))
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@workshop_pages.get("/kept/<path:card>")
def card_picture(card: str) -> Response:
    """Return the picture that was saved for a card."""
    picture = required(_workshop().teaching.picture(card), "page.error.no_picture")
    return Response(picture, mimetype="image/png")
