"""Who is the host: this machine itself, or a browser that has the word for it.

A browser becomes host by the host's code, and keeps a random token. The phone of a seat is made
host by one, and is so for as long as it has a seat. The journal keeps the hash of either's token,
so hosts outlive a restart and can be revoked.
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
from werkzeug.sansio.http import parse_cookie  # as Flask does: any byte is text

from webui.access.guard import YEAR_S, Form, Refused, is_own_host, read_body
from webui.access.holders import Holders, hashed, new_token
from webui.access.limits import RateLimit
from webui.access.names import Store

KEY = "web.hosts"
CODE_KEY = "web.host_code"
MOST = 20  # hosts at once; the oldest gives way

# What keeps a code from being found is its length; nobody's guesses are refused for others'.
# Nine digits have 10^9 values. All 254 addresses of a network that guess without an end make
# 254 x 10 x 60 = 152,400 guesses an hour: 137 days for an even chance. Who has more addresses than
# `limits.KNOWN`, or comes through something that names nobody, is held by what the table can answer
# at all, 1,000 a second on a fast computer, with all else at a standstill: 6 days for an even
# chance, and a month on a Pi. Six digits, as it was, took 3 hours, and 8 minutes.
DIGITS = 9
# Of one address, within `WINDOW_S`. Halved, two people who mistype behind one address wait for each
# other; doubled, the 137 days are half of that.
GUESSES = 10
# A seat is confirmed at the table; whoever holds one has guesses that nobody beside it can use up.
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


class Host(msgspec.Struct, frozen=True, omit_defaults=True):
    """A host by the hash of its token: one that the code gave, or that of its `phone`'s seat.

    The `phone` is that on which it sits, or will by what it asks for, if it does.
    """

    hash: str
    phone: str = ""

    @property
    def by_seat(self) -> bool:
        """Whether it was made host by another, at its seat."""
        return self.phone == self.hash


def _read(kept: Any, holders: Holders) -> Iterator[Host]:
    """Yield the hosts that were kept: of earlier versions the hashes alone."""
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
    """Return the credentials of a request of which only the headers have come.

    `headers` are by name, in lower case and with hyphens.
    """
    cookies = parse_cookie(headers.get("cookie"))
    local = _is_local(address, headers, headers.get("host", ""))
    return Credentials(local, cookies.get("host"), cookies.get("seat"))


def _is_local(address: str | None, names: Iterable[str], host: str) -> bool:
    """Tell whether a request was made on this machine, and not passed on by it.

    A proxy, a tunnel or a forwarded port passes on what comes from elsewhere: it adds headers, or
    keeps the name under which it was asked.
    """
    if not is_loopback(address):
        return False
    if any(name in FORWARDED or name.startswith("x-forwarded") for name in names):
        return False
    return is_own_host(host)


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
        """Return how many browsers are hosts beside this machine."""
        return len(self._hosts)

    def admits(self, shown: Credentials) -> bool:
        """Tell whether a browser is a host, now."""
        return shown.local or any(self._matches(one, shown) for one in self._hosts)

    def _matches(self, host: Host, shown: Credentials) -> bool:
        """Tell whether a browser is one of the hosts: by its seat, for as long as it has one."""
        token = shown.seat if host.by_seat else shown.host
        if token is None or hashed(token) != host.hash:
            return False
        return not host.by_seat or bool(self._holders.seats_by_hash(host.hash))

    def is_host(self) -> bool:
        """Tell whether this request comes from a host."""
        return self.admits(credentials())

    def guess(self, code: str, by: int | str | None) -> str:
        """Return a new host's token for the code typed in; raises `Refused`.

        Guesses are counted by the seat or the address that they come from; None: not at all. A wait
        ends after `WINDOW_S`, whatever is tried meanwhile.
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
        """Return the answer that makes this browser a host by the code posted; raises `Refused`."""
        token = self.guess(read_body(Code).code, _guess_key() if seat is None else seat)
        self.note_phone(token, credentials().seat)
        answer = jsonify(done=True)
        answer.set_cookie("host", token, max_age=YEAR_S, httponly=True, samesite="Strict")
        return answer

    def note_phone(self, token: str | None, seat_token: str | None) -> None:
        """Take note of the phone on which a host by the code sits, asks for a seat, or did last."""
        if token is None or seat_token is None:
            return
        with self._lock:
            code, phone = hashed(token), hashed(seat_token)
            self._keep(tuple(Host(code, phone) if one.hash == code else one for one in self._hosts))

    def leave(self, shown: Credentials) -> None:
        """Make a browser a host no longer."""
        with self._lock:
            self._keep(self._all_but(shown))

    def remove_phone(self, phone: str, *, entirely: bool) -> bool:
        """Make a phone without a seat a host no longer; return whether it was one.

        What it is by the code it keeps, unless it loses that `entirely`: then the code is another.
        """
        with self._lock:
            lost = [one for one in self._hosts if one.phone == phone and (one.by_seat or entirely)]
            self._keep(tuple(one for one in self._hosts if one not in lost))
            if lost and entirely:
                self.code = self._new_code()
            return bool(lost)

    def transfer(self, shown: Credentials, seat_hash: str) -> None:
        """Make the phone of a seat host in place of the browser that asks for it."""
        with self._lock:
            made = Host(seat_hash, seat_hash)
            self._keep((*(one for one in self._all_but(shown) if one != made), made))

    def revoke(self, shown: Credentials) -> tuple[str, ...]:
        """Make all other browsers hosts no longer; the code is another from now on.

        Returns the hashes of the tokens of those that were, each of one that its browser has still.
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
        return kept if long_enough else self._new_code()  # of a table from before it was as long

    def _new_code(self) -> str:
        digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
        code = " ".join(digits[at : at + 3] for at in range(0, DIGITS, 3))  # to be read out
        self._store.put(CODE_KEY, code)
        return code


def _without_spaces(code: str) -> str:
    """Return a code as it is compared: spaces are for people."""
    return "".join(code.split())


def _guess_key() -> str | None:
    """Return by what this request's guesses at the code are counted, or None where nothing tells.

    Who has an IPv6 network has all its addresses. A proxy on this machine says for whom it asks, at
    the end of its header: it is believed in nothing else. One that does not may ask for the host,
    too, whom nobody else's guesses may shut out.
    """
    address = request.remote_addr
    if is_loopback(address):
        address = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return None
    return str(found if found.version == 4 else ipaddress.ip_network((found, 64), strict=False))
