"""A new match: all games, the form of the chosen one, and its beginning; only for hosts."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, request

from referee import library
from referee.actor import HOST
from webui.access.guard import Refused, form_pages, locale, required
from webui.page.games import game_cards, option_picture, text_or
from webui.page.newmatch import LOT, NewMatch
from webui.routes.api import Begin, carry_out, last_choices
from webui.routes.web import require_host, web

new_match = form_pages(Blueprint("new_match", __name__, url_prefix="/new"))


def choice_of_games() -> dict[str, Any]:
    """Return what the choice of a game shows."""
    require_host()
    return {"games": game_cards(locale())}


def game_form() -> dict[str, Any]:
    """Return what the form of a game shows, with the last choices or those that it sent."""
    chosen = _chosen(request.values.get("game", ""), request.values.to_dict())
    return {
        **choice_of_games(),
        "form": chosen,
        "game": chosen.game.name,
        "text": lambda key, otherwise="": text_or(key, otherwise, locale()),
        "option_picture": option_picture,
        "kind_of": lambda asks: asks.__struct_config__.tag,
        "LOT": LOT,
    }


@new_match.post("/<game>")
def begin(game: str) -> Response:
    """Begin the match that the form describes, or its teach-in."""
    given = request.form.to_dict()
    try:
        plain = _chosen(game, given).command() | {"lesson": given.get("begin") == "lesson"}
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
