"""The sheets of the live pages: menus, lists and short forms, which match/drawn.js opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, render_template, request
from jinja2 import UndefinedError

from referee.match.commands import LEVELS
from webui.access.forms import json_answer
from webui.access.guard import Refused, form_pages, required
from webui.routes import corrections, newmatch
from webui.routes.web import require_host, web

sheets = form_pages(Blueprint("sheets", __name__, url_prefix="/sheet"))

# What each sheet shows besides the state.
SHEETS: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "back": corrections.moves_back,
    "correct": corrections.possible_cards,
    "host": lambda: {"code": _host_code()},
    "log": corrections.drawn_log,
    "newgames": newmatch.choice_of_games,
    "newmatch": newmatch.game_form,
    **dict.fromkeys(
        ("handover", "menu", "mine", "misdeal", "more", "name", "next", "says", "stop"), dict
    ),
}
ONCE = ("back", "correct", "newgames", "newmatch")  # No later state changes them.


@sheets.get("/<name>")
@sheets.post("/<name>")
def sheet(name: str) -> Response:
    """Return a sheet as HTML, as the viewer may see it now; empty if nothing of it is left.

    The form of a new match posts its fields, to be drawn again.
    """
    parts, view = web(), request.values.get("view", "phone")
    more = required(SHEETS.get(name))
    state = msgspec.json.decode(parts.states.json(parts.viewer(view)))
    you, yours = state["you"], state["yours"]
    here = [seat for seat in state["seats"] if not seat["out"]]
    values = {
        "state": state,
        "view": view,
        "asked": request.values,
        "host": parts.hosts.is_host(),
        "free": [seat for seat in here if not seat["held"]],
        "held": [seat for seat in here if seat["held"] and seat["seat"] not in yours],
        "speaker": you if you is not None or len(yours) != 1 else yours[0],
        "LEVELS": LEVELS,
        **more(),
    }
    try:
        html = render_template(f"sheets/{name}.html", **values)
    except UndefinedError:  # No page asks for a seat that is not there.
        raise Refused(404, "page.error.not_found") from None
    return json_answer({"html": html.strip(), "once": name in ONCE})


def _host_code() -> str:
    require_host()
    return web().hosts.code
