"""The files that a host downloads or uploads: backups, and the bundle for a bug report."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from firmware import backup
from firmware.errors import BadData
from firmware.newer import newer
from firmware.version import VERSION
from referee.contract import Message
from referee.match.desk import Desk
from referee.textfiles import reason
from webui.port import NewerRelease


class Keeping:
    """Implement `webui.port.Keeping` for the data folder of a running table.

    `bundle` writes the bug report to a given path.
    """

    def __init__(self, desk: Desk, data: Path, bundle: Callable[[Path], None]) -> None:
        self._desk, self._data, self._write_bundle = desk, data, bundle
        self.version = VERSION

    def newer(self) -> NewerRelease | None:
        """Return a newer release, if the origin of this program has one.

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
        with tempfile.TemporaryDirectory(dir=self._data, prefix=".backup-") as folder:
            file = Path(folder) / "backup.zip"
            backup.write(self._data, file, VERSION, self._desk.journal)
            yield file

    def restore(self, file: IO[bytes]) -> None:
        """Stage a backup for the table's next start. Raise `BadData` if the file is unusable."""
        name = "backup.zip"
        try:
            with tempfile.TemporaryDirectory(dir=self._data, prefix=".backup-") as folder:
                kept = Path(folder) / name
                with kept.open("wb") as out:
                    shutil.copyfileobj(file, out)
                backup.prepare(self._data, kept)
        except OSError as error:  # The disk may be full.
            raise BadData("cli.backup.unread", file=name, reason=reason(error)) from error

    def pending_restore(self) -> Message | None:
        """Return a description of the backup staged for the next start, or None."""
        held = backup.waiting(self._data)
        return None if held is None else backup.describe(held)

    def discard_restore(self) -> None:
        """Discard the staged backup."""
        backup.forget(self._data)

    def bundle(self) -> bytes:
        """Return the zip for a bug report, without private data. Raise `BadData` on failure."""
        with tempfile.TemporaryDirectory(dir=self._data, prefix=".bundle-") as folder:
            file = Path(folder) / "bundle.zip"
            self._write_bundle(file)
            return file.read_bytes()
