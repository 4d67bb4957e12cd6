"""Set a card, a name or the seats of a kept match right; only a host may do this.

The pages need no script. Each form says which entry of the match was the newest when it was made,
so if two hosts change one match at the same time, the second one is told to look again.
"""

from __future__ import annotations

import msgspec
from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response as Redirect

from referee import words
from referee.actor import HOST
from referee.contract import IllegalMove, Message
from referee.match.back.correcting import CorrectionConflict
from referee.match.commands import Amend, Correct, Redo, Rename, Step, SwapSeats, Undo
from referee.match.past.history import past_match, summary
from referee.match.resuming import kept_match
from webui.access.forms import read_fields
from webui.access.guard import form_pages, locale
from webui.access.names import clean_name
from webui.page.log import entry_lines
from webui.page.past.amending import readings
from webui.page.past.history import match_row, voice_for
from webui.page.rulings import cards_read, entry_text, undone_text
from webui.routes.web import back_to, parse_number, web

amending = form_pages(Blueprint("amending", __name__, url_prefix="/history"))


class _Card(msgspec.Struct):
    """The place of a card in the log, and the card that it was."""

    of: int
    at: int
    card: str = ""
    back: bool = False


@amending.get("/<match>/amend")
def page(match: str) -> str:
    """Return the page on which a host sets a kept match right."""
    played_match, language = past_match(web().table.desk, parse_number(match)), locale()
    _refuse_current(played_match.match)
    voice = voice_for(played_match, language)
    undo, redo = played_match.last_step, played_match.undone
    return render_template(
        "amend.html",
        match=match_row(summary(played_match), language),
        seen=played_match.seq,
        titles=[words.seat(seat, language, {}) for seat in range(played_match.seats)],
        tenures=played_match.players.tenures,
        readings=list(readings(played_match, voice)),
        undo=undo and entry_text(voice, undo, {}),
        redo=redo and undone_text(voice, redo),
    )


@amending.post("/<match>/amend/name")
def name(match: str) -> Redirect:
    """Name a player of a kept match."""
    seat, earlier = _number("seat"), _number("earlier")
    return _amend(match, Rename(seat, clean_name(request.form.get("name", "")), earlier))


@amending.post("/<match>/amend/seats")
def seats(match: str) -> Redirect:
    """Let the players of two seats change places."""
    return _amend(match, SwapSeats(_number("seat"), _number("other")))


@amending.post("/<match>/amend/undo")
def undo(match: str) -> Redirect:
    """Take back the last move of a kept match."""
    return _amend(match, Undo())


@amending.post("/<match>/amend/redo")
def redo(match: str) -> Redirect:
    """Repeat the move of a kept match that was taken back last."""
    return _amend(match, Redo())


@amending.get("/<match>/amend/card")
def card_page(match: str) -> str:
    """Return the page that asks which card it was."""
    return _card_page(match, read_fields(_Card, request.args))


@amending.post("/<match>/amend/card")
def card(match: str) -> str | Redirect:
    """Set a card right. If later moves no longer fit, return the page that asks what to do."""
    given = read_fields(_Card, request.form)
    try:
        return _amend(match, Correct(given.of, given.at, given.card, back=given.back))
    except CorrectionConflict as conflict:
        return _card_page(match, given, conflict)


def _card_page(match: str, given: _Card, conflict: CorrectionConflict | None = None) -> str:
    desk, number, language = web().table.desk, parse_number(match), locale()
    result = past_match(desk, number)
    _refuse_current(result.match)
    corrector = kept_match(desk.journal.lines(number)).corrector(HOST)
    voice = voice_for(result, language)
    entry = next(
        (entry for entry in result.log if entry.seq == given.of and not entry.undone), None
    )
    read = cards_read(voice, entry)
    if entry is None or not 0 <= given.at < len(read):
        raise IllegalMove("desk", Message("desk.no_such_card"))
    corrections = corrector.possible(given.of, given.at)
    possible = {card: voice.card(card) for _, card in (item.changed for item in corrections)}
    kept, cut = (conflict.kept, conflict.cut) if conflict else ((), ())
    return render_template(
        "amend_card.html",
        match=match_row(summary(result), language),
        seen=result.seq,
        was=read[given.at].label,
        of=given.of,
        at=given.at,
        card=given.card,
        said=voice.card(given.card) if given.card else "",
        possible=possible,
        why=voice.say(conflict.message) if conflict else "",
        kept=entry_lines(voice, result.players, kept),
        cut=entry_lines(voice, result.players, cut),
    )


def _amend(match: str, change: Step | Rename | SwapSeats) -> Redirect:
    command = Amend(parse_number(match), change, _number("seen"))
    web().table.do(command, HOST)
    return back_to(f"/history/{command.match}/amend")


def _refuse_current(match: int) -> None:
    if match == web().table.desk.current:
        raise IllegalMove("desk", Message("desk.amend_on_table"))


def _number(field: str) -> int:
    return parse_number(request.form.get(field, ""))
