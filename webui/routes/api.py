"""The API: each command of a page has its own path."""

from __future__ import annotations

from functools import cache, partial
from typing import Annotated, Any

from flask import Blueprint, Response
from msgspec import Meta
from msgspec.structs import replace

from referee import library
from referee.actor import Actor
from referee.contract import Told
from referee.match import commands as c
from referee.match.desk import Snapshot
from referee.match.people.same_names import KEY as SAME_NAMES
from referee.match.people.same_names import same_name_note, same_names
from referee.reports.commands import Answer, Choose, PutAway, SetSound, TableCommand
from referee.seating import with_people, with_players
from referee.values import MOST_SEATS
from referee.words import Voice
from webui.access.forms import json_answer
from webui.access.guard import Refused, locale
from webui.access.names import clean_name
from webui.page.openapi import openapi_json
from webui.routes.commands import (
    PLAYED,
    actor_for,
    begun_since,
    needs_approval,
    propose,
    read_command,
)
from webui.routes.web import web

api = Blueprint("api", __name__, url_prefix="/api")


class Begin(c.Begin, tag="begin"):
    """Begin a new match with the people at the table. It replaces the current one.

    `who` has for each seat the present place of its player's phone. A seat without one goes to the
    player with its name or, if `who` is empty and the seat has no name, to anyone who is here.
    Refused if another match has begun after the state `since`.
    """

    who: Annotated[tuple[int | None, ...], Meta(max_length=MOST_SEATS)] = ()
    since: int | None = None


MOVE = {"move": "announce", "player": 0, "number": 12}  # An example of one.
# The commands by path, each with an example, which a test sends to a real server.
# `webui.routes.seats` has the commands for seats and phones, and `webui.routes.corrections` has
# those for corrections.
POSTED: dict[str, tuple[type[c.Command | TableCommand], dict[str, Any]]] = {
    "/move": (c.Move, {"move": MOVE, "seen": 1, "as": "host"}),
    "/undo": (c.Undo, {"seen": 1, "as": "host"}),
    "/redo": (c.Redo, {"seen": 1, "as": "host"}),
    "/back": (c.GoBack, {"to": 40, "seen": 52}),
    "/deal_anew": (c.DealAnew, {"seen": 40}),
    "/misdeal": (c.ReportMisdeal, {"seat": 0, "wrong": "too_few", "seen": 40}),
    "/answer": (Answer, {"question": "seat:0", "item": "4f2a-7", "card": "10"}),
    "/way": (Choose, {"question": "seat:0", "way": "0"}),
    "/match": (Begin, {"game": "coyote", "seats": 3, "names": ["Ada", "Bo", "Cy"]}),
    "/again": (c.Again, {"seen": 40}),
    "/lesson": (c.Teach, {"seats": 3}),
    "/pause": (c.Pause, {}),
    "/resume": (c.Resume, {}),
    "/stop": (c.StopMatch, {"seat": None, "seen": 40}),
    "/more_time": (c.MoreTime, {}),
    "/sound": (SetSound, {"voice": True}),
    "/photo/away": (PutAway, {"photo": "4f2a"}),
}


CHOSEN = "web.chosen"  # Store key of the last number of seats, options and bots of each game.
LAST = "web.last"  # Store key of the game of the last match.


def done(**values: Any) -> Response:
    """Return the answer to a command that has been carried out."""
    return json_answer({"done": True, **values})


def new_code() -> Response:
    """Return the answer to a host whose command has changed the host's code."""
    code = web().hosts.code
    return done(code=code, note=web().voice().key("page.host.new_code", code=code))


def named(**values: Any) -> Response:
    """Return the answer to a command about names, with a note if two players have one name now."""
    desk = web().table.desk
    match = desk.snapshot()
    same = same_names(desk.get(SAME_NAMES))
    if match is None or (note := same_name_note(match.players, same)) is None:
        return done(**values)
    return done(**values, note=Voice(locale(), dict(enumerate(match.names))).say(note))


def run_command(kind: type[c.Command | TableCommand]) -> Response:
    """Carry out a posted command."""
    command, acts = read_command(kind)
    return carry_out(command, actor_for(command, acts))


def carry_out(command: c.Command | TableCommand, by: Actor) -> Response:
    """Carry out a command, or add it to the pending approvals."""
    if isinstance(command, c.Move):
        _check_pictures(command.move)
    if isinstance(command, c.Move | c.Undo) and needs_approval(command, by):
        propose(command, by)
        return done(seq=command.seen, waits=True)
    try:
        fitted = _fit_to_table(command)
        if isinstance(fitted, Begin | c.Again):
            match = _start(fitted, by)
        else:
            match = web().table.do(fitted, by)
    except ValueError as error:
        if isinstance(command, c.Again) and begun_since(command.seen):
            return done(seq=command.seen)  # Two people asked for this at the same time.
        if isinstance(error, Told):
            raise
        raise Refused(409, "page.error.cannot_be") from error
    _remember(command, match)
    answer = named if isinstance(command, c.Begin | c.Again) else done
    return answer(seq=match.seq) if match is not None else done()


def _start(command: Begin | c.Again, by: Actor) -> Snapshot | None:
    """Start a match with the people at the table, unless another host has just begun one."""
    parts, phones = web(), web().phones
    with phones.starting():
        match, people = parts.snapshot(), phones.people()
        started: c.Begin | c.Again = command
        if isinstance(command, Begin):
            if begun_since(command.since):
                raise Refused(409, "page.error.begun_since")
            started, phones.plan = with_people(command, people, command.who)
        elif match is not None:
            started, phones.plan = with_players(command, people, match)
        return parts.table.do(started, by)


for _path, (_kind, _) in POSTED.items():
    api.add_url_rule(_path, _kind.__name__, partial(run_command, _kind), methods=["POST"])


def _check_pictures(move: dict[str, Any]) -> None:
    """Raise `Refused` if a move refers to a picture that does not exist."""
    cited = move.get("proof", [])
    for id_ in cited if isinstance(cited, list) else ():
        if isinstance(id_, str) and web().table.proof(id_) is None:
            raise Refused(409, "page.error.no_such_proof")


def _fit_to_table(command: c.Command | TableCommand) -> c.Command | TableCommand:
    """Return the command with clean names, and without seats that this table does not have."""
    match command:
        case c.Begin(names=names, levels=levels, seats=seats):
            shown = tuple(map(clean_name, names))[:seats]
            # Only the club's page begins a drawn match.
            return replace(command, names=shown, levels=levels[:seats], drawn="")
        case c.Teach(seats):
            return replace(command, seats=min(seats, web().table.seats))
        case c.Again(seen):
            return c.Again(seen)  # The table itself knows who is here.
    return command


def _remember(command: c.Command | TableCommand, match: Snapshot | None) -> None:
    """Store the names and options of a new match, unless it is a teach-in."""
    if isinstance(command, c.Begin | c.Again) and match is not None and not match.lesson:
        own = match.players.levels  # Bots' names are not suggested to people.
        names = (name for seat, name in enumerate(match.names) if seat not in own)
        web().holders.used.remember(names)
        desk, options = web().table.desk, library.to_plain(match.options)
        levels = [own.get(seat, "") for seat in range(match.seats)]
        now = {match.game.name: {"seats": match.seats, "options": options, "levels": levels}}
        desk.put(CHOSEN, last_choices() | now)
        desk.put(LAST, match.game.name)
        web().updates.touch()


def last_choices() -> dict[str, Any]:
    """Return the last number of seats, options and bots of each game."""
    kept = web().table.desk.get(CHOSEN)
    return kept if isinstance(kept, dict) else {}


def again() -> dict[str, Any] | None:
    """Return the match that begins the last game as it was, or None."""
    last, chosen = web().table.desk.get(LAST), last_choices()
    return {"game": last, **chosen[last]} if last in chosen and last in library.names() else None


@api.get("")
def description() -> Response:
    """Return the description of the API (OpenAPI)."""
    return Response(_described(), mimetype="application/json")


_described = cache(partial(openapi_json, POSTED, PLAYED))
