"""Who is the host: this machine itself, or a browser that has the word for it.

A browser becomes host by the host's code, or is made host by one. It keeps a random token;
the journal keeps the token's hash, so hosts outlive a restart and can be revoked.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Annotated, NamedTuple

import msgspec
from flask import Response, g, jsonify, request
from werkzeug.http import parse_cookie

from webui.access.guard import YEAR_S, Form, Refused, body, own_name
from webui.access.holders import hashed, new_token
from webui.access.names import Store

KEY = "web.hosts"
CODE_KEY = "web.host_code"
MOST = 20  # hosts at once; the oldest gives way

# Six digits and ten wrong guesses a minute: a stranger needs five weeks for an even chance.
# Doubled, half of that; halved, two people who mistype lock out a third.
GUESSES = 10
# A seat is confirmed at the table; whoever holds one has guesses that no stranger can use up.
SEAT_GUESSES = 4
WINDOW_S = 60.0

FORWARDED = {"forwarded", "via", "x-real-ip", "true-client-ip", "cf-connecting-ip", "x-client-ip"}


class Code(Form):
    """The host's code."""

    code: Annotated[str, msgspec.Meta(max_length=40)]


class Credentials(NamedTuple):
    """What a browser shows for itself: whether it is this machine, and its tokens."""

    local: bool
    host: str | None
    seat: str | None


def credentials() -> Credentials:
    """Return the credentials of this request."""
    if "credentials" not in g:
        names = [name.lower() for name in request.headers.keys()]  # noqa: SIM118  of pairs, without it
        local = _from_here(request.remote_addr, names, request.headers.get("Host", ""))
        cookies = request.cookies
        g.credentials = Credentials(local, cookies.get("host"), cookies.get("seat"))
    found: Credentials = g.credentials
    return found


def shown_by(address: str, headers: Mapping[str, str]) -> Credentials:
    """Return the credentials of a request of which only the headers have come.

    `headers` are by name, in lower case and with hyphens.
    """
    cookies = parse_cookie(headers.get("cookie"))
    local = _from_here(address, headers, headers.get("host", ""))
    return Credentials(local, cookies.get("host"), cookies.get("seat"))


def _from_here(address: str | None, names: Iterable[str], host: str) -> bool:
    """Tell whether a request was made on this machine, and not passed on by it.

    A proxy, a tunnel or a forwarded port passes on what comes from elsewhere: it adds headers, or
    keeps the name under which it was asked.
    """
    if not is_loopback(address):
        return False
    if any(name in FORWARDED or name.startswith("x-forwarded") for name in names):
        return False
    return own_name(host)


def is_loopback(address: str | None) -> bool:
    """Tell whether an address is this machine's to itself."""
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False


class Hosts:
    """The hosts of a table; safe from any thread. Without `code` the store keeps a random one."""

    def __init__(
        self,
        store: Store,
        code: str | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._now_s = now_s
        self._lock = threading.Lock()
        kept = store.get(KEY)
        hashes = kept if isinstance(kept, list) else []
        self._hashes: tuple[str, ...] = tuple(one for one in hashes if isinstance(one, str))
        self._wrong: dict[Hashable, list[float]] = {}
        self.code = code or self._kept_code()

    @property
    def many(self) -> int:
        """Return how many browsers are hosts beside this machine."""
        return len(self._hashes)

    def admits(self, shown: Credentials) -> bool:
        """Tell whether a browser is a host, now."""
        return shown.local or any(
            token is not None and hashed(token) in self._hashes
            for token in (shown.host, shown.seat)
        )

    def here(self) -> bool:
        """Tell whether this request comes from a host."""
        return self.admits(credentials())

    def guess(self, code: str, seat: int | None) -> str:
        """Return a new host's token for the code typed in; raises `Refused`.

        Wrong guesses are counted for all strangers together: who has many addresses has no more
        of them. A wait ends after `WINDOW_S` whatever is tried meanwhile, and guesses from a seat
        are counted apart.
        """
        typed = "".join(code.split())
        most = GUESSES if seat is None else SEAT_GUESSES
        with self._lock:
            now_s = self._now_s()
            wrong = [at for at in self._wrong.get(seat, []) if now_s - at < WINDOW_S]
            self._wrong[seat] = wrong
            if len(wrong) >= most:
                wait_s = int(WINDOW_S - (now_s - wrong[0])) + 1
                raise Refused(429, "page.error.too_many_guesses", seconds=wait_s)
            if not hmac.compare_digest(typed.encode(), self.code.encode()):
                wrong.append(now_s)
                raise Refused(403, "page.error.wrong_code")
            token = new_token()
            self._keep((*self._hashes, hashed(token)))
            return token

    def become(self, seat: int | None = None) -> Response:
        """Return the answer that makes this browser a host by the code posted; raises `Refused`."""
        token = self.guess(body(Code).code, seat)
        answer = jsonify(done=True)
        answer.set_cookie("host", token, max_age=YEAR_S, httponly=True, samesite="Strict")
        return answer

    def leave(self, shown: Credentials) -> None:
        """Make a browser a host no longer."""
        with self._lock:
            self._keep(self._without(shown))

    def hand_on(self, shown: Credentials, seat_hash: str) -> None:
        """Make the phone of a seat host in place of the browser that asks for it."""
        with self._lock:
            kept = (one for one in self._without(shown) if one != seat_hash)
            self._keep((*kept, seat_hash))

    def revoke(self, shown: Credentials) -> None:
        """Make all other browsers hosts no longer; the code is another from now on."""
        with self._lock:
            mine = set(self._hashes) - set(self._without(shown))
            self._keep(tuple(one for one in self._hashes if one in mine))
            self.code = self._new_code()

    def _without(self, shown: Credentials) -> tuple[str, ...]:
        own = {hashed(token) for token in (shown.host, shown.seat) if token is not None}
        return tuple(one for one in self._hashes if one not in own)

    def _keep(self, hashes: tuple[str, ...]) -> None:
        hashes = hashes[-MOST:]
        if hashes != self._hashes:
            self._store.put(KEY, list(hashes))
            self._hashes = hashes

    def _kept_code(self) -> str:
        kept = self._store.get(CODE_KEY)
        return kept if isinstance(kept, str) else self._new_code()

    def _new_code(self) -> str:
        code = f"{secrets.randbelow(10**6):06d}"
        self._store.put(CODE_KEY, code)
        return code
