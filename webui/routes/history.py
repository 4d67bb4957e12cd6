"""Past matches, for those at the table: a list, each with all its rulings, and its match file."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from referee.contract import IllegalMove
from referee.match.history import Past, matches, past
from webui.guard import Refused, locale
from webui.page.history import lines, told
from webui.routes.pages import GAMING
from webui.routes.web import web

history = Blueprint("history", __name__, url_prefix="/history")

MANY = 20  # matches on a page: each is played again to be told
DIGITS = 15


@history.before_request
def _at_the_table() -> None:
    here = web()
    if here.seat() is None and not here.hosts.here():
        raise Refused(403, "page.error.no_seat")


@history.get("")
def page() -> str:
    """Return a page of past matches, newest first."""
    desk, language = web().table.desk, locale()
    given = request.args.get("before", "")
    found = matches(desk, MANY, _number(given) if given else None)
    shown = [(match, _past(match)) for match in found]
    return render_template(
        "history.html",
        locale=language,
        matches=[(match, told(one, language) if one else None) for match, one in shown],
        older=found[-1] if found and matches(desk, 1, found[-1]) else None,
        back=_back(),
    )


@history.get("/<match>")
def one(match: str) -> str:
    """Return a past match with every ruling."""
    found, language = past(web().table.desk, _number(match)), locale()
    return render_template(
        "past.html",
        locale=language,
        match=told(found, language),
        lines=lines(found, language),
        back=_back(),
    )


@history.get("/<match>.jsonl")
def match_file(match: str) -> Response:
    """Return a past match as a match file, to keep or to replay."""
    desk, number = web().table.desk, _number(match)
    past(desk, number)  # refuses one that goes on: who holds what is secret
    text = "".join(f"{line}\n" for line in desk.export(number))
    answer = Response(text, mimetype="application/jsonl")
    answer.headers["Content-Disposition"] = f'attachment; filename="match-{number}.jsonl"'
    return answer


def _past(match: int) -> Past | None:
    try:
        return past(web().table.desk, match)
    except IllegalMove:
        return None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS):
        raise Refused(404, "page.error.not_found")
    return int(text)


def _back() -> str:
    came = request.args.get("from", "")
    return came if came in GAMING else "/"
