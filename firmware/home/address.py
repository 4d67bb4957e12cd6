"""Parses the addresses of brokers and webhooks as people write them, with any password."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import quote, unquote

import msgspec

PORTS = {"mqtt": 1883, "mqtts": 8883, "http": 80, "https": 443}

_ADDRESS = re.compile(
    r"(?P<scheme>[a-zA-Z]+)://"
    r"(?:(?P<user>[^:@]*)(?::(?P<password>.*))?@)?"  # The last @ ends the password.
    r"(?P<host>\[[^\s\[\]/@]+\]|[^\s:/?#@\[\]]+)"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<rest>[/?][^\s#@]*)?",
    re.DOTALL,
)


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """An address in its parts. `user` is empty if the other side needs no user.

    `rest` is the path and the query, ready for a request.
    """

    scheme: str
    host: str
    port: int
    user: str = ""
    password: str = ""
    rest: str = "/"

    @property
    def tls(self) -> bool:
        """Whether the connection is encrypted."""
        return self.scheme in ("mqtts", "https")


def parse(text: str, schemes: tuple[str, ...]) -> Address | None:
    """Return the parts of an address, or None if it is none with one of these schemes.

    The user and the password may be percent-encoded. For a broker they need not be: its address
    has no path, so everything before the last ``@`` belongs to the password.

    >>> found = parse("mqtt://ada:12/34@host", ("mqtt",))
    >>> found.host, found.port, found.password
    ('host', 1883, '12/34')
    """
    found = _ADDRESS.fullmatch(text.strip())
    scheme = found["scheme"].lower() if found else ""
    if found is None or scheme not in schemes or is_ambiguous(text):
        return None
    host, port = _host(found["host"]), int(found["port"] or PORTS[scheme])
    if host is None or not 0 < port < 65_536:
        return None
    rest = quote(found["rest"] or "/", safe="/?%=&+:,;~!$'()*")
    return Address(
        scheme=scheme,
        host=host,
        port=port,
        user=unquote(found["user"] or ""),
        password=unquote(found["password"] or ""),
        rest=rest if rest.startswith("/") else f"/{rest}",
    )


def is_ambiguous(text: str) -> bool:
    """Whether an ``@`` in the address of a web page may end a password or be part of the path.

    >>> is_ambiguous("http://ada:12/34@host"), is_ambiguous("http://ada:12%2F34@host/a")
    (True, False)
    """
    scheme, _, rest = text.partition("://")
    return scheme.strip().lower() in ("http", "https") and "@" in "".join(
        re.split("[/?#]", rest, maxsplit=1)[1:]
    )


def _host(text: str) -> str | None:
    """Return a name, or the IPv6 address in brackets; None if the network cannot look for it."""
    try:
        if text.startswith("["):  # A web page writes the % of a zone as %25.
            return str(ipaddress.IPv6Address(text.strip("[]").replace("%25", "%")))
        return text if text.isprintable() and text.encode("idna") else None
    except ValueError:
        return None
