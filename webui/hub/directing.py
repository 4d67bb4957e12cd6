"""The requests of the director: event, rounds, results, tables and people."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from flask import Blueprint, Response, current_app, make_response, redirect, request
from werkzeug.wrappers import Response as Redirect

from referee import library
from referee.club.format import FormatError
from referee.contract import Message, Ranking
from referee.hub.director import Director
from referee.hub.projection import Decision
from referee.match.people.forgetting import new_mark
from referee.match.people.names import shortened
from webui.access.cookies import cookies
from webui.access.guard import Refused, form_pages, required, takes_picture
from webui.access.limits import client_key
from webui.access.names import SHOWN, clean_name
from webui.access.uploads import MOST_BYTES as PICTURE_BYTES
from webui.hub.site import find_match, page, say, site
from webui.page.people import backups_note
from webui.serving.addresses import phone_addresses

hub_directing = form_pages(Blueprint("hub_directing", __name__))

LIST_COMMAS = 2  # A line with this number of commas is a list of players, and no name.
MOST_ROUNDS = 1000  # As many as a format can have.


@hub_directing.get("/director")
def director() -> str | Redirect:
    """Return the page on which a browser gets the rights of a director.

    A browser that has just entered the code must have kept its cookie.
    """
    if "entered" in request.args:
        if not site().directors.is_host():
            raise Refused(409, "page.error.no_cookies")
        return redirect("/round", 303)
    return page("director", "/director")


@hub_directing.post("/director")
def become() -> Redirect:
    """Make this browser a director's if it posts the code that the hub prints when it starts."""
    directors = site().directors
    token = directors.guess(request.form.get("code", ""), client_key())
    answer = make_response(redirect("/director?entered", 303))
    cookies().keep(answer, token, lasts_s=None)
    return answer


@hub_directing.get("/tables")
def tables() -> str:
    """Return the club's tables and the code for a new table."""
    port = request.host.rpartition(":")[2] if ":" in request.host else "80"
    address, *others = phone_addresses(current_app.config.get("LISTENS", "127.0.0.1")) or ("",)
    return page(
        "tables",
        "/tables",
        tables=site().hub.tables(),
        code=site().hub.code(),
        address=f"{address}:{port}" if address else request.host,
        others=tuple(f"{other}:{port}" for other in others),
    )


@hub_directing.post("/tables/<table>/off")
def take_off(table: str) -> Redirect:
    """Remove a table from the club."""
    site().hub.take_off(table)
    return redirect("/tables", 303)


@hub_directing.post("/matches/<match>")
def decide(match: str) -> Redirect:
    """Store how the director counts a match: with a new ranking, as reported, or not at all."""
    counted = find_match(match).counted
    verdict, result = request.form.get("say", ""), counted.result
    if verdict == "places":
        left_early = bool(counted.table) and not result.places
        places = _read_places(len(result.players), result.game, left_early=left_early)
        decision = Decision(match, places=places)
    elif verdict == "this":
        decision = Decision(match, places=counted.places)
    elif verdict in ("struck", "table"):
        decision = Decision(match, counts=verdict == "table")
    else:
        raise Refused(400, "page.error.gone")
    site().hub.projection.decide(decision)
    return redirect("/round" if request.form.get("to") == "round" else f"/matches/{match}", 303)


def _read_places(seats: int, game: str, *, left_early: bool = False) -> Ranking:
    """Return the seats at each place, best place first, from the fields ``seat<n>``.

    After two who share place 1 comes place 3; people also write place 2. Raise `Refused` if a field
    is not a number, if a place is left out, or if players share a place though the game has no
    ties. If the game is installed here, its rules rank the players.
    """
    rules = library.game(game).rules if game in library.names() else None
    by_place: dict[int, list[int]] = {}
    for seat in range(seats):
        place = request.form.get(f"seat{seat}", "")
        if not place.isdecimal() or len(place) > 3:
            raise Refused(400, "club.no_places")
        by_place.setdefault(int(place), []).append(seat)
    places = tuple(tuple(by_place[place]) for place in sorted(by_place))
    shared = [place for place in by_place if len(by_place[place]) > 1]
    if shared and rules is not None and not (left_early or rules.ties):
        raise Refused(400, "club.places_shared", place=shared[0])
    counted = [1 + sum(map(len, places[:at])) for at in range(len(places))]
    if sorted(by_place) not in (counted, [*range(1, len(places) + 1)]):
        missing = next(place for place in range(1, seats + 1) if place not in by_place)
        raise Refused(400, "club.places_gap", place=missing)
    return places if rules is None else rules.shared(places)


# -- the event -----------------------------------------------------------------------------------


def _open() -> None:
    """Open an event. Raise `LookupError` for an unknown game or format."""
    title = clean_name(request.form.get("title", ""), 100)
    if not title:
        raise Refused(400, "hub.event.no_title")
    names, game = _names(), request.form.get("game", "")
    format_ = site().hub.formats()[request.form.get("format", "")]
    if isinstance(format_, FormatError):
        raise format_
    if game not in library.names():
        raise LookupError(game)
    site().hub.director.open(title, game, format_, names, _rounds())


# A director's changes of the event, by the last part of the form's address.
CHANGES: dict[str, Callable[[Director], object]] = {
    "open": lambda _: _open(),
    "comes": lambda director: director.add_players(_names()),
    "leaves": lambda director: director.remove_player(request.form.get("name", "")),
    "rounds": lambda director: director.set_rounds(_rounds() or 0),
    "draw": lambda director: director.draw(),
    "undraw": lambda director: director.take_back(),
    "late": lambda director: director.add_late(request.form.get("name", "")),
    "close": lambda director: director.close(closed=True, sure=request.form.get("sure") == "yes"),
    "reopen": lambda director: director.close(closed=False, sure=False),
}


@hub_directing.post("/event/<change>")
def change_event(change: str) -> Redirect:
    """Change the event."""
    required(CHANGES.get(change))(site().hub.director)
    return redirect("/round", 303)


def _rounds() -> int | None:
    """Return the number of rounds in a form, or None if that is empty."""
    given = request.form.get("rounds", "").strip()
    if not given:
        return None
    if not given.isdecimal() or not 0 < int(given[:9]) <= MOST_ROUNDS:
        raise Refused(400, "hub.event.bad_rounds", most=MOST_ROUNDS)
    return int(given)


@hub_directing.post("/round/<int:number>/<int:table>")
def enter(number: int, table: int) -> Redirect:
    """Store a result that the director enters for a drawn match that no table reported."""
    event = site().hub.events.current()
    drawn = event.pairings[-1].tables if event is not None and event.pairings else ()
    if event is None or number != len(event.pairings) or not 0 < table <= len(drawn):
        raise Refused(409, "page.error.gone")
    places = _read_places(len(drawn[table - 1]), event.game)
    site().hub.director.enter(table, places)
    return redirect("/round", 303)


@hub_directing.post("/players/forget")
def forget() -> str | Redirect:
    """Return the page that asks whether to forget a person or, once that is sure, do it."""
    key = request.form.get("key", "")
    hub, guest = site().hub, say(Message("players.guest", {"mark": new_mark()}))
    person = hub.people.person(key, guest)
    if request.form.get("sure") != "yes":
        return page("forget_sure", "/players", name=hub.people.all()[key], key=key)
    rest = backups_note(hub.forget(person))
    return page("forgotten", "/players", said=(say(rest), say(Message("hub.forget.tables"))))


@hub_directing.get("/codes")
def codes() -> str:
    """Return the page with which the director reads the result codes of an offline table."""
    keys = ("page.photo.too_large", "page.error.away")
    return page("codes", "/codes", words_={key: say(Message(key)) for key in keys})


@hub_directing.post("/codes/picture")
@takes_picture
def picture() -> Response:
    """Read the codes in a picture, and return what the hub says about them."""
    request.max_content_length = PICTURE_BYTES
    messages = [say(message) for message in site().hub.read(request.get_data(cache=False))]
    return Response(msgspec.json.encode({"said": messages}), mimetype="application/json")


def _names() -> list[str]:
    """Return the names in a form, which has one name per line. "Battaglia, Gabriele" is one name.

    Raises `Refused` for a line that looks like a list.
    """
    names = [*filter(None, map(clean_name, request.form.get("names", "").splitlines()))]
    for name in names:
        if name.count(",") >= LIST_COMMAS:
            raise Refused(400, "hub.event.one_a_line", name=shortened(name, SHOWN))
    return names
