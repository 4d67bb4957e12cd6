"""The MQTT topics between a table and its club's hub, and how each knows the other.

The messages are in `referee.hub.messages`.
"""

from __future__ import annotations

import hmac
import ssl

ROOT = "coyote-club"
HUB = f"{ROOT}/hub"  # retained; it is new at each start of the hub, and empty while it is off
OFFER, RESULT, LIVE, HERE, RUN = "offer", "result", "live", "here", "run"
WANT, SEATED, TWIN = "want", "seated", "twin"
UP = (OFFER, RESULT, LIVE, HERE, RUN)  # All topics to which a table writes,
DOWN = (WANT, SEATED, TWIN)  # and all that it reads.

# Two machines with one key throw each other off every few seconds. After this, one has gone.
TWIN_S = 120.0
NO_CHECK_TIME = 0x200000  # OpenSSL's X509_V_FLAG_NO_CHECK_TIME, which Python's ssl does not name.


def up(table: str, what: str) -> str:
    """Return the topic of a message from the table."""
    return f"{ROOT}/{table}/up/{what}"


def down(table: str, what: str) -> str:
    """Return the topic of a message to the table."""
    return f"{ROOT}/{table}/down/{what}"


def normal_code(code: str) -> str:
    """Return a hub's code for joining as everybody may write it."""
    return "".join(code.split()).upper()


def proof(key: str, code: str) -> str:
    """Return what shows that a table has its key, but not the key. It serves for one `code`."""
    return hmac.new(bytes.fromhex(key), normal_code(code).encode(), "sha256").hexdigest()


def trusting(certificate: str) -> ssl.SSLContext:
    """Return a TLS context that trusts one certificate (PEM), regardless of its address and dates.

    Raise `ValueError` or `ssl.SSLError` if the text is no certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False  # A hub's address changes, but its certificate does not.
    context.verify_flags |= NO_CHECK_TIME  # Without a network, a Pi's clock may show any year.
    context.load_verify_locations(cadata=certificate)
    return context
