"""The pages of rules, one for each game and edition. Everybody may read them."""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple
from urllib.parse import quote

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Redirect

from referee import library, words
from referee.booklet import example, rulebook
from referee.contract import BadOptions, Message
from referee.words import Voice
from webui.access.guard import Refused, locale
from webui.page.games import game_summary, game_title, rule_pages
from webui.page.pictures import face_url
from webui.preferences import PATHS, came_from
from webui.routes.pages import drawing
from webui.routes.web import web

rules = Blueprint("rules", __name__)

# A page of rules also leads back to past matches, which lead back to the match.
PAST = re.compile(r"/history(/\d{1,15})?(\?from=/(table|virtual)?)?")
FEW = 2  # Up to this many cards stand next to their rule; more cards stand above it.


class Face(NamedTuple):
    """A card's name, and the address of its picture, which is empty if the deck has no drawings."""

    label: str
    picture: str


@rules.get("/rules")
def current() -> Redirect:
    """Redirect to the rules of the current match or of the first game.

    If the request names a ``rule``, the page with this rule opens. Browsers keep the anchor of the
    address.
    """
    snapshot = web().snapshot()
    game = snapshot.game if snapshot else library.game(library.names()[0])
    options = snapshot.options if snapshot else library.options(game)
    here = (game.name, getattr(options, "edition", None))
    rule = request.args.get("rule", "")
    result = rulebook.rule_pages(rule)
    name, edition = here if here in result else (*result, here)[0]
    anchor = f"#{rule}" if result else ""
    return redirect(f"{_path(name, edition)}?from={quote(_came())}{anchor}")


@rules.get("/rules/<game>")
@rules.get("/rules/<game>/<edition>")
def page(game: str, edition: str | None = None) -> str | Redirect:
    """Return the rules of a game. Without an edition, redirect to the usual one."""
    try:
        played = library.game(game)
        if edition is None and library.editions(played):
            usual = library.options(played).edition
            return redirect(f"{_path(game, usual)}?from={quote(_came())}")
        sections = rulebook.rules(game, edition)
    except BadOptions:
        raise Refused(404, "page.error.not_found") from None
    voice, face = Voice(locale()), partial(web().table.usual_face_svg, game, edition)

    def faces(cards: tuple[str, ...]) -> list[Face]:
        folder = _path(game, edition)
        return [Face(voice.card(card), face_url(face, card, folder)) for card in cards]

    return render_template(
        "rules.html",
        title=game_title(game, locale()),
        edition=edition and words.say(Message(f"edition.{edition}"), locale()),
        voice=voice,
        about=game_summary(game, locale()),
        deck=rulebook.deck_text(game, edition, voice),
        turn=example.example(game, edition),
        sections=sections,
        faces=faces,
        few=FEW,
        pages=rule_pages(locale()),
        here=request.path,
        back=_came(),
    )


@rules.get("/rules/<game>/face/<path:card>.svg")
@rules.get("/rules/<game>/<edition>/face/<path:card>.svg")
def face(game: str, card: str, edition: str | None = None) -> Response:
    """Return a card's face from the game's usual deck."""
    return drawing(lambda: web().table.usual_face_svg(game, edition, card))


def _came() -> str:
    """Return the page from which the user came."""
    came = request.args.get("from", "")
    return came if PAST.fullmatch(came) else came_from(PATHS)


def _path(game: str, edition: str | None) -> str:
    return f"/rules/{game}/{edition}" if edition else f"/rules/{game}"
