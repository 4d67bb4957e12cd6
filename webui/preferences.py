"""The language and the theme of a browser, stored in cookies.

The server reads these cookies, so every page arrives in the right colours, even if it has no
script.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from urllib.parse import quote

from flask import Blueprint, Flask, current_app, make_response, redirect, request
from werkzeug.wrappers import Response as Redirect

from referee import words
from referee.contract import Message
from webui.access.guard import LANGUAGE, YEAR_S, locale

preferences = Blueprint("looks", __name__)

GROUNDS = {"light": "#f6f1e7", "dark": "#14171b"}  # Page background, also of the browser's toolbar.
BACK_TO = "BACK_TO"  # app.config key: the pages to which the browser may return
ON_LANGUAGE = "told"  # app.extensions key: a function that gets each newly chosen language
SYSTEM = "system"
THEMES = {"light": "page.theme.light", "dark": "page.theme.dark", SYSTEM: "page.theme.system"}
GAMING = ("/", "/table", "/virtual")  # The pages of a match, to which all others lead back.
PATHS = (*GAMING, "/calibrate", "/teach", "/settings", "/start")
BOOKS = ("/rules/", "/history", "/data")


def theme() -> str:
    """Return the browser's theme, ``light`` or ``dark``, or an empty string for the system's."""
    chosen = request.cookies.get("theme", "")
    return chosen if chosen in GROUNDS else ""


def came_from(pages: Collection[str] = GAMING, otherwise: str = "/") -> str:
    """Return the page named by the ``from`` parameter if it is one of `pages`, or `otherwise`."""
    came = request.args.get("from", "")
    return came if came in pages else otherwise


def install(app: Flask) -> None:
    """Give the templates of an application their words and colours, and the way back."""
    app.context_processor(lambda: {"locale": locale(), "back": came_from()})
    app.jinja_env.filters["names"] = _names
    app.jinja_env.globals.update(
        _=lambda key, **params: words.say(Message(key, params), locale()),
        direction=words.direction,
        languages=lambda: {tag: words.language(tag) for tag in words.locales()},
        onward=lambda: words.onward(locale()),
        return_to=_return_to,
        theme=theme,
        THEMES=THEMES,
        GROUNDS=GROUNDS,
    )


def _return_to() -> str:
    """Return the page to which a choice on it leads back. A book keeps its own way back."""
    book = request.path.startswith(BOOKS)
    return quote(request.full_path.rstrip("?") if book else request.path)


def _names(names: Iterable[str], between: str = ", ") -> str:
    """Return names in a row, of which none moves its neighbours."""
    return between.join(words.isolated(name, locale()) for name in names)


@preferences.get("/language/<tag>")
def choose_language(tag: str) -> Redirect:
    """Store the language of this browser and return to the page."""
    answer = _back()
    if tag in words.locales():
        tell = current_app.extensions.get(ON_LANGUAGE)  # Safe mode has no such function.
        if tell is not None:
            tell(tag)
        answer.set_cookie(LANGUAGE, tag, max_age=YEAR_S, samesite="Lax")
    return answer


@preferences.get("/theme/<name>")
def choose_theme(name: str) -> Redirect:
    """Store the theme of this browser and return to the page."""
    answer = _back()
    if name in GROUNDS:
        answer.set_cookie("theme", name, max_age=YEAR_S, samesite="Lax")
    elif name == SYSTEM:
        answer.delete_cookie("theme", samesite="Lax")
    return answer


def _back() -> Redirect:
    to = request.args.get("to", "/")
    known = to in current_app.config.get(BACK_TO, PATHS) or (
        to.startswith(BOOKS) and to.isprintable() and "\\" not in to
    )
    return make_response(redirect(to if known else "/"))
