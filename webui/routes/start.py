"""The first pages of a new table: the language, then the host, and what to do first."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from webui.access.guard import LANGUAGE, YEAR_S, locale
from webui.routes.pages import locked_page
from webui.routes.web import set_console_language, web

start_pages = Blueprint("start", __name__, url_prefix="/start")


@start_pages.before_app_request
def lead_to_start() -> Response | None:
    """Lead the first visit to an installed table that is new to its first page."""
    return redirect("/start", 303) if request.path == "/" and _is_first_visit() else None


def _is_first_visit() -> bool:
    """Whether nobody has played here, nobody is a host, and this browser chose no language."""
    if request.method != "GET" or LANGUAGE in request.cookies:
        return False
    parts = web()
    if parts.settings is None or parts.hosts.count or parts.hosts.is_host():
        return False
    desk = parts.table.desk
    new = desk.untried and desk.snapshot() is None and not parts.phone_seats()
    now = parts.settings.current() if new else None
    return now is not None and not now.by_hand


@start_pages.get("")
def page() -> Response | str:
    """Return the choice of a language or, once it is made, what to do first.

    If another browser became the host meanwhile, nothing is left to do here.
    """
    parts, chosen = web(), LANGUAGE in request.cookies
    if chosen and not parts.hosts.is_host():
        if parts.hosts.count:
            return redirect("/", 303)
        return locked_page("page.start", "start.html")
    if chosen:
        set_console_language(locale(), page=True)
    camera = parts.workshop is not None
    return render_template("start.html", host=chosen, camera=camera)


@start_pages.get("/done")
def done() -> Response:
    """Lead on to the table, and do not come back here: the browser keeps the language it showed."""
    answer = make_response(redirect("/", 303))
    if LANGUAGE not in request.cookies:
        answer.set_cookie(LANGUAGE, locale(), max_age=YEAR_S, samesite="Lax")
    return answer
