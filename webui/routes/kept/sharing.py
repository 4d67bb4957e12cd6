"""The words of a result that a phone shares as a picture and a line of text."""

from __future__ import annotations

from flask import Blueprint, Response

from referee.match.past.evening import evening
from referee.match.past.history import past_match
from referee.words import Voice
from webui.access.forms import json_answer
from webui.access.guard import Refused, locale
from webui.page.past.history import iso_day
from webui.page.past.sharing import SharedResult, shared_evening, shared_match
from webui.routes.web import parse_number, require_seat_or_host, web

sharing = Blueprint("sharing", __name__, url_prefix="/history")
sharing.before_request(require_seat_or_host)


@sharing.get("/<match>/result")
def match_result(match: str) -> Response:
    """Return the result of a match that has ended."""
    found = past_match(web().table.desk, parse_number(match))
    if found.outcome is None:
        raise Refused(409, "end.share.none")
    return _answer(shared_match(found, locale(), iso_day(found.began_s)))


@sharing.get("/<match>/evening/result")
def evening_result(match: str) -> Response:
    """Return the result of the evening on which a match was played."""
    found = evening(web().table.desk, parse_number(match))
    if not found:
        raise Refused(409, "evening.none")
    return _answer(shared_evening(found, locale(), iso_day(found[0].began_s)))


def _answer(result: SharedResult) -> Response:
    voice = Voice(locale())
    texts = {
        "save": voice.key("end.share.save"),
        "copy": voice.key("end.share.copy"),
        "copied": voice.key("end.share.copied"),
        "how": voice.key("end.share.how"),
    }
    return json_answer({"result": result, "texts": texts})
