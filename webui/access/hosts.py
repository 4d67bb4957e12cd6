"""The hosts: this machine itself, and browsers with a token.

A browser becomes a host with the host's code and keeps a random token. A host can also make a
seat's phone a host; it remains one while it has a seat. The journal keeps hashes of the tokens, so
hosts survive a restart and can be revoked.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any, NamedTuple

import msgspec
from flask import Response, g, jsonify, request
from werkzeug.sansio.http import parse_cookie  # as Flask does; accepts any byte

from webui.access.guard import YEAR_S, Form, Refused, is_own_host, read_body
from webui.access.holders import Holders, hashed, new_token
from webui.access.limits import RateLimit
from webui.access.names import Store

KEY = "web.hosts"
CODE_KEY = "web.host_code"
MOST = 20  # hosts at once; a new one replaces the oldest

# The length of the code protects it; one client's guesses never block another's. Nine digits have
# 10^9 values. If all 254 addresses of a network guess all the time, that is 254 x 10 x 60 = 152,400
# guesses an hour: 137 days for a 50 % chance. A client with more than `limits.MOST_KNOWN`
# addresses, or behind something that names no client, is limited by the table's speed. That is
# 1,000 guesses a second on a fast computer that does nothing else: 6 days for a 50 % chance, and a
# month on a Pi. The earlier six digits took 3 hours, or 8 minutes.
DIGITS = 9
# Guesses of one address within `WINDOW_S`. Half, and two people behind one address block each other
# by mistyping. Twice, and the 137 days become half of that.
GUESSES = 10
# For a phone with a seat: nobody else can use up its guesses.
SEAT_GUESSES = 4
WINDOW_S = 60.0

FORWARDED = {"forwarded", "via", "x-real-ip", "true-client-ip", "cf-connecting-ip", "x-client-ip"}


class Code(Form):
    code: Annotated[str, msgspec.Meta(max_length=40)]


class Credentials(NamedTuple):
    """A browser's identity: whether it is this machine, and its two tokens."""

    local: bool
    host: str | None
    seat: str | None


class Host(msgspec.Struct, frozen=True, omit_defaults=True):
    """A host, by the hash of its token: a host's token, or its phone's seat token.

    `phone` is the phone on which the host sits, if any, or for which it requests a seat.
    """

    hash: str
    phone: str = ""

    @property
    def by_seat(self) -> bool:
        """Whether another host made this one, at its seat."""
        return self.phone == self.hash


def _read(kept: Any, holders: Holders) -> Iterator[Host]:
    """Yield the stored hosts; earlier versions stored only hashes."""
    for one in kept if isinstance(kept, list) else ():
        if isinstance(one, str):
            yield Host(one, one if holders.seats_by_hash(one) else "")
        else:
            with suppress(msgspec.ValidationError):
                yield msgspec.convert(one, Host)


def credentials() -> Credentials:
    """Return the credentials of this request."""
    if "credentials" not in g:
        names = [name.lower() for name in request.headers.keys()]  # noqa: SIM118  of pairs, without it
        local = _is_local(request.remote_addr, names, request.headers.get("Host", ""))
        cookies = request.cookies
        g.credentials = Credentials(local, cookies.get("host"), cookies.get("seat"))
    found: Credentials = g.credentials
    return found


def credentials_from(address: str, headers: Mapping[str, str]) -> Credentials:
    """Return the credentials of a request of which only the headers are known.

    The names in `headers` are in lower case and with hyphens.
    """
    cookies = parse_cookie(headers.get("cookie"))
    local = _is_local(address, headers, headers.get("host", ""))
    return Credentials(local, cookies.get("host"), cookies.get("seat"))


def _is_local(address: str | None, names: Iterable[str], host: str) -> bool:
    """Whether a request comes from this machine and was not forwarded by it.

    A proxy, a tunnel or a forwarded port passes on foreign requests. They give themselves away by
    extra headers or by the host name.
    """
    if not is_loopback(address):
        return False
    if any(name in FORWARDED or name.startswith("x-forwarded") for name in names):
        return False
    return is_own_host(host)


def is_loopback(address: str | None) -> bool:
    """Whether an address is a loopback address."""
    try:
        return ipaddress.ip_address(address or "").is_loopback
    except ValueError:
        return False


class Hosts:
    """The hosts of a table. Thread-safe. Without `code`, the store keeps a random one."""

    def __init__(
        self,
        store: Store,
        code: str | None = None,
        now_s: Callable[[], float] = time.monotonic,
        holders: Holders | None = None,
    ) -> None:
        self._store = store
        self._holders = holders or Holders(store)
        self._lock = threading.Lock()
        self._hosts = tuple(_read(store.get(KEY), self._holders))
        self._address_limit = RateLimit(GUESSES, WINDOW_S, now_s)
        self._seat_limit = RateLimit(SEAT_GUESSES, WINDOW_S, now_s)
        self.code = code or self._kept_code()

    @property
    def count(self) -> int:
        """The number of host browsers, without this machine."""
        return len(self._hosts)

    def admits(self, shown: Credentials) -> bool:
        """Whether a browser is a host now."""
        return shown.local or any(self._matches(one, shown) for one in self._hosts)

    def _matches(self, host: Host, shown: Credentials) -> bool:
        """Whether a browser is this host; a host by seat needs a seat."""
        token = shown.seat if host.by_seat else shown.host
        if token is None or hashed(token) != host.hash:
            return False
        return not host.by_seat or bool(self._holders.seats_by_hash(host.hash))

    def is_host(self) -> bool:
        """Whether this request comes from a host."""
        return self.admits(credentials())

    def guess(self, code: str, by: int | str | None) -> str:
        """Return a token for a new host if the code is right; raise `Refused` if not.

        Guesses are limited by seat or address (`by`; None: unlimited). A wait always ends after
        `WINDOW_S`.
        """
        with self._lock:
            budget = self._seat_limit if isinstance(by, int) else self._address_limit
            wait_s = 0 if by is None else budget.spend(by)
            if wait_s:
                raise Refused(429, "page.error.too_many_guesses", seconds=wait_s)
            if not hmac.compare_digest(
                _without_spaces(code).encode(), _without_spaces(self.code).encode()
            ):
                raise Refused(403, "page.error.wrong_code")
            token = new_token()
            self._keep((*self._hosts, Host(hashed(token))))
            return token

    def become(self, seat: int | None = None) -> Response:
        """Make this browser a host by the posted code; raise `Refused` if it is wrong."""
        token = self.guess(read_body(Code).code, _guess_key() if seat is None else seat)
        self.note_phone(token, credentials().seat)
        answer = jsonify(done=True)
        answer.set_cookie("host", token, max_age=YEAR_S, httponly=True, samesite="Strict")
        return answer

    def note_phone(self, token: str | None, seat_token: str | None) -> None:
        """Record the phone on which a host sits or requests a seat."""
        if token is None or seat_token is None:
            return
        with self._lock:
            code, phone = hashed(token), hashed(seat_token)
            self._keep(tuple(Host(code, phone) if one.hash == code else one for one in self._hosts))

    def leave(self, shown: Credentials) -> None:
        """Remove a browser from the hosts."""
        with self._lock:
            self._keep(self._all_but(shown))

    def remove_phone(self, phone: str, *, entirely: bool) -> bool:
        """Remove a phone without a seat from the hosts; return whether it was one.

        It stays a host if it knows the code, unless it must go `entirely`. Then the code changes
        too.
        """
        with self._lock:
            lost = [one for one in self._hosts if one.phone == phone and (one.by_seat or entirely)]
            self._keep(tuple(one for one in self._hosts if one not in lost))
            if lost and entirely:
                self.code = self._new_code()
            return bool(lost)

    def transfer(self, shown: Credentials, seat_hash: str) -> None:
        """Make a seat's phone a host instead of this browser."""
        with self._lock:
            made = Host(seat_hash, seat_hash)
            self._keep((*(one for one in self._all_but(shown) if one != made), made))

    def revoke(self, shown: Credentials) -> tuple[str, ...]:
        """Remove all other browsers from the hosts and change the code.

        Returns the token hashes under which the removed browsers can be told.
        """
        with self._lock:
            others = self._all_but(shown)
            self._keep(tuple(one for one in self._hosts if one not in others))
            self.code = self._new_code()
            return tuple(
                one.phone if self._holders.seats_by_hash(one.phone) else one.hash for one in others
            )

    def _all_but(self, shown: Credentials) -> tuple[Host, ...]:
        return tuple(one for one in self._hosts if not self._matches(one, shown))

    def _keep(self, hosts: tuple[Host, ...]) -> None:
        hosts = hosts[-MOST:]
        if hosts != self._hosts:
            self._store.put(KEY, [msgspec.to_builtins(one) for one in hosts])
            self._hosts = hosts

    def _kept_code(self) -> str:
        kept = self._store.get(CODE_KEY)
        long_enough = isinstance(kept, str) and len(_without_spaces(kept)) >= DIGITS
        return kept if long_enough else self._new_code()  # an earlier code was shorter

    def _new_code(self) -> str:
        digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
        code = " ".join(digits[at : at + 3] for at in range(0, DIGITS, 3))  # easy to read out
        self._store.put(CODE_KEY, code)
        return code


def _without_spaces(code: str) -> str:
    """Return a code without the spaces that make it readable."""
    return "".join(code.split())


def _guess_key() -> str | None:
    """Return the key for limiting this request's guesses, or None for no limit.

    All addresses of an IPv6 /64 network count as one. For a proxy on this machine it is the last
    address in its ``X-Forwarded-For`` header, which is trusted for nothing else. A proxy without
    that header may serve the host too, who must not be locked out by others' guesses.
    """
    address = request.remote_addr
    if is_loopback(address):
        address = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return None
    return str(found if found.version == 4 else ipaddress.ip_network((found, 64), strict=False))
