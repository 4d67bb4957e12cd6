"""TLS between a table and its hub. The table trusts exactly one certificate."""

from __future__ import annotations

import ssl

NO_CHECK_TIME = 0x200000  # OpenSSL's X509_V_FLAG_NO_CHECK_TIME, which Python's ssl does not name.


def trusting(certificate: str) -> ssl.SSLContext:
    """Return a TLS context that trusts one certificate (PEM), whatever its address and dates.

    Raise `ValueError` or `ssl.SSLError` if the text is no certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False  # A hub's address changes, but its certificate does not.
    context.verify_flags |= NO_CHECK_TIME  # Without a network, a Pi's clock may show any year.
    context.load_verify_locations(cadata=certificate)
    return context
