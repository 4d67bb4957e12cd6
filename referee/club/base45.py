"""Base45 (RFC 9285): bytes as 45 characters that take only 5.5 bits each in a QR code."""

from __future__ import annotations

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_VALUES = {sign: value for value, sign in enumerate(ALPHABET)}


def encode(data: bytes) -> str:
    """Return bytes as text: three characters for each two bytes, and two for a single last byte.

    >>> encode(b"ietf!")
    'QED8WEX0'
    """
    signs = ""
    for at in range(0, len(data), 2):
        pair = data[at : at + 2]
        rest = int.from_bytes(pair)
        for _ in range(len(pair) + 1):
            rest, low = divmod(rest, 45)
            signs += ALPHABET[low]
    return signs


def decode(text: str) -> bytes:
    """Return the bytes of a text. Raise `ValueError` if it is not valid base45.

    >>> decode("QED8WEX0")
    b'ietf!'
    """
    data = b""
    for at in range(0, len(text), 3):
        signs = text[at : at + 3]
        try:
            value = sum(_VALUES[sign] * 45**n for n, sign in enumerate(signs))
            data += value.to_bytes(len(signs) - 1)
        except (KeyError, OverflowError):
            raise ValueError(text) from None
        if len(signs) == 1:
            raise ValueError(text)
    return data
