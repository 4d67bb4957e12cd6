"""The pages of rules: one for each game and edition, for everybody."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as Redirect

from referee import library, rulebook, words
from referee.contract import BadOptions, Message
from referee.words import Voice
from webui.access.guard import Refused, locale
from webui.looks import PATHS, came_from
from webui.page.games import book, title
from webui.routes.web import web

rules = Blueprint("rules", __name__)

BACK = (*PATHS, "/history")  # where one goes back to


@rules.get("/rules")
def current() -> Redirect:
    """Lead to the rules of the match, or of the first game, or to the page that has a ``rule``.

    A browser keeps an anchor.
    """
    snapshot = web().table.desk.snapshot()
    game = snapshot.game if snapshot else library.game(library.names()[0])
    options = snapshot.options if snapshot else library.options(game)
    here = (game.name, getattr(options, "edition", None))
    rule = request.args.get("rule", "")
    found = rulebook.pages(rule)
    name, edition = here if here in found else (*found, here)[0]
    path = f"/rules/{name}/{edition}" if edition else f"/rules/{name}"
    return redirect(f"{path}?from={came_from(BACK)}" + (f"#{rule}" if found else ""))


@rules.get("/rules/<game>")
@rules.get("/rules/<game>/<edition>")
def page(game: str, edition: str | None = None) -> str | Redirect:
    """Return the rules of a game; of its usual edition where none is named."""
    try:
        played = library.game(game)
        if edition is None and library.editions(played):
            usual = library.options(played).edition
            return redirect(f"/rules/{game}/{usual}?from={came_from(BACK)}")
        sections = rulebook.rules(game, edition)
    except BadOptions:
        raise Refused(404, "page.error.not_found") from None
    return render_template(
        "rules.html",
        locale=locale(),
        title=title(game, locale()),
        edition=edition and words.say(Message(f"edition.{edition}"), locale()),
        voice=Voice(locale()),
        sections=sections,
        pages=book(locale()),
        here=request.path,
        back=came_from(BACK),
    )
