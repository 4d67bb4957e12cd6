"""TLS between a table and its hub: exactly one certificate is trusted."""

from __future__ import annotations

import ssl

NO_CHECK_TIME = 0x200000  # OpenSSL's X509_V_FLAG_NO_CHECK_TIME; Python's ssl has no name for it


def trusting(certificate: str) -> ssl.SSLContext:
    """Return a context that trusts one certificate (PEM), at any address and time.

    Raise `ValueError` or `ssl.SSLError` if it is no certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False  # a hub's address changes; its certificate does not
    context.verify_flags |= NO_CHECK_TIME  # without a network, a Pi's clock may show any year
    context.load_verify_locations(cadata=certificate)
    return context
