"""Errors of the table. Each error carries a message that tells a person what to do."""

from __future__ import annotations

from referee.contract import Message, Told, Value


class TableError(Told):
    """The base class of all the table's own errors."""

    def __init__(self, key: str, /, **params: Value) -> None:
        self.message = Message(key, params)
        given = ", ".join(f"{name}={value}" for name, value in params.items())
        super().__init__(key + (f" ({given})" if given else ""))


class BadWiring(TableError, ValueError):
    """The panel cannot use this pin table."""


class CameraLost(TableError, OSError):
    """A camera is missing or has stopped giving pictures."""


class DisplayLost(TableError, OSError):
    """The console's display is missing or no longer answers."""


class PrintError(TableError, ValueError):
    """Something cannot be printed."""


class BadData(TableError, ValueError):
    """A file of this program is unusable."""
