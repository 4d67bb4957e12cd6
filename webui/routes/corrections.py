"""Correct a card in any reading of the running match, or go back to a chosen entry of its log."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request
from msgspec import Struct, to_builtins

from referee.contract import IllegalMove, Message
from referee.match.back.correcting import CorrectionConflict
from referee.match.commands import Correct
from referee.match.desk import Entry, StaleMove
from referee.match.journal.bodies import STEPS
from referee.match.people.players import Players
from referee.match.running import Snapshot, visible_entries
from referee.words import Voice
from webui.access.forms import json_answer, read_fields
from webui.page.log import LogLine, entry_lines, log_html, log_lines
from webui.page.rulings import cards_read
from webui.routes.api import done
from webui.routes.commands import actor_for, needs_approval, propose, read_command, require_at_table
from webui.routes.web import require_host, web

corrections = Blueprint("correcting", __name__, url_prefix="/api")

NEWEST = 40  # Number of log lines that a page shows at first.


class Place(Struct):
    """The place of a card in the log: `of` is the entry that read it, and `at` the card's index."""

    of: int
    at: int


class Before(Struct):
    """The entry of the log to go back to."""

    to: int


def possible_cards() -> dict[str, Any]:
    """Return a card, and the `cards` that could have been in its place; for people at the table."""
    require_at_table()
    asked = read_fields(Place, request.args)
    voice = web().voice(web().seat())
    corrections = web().table.desk.corrector().possible(asked.of, asked.at)
    read = cards_read(voice, _find_reading(asked.of))
    result = {}
    for correction in corrections:
        _, card = correction.changed
        result[card] = {"card": card, "label": voice.card(card), "fits": not correction.cut}
    return {**to_builtins(read[asked.at]), "cards": list(result.values())}


@corrections.post("/correct")
def correct() -> Response:
    """Correct a card. A host's correction counts at once, a seat's needs approval.

    Nothing happens if later moves would become impossible. In that case ``asks`` in the answer
    describes the conflict.
    """
    command, acts = read_command(Correct)
    by, entry = actor_for(command, acts), _find_reading(command.of)
    desk = web().table.desk
    snapshot = desk.snapshot()
    if snapshot is None or not snapshot.is_current(command.seen):
        raise StaleMove("desk", Message("desk.stale"))
    read = cards_read(web().voice(web().seat()), entry)
    was = read[command.at].card if 0 <= command.at < len(read) else ""  # Refused below.
    try:
        if not needs_approval(command, by):
            after = web().table.do(command, by)
            return done(seq=after.seq if after else None)
        desk.corrector(by).correct(command.of, command.at, command.card, command.back)
    except CorrectionConflict as unfit:
        asks = _describe_conflict(unfit, entry, command, snapshot.players)
        again = {**to_builtins(command), "back": True, "as": acts}
        again.pop("do")
        html = render_template("sheets/conflict.html", again=again, **asks)
        return json_answer({"done": False, "asks": asks, "html": html})
    propose(command, by, was)
    return done(seq=command.seen, waits=True)


def moves_back() -> dict[str, Any]:
    """Return the moves that going back would `cut`, the first of them as `text`; for hosts."""
    require_host()
    to = read_fields(Before, request.args).to
    voice, desk = web().voice(web().seat()), web().table.desk
    snapshot, count = desk.snapshot(), desk.count_back(to)
    assert snapshot is not None
    cut = [entry for entry in desk.log(voice.seat) if entry.seq >= to and entry.kind in STEPS]
    lines = entry_lines(voice, snapshot.players, [entry for entry in cut if not entry.undone])
    sure = voice.key("page.back.sure", count=count)
    return {"sure": sure, "cut": lines, "text": next(iter(lines), "")}


@corrections.get("/log")
def log() -> Response:
    """Return the whole log of the match, newest line first, as this viewer may see it."""
    voice, snapshot = web().voice(web().seat()), web().snapshot()
    return json_answer(_lines(voice, snapshot) if snapshot else ())


def drawn_log() -> dict[str, Any]:
    """Return the newest part of the log, or `all` of it, as HTML for one of the live pages."""
    viewer, snapshot = web().viewer(request.args.get("view", "phone")), web().snapshot()
    if snapshot is None:
        return {"html": ""}
    voice, all_ = web().voice(viewer.seat), "all" in request.args
    lines = _lines(voice, snapshot)
    html = log_html(
        voice,
        lines if all_ else lines[:NEWEST],
        back=viewer.decides and not snapshot.paused,
        corrects=viewer.corrects,
        more=len(lines) > NEWEST and not all_,
        pictures=lambda line: line.cards if line.of is not None else (),
        rules="/rules",
    )
    return {"html": html}


def _lines(voice: Voice, snapshot: Snapshot) -> tuple[LogLine, ...]:
    return log_lines(voice, snapshot.players, web().table.desk.log(voice.seat))


def _describe_conflict(
    unfit: CorrectionConflict, entry: Entry, command: Correct, players: Players
) -> dict[str, object]:
    """Return the moves that would stay after a correction, and the moves that it would remove."""
    voice = web().voice(web().seat())
    kept, cut = (visible_entries(entries, voice.seat) for entries in (unfit.kept, unfit.cut))
    was = cards_read(voice, entry)[command.at].label
    return {
        "title": voice.key("page.correct.title", card=voice.card(command.card), was=was),
        "why": voice.key("page.correct.why", reason=voice.say(unfit.message)),
        "kept": entry_lines(voice, players, kept),
        "cut": entry_lines(voice, players, cut),
    }


def _find_reading(of: int) -> Entry:
    """Return the log entry `of` with its reading, if this viewer may see the cards."""
    for entry in web().table.desk.log(web().seat()):
        if entry.seq == of and entry.move is not None and not entry.undone:
            return entry
    raise IllegalMove("desk", Message("desk.no_such_card"))
