"""The page of the table's club. A host joins and leaves the club on it."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirect

from referee import words
from referee.actor import HOST
from referee.club.results import UNMARKED
from referee.hub.messages import Seated
from referee.match.commands import Begin, NamePlayer
from referee.match.desk import Snapshot
from referee.match.people.names import player_key
from webui.access.guard import Refused, form_pages, locale, required
from webui.access.names import clean_name
from webui.access.seats.drawn import shown_names
from webui.page.games import game_title
from webui.page.pictures import code_svg
from webui.port import Club, ClubStatus
from webui.routes.web import web

club_pages = form_pages(Blueprint("club", __name__, url_prefix="/club"))


def _club() -> Club:
    return required(web().club)


def _status() -> ClubStatus:
    return required(_club().status())


@club_pages.get("")
def page() -> str:
    """Return the club's page, or status 404 if the table is not in a club."""
    standing = _status()
    seated, on = standing.round, _match_on()
    voice = web().voice()
    return render_template(
        "club.html",
        standing=standing,
        trouble="" if standing.trouble is None else voice.say(standing.trouble),
        game="" if seated is None else game_title(seated.game, locale()),
        leaves=on.match if on is not None and on.can_undo else 0,
        begun=seated is not None and _is_begun(_begin_of(seated), on),
        host=web().hosts.is_host(),
        seats=words.SYMBOLS,
        drawn=_drawn_seats(web().snapshot()),
    )


def _drawn_seats(on: Snapshot | None) -> dict[int, tuple[str, str]]:
    """Return each drawn player of the match by seat, and the name on their phone."""
    if on is None:
        return {}
    shown = shown_names(web().holders, on)
    result = ((seat, on.players.drawn_player(seat)) for seat in range(on.seats))
    return {seat: (name, shown.get(seat, name)) for seat, name in result if name}


@club_pages.get("/codes")
def codes() -> str:
    """Return the last evening's results as QR codes, which the hub reads."""
    _status()
    drawn = [Markup(code_svg(text).decode()) for text in _club().codes()]
    return render_template("club_codes.html", codes=drawn)


@club_pages.post("/join")
def join() -> Redirect:
    """Join a club with the code that the club's hub shows."""
    name = clean_name(request.form.get("name", ""))
    if not name:
        raise Refused(400, "club.no_name")
    _club().join(request.form.get("address", "").strip(), request.form.get("code", ""), name)
    return redirect("/club", 303)


@club_pages.post("/leave")
def leave() -> Redirect:
    """Leave the club."""
    _club().leave()
    return redirect("/data", 303)


@club_pages.post("/begin")
def begin() -> Redirect:
    """Begin the match that the hub has drawn. A second tap changes nothing.

    A running match that has moves is abandoned only if the form names this match.
    """
    seated, on = _status().round, _match_on()
    if seated is None:
        raise Refused(409, "page.error.gone")
    begin = _begin_of(seated)
    if not _is_begun(begin, on):
        if on is not None and on.can_undo and request.form.get("leaves") != str(on.match):
            raise Refused(409, "club.match_on")
        web().phones.players.identify(seated.others)
        web().table.do(begin, HOST)
    return redirect("/", 303)


@club_pages.post("/order")
def order() -> Redirect:
    """Let the drawn players of the match sit in the order that the host gives.

    This also corrects the result of a match that has just ended.
    """
    on = web().snapshot()
    seats = {seat: name for seat, (name, _) in _drawn_seats(on).items()}
    wanted = {seat: request.form.get(f"seat{seat}", "") for seat in seats}
    if on is None or not seats or sorted(wanted.values()) != sorted(seats.values()):
        raise Refused(400 if seats else 409, "club.order.twice" if seats else "page.error.gone")
    for seat, name in wanted.items():
        match = web().snapshot()
        if match is not None and match.match == on.match and match.names[seat] != name:
            web().table.do(NamePlayer(seat, name), HOST)
    return redirect("/club", 303)


def _begin_of(seated: Seated) -> Begin:
    """Return the command that begins a drawn match."""
    drawn = seated.drawn or f"{UNMARKED}{seated.round}:{seated.number}"
    return Begin(seated.game, {}, len(seated.players), names=seated.players, drawn=drawn)


def _is_begun(begin: Begin, on: Snapshot | None) -> bool:
    """Whether the running match is the drawn one. The players may sit in another order."""
    if on is None:
        return False
    drawn = sorted(map(player_key, begin.names))
    players = sorted(map(player_key, on.players.drawn))
    same = (on.game.name, on.drawn, players) == (begin.game, begin.drawn, drawn)
    return same and not on.lesson


def _match_on() -> Snapshot | None:
    """Return the running match, or None if no match is running."""
    match = web().snapshot()
    return match if match is not None and match.outcome is None else None
