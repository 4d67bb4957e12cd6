"""Languages that the table's owner adds. One ``.po`` file each serves the table and all games.

A file may be incomplete. If an entry is missing or has an unknown parameter, the English text is
shown. No fault in such a file can break a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, PoFileParser, write_po

from referee.disk.textfiles import read_text, typeset_signs
from referee.words.plurals import rule_in_header, rule_of, with_forms

# A line of an entry; its text is in quotation marks. No language has ten plural forms.
LINE = re.compile(
    r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[(\d)\])?)\s*)?("(?:[^"\\]|\\.)*")',
)
_PO_NAME = re.compile(r"\.po(\.txt)?\Z", re.IGNORECASE)  # Some editors add a second ending.
PARAMETER = re.compile(r"%(?:\((\w+)\)[sd]|(%)|(?s:.))|%\Z")  # Groups: name, per cent sign.


def parameters(entry: Message) -> frozenset[str] | None:
    """Return the parameters of an entry's text, or None if it has a stray per cent sign."""
    forms = entry.string if isinstance(entry.string, tuple) else (entry.string or "",)
    results: set[str] = set()
    for match in (match for text in forms for match in PARAMETER.finditer(str(text))):
        if match[1] is None and match[2] is None:
            return None
        results |= {match[1]} - {None}
    return frozenset(results)


def is_translated(entry: Message) -> bool:
    """Whether an entry has text in each of its plural forms, and is not marked as unfinished."""
    forms = entry.string if isinstance(entry.string, tuple) else (entry.string,)
    return all(forms) and not entry.fuzzy


def fits_english(entry: Message, english: Message) -> bool:
    """Whether an entry can always replace its English text."""
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


def misnamed(folder: Path) -> Iterator[str]:
    """Yield the name of each file of words in a folder that does not say its language."""
    used = {path.name for _, path in languages(folder)}
    names = (path.name for path in sorted(folder.glob("*")))
    yield from (name for name in names if _PO_NAME.search(name) and name not in used)


def is_language(tag: str) -> bool:
    """Whether a code is a known language, such as ``pt``.

    >>> is_language("pt"), is_language("xx"), is_language("pt_BR")
    (True, False, False)
    """
    try:
        return tag.isalpha() and tag == tag.lower() and bool(Locale.parse(tag))
    except (UnknownLocaleError, ValueError):
        return False


def completed(own: Catalog, ours: Catalog) -> Catalog:
    """Return an owner's language. Our text replaces entries that are missing or unusable.

    English texts with plural forms are left out: gettext falls back to English for those, which
    counts by its own rule.
    """
    catalog = Catalog(locale=own.locale)
    for entry in ours:
        mine = own.get(entry.id) if entry.id else None
        if mine is not None and is_translated(mine) and fits_english(mine, entry):
            catalog[entry.id] = with_forms(mine, rule_of(own), catalog)
        elif entry.id and (isinstance(entry.id, str) or own.locale == ours.locale):
            catalog[entry.id] = entry
    return catalog


HEADER = """\
# Coyote Table, for translators. Above each entry stands what it says in English; fill in msgstr.
# What is left empty is said in English. %(name)s is filled in by the table, and stays as it is.
# The words of an evening and its games come first; then those of the hub, the doctor and the
# command line."""

UNUSED = "The table has no text with this key."


class Template(NamedTuple):
    """A file into which a translator writes a language, with the number of translated entries."""

    text: bytes
    said: int
    whole: int


class _Entries(Catalog):
    """The entries of a file, without its header.

    The header may be wrong, and we need only the order of the plural forms: the text is UTF-8, and
    the file's name says the language.
    """

    def __init__(self, locale: str, forms: int) -> None:
        super().__init__(locale)
        self._forms = forms
        self.header = ""  # The rule of the plural forms.

    @property
    def num_plurals(self) -> int:
        """The largest number of plural forms of an entry in the file."""
        return self._forms

    def _read(self, headers: Iterable[tuple[str, str]]) -> None:
        self.header = {name.lower(): value for name, value in headers}.get("plural-forms", "")

    mime_headers = property(Catalog._get_mime_headers, _read)

    def __setitem__(self, key: str | list[str] | tuple[str, ...], message: Message) -> None:
        """Add an entry. Of two with one key, the translated one counts.

        Raise `ValueError` if both are translated, in two ways.
        """
        earlier = self.get(key, message.context) if message.id else None
        if earlier is not None and is_translated(earlier):
            if is_translated(message) and message.string != earlier.string:
                name = key if isinstance(key, str) else key[0]
                raise ValueError(f'"{name}" is translated in two ways (line {message.lineno})')
            return
        if earlier is not None:
            self.delete(key, message.context)
        super().__setitem__(key, message)


def parsed(text: str, locale: str) -> Catalog:
    """Return the catalogue in a ``.po`` file's text. Raise `ValueError` if it is damaged."""
    lines, forms = _checked_lines(text)
    entries = _Entries(locale, forms)
    try:
        PoFileParser(entries, abort_invalid=True).parse(lines)
    except PoFileError as error:
        raise ValueError(f"{error} (line {error.lineno + 1})") from error
    result = Catalog(locale)
    rule = rule_in_header(entries.header, forms)
    for entry in entries:
        if entry.id:
            whole = rule is not None and is_translated(entry)
            result[entry.id] = with_forms(entry, rule, result) if rule and whole else entry
    return result


def _checked_lines(text: str) -> tuple[list[str], int]:
    """Return the lines that make up the entries, and the largest number of plural forms.

    Notes between the entries stay, because the translator wants to keep them. Raise `ValueError` if
    a line is no part of an entry, or stands at a wrong place: Babel would mix up two entries.
    """
    found: list[str] = []
    forms, entry = 1, list[str]()  # The keywords of the entry so far.
    for number, line in enumerate(map(str.strip, text.split("\n")), start=1):
        ended = _is_whole(entry)
        if line.startswith("#~"):  # An entry that a program has put out of use, with its flags.
            while found and (not found[-1] or found[-1].startswith("#")):
                found.pop()
            found += [""] * (number - len(found))
        elif line.startswith("#") and not line.startswith(("#,", "#:", "#|", "#.")):
            found.append(line if ended else "")
        elif not line or line.startswith("#"):
            found.append(line if line.startswith("#,") and ended else "")
        else:
            form = LINE.fullmatch(line)
            if form is None:
                raise ValueError(f"{_fault(line)} (line {number})")
            keyword, index, words = form.groups()
            if keyword is not None:
                entry = _with_keyword(entry, keyword, number)
                forms = max(forms, 1 + int(index or 0))
            found.append(f"{keyword} {words}" if keyword else words)
    if not _is_whole(entry):
        raise ValueError("the last msgid has no msgstr")
    return found, forms


def _is_whole(entry: list[str]) -> bool:
    return not entry or entry[-1].startswith("msgstr")


def _fault(line: str) -> str:
    """Return the fault of a line that is no part of an entry."""
    if advice := typeset_signs(line):
        return advice
    return "a quotation mark is missing" if line.count('"') % 2 else "this is no entry"


def _with_keyword(entry: list[str], keyword: str, number: int) -> list[str]:
    """Return an entry's keywords with one more, which may begin an entry. Raise `ValueError`."""
    if _is_whole(entry) and keyword in ("msgctxt", "msgid"):
        return [keyword]
    follows = {
        "msgid": entry == ["msgctxt"],
        "msgid_plural": entry[-1:] == ["msgid"],
    }.get(keyword, "msgid" in entry and keyword not in entry)
    if not follows:
        raise ValueError(f"a msgid or a msgstr is missing or doubled (line {number})")
    return [*entry, keyword]


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
    """Return a file that has all keys with their English text, and the translations in `said`.

    The translator's notes stay, and so do translations that nothing uses: the key may be misspelt.
    """
    made = Catalog(locale, "coyote-table", header_comment=HEADER, fuzzy=False)
    for entry in english:
        if not entry.id:
            continue
        forms = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        empty = ("",) * made.num_plurals if isinstance(entry.id, tuple) else ""
        mine = None if said is None else said.get(entry.id)
        english_texts = dict.fromkeys(str(text) for text in forms if text)
        comments = [text.replace("\N{NO-BREAK SPACE}", " ") for text in english_texts]
        words, notes = (empty, ()) if mine is None else (mine.string, mine.user_comments)
        made.add(entry.id, words, flags=entry.flags, auto_comments=comments, user_comments=notes)
    entries = [entry for entry in made if entry.id]
    for entry in said or ():
        if entry.id and made.get(entry.id) is None:
            notes = entry.user_comments
            made.add(entry.id, entry.string, auto_comments=[UNUSED], user_comments=notes)
    text = BytesIO()
    write_po(text, made, width=0)
    return Template(text.getvalue(), sum(map(is_translated, entries)), len(entries))
