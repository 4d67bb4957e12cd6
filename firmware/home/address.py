"""Parses the addresses of brokers as people write them, with any password."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import unquote

import msgspec

PORTS = {"mqtt": 1883, "mqtts": 8883}

_ADDRESS = re.compile(
    r"(?P<scheme>[a-zA-Z]+)://"
    r"(?:(?P<user>[^:@]*)(?::(?P<password>.*))?@)?"  # The last @ ends the password.
    r"(?P<host>\[[^\s\[\]/@]+\]|[^\s:/?#@\[\]]+)"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"/?",
    re.DOTALL,
)


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """An address in its parts. `user` is empty if the broker needs no user."""

    scheme: str
    host: str
    port: int
    user: str = ""
    password: str = ""

    @property
    def tls(self) -> bool:
        """Whether the connection is encrypted."""
        return self.scheme == "mqtts"


def parse(text: str) -> Address | None:
    """Return the parts of a broker's address, or None if it is none.

    The user and the password may be percent-encoded, but need not be: the address has no path, so
    everything before the last ``@`` belongs to the password.

    >>> broker = parse("mqtt://ada:12/34@host")
    >>> broker.host, broker.port, broker.password
    ('host', 1883, '12/34')
    """
    parts = _ADDRESS.fullmatch(text.strip())
    scheme = parts["scheme"].lower() if parts else ""
    if parts is None or scheme not in PORTS:
        return None
    host, port = _host(parts["host"]), int(parts["port"] or PORTS[scheme])
    if host is None or not 0 < port < 65_536:
        return None
    return Address(
        scheme=scheme,
        host=host,
        port=port,
        user=unquote(parts["user"] or ""),
        password=unquote(parts["password"] or ""),
    )


def _host(text: str) -> str | None:
    """Return a name, or the IPv6 address in brackets; None if the network cannot look for it."""
    try:
        if text.startswith("["):  # A web page writes the % of a zone as %25.
            return str(ipaddress.IPv6Address(text.strip("[]").replace("%25", "%")))
        return text if text.isprintable() and text.encode("idna") else None
    except ValueError:
        return None
