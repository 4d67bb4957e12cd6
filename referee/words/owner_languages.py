"""Languages that the table's owner adds. One ``.po`` file each serves the table and all games.

A file may be incomplete. Where an entry is missing or has an unknown parameter, the English text is
shown. No fault in such a file can break a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po, write_po

PARAMETER = re.compile(r"%(?:\((\w+)\)[sd]|(%)|(?s:.))|%\Z")  # Groups: name, per cent sign.


def parameters(entry: Message) -> frozenset[str] | None:
    """Return the parameters of an entry's text, or None if it has a stray per cent sign."""
    forms = entry.string if isinstance(entry.string, tuple) else (entry.string or "",)
    found: set[str] = set()
    for match in (one for text in forms for one in PARAMETER.finditer(str(text))):
        if match[1] is None and match[2] is None:
            return None
        found |= {match[1]} - {None}
    return frozenset(found)


def is_translated(entry: Message) -> bool:
    """Whether an entry has text in each of its plural forms."""
    forms = entry.string if isinstance(entry.string, tuple) else (entry.string,)
    return all(forms)


def fits_english(entry: Message, english: Message) -> bool:
    """Whether an entry can be used wherever its English text is used."""
    if isinstance(entry.id, tuple) != isinstance(english.id, tuple):
        return False
    given, mine = parameters(english), parameters(entry)
    if given is None or mine is None:  # a text without parameters may have a bare per cent sign
        return given is mine
    return mine <= given


def languages(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield each language in a folder with its file. Other files are skipped."""
    for path in sorted(folder.glob("*.po")):
        if is_language(path.stem):
            yield path.stem, path


def is_language(tag: str) -> bool:
    """Whether a code is a known language, such as ``pt``.

    >>> is_language("pt"), is_language("xx"), is_language("pt_BR")
    (True, False, False)
    """
    try:
        return tag.isalpha() and tag == tag.lower() and bool(Locale.parse(tag))
    except (UnknownLocaleError, ValueError):
        return False


def with_english(own: Catalog, english: Catalog) -> Catalog:
    """Return an owner's language. English replaces entries that are missing or unusable."""
    found = Catalog(locale=own.locale)
    for entry in english:
        if entry.id:
            mine = own.get(entry.id)
            if mine is None or not (is_translated(mine) and fits_english(mine, entry)):
                mine = _with_plural_forms(entry, found)
            found[entry.id] = mine
    return found


def _with_plural_forms(entry: Message, into: Catalog) -> Message:
    """Return an English entry with as many plural forms as the language of `into` has."""
    if not isinstance(entry.string, tuple):
        return entry
    forms = (*entry.string[:1], *(entry.string[-1] for _ in range(into.num_plurals - 1)))
    return Message(entry.id, forms, flags=entry.flags)


HEADER = """\
# Coyote Table, for translators. Above each entry stands what it says in English; fill in msgstr.
# What is left empty is said in English. %(name)s is filled in by the table, and stays as it is.
# The words of an evening and its games come first; then those of the hub, the doctor and the
# command line."""


class Template(NamedTuple):
    """A file into which a translator writes a language, with the number of translated entries."""

    text: bytes
    said: int
    whole: int


def parsed(data: bytes, locale: str) -> Catalog:
    """Return the catalogue that a ``.po`` file contains. Raise `ValueError` if it is damaged."""
    try:
        return read_po(BytesIO(data), locale=locale, abort_invalid=True)
    except PoFileError as error:
        raise ValueError(str(error)) from error


def read(path: Path, locale: str) -> Catalog:
    """Return the catalogue in an owner's file.

    Raise `OSError`, or `ValueError` if the file is damaged.
    """
    data = path.read_bytes()
    text = data.decode("utf-8")
    if text.count('"') % 2:
        raise ValueError("a quotation mark is missing")
    found = parsed(data, locale)
    if text.strip() and not any(entry.id for entry in found):
        raise ValueError("there is no entry in it")
    return found


def template(english: Catalog, locale: str | None = None, said: Catalog | None = None) -> Template:
    """Return a file that has all keys with their English text, and the translations in `said`."""
    made = Catalog(locale, "coyote-table", header_comment=HEADER, fuzzy=False)
    for entry in english:
        if not entry.id:
            continue
        forms = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        empty = ("",) * made.num_plurals if isinstance(entry.id, tuple) else ""
        mine = None if said is None else said.get(entry.id)
        english_texts = dict.fromkeys(str(text) for text in forms if text)
        comments = [text.replace("\N{NO-BREAK SPACE}", " ") for text in english_texts]
        words = empty if mine is None else mine.string
        made.add(entry.id, words, flags=entry.flags, auto_comments=comments)
    text = BytesIO()
    write_po(text, made, width=0)
    entries = [entry for entry in made if entry.id]
    return Template(text.getvalue(), sum(map(is_translated, entries)), len(entries))
