"""The pages of the hub. Everybody may read them, but only the director may change anything."""

from __future__ import annotations

import hashlib
import time
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Redirect

from referee import library
from referee.club.format import Format
from referee.club.wording import say_format
from referee.hub.cache import ResultCache
from referee.hub.event_log import Event
from referee.hub.rounds import table_state
from referee.match.people.names import MOST
from webui.access.forms import Form, read_body
from webui.access.guard import Refused, locale
from webui.access.limits import client_key
from webui.access.names import clean_name
from webui.hub.site import find_match, page, say, site
from webui.page.games import game_title

hub_pages = Blueprint("hub_pages", __name__)

PAGES = ("/", "/standings", "/round", "/matches", "/players", "/tables", "/codes", "/director")
LEADERS = 20  # Maximum number of lines of the standings on the wall.
MOST_MATCHES = 200  # The page shows at most this many matches, the newest ones.
MANY_TABLES = 24  # With more tables, requests within `SHARED_S` get the same answer.
SHARED_S = 0.5  # Seconds; a hundred phones ask every second, and 200 tables take 20 ms to render.


class JoinRequest(Form):
    """A table's request to join. `table` and `key` come from an earlier membership."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST)]
    table: Annotated[str, msgspec.Meta(max_length=40)] = ""
    key: Annotated[str, msgspec.Meta(max_length=64)] = ""


# -- for everybody -----------------------------------------------------------------------------


@hub_pages.get("/")
def wall() -> str | Redirect:
    """Return the wall: a page for a projector that shows all tables live.

    A director of a hub without tables gets the page with the code that lets a table join.
    """
    result = site()
    if result.directors.is_host() and not result.hub.tables():
        return redirect("/tables", 303)
    return page("wall", "/", **_wall_data())


@hub_pages.get("/wall")
def tiles() -> Response:
    """Return the wall's tiles, or status 304 if they have not changed."""
    shown = _wall_data()
    made = site().walls.setdefault(locale(), ResultCache())
    many = len(shown["tables"]) > MANY_TABLES
    at = int(time.monotonic() / SHARED_S) if many else object()
    shown_tiles, tag = made.get(at, lambda: _tiles(shown))
    answer = make_response(shown_tiles)
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "no-cache"
    answer.make_conditional(request)
    return answer


def _tiles(shown: dict[str, Any]) -> tuple[str, str]:
    html = render_template("hub/tiles.html", **shown)
    return html, _digest(html.encode())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _wall_data() -> dict[str, Any]:
    hub = site().hub
    event = hub.events.current()
    lines = hub.events.leaders(event)[:LEADERS] if event is not None and event.pairings else ()
    now_s = time.monotonic()
    return {"tables": hub.tables(), "event": event, "lines": lines, "now_s": now_s}


@hub_pages.get("/standings")
def standings() -> str:
    """Return the standings of the event, with the calculation of each sum."""
    events = site().hub.events
    event = events.current()
    lines = () if event is None else events.standings(event)
    return page("standings", "/standings", event=event, lines=lines)


@hub_pages.get("/round")
def round_() -> str:
    """Return the event and its rounds. The director draws new rounds on this page."""
    hub = site().hub
    event, shown, formats_ = hub.events.current(), hub.shown(), hub.formats()
    formats = {
        name: say_format(name, format_, locale())
        for name, format_ in formats_.items()
        if isinstance(format_, Format)
    }
    broken = [say(bad.message) for bad in formats_.values() if not isinstance(bad, Format)]
    games = {name: game_title(name, locale()) for name in library.names()}
    return page(
        "round",
        "/round",
        event=event,
        events=hub.events,
        shown=shown,
        formats=formats,
        broken=broken,
        games=games,
        news=_news(event),
    )


@hub_pages.get("/round/news")
def news() -> Response:
    """Return a text that changes with the event, so that an open page notices it."""
    return Response(_news(site().hub.events.current()), mimetype="text/plain")


def _news(event: Event | None) -> str:
    """Return a digest of the round's page."""
    if event is None:
        return ""
    hub = site().hub
    shown, name_of = hub.shown(), hub.projection.name_of
    tables = [
        (table, table_state(table, shown), name_of(table.at))
        for table in hub.events.drawn_tables(event)
    ]
    plain = msgspec.to_builtins((event, tables), str_keys=True, order="deterministic")
    return _digest(msgspec.json.encode(plain))


@hub_pages.get("/matches")
def matches() -> str:
    """Return the matches that tables reported, newest first, and how each of them counts."""
    all_ = [*site().hub.projection.lines().values()]
    newest = all_[: -MOST_MATCHES - 1 : -1]
    return page("matches", "/matches", matches=newest, more=len(all_) > MOST_MATCHES)


@hub_pages.get("/matches/<match>")
def match(match: str) -> str:
    """Return one match. The director can change on this page how the match counts."""
    return page("match", "/matches", one=find_match(match))


@hub_pages.get("/players")
def players() -> str:
    """Return the club's players and their ratings, for each game.

    The director can forget a person on this page.
    """
    people = site().hub.people
    known = people.all() if site().directors.is_host() else {}
    return page("players", "/players", people=people, known=known)


# -- for tables ----------------------------------------------------------------------------------


@hub_pages.post("/api/join")
def join() -> Response:
    """Let a table join with the code on the director's page."""
    hub_site, asked, client = site(), read_body(JoinRequest), client_key()
    hub_site.guesses.check(client, "page.error.too_many_guesses")
    name = clean_name(asked.name) or "–"
    joined = hub_site.hub.join(asked.code, name, asked.table, asked.key)
    if joined is None:
        raise Refused(403, "page.error.wrong_code")
    hub_site.guesses.refund(client)  # Only wrong codes count.
    return Response(msgspec.json.encode(joined), mimetype="application/json")
