"""The owner's `home.toml`, with the addresses of the broker and the webhook."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from urllib.parse import SplitResult, unquote, urlsplit

import msgspec

from firmware.errors import BadData
from referee.textfiles import read_toml

FILE = "home.toml"
PORTS = {"mqtt": 1883, "mqtts": 8883}
SCHEMES = {"broker": tuple(PORTS), "webhook": ("http", "https")}

Word = Annotated[str, msgspec.Meta(pattern="^[a-z0-9_-]{1,40}$")]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where to send the table's values. Without an address, nothing is sent.

    `broker` is ``mqtt://user:password@host:port``, or ``mqtts`` with TLS. `webhook` is an address
    for HTTP POST. `topic` distinguishes several tables at one broker. If `may_pause` is true,
    anyone who may write at that broker can pause the match.
    """

    broker: str = ""
    webhook: str = ""
    topic: Word = "coyote-table"
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "Coyote Table"
    may_pause: bool = False

    @property
    def broker_address(self) -> At:
        """Return the parts of the broker's address."""
        split = urlsplit(self.broker)
        return At(
            host=split.hostname or "",
            port=split.port or PORTS[split.scheme],
            tls=split.scheme == "mqtts",
            user=unquote(split.username or ""),
            password=unquote(split.password or ""),
        )


class At(msgspec.Struct, frozen=True, kw_only=True):
    """A broker's address. `user` is empty if the broker needs no user."""

    host: str
    port: int
    tls: bool
    user: str
    password: str


def load_settings(folder: Path) -> Settings | None:
    """Return the settings from the data folder, or None without a file or an address in it.

    Raise `BadData` if the file is unusable. The message contains no password.
    """
    path = folder / FILE
    try:
        settings = msgspec.convert(read_toml(path), Settings)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # This includes the errors of msgspec and tomllib.
        raise BadData("table.home.unusable", file=path.name, reason=str(error)) from error
    for name, schemes in SCHEMES.items():
        address = getattr(settings, name)
        if address and not _is_address(address, schemes):
            raise BadData("table.home.no_address", file=path.name, name=name, schemes=schemes)
    return settings if settings.broker or settings.webhook else None


def _is_address(address: str, schemes: tuple[str, ...]) -> bool:
    try:
        split: SplitResult = urlsplit(address)
        port = split.port  # An invalid port raises an error here.
    except ValueError:
        return False
    return split.scheme in schemes and bool(split.hostname) and port != 0
