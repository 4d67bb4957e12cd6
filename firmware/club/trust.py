"""Whom the line between a table and its hub trusts: one certificate, and no other."""

from __future__ import annotations

import ssl

NO_CHECK_TIME = 0x200000  # OpenSSL's X509_V_FLAG_NO_CHECK_TIME, which the module does not name


def trusting(certificate: str) -> ssl.SSLContext:
    """Return what trusts one certificate (PEM), at whatever address and time it is shown.

    Raises `ValueError` or `ssl.SSLError` for what is none.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False  # a hub's address changes; its certificate does not
    context.verify_flags |= NO_CHECK_TIME  # a Pi without a network may take any year for this one
    context.load_verify_locations(cadata=certificate)
    return context
