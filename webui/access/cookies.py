"""The cookies in which a browser keeps its tokens for this table or hub.

A browser sends the cookies of a machine to all its ports, so two tables on one machine, or a table
and a hub, get each other's. Each of them therefore has an id of its own, which is part of the names
of its cookies. It comes from the place of its journal, so a copy of a table has another id.

A cookie with another name still counts if the token in it is known here: an earlier version had no
ids, and a folder may be moved. The answer then adds a cookie with the right name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, cast

from flask import Flask, Response, current_app, g, request

from webui.access.guard import YEAR_S, Refused

Kind = Literal["host", "seat"]

KINDS: tuple[Kind, ...] = ("host", "seat")
EXTENSION = "cookies"  # app.extensions key: the application's `Cookies`
TRIAL = "kept"  # Name of the cookie that shows whether a browser keeps cookies at all.

# Browsers accept this prefix only over TLS. Without it, a page over plain HTTP could not replace
# the cookie that it had got over TLS.
_SECURE = "__Host-"
_TRIED = ("text/html", "text/event-stream", "application/json")


class Cookies:
    """Reads and writes the cookies of one table or hub.

    `place` is the path of its journal or folder. `knows(kind, token)` tells whether this table or
    hub has given out a token.
    """

    def __init__(self, place: Path, knows: Callable[[Kind, str], bool]) -> None:
        self._id = hashlib.sha256(str(place.absolute()).encode(errors="replace")).hexdigest()[:8]
        self._knows = knows

    def name(self, kind: Kind) -> str:
        """Return the name of a cookie."""
        return f"{kind}-{self._id}"

    def read(self, kind: Kind, sent: Mapping[str, str]) -> str | None:
        """Return the token in the cookies that a browser sent, or None.

        A token that is known here comes first, whatever the name of its cookie.
        """
        own = self._own(kind, sent)
        return next((one for one in own if self._knows(kind, one)), None) or (
            self._by_other_name(kind, sent) or next(iter(own), None)
        )

    def _own(self, kind: Kind, sent: Mapping[str, str]) -> list[str]:
        """Return the tokens in the cookies with this table's names."""
        found = (sent.get(prefix + self.name(kind)) for prefix in (_SECURE, ""))
        return [token for token in found if token]

    def _by_other_name(self, kind: Kind, sent: Mapping[str, str]) -> str | None:
        """Return a token of this table in a cookie with the name of an earlier version or place."""
        for name, token in sent.items():
            plain = name.removeprefix(_SECURE)
            named = plain == kind or plain.startswith(f"{kind}-")
            if named and token and self._knows(kind, token):
                return token
        return None

    def keep(self, answer: Response, kind: Kind, token: str, lasts_s: int | None = YEAR_S) -> None:
        """Let the browser keep a token for `lasts_s`, or until it is closed if that is None."""
        self._written.add(kind)
        prefix = _SECURE if _is_over_tls() else ""
        answer.set_cookie(
            prefix + self.name(kind),
            token,
            max_age=lasts_s,
            httponly=True,
            samesite="Strict",
            secure=bool(prefix),
        )

    def drop(self, answer: Response, kind: Kind) -> None:
        """Let the browser forget its token."""
        self._written.add(kind)
        name = self.name(kind)
        _delete(answer, name)
        if _SECURE + name in request.cookies:
            _delete(answer, _SECURE + name)

    @property
    def _written(self) -> set[Kind]:
        """The kinds of cookies that the answer to this request sets or deletes already."""
        found: set[Kind] = g.setdefault("cookies_written", set())
        return found

    def install(self, app: Flask) -> None:
        """Rename a browser's cookies if need be, and send a trial cookie with the pages."""
        app.extensions[EXTENSION] = self
        app.after_request(self._rename)
        app.after_request(_send_trial)

    def _rename(self, answer: Response) -> Response:
        sent = request.cookies
        for kind in KINDS:
            token = self.read(kind, sent)
            if (
                token is not None
                and kind not in self._written
                and token not in self._own(kind, sent)
            ):
                self.keep(answer, kind, token)
                if sent.get(kind) == token:  # An earlier version's cookie, which is ours alone.
                    _delete(answer, kind)
        return answer


def cookies() -> Cookies:
    """Return the cookies of the application that answers this request."""
    return cast(Cookies, current_app.extensions[EXTENSION])


def _delete(answer: Response, name: str) -> None:
    answer.delete_cookie(name, httponly=True, samesite="Strict", secure=name.startswith(_SECURE))


def _is_over_tls() -> bool:
    """Whether the browser reached the pages over TLS, which only a proxy can provide."""
    return request.is_secure or request.headers.get("Origin", "").startswith("https://")


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
