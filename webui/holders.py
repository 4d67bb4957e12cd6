"""Which phone holds which seat, and what its player is called.

A phone keeps a random token in a cookie; the table keeps the token's hash, so that the
journal gives nobody a seat.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import unicodedata
from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from referee.contract import Message

KEY = "seats"
NAME_LENGTH = 14


class Store(Protocol):
    """A small key-value store that survives a restart."""

    def get(self, key: str) -> Any:
        """Return what was put last, or None."""

    def put(self, key: str, value: Any) -> None:
        """Keep a JSON-able value."""


class SeatTaken(Exception):
    """Another phone holds the seat; `message` says what to do."""

    def __init__(self, seat: int) -> None:
        self.message = Message("page.error.seat_taken", {"seat": seat})
        super().__init__(f"seat {seat} is taken")


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's phone, by the hash of its token, and its player's name."""

    hash: str
    name: str = ""


class Holders:
    """The holders of all seats, kept in a store; safe from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._held = _read(store.get(KEY))

    def seat_of(self, token: str | None) -> int | None:
        """Return the seat that a phone holds, or None."""
        if not token:
            return None
        hashed = _hash(token)
        return next((seat for seat, held in self._held.items() if held.hash == hashed), None)

    @property
    def taken(self) -> frozenset[int]:
        """Return the seats that a phone holds."""
        return frozenset(self._held)

    @property
    def names(self) -> Mapping[int, str]:
        """Return the names that players gave themselves, by seat."""
        return {seat: held.name for seat, held in self._held.items() if held.name}

    def take(self, seat: int, token: str | None) -> str:
        """Give a free seat to a phone, which leaves its former one; return its token.

        Raises `SeatTaken` where another phone holds the seat.
        """
        with self._lock:
            mine = self.seat_of(token)
            if seat in self._held and seat != mine:
                raise SeatTaken(seat)
            name = "" if mine is None else self._held[mine].name
            token = token if mine is not None and token else secrets.token_urlsafe(24)
            others = {other: held for other, held in self._held.items() if other != mine}
            self._keep({**others, seat: Holder(_hash(token), name)})
            return token

    def name(self, seat: int, name: str) -> None:
        """Call the player of a held seat `name`; an empty name brings the colour back."""
        with self._lock:
            if seat in self._held:
                plain = "".join(letter for letter in name if _shown(letter))
                plain = " ".join(plain.split())[:NAME_LENGTH].strip()
                self._keep({**self._held, seat: Holder(self._held[seat].hash, plain)})

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


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _shown(letter: str) -> bool:
    return letter.isspace() or not unicodedata.category(letter).startswith("C")
