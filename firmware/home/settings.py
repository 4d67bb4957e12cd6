"""The owner's `home.toml`, with the address of the broker."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import structs

from firmware.errors import BadData
from firmware.home.address import PORTS, Address, parse
from referee.disk.textfiles import read_toml, reason

if TYPE_CHECKING:
    import ssl

FILE = "home.toml"
ANNOUNCED = "home-announced-*.json"  # The announcements that brokers have of this table.

Word = Annotated[str, msgspec.Meta(pattern="^[a-z0-9_-]{1,40}$")]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The broker to which to send the table's values. Without a broker, nothing is sent.

    `broker` is ``mqtt://user:password@host:port``, or ``mqtts`` with TLS. `ca` is a file
    with the certificate that only this home's broker has; a relative path starts at the data
    folder. `topic` distinguishes several tables at one broker. If `may_pause` is true, anyone who
    may write at that broker can pause the match.
    """

    broker: str = ""
    ca: str = ""
    topic: Word = "coyote-table"
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)] = "Coyote Table"
    may_pause: bool = False

    @property
    def broker_address(self) -> Address:
        """Return the parts of the broker's address. It must be valid."""
        address = parse(self.broker)
        if address is None:
            raise ValueError("no address")  # The text may contain a password.
        return address

    def tls(self) -> ssl.SSLContext:
        """Return the TLS context. Raise `OSError` or `ValueError`."""
        from firmware.home.tls import context  # Many tables need no TLS.

        return context(Path(self.ca) if self.ca else None)


def load_settings(folder: Path) -> Settings | None:
    """Return the settings from the data folder, or None without a file or an address in it.

    Raise `BadData` if the file is unusable. The message contains no password.
    """
    path = folder / FILE
    try:
        settings = msgspec.convert(read_toml(path), Settings)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:  # This includes the errors of msgspec and tomllib.
        raise BadData("table.home.unusable", file=path.name, reason=reason(error)) from error
    if settings.broker and parse(settings.broker) is None:
        schemes = tuple(PORTS)
        raise BadData("table.home.no_address", file=path.name, name="broker", schemes=schemes)
    if settings.ca:
        try:
            settings = structs.replace(settings, ca=str(folder / Path(settings.ca).expanduser()))
            settings.tls()
        except (OSError, ValueError, RuntimeError) as error:  # Such as ~ada, and no user Ada.
            params = {"file": settings.ca, "reason": reason(error)}
            raise BadData("table.home.bad_ca", **params) from error
    return settings if settings.broker else None
