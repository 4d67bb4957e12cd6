"""Takes a person's name out of a journal. A guest's name replaces it.

Each forgotten person gets their own guest's name. So each match still has as many different players
as before, and the figures and ratings of the others stay what they are.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.contract import IllegalMove, Message
from referee.match.journal.bodies import BEGIN, HAND, LESSON, MOVE, NAME
from referee.match.journal.entries import Row, match_id
from referee.match.journal.journal import Journal
from referee.match.journal.tables import RECORD_KEY, RESULT_KEY, SUMMARY_KEY
from referee.match.people.names import player_key
from referee.match.people.players import Players
from referee.match.people.same_names import KEY as SAME
from referee.match.people.same_names import same_names

COMPUTED = (RECORD_KEY, SUMMARY_KEY, RESULT_KEY)  # Notes with names, made from the entries.
NAMED = (BEGIN, LESSON, NAME, HAND)  # The entries that name players.
FIELDS = ("name", "names")  # The fields of an entry that have names.
_LETTERS = "ACDEFGHJKLMNPQRTUVWXY34679"  # None looks like another one.
_MARK_LENGTH = 4  # A table and its hub have more than 400,000 guests to choose from.


@dataclass(frozen=True)
class Person:
    """A person to forget: the keys of all their names, and the name of the guest instead."""

    keys: frozenset[str]
    guest: str

    def is_called(self, name: str) -> bool:
        """Whether a name is one of the person's, however it is written."""
        return player_key(name) in self.keys

    def replaced(self, name: str) -> str:
        """Return the guest's name for a name of the person, and any other name as it is."""
        return self.guest if self.is_called(name) else name


def new_mark() -> str:
    """Return a random mark for a guest's name, so that no other table has a guest of that name."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_MARK_LENGTH))


def keys_of(name: str, same: Mapping[str, str]) -> frozenset[str]:
    """Return the keys of all names that a host has declared to be the same player as `name`."""
    root = same.get(player_key(name), player_key(name))
    return frozenset({root, player_key(name), *(known for known, of in same.items() if of == root)})


def without_name(
    plain: Any, person: Person, named: bool = False, fields: Collection[str] = FIELDS
) -> Any:
    """Return JSON-like data with the guest's name for the person's, in the `fields` for names.

    If `named` is true, the data themselves are names.
    """
    if isinstance(plain, str):
        return person.replaced(plain) if named else plain
    if isinstance(plain, list):
        return [without_name(item, person, named, fields) for item in plain]
    if isinstance(plain, dict):
        return {
            key: without_name(value, person, named or key in fields, fields)
            for key, value in plain.items()
        }
    return plain


def _forgotten_row(person: Person, row: Row) -> Row:
    """Return an entry without the person.

    The match keeps the id under which the club's hub knows it.
    """
    if row.kind == MOVE:
        return row
    was = json.loads(row.body)
    now = without_name(was, person)
    if now == was:
        return row
    if row.seq == row.match and isinstance(now, dict):
        now.setdefault("id", match_id(row.line()))
    return row._replace(body=json.dumps(now))


def people(rows: Iterable[tuple[str, str, int]]) -> dict[str, str]:
    """Return the names of all people in entries, by key. Bots are left out.

    Each entry is its kind, its contents as JSON, and its number.
    """
    by_key: dict[str, str] = {}
    for _, text, _ in rows:
        body = json.loads(text)
        if not isinstance(body, dict):
            continue
        names, levels = body.get("names") or [body.get("name")], body.get("levels") or []
        levels = [body["level"]] if "level" in body else levels
        for at, name in enumerate(names):
            bot = at < len(levels) and levels[at]
            if isinstance(name, str) and name.strip() and not bot:
                by_key[player_key(name)] = name.strip()
    return by_key


def check_away(players: Players, person: Person) -> None:
    """Raise `IllegalMove` while the person plays at the table."""
    for seat, name in enumerate(players.names):
        if person.is_called(name) and seat not in players.levels:
            raise IllegalMove("desk", Message("desk.forget_plays", {"seat": seat}))


def forget_person(journal: Journal, person: Person) -> None:
    """Take a person's name out of a journal's entries and notes. Raise `JournalError`.

    Values that were computed from the entries are computed again when needed.
    """
    same = same_names(journal.get(SAME))
    left = {name: of for name, of in same.items() if not {name, of} & person.keys}
    outdated = [key.format("*") for key in COMPUTED]
    journal.rewrite(partial(_forgotten_row, person), {SAME: left}, outdated)
