"""What a host takes away from the table as a file, or brings back: backups, and a bug's bundle."""

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
from webui.port import Newer


class Keeping:
    """Implements `webui.port.Keeping` for the data folder of a table that runs.

    `bundle` writes what a bug report needs into a file.
    """

    def __init__(self, desk: Desk, data: Path, bundle: Callable[[Path], None]) -> None:
        self._desk, self._data, self._write_bundle = desk, data, bundle
        self.version = VERSION

    def newer(self) -> Newer | None:
        """Ask where this program came from for a newer release; raises `BadData`."""
        return newer()

    @contextmanager
    def backup(self) -> Iterator[Path]:
        """Give the newest backup as a file, which is there for as long as it is held.

        Raises `BadData`: also while a match is on, whose hidden cards would be in it.
        """
        match = self._desk.snapshot()
        if match is not None and match.outcome is None:
            raise BadData("page.data.match_on")
        with tempfile.TemporaryDirectory(dir=self._data, prefix=".backup-") as folder:
            file = Path(folder) / "backup.zip"
            backup.write(self._data, file, VERSION, self._desk.journal)
            yield file

    def restore(self, file: IO[bytes]) -> None:
        """Lay a backup ready for the next start; raises `BadData`."""
        with tempfile.TemporaryDirectory(dir=self._data, prefix=".backup-") as folder:
            kept = Path(folder) / "backup.zip"
            with kept.open("wb") as out:
                shutil.copyfileobj(file, out)
            backup.prepare(self._data, kept)

    def ready(self) -> Message | None:
        """Return what lies ready for the next start, if anything does."""
        held = backup.waiting(self._data)
        return None if held is None else backup.told(held)

    def forget(self) -> None:
        """Let what lies ready not be taken over."""
        backup.forget(self._data)

    def bundle(self) -> bytes:
        """Return the zip for a bug report, with nothing private in it; raises `BadData`."""
        with tempfile.TemporaryDirectory(dir=self._data, prefix=".bundle-") as folder:
            file = Path(folder) / "bundle.zip"
            self._write_bundle(file)
            return file.read_bytes()
