"""Record which phone has which seat, and the names of the players.

A phone keeps a random token in a cookie. The table stores only a hash of that token, so nobody can
take over a seat by reading the journal.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.contract import Message, RefereeError
from referee.seating import QUEUE
from webui.access.guard import Refused
from webui.access.names import Names
from webui.access.store import Store, Stored

KEY = "seats"
LEFT_KEY = "seats.left"
MOST_WAITING = 6  # As many as most games have seats. A stranger could fill a longer queue, too.


def seat_error(key: str, **params: Any) -> RefereeError:
    """Return the refusal of a seat. Its message tells the user what to do."""
    return RefereeError("seat", Message(f"page.error.{key}", params))


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """The phone at a seat, identified by the hash of its token, and its player.

    `name` is shown. `person` identifies the player in a club, if they have played a drawn match
    with this phone. If `shared` is true, the phone has other seats too, or once had. `before` is
    the name of the previous player at this seat; the new player can claim it.
    """

    hash: str
    name: str = ""
    shared: bool = False
    before: str = ""
    person: str = ""

    @property
    def identity(self) -> str:
        """The name under which the player's results count. It is empty if nobody knows it."""
        return self.person or self.name


class Holders:
    """The phones of all seats, kept in a store. Thread-safe.

    `all` has the phones and their players, by seat; only this class changes it. `used` contains
    every name that players used at this table. `is_doubtful` tells whether the phone at a seat may
    be somebody else's, so that another one may take it.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = threading.Lock()
        lost = "The seats cannot be read. They are free for all phones."
        self._stored = Stored(store, KEY, dict[int, Holder], lost)
        self.all: Mapping[int, Holder] = self._stored.value
        lost = "The names at free seats cannot be read."
        self._departed = Stored(store, LEFT_KEY, dict[int, str], lost)
        self.used = Names(store)
        self.is_doubtful: Callable[[int], bool] = lambda _: False  # Nobody is, without a draw.

    def seats_of(self, token: str | None) -> tuple[int, ...]:
        """Return the seats of a phone, in table order."""
        return self.seats_by_hash(hashed(token)) if token else ()

    def seats_by_hash(self, hash: str) -> tuple[int, ...]:  # noqa: A002
        """Return the seats of the phone with this token hash, in table order."""
        return tuple(seat for seat in self.places_by_hash(hash) if seat < QUEUE)

    def places_by_hash(self, hash: str) -> tuple[int, ...]:  # noqa: A002
        """Return the seats and the places in the queue of the phone with this token hash."""
        return tuple(sorted(seat for seat, held in self.all.items() if held.hash == hash))

    @property
    def departed_names(self) -> Mapping[int, str]:
        """The names of players whose phone gave up its seat, by that seat."""
        return self._departed.value

    @property
    def taken(self) -> frozenset[int]:
        """The seats that have a phone."""
        return frozenset(seat for seat in self.all if seat < QUEUE)

    @property
    def closed(self) -> frozenset[int]:
        """The seats that no other phone can take."""
        return frozenset(seat for seat in self.all if not self.is_doubtful(seat))

    @property
    def names(self) -> Mapping[int, str]:
        """The names that players chose, by seat."""
        return {seat: held.name for seat, held in self.all.items() if held.name}

    def hash_of(self, seat: int) -> str | None:
        """Return the token hash of a seat's phone, or None."""
        held = self.all.get(seat)
        return None if held is None else held.hash

    def take(self, seat: int, phone: str) -> str | None:
        """Give a free seat to the phone with this token hash. The phone keeps its other seats.

        Returns the doubtful phone that had the seat, if any. Raises `RefereeError` if another phone
        has it.
        """
        with self._lock:
            mine, displaced = self.seats_by_hash(phone), self.hash_of(seat)
            if seat in mine:
                return None
            if seat in self.closed:
                raise seat_error("seat_taken", seat=seat)
            self._seat(seat, Holder(phone, shared=bool(mine)), mine)
            return displaced

    def move(self, seat: int, phone: str) -> None:
        """Give a held seat, with its player, to the phone with this token hash."""
        with self._lock:
            mine = self.seats_by_hash(phone)
            self._seat(seat, replace(self.all[seat], hash=phone, shared=bool(mine)), mine)

    def _seat(self, seat: int, holder: Holder, others: tuple[int, ...]) -> None:
        """Keep `holder` at a seat, and out of the queue. With `others`, its phone is shared."""
        shared = {other: replace(self.all[other], shared=True) for other in others}
        held = {
            at: there for at, there in self.all.items() if at < QUEUE or there.hash != holder.hash
        }
        self._keep({**held, **shared, seat: holder})

    def wait(self, token: str, name: str, away: Collection[int]) -> None:
        """Let a phone's player wait for the next match. A name that is already there changes.

        A phone that is `away` gives up its place. Nothing is stored, so that no stranger writes to
        the disk. Raises `Refused` if too many wait.
        """
        with self._lock:
            free = {*range(QUEUE, QUEUE + MOST_WAITING)} - ({*self.all} - {*away})
            in_order = sorted(free, key=lambda place: (place < max(self.all, default=0), place))
            places = (*self.places_by_hash(hashed(token)), *in_order)
            if not places:
                raise Refused(409, "page.error.queue_full")
            self._keep({**self.all, places[0]: Holder(hashed(token), name)}, waiting=True)

    def name(self, seat: int, name: str, person: str = "") -> None:
        """Set the name of a seat's player. If the name is empty, pages show the seat's colour.

        In a drawn match, the player is the drawn `person`, even if the phone shows another name.
        """
        with self._lock:
            if seat in self.all:
                held = replace(self.all[seat], name=name, before="", person=person)
                self._keep({**self.all, seat: held})

    def reseat(self, held: Mapping[int, Holder]) -> None:
        """Give all seats to other phones at once. Nobody is expected back at an earlier seat."""
        with self._lock:
            self._keep(dict(held))
            self._departed.set({})

    def set_new_player(self, seat: int, name: str) -> None:
        """Record that a new player sits at a seat; `name` is the previous player's name."""
        with self._lock:
            if seat in self.all:
                held = replace(self.all[seat], name="", before=name, person="")
                self._keep({**self.all, seat: held})
            self._departed.set(
                {other: left for other, left in self.departed_names.items() if other != seat}
            )

    def free(self, seat: int, name: str = "") -> None:
        """Free a seat. Its player, called `name`, may return later."""
        with self._lock:
            if seat in self.all and seat < QUEUE:
                self._departed.set({**self.departed_names, seat: self.all[seat].name or name})
            held = {other: holder for other, holder in self.all.items() if other != seat}
            self._keep(held, waiting=seat >= QUEUE)

    def forget_person(self, is_called: Callable[[str], bool]) -> None:
        """Take a person's names from the phones and the suggestions, with nicknames of their phone.

        The phones keep their seats.
        """
        with self._lock:
            nicks = {holder.name for holder in self.all.values() if is_called(holder.person)}
            held = {
                seat: replace(
                    holder,
                    name="" if is_called(holder.name) or is_called(holder.person) else holder.name,
                    before="" if is_called(holder.before) else holder.before,
                    person="" if is_called(holder.person) else holder.person,
                )
                for seat, holder in self.all.items()
            }
            self._keep(held)
            left = self.departed_names.items()
            self._departed.set({seat: name for seat, name in left if not is_called(name)})
        self.used.forget(lambda name: is_called(name) or name in nicks)

    def _keep(self, held: dict[int, Holder], *, waiting: bool = False) -> None:
        """Keep the phones. A change of `waiting` phones alone is stored with the next change."""
        if not waiting:
            self._stored.set(held)
        self.all = held


def new_token() -> str:
    """Return a random token."""
    return secrets.token_urlsafe(24)


def new_id(kind: str) -> str:
    """Return an id that stays unique even across restarts."""
    return f"{kind}{secrets.token_hex(6)}"


def hashed(token: str) -> str:
    """Return the hash under which the journal stores a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
