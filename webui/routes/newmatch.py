"""The sheet of a new match: all games, and the form of the chosen one; only for hosts."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, render_template, request

from referee import library
from referee.actor import HOST
from referee.match.commands import LEVELS
from webui.access.forms import json_answer
from webui.access.guard import Refused, form_pages, locale
from webui.page.games import game_cards, option_picture, text_or
from webui.page.newmatch import LOT, WHO, NewMatch
from webui.routes.api import Begin, carry_out, last_choices
from webui.routes.web import required, web

new_match = form_pages(Blueprint("new_match", __name__, url_prefix="/new"))


@new_match.get("/")
def games() -> Response:
    """Return the choice of a game."""
    return _part("newgames", "page.match.which", company=request.args.get("company"))


@new_match.get("/<game>")
def form(game: str) -> Response:
    """Return the form of a game, with the last choices."""
    return _form(_chosen(game, request.args.to_dict()))


@new_match.post("/<game>")
def change(game: str) -> Response:
    """Return the form again after a change; its buttons `begin` the match."""
    given = request.form.to_dict()
    chosen = _chosen(game, given)
    if "begin" not in given:
        return _form(chosen)
    try:
        plain = chosen.command() | {"lesson": given["begin"] == "lesson"}
        command = msgspec.convert(plain | {"since": given.get("since")}, Begin, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise Refused(400, "page.error.garbage", reason=str(error)) from None
    return carry_out(command, HOST)


def _chosen(game: str, given: dict[str, str]) -> NewMatch:
    parts, now, voice = web(), web().snapshot(), web().voice()
    played = required(library.game(game) if game in library.names() else None)
    last, why = last_choices().get(game, {}), parts.table.no_bots(game)
    if now is not None and now.game.name == game:
        last = {"seats": now.seats, "options": library.to_plain(now.options)}
    return NewMatch(
        played,
        given,
        voice,
        now,
        parts.phones.people(),
        parts.table.seats,
        last,
        parts.table.desk.last_options().get(game, {}),
        voice.say(why) if why else "",
    )


def _form(chosen: NewMatch) -> Response:
    return _part(
        "newmatch",
        f"game.{chosen.game.name}",
        form=chosen,
        game=chosen.game.name,
        text=lambda key, otherwise="": text_or(key, otherwise, locale()),
        option_picture=option_picture,
        kind_of=lambda asks: asks.__struct_config__.tag,
    )


def _part(template: str, title: str, **values: Any) -> Response:
    more = {"LEVELS": LEVELS, "WHO": WHO, "LOT": LOT, "games": game_cards(locale())}
    html = render_template(f"parts/{template}.html", **more, **values)
    return json_answer({"title": text_or(title, title, locale()), "html": html})
