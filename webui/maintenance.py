"""The port to the table's data for the host's page: backups, updates, bug reports, lost names."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, Protocol

from referee.contract import Message
from referee.match.people.forgetting import Person


class Maintenance(Protocol):
    """Backups, updates and bug reports. If a method fails, the error's `message` says why."""

    version: str

    def newer(self) -> str | None:
        """Ask the program's source for a newer release. Return its version, or None."""

    def backup(self) -> AbstractContextManager[Path]:
        """Provide a new backup as a file that exists as long as the context is open."""

    def forget_person(self, person: Person) -> tuple[str, ...]:
        """Take a person's name out of other files than the open journal. Empty the logs.

        Return the other files that may still have the name.
        """

    def restore(self, file: IO[bytes], name: str) -> None:
        """Store a backup called `name`, which the table will restore at its next start."""

    def pending_restore(self) -> Message | None:
        """Return what the table will restore at its next start, or None."""

    def discard_restore(self) -> None:
        """Discard the backup that would be restored at the next start."""

    def bundle(self) -> bytes:
        """Return the zip file for a bug report; it contains no private data."""
