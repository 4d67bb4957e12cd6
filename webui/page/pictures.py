"""Drawn pictures: their addresses, which change with the picture so that browsers may cache it, and
QR codes.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from urllib.parse import quote

import segno

Face = Callable[[str], str]  # Returns a card's face as SVG, or raises LookupError.


@lru_cache(maxsize=512)
def digest(picture: str | bytes) -> str:
    """Return a short hash of a picture. A name would not do, because decks share their names."""
    data = picture.encode() if isinstance(picture, str) else picture
    return hashlib.sha256(data).hexdigest()[:16]


def face_url(face: Face, card: str, folder: str = "") -> str:
    """Return the address of a card's face, or an empty string if there is none."""
    try:
        return f"{folder}/face/{quote(card, safe='')}.svg?{digest(face(card))}"
    except LookupError:
        return ""


def code_of(text: str) -> segno.QRCode:
    """Return a text's QR code.

    Text in Base45 uses the compact alphanumeric mode of QR codes.
    """
    # Level M tolerates a reflection that covers one seventh of the code. If a higher level fits
    # into the same size, segno uses that. Phones read UTF-8; segno alone might choose otherwise.
    return segno.make(text, error="m", micro=False, encoding="utf-8")


def code_svg(text: str) -> bytes:
    """Return a QR code as an SVG without a fixed size, dark on light in every theme.

    The required margin of four modules is included.
    """
    drawn = BytesIO()
    code_of(text).save(drawn, kind="svg", border=4, dark="#14130f", light="#ffffff", omitsize=True)
    return drawn.getvalue()


@lru_cache(maxsize=8)
def code_inline(text: str) -> str:
    """Return a QR code as an address that contains the picture, for a secret without one."""
    return f"data:image/svg+xml;base64,{base64.b64encode(code_svg(text)).decode('ascii')}"
