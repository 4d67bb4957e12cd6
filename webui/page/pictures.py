"""The addresses of drawn pictures: each changes with what it shows, so that all may be kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import quote

Face = Callable[[str], str]  # a card's face as SVG; raises `LookupError` where there is none


@lru_cache(maxsize=512)
def digest(picture: str | bytes) -> str:
    """Return what tells a picture from any other: the cards of two decks share their names."""
    data = picture.encode() if isinstance(picture, str) else picture
    return hashlib.sha256(data).hexdigest()[:16]


def face_url(face: Face, card: str, folder: str = "") -> str:
    """Return the address of a card's face, empty where there is none."""
    try:
        return f"{folder}/face/{quote(card, safe='')}.svg?{digest(face(card))}"
    except LookupError:
        return ""
