"""A whole language that is written from right to left, made of the English catalogue.

Nobody needs to read it: each letter becomes a Hebrew or an Arabic one, and what the table fills in
stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from string import ascii_lowercase
from tempfile import TemporaryDirectory

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
    parts = _KEPT.split(text)
    return "".join(part if n % 2 else part.lower().translate(table) for n, part in enumerate(parts))


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


@cache
def _written(language: str) -> TemporaryDirectory[str]:
    """Return a folder with a language, the same for all tests: it takes a second to compile."""
    folder = TemporaryDirectory(prefix="coyote-words-")
    (Path(folder.name) / f"{language}.po").write_bytes(catalogue(language))
    return folder


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Give the table a language, until the ``with`` block ends."""
    words.use_owner_languages(Path(_written(language).name))
    try:
        yield
    finally:
        words.use_owner_languages(None)
