"""The pages of the hub. Everybody may read them, but only the director may change anything."""

from __future__ import annotations

import hashlib
import time
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, make_response, render_template, request

from referee.club.format import Format
from referee.club.wording import say_format
from referee.hub.cache import ResultCache
from referee.hub.messages import Joined
from referee.names import MOST
from webui.access.forms import Form, read_body
from webui.access.guard import Refused, locale
from webui.access.names import clean_name
from webui.hub.port import ClubEvent
from webui.hub.site import find_match, page, say, site
from webui.page.games import game_title

hub_pages = Blueprint("hub_pages", __name__)

PAGES = ("/", "/standings", "/round", "/matches", "/players", "/tables", "/codes", "/director")
LEADERS = 20  # Maximum number of lines of the standings on the wall.
MOST_MATCHES = 200  # The page shows at most this many matches, the newest ones.
MANY_TABLES = 24  # With more tables, requests within `SHARED_S` get the same answer.
SHARED_S = 0.5  # Seconds; a hundred phones ask every second, and 200 tables take 20 ms to render.
GUESSES, WINDOW_S = 10, 60.0  # Number of guesses at the join code for each address and window.


class JoinRequest(Form):
    """A table's request to join. `table` and `key` come from an earlier membership."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST)]
    table: Annotated[str, msgspec.Meta(max_length=40)] = ""
    key: Annotated[str, msgspec.Meta(max_length=64)] = ""


# -- for everybody -----------------------------------------------------------------------------


@hub_pages.get("/")
def wall() -> str:
    """Return the wall: a page for a projector that shows all tables live."""
    return page("wall", "/", **_wall_data())


@hub_pages.get("/wall")
def tiles() -> Response:
    """Return the wall's tiles, or status 304 if they have not changed."""
    shown = _wall_data()
    made = site().walls.setdefault(locale(), ResultCache())
    many = len(shown["tables"]) > MANY_TABLES
    found, tag = made.get(
        int(time.monotonic() / SHARED_S) if many else object(), lambda: _tiles(shown)
    )
    answer = make_response(found)
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "no-cache"
    answer.make_conditional(request)
    return answer


def _tiles(shown: dict[str, Any]) -> tuple[str, str]:
    found = render_template("hub/tiles.html", locale=locale(), **shown)
    return found, _digest(found.encode())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _wall_data() -> dict[str, Any]:
    found = site().hub
    event = found.event()
    lines = found.leaders()[:LEADERS] if event is not None and event.rounds else ()
    return {
        "tables": found.wall(),
        "event": event,
        "lines": lines,
    }


@hub_pages.get("/standings")
def standings() -> str:
    """Return the standings of the event, with the calculation of each sum."""
    found = site().hub
    lines = found.standings()
    return page(
        "standings",
        "/standings",
        event=found.event(),
        lines=lines,
    )


@hub_pages.get("/round")
def round_() -> str:
    """Return the event and its rounds. The director draws new rounds on this page."""
    found = site().hub
    formats = {
        name: say_format(name, one, locale())
        for name, one in found.formats().items()
        if isinstance(one, Format)
    }
    broken = [say(one.message) for one in found.formats().values() if not isinstance(one, Format)]
    games = {name: game_title(name, locale()) for name in found.games()}
    event = found.event()
    values = {"formats": formats, "broken": broken, "games": games, "news": _news(event)}
    return page("round", "/round", event=event, **values)


@hub_pages.get("/round/news")
def news() -> Response:
    """Return a text that changes with the event, so that an open page notices it."""
    return Response(_news(site().hub.event()), mimetype="text/plain")


def _news(event: ClubEvent | None) -> str:
    return _digest(msgspec.json.encode(event))


@hub_pages.get("/matches")
def matches() -> str:
    """Return the matches that tables reported, newest first, and how each of them counts."""
    found = site().hub.matches()
    return page("matches", "/matches", matches=found[:MOST_MATCHES], more=len(found) > MOST_MATCHES)


@hub_pages.get("/matches/<match>")
def match(match: str) -> str:
    """Return one match. The director can change on this page how the match counts."""
    return page("match", "/matches", one=find_match(match))


@hub_pages.get("/players")
def players() -> str:
    """Return the club's players and their ratings, for each game.

    The director can forget a person on this page.
    """
    hub, directs = site().hub, site().directors.is_host()
    known, asked = (hub.people(), hub.forget_requests()) if directs else ({}, ())
    return page("players", "/players", games=hub.ratings(), known=known, asked=asked)


# -- for tables ----------------------------------------------------------------------------------


@hub_pages.post("/api/join")
def join() -> Response:
    """Let a table join with the code on the director's page."""
    found, asked = site(), read_body(JoinRequest)
    wait_s = found.guesses.spend(request.remote_addr)
    if wait_s:
        raise Refused(429, "page.error.too_many_guesses", seconds=wait_s)
    name = clean_name(asked.name) or "–"
    joined: Joined | None = found.hub.join(asked.code, name, asked.table, asked.key)
    if joined is None:
        raise Refused(403, "page.error.wrong_code")
    return Response(msgspec.json.encode(joined), mimetype="application/json")
