"""Check every request, and express every refusal in the user's language.

Everyone on the network may read. Only a seat or a host may change anything (`webui.access.hosts`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

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
from werkzeug.exceptions import HTTPException

from referee import words
from referee.booklet import rulebook
from referee.contract import Message, Told
from referee.match.desk import JournalError
from webui.access import proxies
from webui.access.network import FILE, Network, host_name, is_loopback, is_name, read_origin
from webui.access.own_names import OwnNames
from webui.access.proxies import PROXIED, has_forwarding
from webui.serving.admission import ADMISSION, REFUSED, Admission

MOST_BYTES = 16384
YEAR_S = 365 * 24 * 3600
LANGUAGE = "language"  # The cookie with the language that somebody chose in this browser.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
WITH_FILE = "multipart/form-data"
PICTURE = "image/jpeg"

_log = logging.getLogger(__name__)
T = TypeVar("T")
V = TypeVar("V", bound=Callable[..., Any])

NETWORK = "NETWORK"  # app.config key: the owner's `Network`
ERROR_PAGE = "ERROR_PAGE"  # app.config key: the template of a refusal, if it is not the table's
SPEAKER = "speaker"  # app.extensions key: returns the Voice for a request

TAKES = "takes"  # Attribute of a view or a blueprint: the media types that it takes, if not JSON.
NOT_TAKEN = {JSON: "not_json", FORM: "not_form", WITH_FILE: "not_form", PICTURE: "not_jpeg"}


class Refused(Told):
    """An error with an HTTP status and a message for the user."""

    def __init__(self, status: int, key: str, **params: Any) -> None:
        self.status = status
        self.message = Message(key, params)
        super().__init__(key)


def required(value: T | None, key: str = "page.error.not_found") -> T:
    """Return what a request asks for; raise `Refused` with status 404 if it is None."""
    if value is None:
        raise Refused(404, key)
    return value


def locale() -> str:
    """Return the language of this request: the chosen language, or else the browser's."""
    chosen = request.cookies.get(LANGUAGE)
    if chosen in words.locales():
        return chosen
    return words.negotiate(tag for tag, _ in request.accept_languages)


def _takes(*kinds: str) -> Callable[[V], V]:
    """Return a decorator that marks a view which accepts only these media types."""

    def mark(view: V) -> V:
        setattr(view, TAKES, kinds)
        return view

    return mark


takes_file = _takes(WITH_FILE)
takes_picture = _takes(PICTURE)


def form_pages(routes: Blueprint) -> Blueprint:
    """Let these routes' views take HTML forms; the guard requires an Origin header with each."""
    setattr(routes, TAKES, (FORM,))
    return routes


def _taken_kinds() -> tuple[str, ...]:
    """Return the media types that this request's view takes."""
    view = current_app.view_functions.get(request.endpoint or "")
    routes = current_app.blueprints.get(request.blueprint or "")
    kinds: tuple[str, ...] = getattr(view, TAKES, getattr(routes, TAKES, (JSON,)))
    return kinds


def _check_origin(network: Network, names: OwnNames, file: str) -> None:
    """Raise `Refused` unless this request comes from our own pages, or from a program.

    Any page can send a form anywhere, but JSON only to its own origin.
    """
    given, fetched_from = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    if fetched_from not in (None, "same-origin"):
        raise Refused(403, "page.error.elsewhere")
    if given is None and not _is_form():
        return
    origin = read_origin(given or "")
    if origin is None:
        raise Refused(403, "page.error.elsewhere")
    own, proxied = read_origin(request.host_url), PROXIED in request.environ
    if origin == own or origin in network.origins:
        return
    # A proxy may hide the port or the name under which the browser asked it.
    named = own is not None and origin.name == own.name
    if proxied and (named or fetched_from is not None or names.include(origin.name)):
        return
    behind = _is_passed_on() or is_loopback(request.remote_addr)
    line = _line_to_set(str(origin), behind=behind and not proxied)
    raise Refused(403, "page.error.other_origin", origin=str(origin), file=file, line=line)


def _check_host(names: OwnNames, file: str) -> None:
    """Raise `Refused` unless this request asks for a name or an address of this machine.

    The check stops a foreign page whose own domain name points at this machine (DNS rebinding).
    A request that a trusted proxy passes on came to the name of that proxy.
    """
    host = request.headers.get("Host", "")
    if PROXIED in request.environ or names.include(host):
        return
    name = host_name(host)
    if not is_name(name):
        raise Refused(400, "page.error.no_name")
    line = _line_to_set(name, behind=_is_passed_on())
    raise Refused(400, "page.error.wrong_name", name=name, file=file, line=line)


def _is_passed_on() -> bool:
    """Whether a proxy says that it has passed on this request."""
    return has_forwarding(name for name, _ in request.headers)


def _line_to_set(name: str, *, behind: bool) -> str:
    """Return the line of the settings that would admit this request, which came under `name`."""
    return f'proxies = ["{request.remote_addr}"]' if behind else f'names = ["{name}"]'


def install(app: Flask, network: Network | None = None, file: str = FILE) -> None:
    """Make `app` check every request, and add the security headers to every answer.

    `network` contains the owner's settings, which stand in `file`.
    """
    network = network or Network()
    names = OwnNames(network)
    proxies.install(app, network)
    app.config[NETWORK] = network
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.extensions[ADMISSION] = Admission(is_proxy=network.trusts)

    @app.before_request
    def check() -> None:
        if (refusal := request.environ.get(REFUSED)) is not None:
            raise Refused(*refusal)
        _check_host(names, file)
        if request.method not in ("GET", "HEAD"):
            kinds = _taken_kinds()
            if request.mimetype not in kinds:
                raise Refused(415, f"page.error.{NOT_TAKEN[kinds[0]]}")
            _check_origin(network, names, file)

    @app.after_request
    def dress(answer: Response) -> Response:
        answer.headers.setdefault("Content-Security-Policy", POLICY)
        answer.headers["X-Content-Type-Options"] = "nosniff"
        # A stricter policy would remove the Origin header from forms, which we check.
        answer.headers["Referrer-Policy"] = "same-origin"
        answer.headers.setdefault("Cache-Control", "no-store")
        return answer

    @app.errorhandler(Exception)
    def refuse(error: Exception) -> Response:
        status, message = _refusal(error)
        text = _say_refusal(status, message)
        rule = getattr(error, "rule", None)
        if (request.method == "GET" or _is_form()) and request.accept_mimetypes.accept_html:
            if status == 500 and "safe" in app.extensions and request.blueprint != "safe":
                return make_response(redirect("/safe?failed", 303))
            book = "rules" in app.blueprints
            template = app.config.get(ERROR_PAGE, "error.html")
            page = render_template(template, text=text, book=book)
            answer = make_response(page, status)
        else:
            plain = {"error": text, "key": message.key} | ({"rule": rule} if rule else {})
            if rule and rulebook.rule_pages(rule):
                plain["page"] = f"/rules?rule={rule}"
            answer = make_response(msgspec.json.encode(plain), status)
            answer.mimetype = "application/json"
        return answer


def _say_refusal(status: int, message: Message) -> str:
    """Return a refusal in words, with the players' names; the sender is called "you"."""
    speaker = current_app.extensions.get(SPEAKER)
    if speaker is None or status not in (403, 409):
        return words.say(message, locale())
    return str(speaker().say(message))


def _is_form() -> bool:
    """Whether this request is an HTML form for a view that takes one."""
    return request.mimetype in (FORM, WITH_FILE) and request.mimetype in _taken_kinds()


def _refusal(error: Exception) -> tuple[int, Message]:
    if isinstance(error, Refused):
        return error.status, error.message
    if isinstance(error, HTTPException):
        status = error.code or 500
        known = {404: "not_found", 405: "not_found", 413: "too_large"}
        return status, Message(f"page.error.{known.get(status, 'broken')}")
    if isinstance(error, Told):  # The referee or the table refused.
        return (503 if isinstance(error, JournalError | OSError) else 409), error.message
    if isinstance(error, LookupError):
        _log.info("Asked for something that is gone: %.200r", str(error))  # %r: from the request
        return 409, Message("page.error.gone")
    _log.error("A request failed.", exc_info=error)
    return 500, Message("page.error.broken")
