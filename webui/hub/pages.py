"""The pages of the hub. Everybody may read them, but only the director may change anything."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from typing import Annotated, Any, cast

import msgspec
from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
)
from werkzeug.wrappers import Response as Redirect

from referee import words
from referee.club.format import Format
from referee.club.wording import say_format, say_sum, say_title
from referee.contract import Message
from referee.words import number
from webui.access.guard import Form, Refused, locale, read_body, takes_form, takes_picture
from webui.access.hosts import Hosts
from webui.access.limits import RateLimit
from webui.access.names import MOST_NAME, clean_name
from webui.access.place_form import read_places
from webui.access.uploads import MOST_BYTES as PICTURE_BYTES
from webui.hub.cache import ResultCache
from webui.hub.port import Hub, Joined, Match
from webui.page.games import game_title
from webui.serving.serve import phone_address

hub = Blueprint("hub", __name__)

PAGES = ("/", "/standings", "/round", "/matches", "/players", "/tables", "/codes", "/director")
LEADERS = 20  # Maximum number of lines of the standings on the wall.
MOST_MATCHES = 200  # The page shows at most this many matches, the newest ones.
MANY_TABLES = 24  # With more tables, requests within `SHARED_S` get the same answer.
SHARED_S = 0.5  # Seconds; a hundred phones ask every second, and 200 tables take 20 ms to render.
GUESSES, WINDOW_S = 10, 60.0  # Number of guesses at the join code for each address and window.


@dataclass
class HubSite:
    """The objects that the pages need: the hub, its directors, and the limit on guesses."""

    hub: Hub
    directors: Hosts
    guesses: RateLimit
    walls: dict[str, ResultCache[object, tuple[str, str]]] = field(
        default_factory=dict
    )  # One cache for each language.


class JoinRequest(Form):
    """A table's request to join. `table` and `key` come from an earlier membership."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]
    table: Annotated[str, msgspec.Meta(max_length=40)] = ""
    key: Annotated[str, msgspec.Meta(max_length=64)] = ""


def site() -> HubSite:
    """Return the `HubSite` of this application."""
    return cast(HubSite, current_app.extensions["club"])


def install(app: Flask, found: HubSite) -> None:
    """Add the hub's pages to an application, and the functions that its templates use."""
    app.extensions["club"] = found
    app.register_blueprint(hub)
    app.jinja_env.globals.update(
        say=_say,
        symbol=lambda seat: words.SYMBOLS[seat % len(words.SYMBOLS)],
        title_of=lambda game: game_title(game, locale()),
        number=lambda value: number(round(value, 1), locale()),
        sum_of=lambda one: say_sum(one, locale()),
        head_of=lambda one: say_title(one, locale()),
    )


def _page(template: str, page: str, **more: object) -> str:
    found = site()
    return render_template(
        f"hub/{template}.html",
        locale=locale(),
        club=found.hub.club,
        page=page,
        director=found.directors.is_host(),
        languages=tuple((tag, words.language(tag)) for tag in words.locales()),
        **more,
    )


def _say(message: Message) -> str:
    return words.say(message, locale())


# -- for everybody -----------------------------------------------------------------------------


@hub.get("/")
def wall() -> str:
    """Return the wall: a page for a projector that shows all tables live."""
    return _page("wall", "/", **_wall_data())


@hub.get("/wall")
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
    return found, hashlib.sha256(found.encode()).hexdigest()[:16]


def _wall_data() -> dict[str, Any]:
    found = site().hub
    event = found.event()
    lines = found.leaders()[:LEADERS] if event is not None and event.rounds else ()
    return {
        "tables": found.wall(),
        "event": event,
        "lines": lines,
    }


@hub.get("/standings")
def standings() -> str:
    """Return the standings of the event, with the calculation of each sum."""
    found = site().hub
    lines = found.standings()
    return _page(
        "standings",
        "/standings",
        event=found.event(),
        lines=lines,
    )


@hub.get("/round")
def round_() -> str:
    """Return the event and its rounds. The director draws new rounds on this page."""
    found = site().hub
    formats = {
        name: say_format(name, one, locale())
        for name, one in found.formats().items()
        if isinstance(one, Format)
    }
    broken = [_say(one.message) for one in found.formats().values() if not isinstance(one, Format)]
    games = {name: game_title(name, locale()) for name in found.games()}
    return _page(
        "round", "/round", event=found.event(), formats=formats, broken=broken, games=games
    )


@hub.get("/matches")
def matches() -> str:
    """Return the matches that tables reported, newest first, and how each of them counts."""
    found = site().hub.matches()
    return _page(
        "matches", "/matches", matches=found[:MOST_MATCHES], more=len(found) > MOST_MATCHES
    )


@hub.get("/matches/<match>")
def match(match: str) -> str:
    """Return one match. The director can change on this page how the match counts."""
    return _page("match", "/matches", one=_find_match(match))


@hub.get("/players")
def players() -> str:
    """Return the club's players and their ratings, for each game."""
    found = site().hub.ratings()
    return _page("players", "/players", games=found)


# -- for the director -----------------------------------------------------------------------------


@hub.get("/director")
def director() -> str:
    """Return the page on which a browser gets the rights of a director."""
    return _page("director", "/director")


@hub.post("/director")
@takes_form
def become() -> Redirect:
    """Make this browser a director's if it posts the code that the hub prints when it starts."""
    found = site().directors
    token = found.guess(request.form.get("code", ""), request.remote_addr)
    answer = redirect("/round", 303)
    answer.set_cookie("host", token, httponly=True, samesite="Strict")
    return answer


@hub.get("/tables")
def tables() -> str:
    """Return the club's tables and the code for a new table."""
    _must_direct()
    port = request.host.rpartition(":")[2] if ":" in request.host else "80"
    address = phone_address(current_app.config.get("LISTENS", "127.0.0.1"))
    return _page(
        "tables",
        "/tables",
        tables=site().hub.wall(),
        code=site().hub.code(),
        address=f"{address}:{port}" if address else request.host,
    )


@hub.post("/tables/<table>/off")
@takes_form
def take_off(table: str) -> Redirect:
    """Remove a table from the club."""
    _must_direct()
    site().hub.take_off(table)
    return redirect("/tables", 303)


@hub.post("/matches/<match>")
@takes_form
def decide(match: str) -> Redirect:
    """Store how the director counts a match: with a new ranking, as reported, or not at all."""
    _must_direct()
    one = _find_match(match)
    say = request.form.get("say", "")
    if say == "places":
        site().hub.decide(match, read_places(len(one.counted.result.players)), counts=True)
    elif say in ("struck", "table"):
        site().hub.decide(match, (), counts=say == "table")
    else:
        raise Refused(400, "page.error.gone")
    return redirect(f"/matches/{match}", 303)


@hub.post("/event/<act>")
@takes_form
def act(act: str) -> Redirect:
    """Change the event: open, close or reopen it, add or remove players, or draw a round."""
    _must_direct()
    found, form = site().hub, request.form
    match act:
        case "open":
            name = clean_name(form.get("title", ""), 100)
            if not name:
                raise Refused(400, "hub.event.no_title")
            names = _names(form.get("names", ""))
            found.open(name, form.get("game", ""), form.get("format", ""), names)
        case "comes":
            found.add_players(_names(form.get("names", "")))
        case "leaves":
            found.remove_player(form.get("name", ""))
        case "draw":
            found.draw()
        case "close" | "reopen":
            found.close(closed=act == "close")
        case _:
            raise Refused(404, "page.error.not_found")
    return redirect("/round", 303)


@hub.post("/round/<int:number>/<int:table>")
@takes_form
def enter(number: int, table: int) -> Redirect:
    """Store a result that the director enters for a drawn match that no table reported."""
    _must_direct()
    event = site().hub.event()
    if event is None or number != len(event.rounds) or table not in event.waiting:
        raise Refused(409, "page.error.gone")
    players = event.rounds[-1].tables[table - 1]
    site().hub.enter(table, read_places(len(players)))
    return redirect("/round", 303)


@hub.get("/codes")
def codes() -> str:
    """Return the page with which the director reads the result codes of an offline table."""
    _must_direct()
    keys = ("page.photo.too_large", "page.error.away")
    return _page("codes", "/codes", words_={key: _say(Message(key)) for key in keys})


@hub.post("/codes/picture")
@takes_picture
def picture() -> Response:
    """Read the codes in a picture, and return what the hub says about them."""
    _must_direct()
    request.max_content_length = PICTURE_BYTES
    said = [_say(one) for one in site().hub.read(request.get_data(cache=False))]
    return Response(msgspec.json.encode({"said": said}), mimetype="application/json")


# -- for tables ----------------------------------------------------------------------------------


@hub.post("/api/join")
def join() -> Response:
    """Let a table join with the code on the director's page."""
    found, asked = site(), read_body(JoinRequest)
    wait_s = found.guesses.spend(request.remote_addr)
    if wait_s:
        raise Refused(429, "page.error.too_many_guesses", seconds=wait_s)
    name = clean_name(asked.name, MOST_NAME) or "–"
    joined: Joined | None = found.hub.join(asked.code, name, asked.table, asked.key)
    if joined is None:
        raise Refused(403, "page.error.wrong_code")
    return Response(msgspec.json.encode(joined), mimetype="application/json")


def _must_direct() -> None:
    if not site().directors.is_host():
        raise Refused(403, "hub.not_director")


def _find_match(match: str) -> Match:
    found = next((one for one in site().hub.matches() if one.match == match), None)
    if found is None:
        raise Refused(404, "page.error.not_found")
    return found


def _names(text: str) -> list[str]:
    """Return the names in a text that has one name per line or separates names with commas."""
    lines = text.replace(",", "\n").splitlines()
    return [name for name in (clean_name(line, MOST_NAME) for line in lines) if name]
