"""Addresses of drawn pictures. An address changes with its picture, so browsers may cache it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import quote

Face = Callable[[str], str]  # returns a face as SVG, or raises LookupError


@lru_cache(maxsize=512)
def digest(picture: str | bytes) -> str:
    """Return a short hash of a picture: two decks use the same card names."""
    data = picture.encode() if isinstance(picture, str) else picture
    return hashlib.sha256(data).hexdigest()[:16]


def face_url(face: Face, card: str, folder: str = "") -> str:
    """Return the address of a card's face, or an empty string."""
    try:
        return f"{folder}/face/{quote(card, safe='')}.svg?{digest(face(card))}"
    except LookupError:
        return ""
