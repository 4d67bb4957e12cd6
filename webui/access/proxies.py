"""Believe what a trusted proxy says about the request that it passes on.

A proxy in front of the pages hides who asked, under which name, and whether over TLS. It adds this
to the ``X-Forwarded`` headers. Anybody can send such headers, so they count only if they come from
an address that the owner has entered as a proxy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask

from webui.access.network import Network, host_name, ip_address, is_name

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

FORWARDED = {"forwarded", "via", "x-real-ip", "true-client-ip", "cf-connecting-ip", "x-client-ip"}
PROXIED = "webui.proxied"  # Key in a request's environment: whether a trusted proxy sent it.


def has_forwarding(names: Iterable[str]) -> bool:
    """Whether one of these header names says that a proxy has passed on the request."""
    lower = [name.lower() for name in names]
    return any(name in FORWARDED or name.startswith("x-forwarded") for name in lower)


def install(app: Flask, network: Network) -> None:
    """Let `app` see each request as the client sent it to a trusted proxy."""
    inner = app.wsgi_app

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        environ.pop(PROXIED, None)
        if network.trusts(environ.get("REMOTE_ADDR")):
            _restore(environ, network)
        return inner(environ, start)

    if network.proxies:
        app.wsgi_app = answer  # type: ignore[assignment, method-assign]


def _restore(environ: WSGIEnvironment, network: Network) -> None:
    """Put the client's address, name and scheme back in place of the proxy's."""
    environ[PROXIED] = True
    address = client_address(_said(environ, "FOR") or environ.get("HTTP_X_REAL_IP", ""), network)
    if address:
        environ["REMOTE_ADDR"] = address
    host = _said(environ, "HOST").rpartition(",")[2].strip()
    if host and is_name(host_name(host)):
        environ["HTTP_HOST"] = host
    scheme = _said(environ, "PROTO").rpartition(",")[2].strip().lower()
    if scheme in ("http", "https"):
        environ["wsgi.url_scheme"] = scheme


def _said(environ: WSGIEnvironment, what: str) -> str:
    return str(environ.get(f"HTTP_X_FORWARDED_{what}", ""))


def client_address(forwarded: str, network: Network) -> str:
    """Return the address of the client in an ``X-Forwarded-For`` header, or an empty text.

    Each proxy adds at the end the address from which it got the request. The client is the last
    address that is not a trusted proxy's; everything before it may be invented.
    """
    for part in reversed(forwarded.split(",")):
        name = host_name(part.strip())
        parsed = ip_address(name)
        if parsed is None:
            return ""
        if not network.trusts(name):
            return str(parsed)
    return ""
