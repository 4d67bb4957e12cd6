"""Which phone holds which seats, and what their players are called.

A phone keeps a random token in a cookie; the table keeps the token's hash, so that the
journal gives nobody a seat.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.contract import Message, RefereeError
from webui.access.names import Names, Store, clean_name

KEY = "seats"
LEFT_KEY = "seats.left"


class SeatTaken(RefereeError):
    """Another phone holds the seat; `message` says what to do."""

    def __init__(self, seat: int) -> None:
        super().__init__("seat", Message("page.error.seat_taken", {"seat": seat}))


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's phone, by the hash of its token, and its player's name.

    A seat that was taken beside others of the same phone is `shared`, and remains so alone.
    `before` is the name of who played there before, which goes to nobody by itself.
    """

    hash: str
    name: str = ""
    shared: bool = False
    before: str = ""


class Holders:
    """The holders of all seats, kept in a store; safe from any thread.

    `used` are the names used at this table, of players who sit here and of others. `left` has
    the names of players whose phone went from a seat, `took` is called with a seat that a phone has
    taken.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._held = _read(store.get(KEY))
        self.departed_names = _read_departed(store.get(LEFT_KEY))
        self.used = Names(store)
        self.on_taken: Callable[[int], None] = lambda _: None

    def seats_of(self, token: str | None) -> tuple[int, ...]:
        """Return the seats that a phone holds, in table order."""
        return self.seats_by_hash(hashed(token)) if token else ()

    def seats_by_hash(self, hash: str) -> tuple[int, ...]:  # noqa: A002
        """Return the seats that the phone with a token of that hash holds, in table order."""
        return tuple(sorted(seat for seat, held in self._held.items() if held.hash == hash))

    def shared(self, seat: int) -> bool:
        """Tell whether a seat's phone is, or was, that of other seats, too."""
        held = self._held.get(seat)
        return held is not None and held.shared

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
        """Give a free seat to the phone with that token, beside those that it holds.

        Raises `SeatTaken` where another phone holds the seat.
        """
        with self._lock:
            mine = self.seats_of(token)
            if seat in mine:
                return
            if seat in self._held:
                raise SeatTaken(seat)
            one = Holder(hashed(token), shared=bool(mine))
            shared = {other: replace(self._held[other], shared=True) for other in mine}
            self._keep({**self._held, **shared, seat: one})

    def name(self, seat: int, name: str) -> None:
        """Call the player of a held seat `name`; an empty name brings the colour back."""
        with self._lock:
            if seat in self._held:
                held = replace(self._held[seat], name=clean_name(name), before="")
                self._keep({**self._held, seat: held})

    def set_new_player(self, seat: int, name: str) -> None:
        """Take note that another player holds a seat than the one of that name before."""
        with self._lock:
            if seat in self._held:
                held = replace(self._held[seat], name="", before=name)
                self._keep({**self._held, seat: held})
            self._keep_departed(
                {other: left for other, left in self.departed_names.items() if other != seat}
            )

    @property
    def unclaimed_names(self) -> Mapping[int, str]:
        """Return the names of former players that no present one has taken on, by seat."""
        return {seat: held.before for seat, held in self._held.items() if held.before}

    def free(self, seat: int, name: str = "") -> None:
        """Free a seat; a free seat stays free. Its player, of that `name`, may come back."""
        with self._lock:
            if seat in self._held:
                self._keep_departed({**self.departed_names, seat: self._held[seat].name or name})
            self._keep({other: held for other, held in self._held.items() if other != seat})

    def _keep(self, held: dict[int, Holder]) -> None:
        if held != self._held:
            self.store.put(KEY, msgspec.to_builtins(held, str_keys=True))
            self._held = held

    def _keep_departed(self, left: dict[int, str]) -> None:
        if left != self.departed_names:
            self.store.put(LEFT_KEY, msgspec.to_builtins(left, str_keys=True))
            self.departed_names = left


def _read(kept: Any) -> dict[int, Holder]:
    try:
        return msgspec.convert(kept or {}, dict[int, Holder], strict=False)
    except msgspec.ValidationError:
        return {}  # nobody holds a seat: every phone can take one again


def _read_departed(kept: Any) -> dict[int, str]:
    try:
        return msgspec.convert(kept or {}, dict[int, str], strict=False)
    except msgspec.ValidationError:
        return {}  # whoever sits down there is not asked who they are


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """Return what the journal keeps of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
