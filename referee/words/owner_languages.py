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
from babel.messages.pofile import PoFileError, PoFileParser, write_po

from referee.textfiles import read_text

# A line of an entry; its text is in quotation marks. No language has ten plural forms.
LINE = re.compile(r'(?:(?:msgctxt|msgid|msgid_plural|msgstr(?:\[(\d)\])?) +)?"(?:[^"\\]|\\.)*"')
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
    """Whether an entry has text in each of its plural forms, and is not marked as unfinished."""
    forms = entry.string if isinstance(entry.string, tuple) else (entry.string,)
    return all(forms) and not entry.fuzzy


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
            usable = mine is not None and is_translated(mine) and fits_english(mine, entry)
            found[entry.id] = _with_plural_forms(mine if usable and mine else entry, found)
    return found


def _with_plural_forms(entry: Message, into: Catalog) -> Message:
    """Return an entry with as many plural forms as the language of `into` has.

    The last form is the most general one, so it stands for missing ones.
    """
    if not isinstance(entry.string, tuple):
        return entry
    first = entry.string[: into.num_plurals - 1]
    rest = (entry.string[-1],) * (into.num_plurals - len(first))
    return Message(entry.id, (*first, *rest), flags=entry.flags)


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


class _Entries(Catalog):
    """The entries of a file, without its header.

    The header may be wrong, and we need nothing of it: the text is UTF-8, the file's name says the
    language, and Babel knows how many plural forms the language has.
    """

    def __init__(self, locale: str, forms: int) -> None:
        super().__init__(locale)
        self._forms = forms

    @property
    def num_plurals(self) -> int:
        """The largest number of plural forms of an entry in the file."""
        return self._forms

    def _ignore(self, headers: object) -> None:
        pass

    mime_headers = property(Catalog._get_mime_headers, _ignore)


def parsed(text: str, locale: str) -> Catalog:
    """Return the catalogue in a ``.po`` file's text. Raise `ValueError` if it is damaged."""
    lines = [line.strip() for line in text.split("\n")]
    forms = 1
    for number, line in enumerate(lines, start=1):
        if line.startswith("#,"):
            continue
        if line.startswith("#"):  # Notes may contain anything. Only flags matter.
            lines[number - 1] = ""
            continue
        form = LINE.fullmatch(line)
        if line and form is None:
            wrong = "a quotation mark is missing" if line.count('"') % 2 else "this is no entry"
            raise ValueError(f"{wrong} (line {number})")
        if form is not None and form[1]:
            forms = max(forms, 1 + int(form[1]))
    entries = _Entries(locale, forms)
    try:
        PoFileParser(entries, abort_invalid=True).parse(lines)
    except PoFileError as error:
        raise ValueError(f"{error} (line {error.lineno + 1})") from error
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError) as error:
        # Babel expects entries in order and fails in other ways if they are not.
        raise ValueError("its entries are not in order") from error
    found = Catalog(locale)
    for entry in entries:
        if entry.id:
            found[entry.id] = entry
    return found


def read(path: Path, locale: str) -> Catalog:
    """Return the catalogue in an owner's file.

    Raise `OSError`, or `ValueError` if the file is damaged.
    """
    text = read_text(path)
    found = parsed(text, locale)
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
