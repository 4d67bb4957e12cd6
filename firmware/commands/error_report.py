"""Reports an error of a command, and writes the details of an unexpected error to a file.

Help is shown without the modules that this one imports in its functions.
"""

from __future__ import annotations

import logging
import os
import tempfile
import traceback
from pathlib import Path


class Reports:
    """Reports errors. Details go into `folder`, the data folder if it is known.

    A report is never written to a file that another user may have planted.
    """

    def __init__(self) -> None:
        self.folder: Path | None = None

    def keep(self, error: BaseException) -> Path:
        """Write an error to a file that only this user can read, and return the file.

        Raise `OSError` on failure.
        """
        from firmware.errors import BadData
        from firmware.folders import REPORT, data_folder

        try:
            folder = data_folder(self.folder)
        except BadData:
            folder = Path(tempfile.mkdtemp(prefix="coyote-"))
        path = folder / REPORT
        path.unlink(missing_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8") as file:
            file.write("".join(traceback.format_exception(error)))
        return path

    def sentence(self, error: Exception) -> str:
        """Return what to say about an error. If it is unexpected, keep a report of it."""
        from firmware.commands.speak import say, text_of
        from firmware.misfits import misfit
        from referee.contract import Message, Told
        from referee.disk.faults import fault_of
        from vision.errors import VisionError

        if isinstance(error, VisionError):
            return str(error)
        message = misfit(error)
        if isinstance(error, Told):
            message = error.message
        elif isinstance(error, OSError) and fault_of(Path(), error) == "full":
            message = Message("cli.full")
        if message is not None:
            return text_of(message)
        reason = (str(error) or repr(error)).strip()
        try:
            logging.getLogger(__name__).error("Unexpected.", exc_info=error)
            return say("cli.broken", reason=reason, file=str(self.keep(error)))
        except OSError:
            return say("cli.broken.unwritten", reason=reason)
