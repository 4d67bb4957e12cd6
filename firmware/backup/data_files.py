"""The files that a host downloads or uploads: backups, and the bundle for a bug report."""

from __future__ import annotations

import logging
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path, PureWindowsPath
from typing import IO

from firmware.backup import restoring
from firmware.backup.manifest import JOURNALS, describe
from firmware.backup.writing import write
from firmware.errors import BadData
from firmware.folders import empty_logs
from firmware.newer import newer
from firmware.version import VERSION
from referee.contract import Message
from referee.disk.textfiles import reason
from referee.match.desk import Desk
from referee.match.journal.journal import Journal, JournalError
from referee.match.journal.matchfiles import MATCHES, MIRRORS
from referee.match.people.forgetting import Person, forget_person
from referee.match.people.names import clean, shortened
from webui.access.holders import Holders
from webui.access.seats.notices import Notices

# Data that people can go back to: what a restore or a repair has replaced, and backups.
OLD = (restoring.BEFORE, restoring.READY, "*.sqlite.damaged-*", "*.sqlite.later-*", "*.zip")

NAME_LENGTH = 60  # Maximum length of an uploaded file's name, in letters.

_log = logging.getLogger(__name__)


class Keeping:
    """Implement `webui.maintenance.Maintenance` for the data folder of a running table.

    `bundle` writes the bug report to a given path.
    """

    def __init__(self, desk: Desk, data: Path, bundle: Callable[[Path], None]) -> None:
        self._desk, self._data, self._write_bundle = desk, data, bundle
        self.version = VERSION
        self._bundling = threading.Lock()

    def newer(self) -> str | None:
        """Return the version of a newer release, if the origin of this program has one.

        Raise `BadData` if the origin cannot be asked.
        """
        return newer()

    @contextmanager
    def backup(self) -> Iterator[Path]:
        """Provide a new backup as a file inside a `with` block.

        Raise `BadData` on failure, and during a match, because the backup would contain hidden
        cards.
        """
        match = self._desk.snapshot()
        if match is not None and match.outcome is None:
            raise BadData("page.data.match_on")
        with self._folder(".backup-") as folder:
            file = folder / "backup.zip"
            write(self._data, file, VERSION, self._desk.journal)
            yield file

    def restore(self, file: IO[bytes], name: str) -> None:
        """Stage a backup for the table's next start. Raise `BadData` if the file is unusable.

        Messages call the file by the `name` that its sender gave it.
        """
        name = shortened(clean(PureWindowsPath(name).name), NAME_LENGTH) or "backup.zip"
        try:
            with tempfile.TemporaryDirectory(dir=self._data, prefix=".backup-") as folder:
                kept = Path(folder) / name
                with kept.open("wb") as out:
                    shutil.copyfileobj(file, out)
                restoring.prepare(self._data, kept)
        except OSError as error:  # The disk may be full.
            raise BadData("cli.backup.unread", file=name, reason=reason(error)) from error

    def pending_restore(self) -> Message | None:
        """Return a description of the backup staged for the next start, or None."""
        held = restoring.waiting(self._data)
        return None if held is None else describe(held)

    def discard_restore(self) -> None:
        """Discard the staged backup."""
        restoring.forget(self._data)

    def bundle(self) -> bytes:
        """Return the zip for a bug report, without private data. Raise `BadData` on failure.

        The checks take long and look at the whole machine, so only one bundle is made at a time.
        """
        if not self._bundling.acquire(blocking=False):
            raise BadData("page.data.bundle_busy")
        try:
            with self._folder(".bundle-") as folder:
                file = folder / "bundle.zip"
                self._write_bundle(file)
                return file.read_bytes()
        finally:
            self._bundling.release()

    @contextmanager
    def _folder(self, prefix: str) -> Iterator[Path]:
        """Provide a temporary folder in the data folder. Raise `BadData` if that is impossible."""
        try:
            with tempfile.TemporaryDirectory(dir=self._data, prefix=prefix) as folder:
                yield Path(folder)
        except OSError as error:
            folder = str(self._data)
            raise BadData("page.data.no_folder", folder=folder, reason=reason(error)) from error

    def forget_person(self, person: Person) -> tuple[str, ...]:
        """Empty the logs, and take a person's name out of a journal that is not open.

        Return the other files of the data folder that may still have the name.
        """
        other = (self._data / name for name in JOURNALS)
        closed = [path for path in other if path != self._desk.journal.path and path.is_file()]
        stays = [path.name for path in closed if not _forget_in(path, person)]
        empty_logs(self._data)
        old = (path.name for pattern in OLD for path in sorted(self._data.glob(pattern)))
        # The files of an old journal are one for people.
        shown = (name.removesuffix(MATCHES).removesuffix(MIRRORS[0]) for name in old)
        return tuple(dict.fromkeys((*stays, *shown)))


def _forget_in(path: Path, person: Person) -> bool:
    """Take a person out of a journal. Return False if another program uses it, or if that fails."""
    try:
        with closing(Journal(path)) as journal:
            forget_person(journal, person)
            Holders(journal).forget_person(person.is_called)
            Notices(journal).forget_person(person.is_called)
            journal.clear_unused()
    except JournalError as error:
        _log.warning("A name stays in %s: %s", path.name, error)
        return False
    return True
