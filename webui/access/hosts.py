"""Decide who is a host: this machine itself, and browsers that have a host token.

A browser becomes a host by entering the host's code; it then keeps a random token. A host can also
make a seat's phone a host, which it remains as long as it has a seat. The journal stores hashes of
these tokens, so hosts survive a restart and can be revoked.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import msgspec
from flask import Response, jsonify, request

from webui.access.cookies import Cookies, Kind, cookies, require_cookies
from webui.access.credentials import Credentials, credentials
from webui.access.forms import Form, read_body
from webui.access.guard import Refused
from webui.access.holders import Holders, hashed, new_token
from webui.access.limits import RateLimit
from webui.access.network import is_loopback
from webui.access.store import Store

KEY = "web.hosts"
CODE_KEY = "web.host_code"
MOST = 20  # Maximum number of hosts; a new one replaces the oldest.

# The number of digits protects the code, and the guesses of one client never block another client.
# Nine digits allow 10^9 codes. If all 254 addresses of a network guess without a break, they make
# 254 x 10 x 60 = 152,400 guesses an hour. It takes them 137 days to find the code with a
# probability of 50 %. A client with more than `limits.MOST_KNOWN` addresses, or behind a proxy that
# does not name its clients, is limited only by the speed of the table. A fast computer that does
# nothing else checks 1,000 guesses a second: 6 days for the same probability, or a month on a Pi.
# The six digits of earlier versions took 3 hours, or 8 minutes.
DIGITS = 9
# Number of guesses that an address has within `WINDOW_S`. With half this number, two people behind
# one address would block each other by typing errors. With twice this number, the 137 days above
# would shrink to half.
GUESSES = 10
# Number of guesses for a phone with a seat. Nobody else can use up its guesses.
SEAT_GUESSES = 4
WINDOW_S = 60.0


class Code(Form):
    code: Annotated[str, msgspec.Meta(max_length=40)]


class Host(msgspec.Struct, frozen=True, omit_defaults=True):
    """A host, identified by the hash of a token: a host token, or its phone's seat token.

    `phone` is the hash of the seat token, if the host also has a seat or requests one on this
    browser.
    """

    hash: str
    phone: str = ""

    @property
    def by_seat(self) -> bool:
        """Whether another host made this phone a host, so that it never needed the code."""
        return self.phone == self.hash


def _read(kept: Any, holders: Holders) -> Iterator[Host]:
    """Yield the hosts that the store contains; earlier versions stored only hashes."""
    for one in kept if isinstance(kept, list) else ():
        if isinstance(one, str):
            yield Host(one, one if holders.seats_by_hash(one) else "")
        else:
            with suppress(msgspec.ValidationError):
                yield msgspec.convert(one, Host)


class Hosts:
    """The hosts of a table. Thread-safe. Without a `code`, the table has a random code.

    `cookies` keeps the tokens of hosts and seats in browsers. `place` is the path of the journal or
    folder; it distinguishes the cookies of several tables and hubs on one machine.
    """

    def __init__(
        self,
        store: Store,
        code: str | None = None,
        now_s: Callable[[], float] = time.monotonic,
        holders: Holders | None = None,
        place: Path = Path(),
    ) -> None:
        self._store = store
        self._holders = holders or Holders(store)
        self._lock = threading.Lock()
        self._hosts = tuple(_read(store.get(KEY), self._holders))
        self._address_limit = RateLimit(GUESSES, WINDOW_S, now_s)
        self._seat_limit = RateLimit(SEAT_GUESSES, WINDOW_S, now_s)
        self.code = code or self._kept_code()
        self.cookies = Cookies(place, self.knows)

    @property
    def count(self) -> int:
        """The number of browsers that are hosts; this machine does not count."""
        return len(self._hosts)

    def admits(self, shown: Credentials) -> bool:
        """Whether the browser with these credentials is a host now."""
        return shown.local or any(self._matches(one, shown) for one in self._hosts)

    def _matches(self, host: Host, shown: Credentials) -> bool:
        """Whether the credentials are those of `host`. Without the code, a host needs a seat."""
        token = shown.seat if host.by_seat else shown.host
        if token is None or hashed(token) != host.hash:
            return False
        return not host.by_seat or bool(self._holders.places_by_hash(host.hash))

    def knows(self, kind: Kind, token: str) -> bool:
        """Whether a token belongs to a host or a seat of this table."""
        if kind == "seat":
            return bool(self._holders.places_by_hash(hashed(token)))
        return any(one.hash == hashed(token) for one in self._hosts)

    def is_host(self) -> bool:
        """Whether this request comes from a host."""
        return self.admits(credentials())

    def guess(self, code: str, by: int | str | None) -> str:
        """Return a token for a new host if the code is right; raise `Refused` if it is wrong.

        The limit counts the guesses of each seat or address (`by`); None means no limit. No client
        must wait longer than `WINDOW_S`.
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
            budget.refund(by)  # Only wrong codes count.
            token = new_token()
            self._keep((*self._hosts, Host(hashed(token))))
            return token

    def become(self, seat: int | None = None) -> Response:
        """Make this browser a host if the posted code is right; raise `Refused` if it is wrong.

        Raise it also if the browser would not keep its token.
        """
        require_cookies()
        token = self.guess(read_body(Code).code, _guess_key() if seat is None else seat)
        self.note_phone(token, credentials().seat)
        answer = jsonify(done=True)
        cookies().keep(answer, "host", token)
        return answer

    def note_phone(self, token: str | None, seat_token: str | None) -> None:
        """Record the phone at which a host has a seat or requests one."""
        if token is None or seat_token is None:
            return
        with self._lock:
            code, phone = hashed(token), hashed(seat_token)
            self._keep(tuple(Host(code, phone) if one.hash == code else one for one in self._hosts))

    def leave(self, shown: Credentials) -> None:
        """Revoke the host rights of a browser."""
        with self._lock:
            self._keep(self._all_but(shown))

    def remove_phone(self, phone: str, *, entirely: bool) -> bool:
        """Revoke the host rights of a phone that has no seat left; return whether it had any.

        A phone that entered the code stays a host, unless `entirely` is true. In that case the code
        changes as well.
        """
        with self._lock:
            lost = [one for one in self._hosts if one.phone == phone and (one.by_seat or entirely)]
            self._keep(tuple(one for one in self._hosts if one not in lost))
            if lost and entirely:
                self.code = self._new_code()
            return bool(lost)

    def transfer(self, shown: Credentials, seat_hash: str) -> None:
        """Make a seat's phone a host, and stop this browser from being one."""
        with self._lock:
            made = Host(seat_hash, seat_hash)
            self._keep((*(one for one in self._all_but(shown) if one != made), made))

    def revoke(self, shown: Credentials) -> tuple[str, ...]:
        """Remove all other browsers from the hosts and change the code.

        Returns a token hash for each removed browser, so that it can get a notice.
        """
        with self._lock:
            others = self._all_but(shown)
            self._keep(tuple(one for one in self._hosts if one not in others))
            self.code = self._new_code()
            return tuple(
                one.phone if self._holders.places_by_hash(one.phone) else one.hash for one in others
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
        return kept if long_enough else self._new_code()  # Earlier versions had a shorter code.

    def _new_code(self) -> str:
        digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
        code = " ".join(digits[at : at + 3] for at in range(0, DIGITS, 3))  # Easy to read out.
        self._store.put(CODE_KEY, code)
        return code


def _without_spaces(code: str) -> str:
    """Return a code without the spaces that make it easier to read."""
    return "".join(code.split())


def _guess_key() -> str | None:
    """Return the key by which the guesses of this request are counted, or None for no limit.

    All addresses of an IPv6 /64 network share one key. If a proxy on this machine forwarded the
    request, the key is the last address in the ``X-Forwarded-For`` header, which is trusted for
    nothing else. A proxy that omits this header may also serve the host, so its requests have no
    limit. Otherwise the guesses of others could lock out the host.
    """
    address = request.remote_addr
    if is_loopback(address):
        address = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return None
    return str(found if found.version == 4 else ipaddress.ip_network((found, 64), strict=False))
