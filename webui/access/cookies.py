"""The one cookie in which a browser keeps its token for this table or hub.

A browser sends the cookies of a machine to all its ports, so two tables on one machine, or a table
and a hub, get each other's. Each of them therefore has an id, which is part of the name of its
cookie. It comes from the place of its journal, so a copy of a table has another id.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from flask import Flask, Response, current_app, request

from webui.access.guard import YEAR_S, Refused

EXTENSION = "cookies"  # app.extensions key: the application's `Cookies`
TRIAL = "kept"  # Name of the cookie that shows whether a browser keeps cookies at all.

# Browsers accept this prefix only over TLS. Without it, a page over plain HTTP could not replace
# the cookie that it had got over TLS.
_SECURE = "__Host-"
_TRIED = ("text/html", "text/event-stream", "application/json")


class Cookies:
    """Reads and writes the cookie of one table or hub; `place` is its journal's path or folder."""

    def __init__(self, place: Path) -> None:
        digest = hashlib.sha256(str(place.absolute()).encode(errors="replace")).hexdigest()
        self.name = f"table-{digest[:8]}"

    def read(self, sent: Mapping[str, str]) -> str | None:
        """Return the token in the cookies that a browser sent, or None."""
        return sent.get(_SECURE + self.name) or sent.get(self.name) or None

    def keep(self, answer: Response, token: str, lasts_s: int | None = YEAR_S) -> None:
        """Let the browser keep a token for `lasts_s`, or until it is closed if that is None."""
        over_tls = request.is_secure or request.headers.get("Origin", "").startswith("https://")
        answer.set_cookie(
            _SECURE * over_tls + self.name,
            token,
            max_age=lasts_s,
            httponly=True,
            samesite="Strict",
            secure=over_tls,
        )

    def install(self, app: Flask) -> None:
        """Let an application use this cookie, and send a trial cookie with its pages."""
        app.extensions[EXTENSION] = self
        app.after_request(_send_trial)


def cookies() -> Cookies:
    """Return the cookies of the application that answers this request."""
    return cast(Cookies, current_app.extensions[EXTENSION])


def _send_trial(answer: Response) -> Response:
    """Give a cookie to a browser that sent none. If it never comes back, cookies are blocked."""
    new = not request.cookies and "Set-Cookie" not in answer.headers
    if new and answer.mimetype in _TRIED:
        answer.set_cookie(TRIAL, "1", max_age=YEAR_S, httponly=True, samesite="Lax")
    return answer


def require_cookies() -> None:
    """Raise `Refused` if this request comes from a page whose browser keeps no cookies.

    Such a browser would lose the token that it is about to get. Only pages send an Origin header;
    programs keep their tokens as they like.
    """
    if request.headers.get("Origin") and not request.cookies:
        raise Refused(409, "page.error.no_cookies")
