"""Read from a request who sent it: this machine itself, or a browser with a token."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from flask import g, request
from werkzeug.datastructures import Headers
from werkzeug.sansio.http import parse_cookie  # Like Flask, this accepts any byte.

from webui.access.cookies import Cookies, cookies
from webui.access.network import Network, is_loopback, read_origin
from webui.access.own_names import is_exactly_here
from webui.access.proxies import PROXIED, has_forwarding


class Credentials(NamedTuple):
    """A browser's identity: whether it is this machine, and its token for seats and hosts."""

    local: bool
    token: str | None


def credentials() -> Credentials:
    """Return the credentials of this request."""
    if "credentials" not in g:
        names = [name for name, _ in request.headers]
        local = _is_local(request.remote_addr, names, request.headers.get("Host", ""))
        g.credentials = Credentials(local and not _passed_on(), cookies().read(request.cookies))
    shown: Credentials = g.credentials
    return shown


def header_credentials(
    own: Cookies, network: Network, address: str, headers: Headers
) -> Credentials:
    """Return the credentials in the headers alone, before a request has arrived completely."""
    local = _is_local(address, headers.keys(), headers.get("Host", ""))
    token = own.read(parse_cookie(headers.get("Cookie")))
    return Credentials(local and not network.trusts(address), token)


def _is_local(address: str | None, names: Iterable[str], host: str) -> bool:
    """Whether this machine made the request itself, rather than passing it on.

    A proxy, a tunnel or a forwarded port passes on requests of other machines. Such requests can be
    recognised by their additional headers or by the host name.
    """
    if not is_loopback(address):
        return False
    return is_exactly_here(host) and not has_forwarding(names)


def _passed_on() -> bool:
    """Whether a proxy on this machine passed on this request, without headers that say so.

    Browsers speak HTTP/1.1, but nginx speaks HTTP/1.0 unless told otherwise, and closes each
    connection. A page that a proxy serves has another origin than the name under which it asks.
    """
    is_old = request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0"
    if request.environ.get(PROXIED) or (is_old and request.headers.get("Connection") == "close"):
        return True
    origin = request.headers.get("Origin")
    return origin is not None and read_origin(origin) != read_origin(request.host_url)
