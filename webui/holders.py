"""Which phone holds which seat, and what its player is called.

A phone keeps a random token in a cookie; the table keeps the token's hash, so that the
journal gives nobody a seat.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Mapping
from typing import Any

import msgspec

from referee.contract import Message, RefereeError
from webui.names import Names, Store, plain

KEY = "seats"


class SeatTaken(RefereeError):
    """Another phone holds the seat; `message` says what to do."""

    def __init__(self, seat: int) -> None:
        super().__init__("seat", Message("page.error.seat_taken", {"seat": seat}))


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's phone, by the hash of its token, and its player's name."""

    hash: str
    name: str = ""


class Holders:
    """The holders of all seats, kept in a store; safe from any thread.

    `used` are the names used at this table, of players who sit here and of others.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._held = _read(store.get(KEY))
        self.used = Names(store)

    def seat_of(self, token: str | None) -> int | None:
        """Return the seat that a phone holds, or None."""
        if not token:
            return None
        mine = hashed(token)
        return next((seat for seat, held in self._held.items() if held.hash == mine), None)

    @property
    def taken(self) -> frozenset[int]:
        """Return the seats that a phone holds."""
        return frozenset(self._held)

    @property
    def names(self) -> Mapping[int, str]:
        """Return the names that players gave themselves, by seat."""
        return {seat: held.name for seat, held in self._held.items() if held.name}

    def hash_of(self, seat: int) -> str | None:
        """Return the hash of the token that holds a seat, or None."""
        held = self._held.get(seat)
        return None if held is None else held.hash

    def take(self, seat: int, token: str) -> None:
        """Give a free seat to the phone with that token, which leaves its former one.

        Raises `SeatTaken` where another phone holds the seat.
        """
        with self._lock:
            mine = self.seat_of(token)
            if seat in self._held and seat != mine:
                raise SeatTaken(seat)
            name = "" if mine is None else self._held[mine].name
            others = {other: held for other, held in self._held.items() if other != mine}
            self._keep({**others, seat: Holder(hashed(token), name)})

    def name(self, seat: int, name: str) -> None:
        """Call the player of a held seat `name`; an empty name brings the colour back."""
        with self._lock:
            if seat in self._held:
                self._keep({**self._held, seat: Holder(self._held[seat].hash, plain(name))})
                self.used.remember([plain(name)])

    def free(self, seat: int) -> None:
        """Free a seat; a free seat stays free."""
        with self._lock:
            self._keep({other: held for other, held in self._held.items() if other != seat})

    def _keep(self, held: dict[int, Holder]) -> None:
        self._store.put(KEY, msgspec.to_builtins(held, str_keys=True))
        self._held = held


def _read(kept: Any) -> dict[int, Holder]:
    try:
        return msgspec.convert(kept or {}, dict[int, Holder], strict=False)
    except msgspec.ValidationError:
        return {}  # nobody holds a seat: every phone can take one again


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Return what the journal keeps of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
