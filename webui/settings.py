"""The port for the settings page: this machine's settings, and a host's changes of them."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from referee.contract import Message


class TableWifi(msgspec.Struct, frozen=True):
    """The table's own Wi-Fi. `code` is the text of the QR code that joins it.

    `url` is the table's address in it. `on` says whether it runs now.
    """

    name: str
    password: str
    code: str
    url: str
    on: bool


class MachineSettings(msgspec.Struct, frozen=True):
    """The settings now. `hotspot` is always, fallback or never.

    `cameras` are the names of the USB cameras that are plugged in. An empty `size` is the camera's
    usual one. `history_mb` is the disk space for past matches. If `updates` is true, the table can
    fetch its own updates. A table that was started `by_hand` got its settings from the command, and
    its page only shows them; without a camera, `camera` is empty.
    """

    port: int
    name: str
    hotspot: str
    camera: str
    size: str
    mains: str
    sounds: bool
    history_mb: int
    updates: bool = False
    cameras: tuple[str, ...] = ()
    by_hand: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """The result of a change. It is not `done` as long as the machine works on it."""

    message: Message
    done: bool


class SettingsPort(Protocol):
    """The settings of the machine, as far as an installed table may ask for changes."""

    def current(self) -> MachineSettings | None:
        """Return the settings, or None if they are unknown."""

    def wifi(self) -> TableWifi | None:
        """Return the table's own Wi-Fi, or None if there is none."""

    def ask(self, change: dict[str, Any]) -> str:
        """Ask the machine for a change of some settings. Return the id of this request.

        Raise an error whose `message` says which value is impossible, or that a change is already
        being made.
        """

    def outcome(self, request: str) -> Outcome | None:
        """Return what came of a request, or None for an unknown one."""
