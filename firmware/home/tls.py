"""TLS to a broker, also with a certificate that only this home knows."""

from __future__ import annotations

import ssl
from pathlib import Path

from referee.disk.textfiles import decode, read_file

MOST_BYTES = 1_000_000
PEM = b"-----BEGIN CERTIFICATE-----"


def context(ca: Path | None) -> ssl.SSLContext:
    """Return a TLS context that trusts the system's authorities, and the certificates in `ca`.

    The file may hold an authority's certificate or the broker's own, in PEM or DER. Raise
    `OSError` or `ValueError` if it is unusable.
    """
    made = ssl.create_default_context()
    if ca is None:
        return made
    data = read_file(ca, MOST_BYTES)
    try:
        text = decode(data) if PEM in data.replace(b"\0", b"") else None
        made.load_verify_locations(cadata=data if text is None else text)
    except ssl.SSLError:
        raise ValueError("there is no certificate in it") from None
    made.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # The broker's own certificate is enough.
    # People's own authorities often lack the extensions that Python 3.13 asks for.
    made.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return made
