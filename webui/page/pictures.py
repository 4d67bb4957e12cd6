"""The addresses of drawn pictures. A changed picture gets a new one, so browsers may cache it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from urllib.parse import quote

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
