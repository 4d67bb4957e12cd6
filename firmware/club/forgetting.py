"""What a table asks its club's hub to forget. The request waits until the hub has it.

A request has no name in it, only digests of the person's names. So the table has forgotten the
person even while the hub is off, and the hub knows the person by the names in its own log.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Annotated

import msgspec
from msgspec import Meta

from referee.club.results import Name
from referee.match.forgetting import Person
from referee.match.journal.journal import Journal
from referee.values import Frozen

KEY = "club.forget"  # The key of the journal's note.
MOST_NAMES = 50  # Names of one person, as the host has merged them.

Salt = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class ForgetRequest(Frozen):
    """A request to forget a person. `salt` is its id, and `guest` stands in the person's place."""

    salt: Salt
    digests: Annotated[tuple[Digest, ...], Meta(max_length=MOST_NAMES)]
    guest: Name

    def is_about(self, key: str) -> bool:
        """Whether this is the key of one of the person's names."""
        return _digest(self.salt, key) in self.digests


def request_for(person: Person) -> ForgetRequest:
    """Return the request to forget a person."""
    salt = secrets.token_hex(16)
    digests = sorted(_digest(salt, key) for key in person.keys)
    return ForgetRequest(salt, tuple(digests[:MOST_NAMES]), person.guest)


def _digest(salt: str, key: str) -> str:
    return hashlib.sha256(f"{salt}:{key}".encode()).hexdigest()


class ForgetQueue:
    """The requests that the hub does not have yet, kept in the table's journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def all(self) -> tuple[ForgetRequest, ...]:
        """Return the requests, oldest first. Raise `JournalError`."""
        try:
            return msgspec.convert(self._journal.get(KEY, []), tuple[ForgetRequest, ...])
        except msgspec.ValidationError:
            return ()

    def add(self, request: ForgetRequest) -> None:
        """Keep a request. Raise `JournalError`."""
        self._keep((*self.all(), request))

    def remove(self, salt: str) -> None:
        """Drop a request, because the hub has it. Raise `JournalError`."""
        found = self.all()
        left = tuple(one for one in found if one.salt != salt)
        if left != found:
            self._keep(left)

    def _keep(self, requests: tuple[ForgetRequest, ...]) -> None:
        self._journal.put(KEY, msgspec.to_builtins(requests))
