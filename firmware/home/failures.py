"""Puts a failed connection into words: the cause, and what to do."""

from __future__ import annotations

import errno
import socket
import ssl

from firmware.home.address import Address
from referee.contract import Message

_OTHER_NAME = (62, 63, 64)  # OpenSSL's codes for another name, mail address or IP address.
_DATES = (9, 10, 13, 14)  # OpenSSL's codes for certificates of another time.
_NO_TLS = ("WRONG_VERSION_NUMBER", "UNEXPECTED_MESSAGE", "PACKET_LENGTH_TOO_LONG")
_NO_WAY = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN)


def failure(error: BaseException | None, at: Address) -> Message:
    """Return why an address cannot be reached."""
    key, params = _cause(error)
    return Message(f"table.home.{key}", {"host": at.host, "port": at.port, **params})


def _cause(error: BaseException | None) -> tuple[str, dict[str, str]]:
    match error:
        case ssl.SSLCertVerificationError(verify_code=code) if code in _OTHER_NAME:
            return "other_name", {}
        case ssl.SSLCertVerificationError(verify_code=code, verify_message=text) if code in _DATES:
            return "outdated", {"reason": text}
        case ssl.SSLCertVerificationError(verify_message=text):
            return "untrusted", {"reason": text}
        case ssl.SSLError(reason=reason) if reason in _NO_TLS:
            return "no_tls", {}
        case ssl.SSLError(reason=reason):
            return "tls_failed", {"reason": str(reason or "TLS").lower().replace("_", " ")}
        case socket.gaierror():
            return "no_host", {}
        case ConnectionRefusedError():
            return "closed_port", {}
        case ConnectionResetError() | BrokenPipeError():
            return "hung_up", {}
        case OSError(errno=number) if number in _NO_WAY:
            return "no_way", {}
    return "away", {}
