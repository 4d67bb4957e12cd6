"""Notices that a single phone shows until its player dismisses them.

Questions survive a restart, because their player has yet to answer. Other notices do not.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from referee.contract import Message, RefereeError
from webui.access.holders import new_id
from webui.access.store import Store, Stored

_log = logging.getLogger(__name__)

KEY = "web.questions"
MOST_NOTES = 4  # Maximum number of notices for a phone; a new one replaces the oldest.
MOST_PHONES = 200  # Maximum number of phones that have notices.
DRAWN = "page.sit.drawn"
REPLACES = {"page.note.host": "page.note.host_no", "page.note.host_no": "page.note.host"}


class Note(msgspec.Struct, frozen=True):
    """A notice to show on one phone."""

    id: str
    text: Message


class NameQuestion(Note, frozen=True):
    """A notice that asks a player who took a seat for a name.

    The previous player at the seat was called `name`, which may be empty. If `kept` is true, the
    new player keeps that name without answering. If not, the new player has to claim it.
    In a drawn match, `name` is the player whom the club drew for the seat.
    """

    seat: int
    name: str
    kept: bool

    @property
    def drawn(self) -> bool:
        """Whether the club drew the player, so that everybody else should leave the seat."""
        return self.text.key == DRAWN

    def is_open(self, name: str) -> bool:
        """Whether the question is still useful, given the current name of the seat's player."""
        return name == self.name or not (name or self.kept)


N = TypeVar("N", bound=Note)


class Notices:
    """The notices for each phone, by the hash of its token. Thread-safe.

    The open questions are kept in a store.
    """

    def __init__(self, store: Store) -> None:
        self._lock = threading.Lock()
        lost = "Open questions to phones cannot be read; they are not asked again."
        self._stored = Stored(store, KEY, dict[str, tuple[NameQuestion, ...]], lost)
        self._notes: OrderedDict[str, tuple[Note, ...]] = OrderedDict(self._stored.value)

    def notes_for(self, phone: str) -> tuple[Note, ...]:
        """Return the notices for a phone, oldest first."""
        return self._notes.get(phone, ())

    def say(self, phone: str, key: str, **params: Any) -> None:
        """Add a notice; it replaces outdated notices, and notices about the same seat."""
        self._add(phone, Note(new_id("note"), Message(key, params)))

    def ask(
        self, phone: str, seat: int, name: str, *, kept: bool = True, drawn: bool = False
    ) -> None:
        """Ask a phone's player for a name; `name` is the previous player's name, or empty.

        If `drawn`, ask whether the phone is that of the player whom the club drew for the seat.
        """
        known = DRAWN if drawn else "page.sit.plays" if kept else "page.sit.played"
        text = Message(known if name else "page.sit.name", {"seat": seat, "name": name})
        self._add(phone, NameQuestion(new_id("note"), text, seat, name, kept))

    def forget(self, phone: str, seat: int) -> None:
        """Drop the notices about a seat, because the phone requests it again or has given it up."""
        with self._lock:
            self._drop(phone, lambda note: note.text.params.get("seat") == seat)

    def forget_person(self, is_called: Callable[[str], bool]) -> None:
        """Drop the notices that name a person."""
        with self._lock:
            for phone in [*self._notes]:
                self._drop(phone, lambda note: is_called(str(note.text.params.get("name", ""))))

    def dismiss(self, phone: str, id: str, kind: type[N]) -> N | None:  # noqa: A002
        """Drop a notice of this `kind` and return it, or None if there is no such notice."""
        with self._lock:
            notes = self.notes_for(phone)
            dismissed = next((note for note in notes if note.id == id and type(note) is kind), None)
            self._drop(phone, lambda note: note is dismissed)
            return dismissed

    def _add(self, phone: str, note: Note) -> None:
        over, seat = REPLACES.get(note.text.key), note.text.params.get("seat")
        with self._lock:
            self._drop(
                phone,
                lambda earlier: (
                    earlier.text == note.text
                    or earlier.text.key == over
                    or (seat is not None and earlier.text.params.get("seat") == seat)
                ),
            )
            self._keep(phone, (*self.notes_for(phone), note)[-MOST_NOTES:])

    def _drop(self, phone: str, is_over: Callable[[Note], bool]) -> None:
        """Drop the notices of a phone for which `is_over` is true."""
        self._keep(phone, tuple(note for note in self.notes_for(phone) if not is_over(note)))

    def _keep(self, phone: str, notes: tuple[Note, ...]) -> None:
        self._notes.pop(phone, None)
        if notes:
            self._notes[phone] = notes
        while len(self._notes) > MOST_PHONES:
            self._notes.popitem(last=False)
        open_questions = {
            phone: asked
            for phone, notes in self._notes.items()
            if (asked := tuple(note for note in notes if isinstance(note, NameQuestion)))
        }
        try:
            self._stored.set(open_questions)
        except RefereeError as error:  # The disk may be full. The question is still asked.
            _log.warning("The open questions could not be stored: %s", error)
