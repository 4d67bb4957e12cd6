"""Check every request, and express every refusal in the user's language.

Everyone on the network may read. Only a seat or a host may change anything (`webui.access.hosts`).
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
YEAR_S = 365 * 24 * 3600
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# Suffixes that may follow this machine's name. Nobody on the internet can own a name with one of
# these suffixes. Otherwise an attacker could point such a name at this machine (DNS rebinding), and
# a page under it would pass as one of our own. Suffixes that are sold to the public, such as `box`,
# must therefore stay out. A name without a suffix has no address on the internet.
LOCAL_SUFFIXES = (
    "",
    "local",  # Only multicast DNS resolves this suffix (RFC 6762).
    "home.arpa",  # Only home networks use this suffix (RFC 8375).
    "internal",  # Only private networks use this suffix (ICANN, 2024).
    "home",  # ICANN will never delegate this suffix (2018).
    "lan",  # OpenWrt and others use this suffix; it is not delegated so far.
    "fritz.box",  # The router's maker owns this domain and sells no names below it.
)

FORM = "application/x-www-form-urlencoded"
WITH_FILE = "multipart/form-data"
PICTURE = "image/jpeg"

_log = logging.getLogger(__name__)
T = TypeVar("T")
V = TypeVar("V", bound=Callable[..., Any])

SPEAKER = "speaker"  # app.extensions key: returns the Voice for a request

_TAKE_FORMS: set[Callable[..., Any]] = set()
_TAKE_FILES: set[Callable[..., Any]] = set()
_TAKE_PICTURES: set[Callable[..., Any]] = set()


class Form(msgspec.Struct, forbid_unknown_fields=True):
    """Base class of request bodies in JSON that are not commands."""


class Nothing(Form):
    """An empty JSON body."""


class Refused(Exception):
    """An error with an HTTP status and a message for the user."""

    def __init__(self, status: int, key: str, **params: Any) -> None:
        self.status = status
        self.message = Message(key, params)
        super().__init__(key)


def locale() -> str:
    """Return the language of this request: the chosen language, or else the browser's."""
    return _choose_language(request.cookies.get("language"), request.accept_languages)


def say_to(message: Message, headers: Mapping[str, str]) -> str:
    """Return a message in the language of a request, given only the request's headers.

    The names in `headers` are in lower case and with hyphens.
    """
    chosen = parse_cookie(headers.get("cookie")).get("language")
    asked = parse_accept_header(headers.get("accept-language"), LanguageAccept)
    return words.say(message, _choose_language(chosen, asked))


def _choose_language(chosen: str | None, asked: LanguageAccept) -> str:
    if chosen in words.locales():
        return chosen
    return words.negotiate(tag for tag, _ in asked)


def takes_file(view: V) -> V:
    """Mark a view that accepts a form with a file. The guard then requires an Origin header."""
    _TAKE_FILES.add(view)
    return view


def takes_form(view: V) -> V:
    """Mark a view that accepts an HTML form. The guard then requires an Origin header."""
    _TAKE_FORMS.add(view)
    return view


def takes_picture(view: V) -> V:
    """Mark a view that accepts a picture instead of JSON."""
    _TAKE_PICTURES.add(view)
    return view


def read_body(form: type[T]) -> T:
    """Return the JSON of this request as a `form`; raise `Refused` if it does not fit."""
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=form)
    except UnicodeDecodeError:
        raise Refused(400, "page.error.garbage", reason="not UTF-8") from None
    except msgspec.DecodeError as error:
        raise Refused(400, "page.error.garbage", reason=str(error)) from None
    except RecursionError:
        raise Refused(400, "page.error.garbage", reason="too deeply nested") from None


def _is_known_host(host: str) -> bool:
    """Whether a Host header is this machine's name or any IP address.

    The check stops a foreign page whose own domain name points at this machine (DNS rebinding).
    """
    return is_own_host(host) or _address(host) is not None


def is_own_host(host: str) -> bool:
    """Whether a Host header is a name or a loopback address of this machine."""
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
    """Make `app` check every request, and add the security headers to every answer."""
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
            # Any page can send a form anywhere, but JSON only to its own origin.
            unsaid = origin is None and not by_form
            if elsewhere or not (unsaid or origin == f"http://{request.host}"):
                raise Refused(403, "page.error.elsewhere")

    @app.after_request
    def dress(answer: Response) -> Response:
        answer.headers.setdefault("Content-Security-Policy", POLICY)
        answer.headers["X-Content-Type-Options"] = "nosniff"
        # A stricter policy would remove the Origin header from forms, which we check.
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
    """Return a refusal in words, with the players' names; the sender is called "you"."""
    speaker = current_app.extensions.get(SPEAKER)
    if speaker is None or status not in (403, 409):
        return words.say(message, locale())
    return str(speaker().say(message))


def _is_form() -> bool:
    """Whether this request is an HTML form for a view that takes one."""
    view = current_app.view_functions.get(request.endpoint or "")
    with_file = request.mimetype == WITH_FILE and view in _TAKE_FILES
    return with_file or (request.mimetype == FORM and view in _TAKE_FORMS)


def _is_picture() -> bool:
    """Whether this request is a picture for a view that takes one."""
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
    if isinstance(message, Message):  # The referee or the table refused.
        return (503 if isinstance(error, JournalError | OSError) else 409), message
    if isinstance(error, LookupError):
        _log.info("Asked for something that is gone: %.200r", str(error))  # %r: from the request
        return 409, Message("page.error.gone")
    _log.error("A request failed.", exc_info=error)
    return 500, Message("page.error.broken")
