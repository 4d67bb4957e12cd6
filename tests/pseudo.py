"""A whole language that is written from right to left, made of the English catalogue.

Nobody needs to read it: each letter becomes a Hebrew or an Arabic one, and what the table fills in
stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from string import ascii_lowercase

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from referee import words
from referee.words.catalogue import read_catalogue

LETTERS = {
    "he": "אבגדהוזחטיכלמנסעפצקרשתאבגד",
    "ar": "ابتثجحخدذرزسشصضطظعغفقكلمنه",
}
_KEPT = re.compile(r"(%\(\w+\)s|%%|--?[a-z][\w-]*|https?://\S+|<[^>]*>)")


def pseudo(text: str, language: str) -> str:
    """Return an English text in the letters of a language.

    >>> pseudo("%(name)s won", "he")
    '%(name)s אסנ'
    """
    table = {ord(a): b for a, b in zip(ascii_lowercase, LETTERS[language], strict=True)}
    pieces = _KEPT.split(text)
    return "".join(one if n % 2 else one.lower().translate(table) for n, one in enumerate(pieces))


def catalogue(language: str) -> bytes:
    """Return the ``.po`` file of a language, with a text for every key and every plural form."""
    made = Catalog(language)
    for entry in read_catalogue("en"):
        if not entry.id:
            continue
        if isinstance(entry.string, tuple):
            last = pseudo(entry.string[-1], language)
            made.add(entry.id, (last,) * made.num_plurals, flags=entry.flags)
        else:
            made.add(entry.id, pseudo(str(entry.string), language), flags=entry.flags)
    text = BytesIO()
    write_po(text, made, width=0)
    return text.getvalue()


@contextmanager
def spoken(language: str, folder: Path) -> Iterator[None]:
    """Give the table a language, until the ``with`` block ends."""
    folder.mkdir(exist_ok=True)
    (folder / f"{language}.po").write_bytes(catalogue(language))
    words.use_owner_languages(folder)
    try:
        yield
    finally:
        words.use_owner_languages(None)
