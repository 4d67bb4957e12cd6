"""The refusals of the machine's own side, each carrying a message that a person can act on."""

from __future__ import annotations

from referee.contract import Message, Value


class TableError(Exception):
    """Root of all that the table itself refuses; `message` says what to do."""

    def __init__(self, key: str, /, **params: Value) -> None:
        self.message = Message(key, params)
        given = ", ".join(f"{name}={value}" for name, value in params.items())
        super().__init__(key + (f" ({given})" if given else ""))


class BadWiring(TableError, ValueError):
    """A pin table with which the panel cannot be built."""


class CameraLost(TableError, OSError):
    """A camera that is not there, or that stopped giving pictures."""


class DisplayLost(TableError, OSError):
    """A console's display that is not there, or that answers no more."""


class PrintError(TableError, ValueError):
    """What cannot be printed."""


class BadData(TableError, ValueError):
    """A file of ours that cannot be used as it is."""
