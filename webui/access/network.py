"""The owner's network settings, and how names and addresses of web pages are compared."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

FILE = "network.toml"  # The file of these settings, in the data folder.

_PORTS = {"http": 80, "https": 443}
_SUCH_AS = "https://cards.example.org or http://192.0.2.7:8080"
_LONGEST = 253  # Maximum length of a name on the internet.

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class Origin(NamedTuple):
    """The origin of a web page: the part of its address that browsers compare."""

    scheme: str
    name: str
    port: int

    def __str__(self) -> str:
        name = f"[{self.name}]" if ":" in self.name else self.name
        port = "" if self.port == _PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{name}{port}"


def read_origin(address: str) -> Origin | None:
    """Return the origin of a web address, or None if it is not a web address.

    >>> str(read_origin("HTTPS://Cards.Example.org.:443/table"))
    'https://cards.example.org'
    """
    try:
        split = urlsplit(address)
        port = split.port
        name = ascii_name(split.hostname or "")
    except ValueError:
        return None
    if split.scheme not in _PORTS or not is_name(name):
        return None
    return Origin(split.scheme, name, port or _PORTS[split.scheme])


def host_name(host: str) -> str:
    """Return the name or address in a Host header, without its port and in lower case.

    >>> host_name("Coyote.local.:8080"), host_name("[FE80::1%25eth0]:8080"), host_name("::1")
    ('coyote.local', 'fe80::1%25eth0', '::1')
    """
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    name, colon, port = host.rpartition(":")
    one_port = colon and ":" not in name and port.isascii() and (port.isdecimal() or not port)
    return ascii_name(name if one_port else host)


def ascii_name(name: str) -> str:
    """Return a name as browsers send it: in lower case, in ASCII, without a dot at its end.

    >>> ascii_name("Küche.local")
    'xn--kche-0ra.local'
    """
    name = name.strip().rstrip(".").lower()
    if name.isascii():
        return name
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return name


def is_name(name: str) -> bool:
    """Whether a text can be the name or the address of a machine."""
    if ip_address(name) is not None:
        return True
    letters = name.replace(".", "").replace("-", "").replace("_", "")
    return letters.isascii() and letters.isalnum() and len(name) <= _LONGEST and ".." not in name


def ip_address(text: str | None) -> IpAddress | None:
    """Return the IP address in a text, or None."""
    try:
        return ipaddress.ip_address(text or "")
    except ValueError:
        return None


def is_loopback(address: str | None) -> bool:
    """Whether an address is a loopback address."""
    parsed = ip_address(address)
    return parsed is not None and parsed.is_loopback


class Network(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The owner's settings for names and proxies; each of them may be empty.

    * `address`: the web address that the join code shows, such as ``https://cards.example.org``.
    * `names`: more names of this machine, or web addresses at which a proxy serves its pages.
    * `proxies`: addresses of proxies, or networks. The pages believe their ``X-Forwarded`` headers.
    """

    address: str = ""
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise `ValueError` for a setting that nobody could use."""
        if self.address and read_origin(self.address) is None:
            raise ValueError(f'address: "{self.address}" is no web address, such as {_SUCH_AS}')
        for name in self.names:
            if read_origin(name) is None and not is_name(host_name(name)):
                raise ValueError(f'names: "{name}" is not a name')
        for name in self.proxies:
            try:
                ipaddress.ip_network(name, strict=False)
            except ValueError:
                reason = "neither an IP address, such as 192.0.2.7, nor a network of them"
                raise ValueError(f'proxies: "{name}" is {reason}') from None

    @property
    def origins(self) -> frozenset[Origin]:
        """The origins that the settings name in full."""
        origins = (read_origin(name) for name in (self.address, *self.names))
        return frozenset(origin for origin in origins if origin is not None)

    @property
    def host_names(self) -> frozenset[str]:
        """The names that the settings give to this machine."""
        plain = (host_name(name) for name in self.names if read_origin(name) is None)
        return frozenset({*plain, *(origin.name for origin in self.origins)})

    def trusts(self, address: str | None) -> bool:
        """Whether an address is that of a trusted proxy."""
        parsed = ip_address(address) if self.proxies else None
        if parsed is None:
            return False
        if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in ipaddress.ip_network(proxy, strict=False) for proxy in self.proxies)
