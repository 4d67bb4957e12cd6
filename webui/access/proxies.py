"""Believe what a trusted proxy says about the request that it passes on.

A proxy in front of the pages hides who asked, under which name, and whether over TLS. It adds this
to the ``X-Forwarded`` headers. Anybody can send such headers, so they count only if they come from
an address that the owner has entered as a proxy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from webui.access.network import Network

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

FORWARDED = {"forwarded", "via", "x-real-ip", "true-client-ip", "cf-connecting-ip", "x-client-ip"}
PROXIED = "webui.proxied"  # Key in a request's environment: whether a trusted proxy sent it.


def has_forwarding(names: Iterable[str]) -> bool:
    """Whether one of these header names says that a proxy has passed on the request."""
    lower = [name.lower() for name in names]
    return any(name in FORWARDED or name.startswith("x-forwarded") for name in lower)


def install(app: Flask, network: Network) -> None:
    """Let `app` see each request as the client sent it to a trusted proxy.

    Each proxy adds at the end of ``X-Forwarded-For`` the address from which it got the request.
    Everything before that may be invented.
    """
    inner = app.wsgi_app
    restored = ProxyFix(inner, x_for=1, x_proto=1, x_host=1)

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        environ.pop(PROXIED, None)
        if not network.trusts(environ.get("REMOTE_ADDR")):
            return inner(environ, start)
        environ[PROXIED] = True
        return restored(environ, start)

    if network.proxies:
        app.wsgi_app = answer  # type: ignore[assignment, method-assign]
