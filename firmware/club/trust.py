"""Whom the line between a table and its hub trusts: one certificate, and no other."""

from __future__ import annotations

import ssl


def trusting(certificate: str) -> ssl.SSLContext:
    """Return what trusts one certificate (PEM), at whatever address it is shown."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False  # a hub's address changes; its certificate does not
    context.load_verify_locations(cadata=certificate)
    return context
