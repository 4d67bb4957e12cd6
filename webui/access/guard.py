"""Who may do what, and how a request is refused: one clear sentence in the user's language.

Reading is free for everybody on the network. Changing anything takes a seat or the host;
who is the host stands in `webui.access.hosts`.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from flask import (
    Flask,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
)
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import HTTPException
from werkzeug.http import parse_accept_header
from werkzeug.sansio.http import parse_cookie

from referee import rulebook, words
from referee.contract import Message
from referee.match.desk import JournalError

MOST_BYTES = 16384
YEAR_S = 365 * 24 * 3600  # that long a cookie is kept
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# What may follow this machine's name. Nobody can have such a name outside: else a page under it,
# pointed at this machine once it is open (rebinding), was this machine's own. So no suffix is one
# under which names are sold, as `box` is; a single name has no address on the internet.
LOCAL_SUFFIXES = (
    "",
    "local",  # multicast DNS alone (RFC 6762)
    "home.arpa",  # home networks alone (RFC 8375)
    "internal",  # private networks alone (ICANN, 2024)
    "home",  # never to be delegated (ICANN, 2018)
    "lan",  # of OpenWrt and others: not delegated to anybody so far
    "fritz.box",  # of the makers of these routers, who hold the name and no others below it
)

FORM = "application/x-www-form-urlencoded"
WITH_FILE = "multipart/form-data"
PICTURE = "image/jpeg"

_log = logging.getLogger(__name__)
T = TypeVar("T")
V = TypeVar("V", bound=Callable[..., Any])

SPEAKER = "speaker"  # of the application: returns the voice for whoever sent the request

_TAKE_FORMS: set[Callable[..., Any]] = set()
_TAKE_FILES: set[Callable[..., Any]] = set()
_TAKE_PICTURES: set[Callable[..., Any]] = set()


class Form(msgspec.Struct, forbid_unknown_fields=True):
    """Base of what is posted beside commands."""


class Nothing(Form):
    """Nothing beside the path."""


class Refused(Exception):
    """A request that is refused, with an HTTP status and what to say."""

    def __init__(self, status: int, key: str, **params: Any) -> None:
        self.status = status
        self.message = Message(key, params)
        super().__init__(key)


def locale() -> str:
    """Return the language of this request: what was chosen, else what the browser asks for."""
    return _choose_language(request.cookies.get("language"), request.accept_languages)


def say_to(message: Message, headers: Mapping[str, str]) -> str:
    """Return a message for who sent a request of which only the headers have come.

    `headers` are by name, in lower case and with hyphens.
    """
    chosen = parse_cookie(headers.get("cookie")).get("language")
    asked = parse_accept_header(headers.get("accept-language"), LanguageAccept)
    return words.say(message, _choose_language(chosen, asked))


def _choose_language(chosen: str | None, asked: LanguageAccept) -> str:
    if chosen in words.locales():
        return chosen
    return words.negotiate(tag for tag, _ in asked)


def takes_file(view: V) -> V:
    """Let a form with a file be sent to a view; it must say where it comes from."""
    _TAKE_FILES.add(view)
    return view


def takes_form(view: V) -> V:
    """Let a form of a page without a script be sent to a view; it must say where it comes from."""
    _TAKE_FORMS.add(view)
    return view


def takes_picture(view: V) -> V:
    """Let a picture be sent to a view, in place of JSON."""
    _TAKE_PICTURES.add(view)
    return view


def read_body(form: type[T]) -> T:
    """Return the request's JSON as `form`; raises `Refused`."""
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=form)
    except UnicodeDecodeError:
        raise Refused(400, "page.error.garbage", reason="not UTF-8") from None
    except msgspec.DecodeError as error:
        raise Refused(400, "page.error.garbage", reason=str(error)) from None
    except RecursionError:
        raise Refused(400, "page.error.garbage", reason="too deeply nested") from None


def _is_known_host(host: str) -> bool:
    """Tell whether a Host header names this machine, or any address.

    A page from elsewhere whose own name was pointed at this machine is thus refused.
    """
    return is_own_host(host) or _address(host) is not None


def is_own_host(host: str) -> bool:
    """Tell whether a Host header gives a name or an address that this machine has for itself."""
    address = _address(host)
    if address is not None:
        return address.is_loopback
    name = _name(host)
    first, _, rest = name.partition(".")
    ours = socket.gethostname().split(".")[0].lower()
    return name == "localhost" or (first != "" and first == ours and rest in LOCAL_SUFFIXES)


def _name(host: str) -> str:
    name = host.rsplit(":", 1)[0] if host.rpartition(":")[2].isdecimal() else host
    return name.strip("[]").rstrip(".").lower()


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(_name(host))
    except ValueError:
        return None


def install(app: Flask) -> None:
    """Check every request and dress every answer of `app`."""
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.config["DOOR"] = {"say": say_to}

    @app.before_request
    def check() -> None:
        if not _is_known_host(request.headers.get("Host", "")):
            raise Refused(400, "page.error.wrong_name")
        if request.method not in ("GET", "HEAD"):
            by_form = _is_form()
            known = request.mimetype == "application/json" or by_form or _is_picture()
            if not known and _takes_pictures():
                raise Refused(415, "page.error.not_jpeg")
            if not known:
                raise Refused(415, "page.error.not_json")
            origin = request.headers.get("Origin")
            elsewhere = request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin"
            # Any page may send a form anywhere, JSON only to where it comes from.
            unsaid = origin is None and not by_form
            if elsewhere or not (unsaid or origin == f"http://{request.host}"):
                raise Refused(403, "page.error.elsewhere")

    @app.after_request
    def dress(answer: Response) -> Response:
        answer.headers.setdefault("Content-Security-Policy", POLICY)
        answer.headers["X-Content-Type-Options"] = "nosniff"
        # No more than what a form needs to say that it comes from here.
        answer.headers["Referrer-Policy"] = "same-origin"
        if request.endpoint != "static":
            answer.headers.setdefault("Cache-Control", "no-store")
        return answer

    @app.errorhandler(Exception)
    def refuse(error: Exception) -> Response:
        status, message = _refusal(error)
        said = _say_refusal(status, message)
        rule = getattr(error, "rule", None)
        if (request.method == "GET" or _is_form()) and request.accept_mimetypes.accept_html:
            if status == 500 and "safe" in app.extensions and request.blueprint != "safe":
                return make_response(redirect("/safe?failed", 303))
            book = "rules" in app.blueprints
            page = render_template("error.html", text=said, locale=locale(), book=book)
            answer = make_response(page, status)
        else:
            plain = {"error": said, "key": message.key} | ({"rule": rule} if rule else {})
            if rule and rulebook.rule_pages(rule):
                plain["page"] = f"/rules?rule={rule}"
            answer = make_response(msgspec.json.encode(plain), status)
            answer.mimetype = "application/json"
        return answer


def _say_refusal(status: int, message: Message) -> str:
    """Return a refusal as whoever sent the request is told it: by names, and to them as "you"."""
    speaker = current_app.extensions.get(SPEAKER)
    if speaker is None or status not in (403, 409):
        return words.say(message, locale())
    return str(speaker().say(message))


def _is_form() -> bool:
    """Tell whether this request is a form's, sent to a view that takes one."""
    view = current_app.view_functions.get(request.endpoint or "")
    with_file = request.mimetype == WITH_FILE and view in _TAKE_FILES
    return with_file or (request.mimetype == FORM and view in _TAKE_FORMS)


def _is_picture() -> bool:
    """Tell whether this request sends a picture to a view that takes one."""
    return request.mimetype == PICTURE and _takes_pictures()


def _takes_pictures() -> bool:
    return current_app.view_functions.get(request.endpoint or "") in _TAKE_PICTURES


def _refusal(error: Exception) -> tuple[int, Message]:
    if isinstance(error, Refused):
        return error.status, error.message
    if isinstance(error, HTTPException):
        status = error.code or 500
        known = {404: "not_found", 405: "not_found", 413: "too_large"}
        return status, Message(f"page.error.{known.get(status, 'broken')}")
    message = getattr(error, "message", None)
    if isinstance(message, Message):  # a refusal of the referee or of the table
        return (503 if isinstance(error, JournalError | OSError) else 409), message
    if isinstance(error, LookupError):
        _log.info("Asked for something that is gone: %.200r", str(error))  # as it was sent
        return 409, Message("page.error.gone")
    _log.error("A request failed.", exc_info=error)
    return 500, Message("page.error.broken")
