"""What is said to one phone, until its player puts it away: what became of a request, of a seat.

It is kept in memory: whoever restarts the table has told everybody.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from typing import Any, TypeVar

import msgspec

from referee.contract import Message

EACH = 4  # notes for one phone: the oldest goes
PHONES = 200  # that have notes
OVER = {"page.note.host": "page.note.host_no", "page.note.host_no": "page.note.host"}


class Note(msgspec.Struct, frozen=True):
    """A sentence for one phone."""

    id: str
    text: Message


class NameQuestion(Note, frozen=True):
    """Asks who took a seat what they are called: who played there, of that `name`, or another.

    Where the name is `kept` they are who did, unless they say otherwise; else not, unless they say
    so. It is empty where nobody is known to have played there.
    """

    seat: int
    name: str
    kept: bool

    def is_open(self, name: str) -> bool:
        """Tell whether there is still something to ask where the seat's player is called `name`."""
        return name == self.name or not (name or self.kept)


N = TypeVar("N", bound=Note)


class Notices:
    """The notes for each phone, by the hash of a token; safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._notes: OrderedDict[str, tuple[Note, ...]] = OrderedDict()

    def notes_for(self, *phones: str) -> tuple[Note, ...]:
        """Return what is said to a phone, by the hashes of its tokens, the oldest first."""
        return tuple(note for phone in phones for note in self._notes.get(phone, ()))

    def say(self, phone: str, key: str, **params: Any) -> None:
        """Say something to a phone, in place of what it is no more, or was said of its seat."""
        self._add(phone, Note(_id(), Message(key, params)))

    def ask(self, phone: str, seat: int, name: str, *, kept: bool) -> None:
        """Ask a phone's player who they are; `name` is who played at the seat, or empty."""
        known = "page.sit.plays" if kept else "page.sit.played"
        key = known if name else "page.sit.name"
        said = Message(key, {"seat": seat, "name": name})
        self._add(phone, NameQuestion(_id(), said, seat, name, kept))

    def forget(self, phone: str, seat: int) -> None:
        """Say no more to a phone of a seat that it asks for anew, or has left."""
        with self._lock:
            notes = self._notes.get(phone, ())
            self._keep(phone, tuple(one for one in notes if one.text.params.get("seat") != seat))

    def dismiss(self, phone: str, id: str, kind: type[N]) -> N | None:  # noqa: A002
        """Say a note of a `kind` no more, and return it; None where there is none."""
        with self._lock:
            notes = self._notes.get(phone, ())
            found = next((one for one in notes if one.id == id and type(one) is kind), None)
            if found is None:
                return None
            self._keep(phone, tuple(one for one in notes if one is not found))
            return found

    def _add(self, phone: str, note: Note) -> None:
        with self._lock:
            said = self._notes.get(phone, ())
            over = OVER.get(note.text.key)
            seat = note.text.params.get("seat")
            others = tuple(
                one
                for one in said
                if one.text != note.text
                and one.text.key != over
                and (seat is None or one.text.params.get("seat") != seat)
            )
            self._keep(phone, (*others, note)[-EACH:])

    def _keep(self, phone: str, notes: tuple[Note, ...]) -> None:
        self._notes.pop(phone, None)
        if notes:
            self._notes[phone] = notes
        while len(self._notes) > PHONES:
            self._notes.popitem(last=False)


def _id() -> str:
    return f"note{secrets.token_hex(6)}"
