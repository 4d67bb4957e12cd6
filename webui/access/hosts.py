"""Decide who is a host: this machine itself, and browsers whose token is a host's.

A browser becomes a host by entering the host's code. A host can also make a seat's phone a host,
which it remains as long as it has a seat. The journal stores hashes of the browsers' tokens, so
hosts survive a restart and can be revoked.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
from flask import Response, jsonify

from webui.access.cookies import Cookies, cookies, require_cookies
from webui.access.credentials import Credentials, credentials
from webui.access.forms import Form, read_body
from webui.access.guard import Refused
from webui.access.holders import Holders, hashed, new_token
from webui.access.limits import RateLimit, client_key
from webui.access.store import Store, Stored

KEY = "web.hosts"
CODE_KEY = "web.host_code"
MOST = 20  # Maximum number of hosts; a new one replaces the oldest.

# The number of digits protects the code, and the guesses of one client never block another client.
# Nine digits allow 10^9 codes. If all 254 addresses of a network guess without a break, they make
# 254 x 10 x 60 = 152,400 guesses an hour. It takes them 137 days to find the code with a
# probability of 50 %. A client with more than `limits.MOST_KNOWN` addresses, or behind a proxy that
# does not name its clients, is limited only by the speed of the table. A fast computer that does
# nothing else checks 1,000 guesses a second: 6 days for the same probability, or a month on a Pi.
DIGITS = 9
# Number of guesses that an address or a seat has within `WINDOW_S`. With half this number, two
# people behind one address would block each other by typing errors. With twice this number, the 137
# days above would shrink to half.
GUESSES = 10
WINDOW_S = 60.0


class Code(Form):
    code: Annotated[str, msgspec.Meta(max_length=40)]


class Host(msgspec.Struct, frozen=True, omit_defaults=True):
    """A host, identified by the hash of its browser's token.

    `by_seat`: whether another host made this phone a host, so that it never needed the code.
    """

    hash: str
    by_seat: bool = False


class Hosts:
    """The hosts of a table. Thread-safe. Without a `code`, the table has a random code.

    `cookies` keeps the tokens in browsers. `place` is the path of the journal or folder; it
    distinguishes the cookies of several tables and hubs on one machine.
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
        lost = "The hosts cannot be read. They must enter the code again."
        self._stored = Stored(store, KEY, tuple[Host, ...], lost)
        self._limit = RateLimit(GUESSES, WINDOW_S, now_s)
        self.code = code or store.get(CODE_KEY) or self._new_code()
        self.cookies = Cookies(place)

    @property
    def count(self) -> int:
        """The number of browsers that are hosts; this machine does not count."""
        return len(self._hosts)

    def admits(self, shown: Credentials) -> bool:
        """Whether the browser with these credentials is a host now."""
        return shown.local or any(self._matches(host, shown) for host in self._hosts)

    def _matches(self, host: Host, shown: Credentials) -> bool:
        """Whether the credentials are those of `host`. Without the code, a host needs a seat."""
        if shown.token is None or hashed(shown.token) != host.hash:
            return False
        return not host.by_seat or bool(self._holders.places_by_hash(host.hash))

    def knows(self, token: str) -> bool:
        """Whether a token belongs to a host or a seat of this table."""
        hosts = any(host.hash == hashed(token) for host in self._hosts)
        return hosts or bool(self._holders.places_by_hash(hashed(token)))

    def is_host(self) -> bool:
        """Whether this request comes from a host."""
        return self.admits(credentials())

    def guess(self, code: str, by: int | str | None, token: str | None = None) -> str:
        """Return the token of a new host if the code is right; raise `Refused` if it is wrong.

        Without a `token`, it is a new one. The limit counts the guesses of each seat or address
        (`by`); None means no limit. No client must wait longer than `WINDOW_S`.
        """
        with self._lock:
            self._limit.check(by, "page.error.too_many_guesses")
            guessed, right = ("".join(text.split()).encode() for text in (code, self.code))
            if not hmac.compare_digest(guessed, right):
                raise Refused(403, "page.error.wrong_code")
            self._limit.refund(by)  # Only wrong codes count.
            token = token or new_token()
            host = Host(hashed(token))
            self._keep((*(other for other in self._hosts if other != host), host))
            return token

    def become(self, *, asks: bool = False) -> Response:
        """Make this browser a host if the posted code is right; raise `Refused` if it is wrong.

        Raise it also if the browser would not keep its token. If it `asks` for a seat, or is known
        already, it keeps the token that it has.
        """
        require_cookies()
        token = credentials().token
        seat = next(iter(self._holders.seats_of(token)), None)
        known = token if token is not None and (asks or self.knows(token)) else None
        by = client_key() if seat is None else seat
        answer = jsonify(done=True)
        cookies().keep(answer, self.guess(read_body(Code).code, by, known))
        return answer

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
            kept = tuple(
                host for host in self._hosts if host.hash != phone or not (host.by_seat or entirely)
            )
            lost = len(kept) < len(self._hosts)
            self._keep(kept)
            if lost and entirely:
                self.code = self._new_code()
            return lost

    def transfer(self, shown: Credentials, phone: str) -> None:
        """Make a seat's phone a host, and stop this browser from being one."""
        with self._lock:
            made = Host(phone, by_seat=True)
            self._keep((*(host for host in self._all_but(shown) if host != made), made))

    def revoke(self, shown: Credentials) -> tuple[str, ...]:
        """Remove all other browsers from the hosts and change the code.

        Returns a token hash for each removed browser, so that it can get a notice.
        """
        with self._lock:
            others = self._all_but(shown)
            self._keep(tuple(host for host in self._hosts if host not in others))
            self.code = self._new_code()
            return tuple(host.hash for host in others)

    def _all_but(self, shown: Credentials) -> tuple[Host, ...]:
        return tuple(host for host in self._hosts if not self._matches(host, shown))

    @property
    def _hosts(self) -> tuple[Host, ...]:
        return self._stored.value

    def _keep(self, hosts: tuple[Host, ...]) -> None:
        self._stored.set(hosts[-MOST:])

    def _new_code(self) -> str:
        digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"
        code = " ".join(digits[at : at + 3] for at in range(0, DIGITS, 3))  # Easy to read out.
        self._store.put(CODE_KEY, code)
        return code
