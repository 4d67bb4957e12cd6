"""Past matches, for people at the table: a list, and each match with its rulings and files.

The pages need no script. A host deletes a match by a form, after a page that asks for confirmation.
"""

from __future__ import annotations

from functools import partial
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as Redirect

from referee import library, words
from referee.actor import HOST
from referee.contract import IllegalMove, Message
from referee.match.commands import Forget
from referee.match.journal.trimming import dropped
from referee.match.past.ended import ended_matches
from referee.match.past.evening import evening
from referee.match.past.history import (
    PastSummary,
    match_summaries,
    past_match,
    past_match_ids,
    summary,
)
from referee.match.past.players import merge_names, player_names
from referee.match.people.same_names import KEY as SAME
from referee.match.people.same_names import same_names
from referee.words import Voice
from webui.access.forms import download, json_answer
from webui.access.guard import Refused, form_pages, locale
from webui.page.games import game_title, picture_of
from webui.page.past import evening as kept_evening
from webui.page.past.ending import ending_html
from webui.page.past.history import (
    cited_pictures,
    dropped_note,
    history_log,
    iso_day,
    match_row,
    voice_for,
)
from webui.page.past.players import game_players, player_figures, strength_curve, uncounted_note
from webui.page.past.sharing import SharedLine, shared_evening, shared_match
from webui.page.past.spreadsheet import match_csv
from webui.preferences import came_from
from webui.routes.kept.forgetting import known_people
from webui.routes.web import back_to, parse_number, web

history = form_pages(Blueprint("history", __name__, url_prefix="/history"))

LOOKED_AT = 10
MANY = 20  # Number of matches on a page; a match is replayed when a page first shows it.


@history.get("")
def page() -> str:
    """Return a page of the list of past matches, newest first."""
    desk, language = web().table.desk, locale()
    before, game = request.args.get("before", ""), request.args.get("game", "")
    game = game if game in library.names() else ""
    results, older = _newest_matches(game, parse_number(before) if before else None)
    return render_template(
        "history.html",
        matches=[
            (match, match_row(summary_, language) if summary_ else None)
            for match, summary_ in results
        ],
        older=older,
        game=game,
        games={name: game_title(name, language) for name in library.names()},
        pictures=[picture_of(name) for name in library.names()],
        dropped=dropped_note(dropped(desk.journal), language),
        deletes=_deletable,
    )


def _newest_matches(
    game: str, before: int | None
) -> tuple[list[tuple[int, PastSummary | None]], int | None]:
    """Return the newest past matches, of one game if it is named, and the start of the next page.

    A match without a move is left out. A page may be short: it looks through `LOOKED_AT` lists of
    matches at most.
    """
    desk, rows = web().table.desk, list[tuple[int, PastSummary | None]]()
    for _ in range(LOOKED_AT):
        ids = past_match_ids(desk, MANY, before)
        summaries = zip(ids, match_summaries(desk, ids), strict=True)
        rows += [
            (match, row)
            for match, row in summaries
            if (not game if row is None else game in ("", row.game) and not row.is_empty)
        ]
        before = ids[-1] if ids and past_match_ids(desk, 1, ids[-1]) else None
        if before is None or len(rows) >= MANY:
            break
    return rows, before


@history.get("/players")
def across_evenings() -> str:
    """Return the page with players' statistics from all finished matches."""
    language, same, known = locale(), _same_players(), dict[str, str]()
    matches, left = ended_matches(web().table.desk)
    if web().hosts.is_host():
        known = dict(sorted(player_names(matches).items()))
    return render_template(
        "players.html",
        people=known_people() if web().hosts.is_host() else {},
        games=game_players(matches, same, language),
        figures=partial(player_figures, Voice(language)),
        curve=strength_curve,
        number=lambda value: words.number(round(value), language),
        known=known,
        same={name: other for name, other in same.items() if {name, other} <= set(known)},
        uncounted=uncounted_note(matches, language),
        left=words.say(Message("players.left", {"count": left}), language) if left else "",
    )


@history.post("/players")
def same_player() -> Redirect:
    """Merge two names of one player, or separate them again; only a host may do this."""
    name, other = (request.form.get(field, "") for field in ("one", "other"))
    desk = web().table.desk
    if not {name, other} <= set(player_names(ended_matches(desk)[0])):
        raise Refused(409, "page.error.gone")
    desk.put(SAME, merge_names(_same_players(), name, other))
    return back_to("/history/players")


@history.get("/<match>")
def match_page(match: str) -> str:
    """Return a past match with all its rulings and their pictures."""
    desk, language = web().table.desk, locale()
    played_match = past_match(desk, parse_number(match))
    kept, voice = desk.journal.picture_ids(played_match.match), voice_for(played_match, language)
    address = f"/history/{played_match.match}"
    rules = f"/rules?from={quote(f'{address}?from={came_from()}')}"
    return render_template(
        "past.html",
        match=match_row(summary(played_match), language),
        log=history_log(played_match, language, kept, rules),
        ending=ending_html(played_match.ending(), voice, played_match.players, address),
        gone=bool(cited_pictures(played_match) - kept),
        deletes=_deletable(played_match.match),
    )


@history.get("/<match>.jsonl")
def match_file(match: str) -> Response:
    """Return a past match as a match file."""
    desk, number = web().table.desk, parse_number(match)
    past_match(desk, number)  # A running match is refused, because its hands are secret.
    text = "".join(f"{line}\n" for line in desk.export(number))
    return download(text.encode(), "application/jsonl", f"match-{number}.jsonl")


@history.get("/<match>.csv")
def table_file(match: str) -> Response:
    """Return a past match as CSV."""
    past = past_match(web().table.desk, parse_number(match))
    return download(match_csv(past, locale()), "text/csv", f"match-{past.match}.csv")


@history.get("/<match>/evening")
def whole_evening(match: str) -> Response:
    """Return the evening of a past match as an HTML file that includes its pictures."""
    desk = web().table.desk
    played_matches = evening(desk, parse_number(match))
    if not played_matches:
        raise Refused(409, "evening.none")
    data = kept_evening.evening_html(played_matches, locale(), desk.evidence)
    return download(data, "text/html", f"evening-{iso_day(played_matches[0].began_s)}.html")


@history.get("/<match>/result")
def match_result(match: str) -> Response:
    """Return the result of a match that has ended."""
    past = past_match(web().table.desk, parse_number(match))
    if past.outcome is None:
        raise Refused(409, "end.share.none")
    return _shared(shared_match(past, locale()))


@history.get("/<match>/evening/result")
def evening_result(match: str) -> Response:
    """Return the result of the evening on which a match was played."""
    matches = evening(web().table.desk, parse_number(match))
    if not matches:
        raise Refused(409, "evening.none")
    return _shared(shared_evening(matches, locale()))


@history.get("/<match>/delete")
def confirm_delete(match: str) -> str:
    """Return the page that asks a host to confirm the deletion of a match."""
    number, desk = parse_number(match), web().table.desk
    try:
        shown = match_row(summary(past_match(desk, number)), locale())
    except IllegalMove:
        if not desk.journal.lines(number):
            raise Refused(404, "desk.no_such_match") from None
        shown = None
    return render_template("delete.html", match=shown, id=number)


@history.post("/<match>/delete")
def delete(match: str) -> Redirect:
    """Delete a past match; only a host may do this."""
    web().table.do(Forget(parse_number(match)), HOST)
    return back_to("/history")


def _shared(result: SharedLine) -> Response:
    voice = Voice(locale())
    texts = {name: voice.key(f"end.share.{name}") for name in ("copy", "copied", "how")}
    return json_answer({**msgspec.to_builtins(result), "texts": texts})


def _same_players() -> dict[str, str]:
    return same_names(web().table.desk.get(SAME))


def _deletable(match: int) -> bool:
    """Whether this browser may delete a match."""
    parts = web()
    return match != parts.table.desk.current and parts.hosts.is_host()
