"""What a table asks its club's hub to forget. A request waits until the hub has it."""

from __future__ import annotations

import msgspec

from referee.hub.messages import ForgetRequest
from referee.match.journal.journal import Journal

KEY = "club.forget"  # The key of the journal's note.


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
