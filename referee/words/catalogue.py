"""The gettext catalogues. Their message ids are message keys.

A language consists of a ``.po`` file in each folder of `SUBJECTS`, and one in the folder ``words``
of each game. The files are merged and compiled in memory on first use. A game cannot replace the
table's own texts. A subject or game that lacks a language uses `DEFAULT`. The table's owner may add
languages (`owner_languages`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as CatalogMessage
from babel.messages.mofile import write_mo
from babel.support import Translations

from referee.disk import textfiles
from referee.library import locations
from referee.words import owner_languages

FOLDER = Path(__file__).parent
SUBJECTS = ("evening", "hub", "doctor", "cli")  # Texts that players see come first.
LOCALES = tuple(sorted(path.stem for path in (FOLDER / SUBJECTS[0]).glob("*.po")))
DEFAULT = "en"
# Babel knows these names too, but needs 3 MB and the data of all five languages for them.
NAMES = {
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
}
TO = ".to_"  # In a key, the parameter with the addressed seat follows this.


Files = tuple[tuple[str, Path], ...]  # each with its language


class _OwnerWords(NamedTuple):
    """The owner's languages with their files, and the names of files that say no language."""

    files: Files = ()
    misnamed: tuple[str, ...] = ()


_owner = _OwnerWords()


def use_owner_languages(folder: Path | None) -> None:
    """Use the languages in a folder of the table's owner, and no other languages of the owner."""
    global _owner
    _owner = _OwnerWords()
    if folder is not None:
        files = tuple(owner_languages.languages(folder))
        _owner = _OwnerWords(files, tuple(owner_languages.misnamed(folder)))


def locales() -> tuple[str, ...]:
    """Return the available languages: those of the project and those of the owner."""
    return tuple(sorted({*LOCALES, *dict(_owner.files)}))


def faults() -> dict[str, str]:
    """Return the unusable files of words, each with the reason: the owner's, and those of games."""
    files = [(path.name, path, tag) for tag, path in _owner.files]
    for folder in locations.folders():
        if not folder.is_relative_to(FOLDER.parent):  # Tests check the project's own games.
            own = sorted((folder / "words").glob("*.po"))
            files += [(f"{folder.name}/words/{path.name}", path, path.stem) for path in own]
    fromkeys = dict.fromkeys(
        _owner.misnamed, "its name must be a language code and .po, such as pt.po"
    )
    for name, path, tag in files:
        try:
            owner_languages.read(path, tag)
        except (OSError, ValueError) as error:
            fromkeys[name] = textfiles.reason(error)
    return fromkeys


def template(tag: str | None = None, file: Path | None = None) -> owner_languages.Template:
    """Return a file into which a translator can write a language.

    It includes the translations that `file` already has. Raise `OSError`, or `ValueError` if that
    file is damaged.
    """
    catalog = None if file is None or tag is None else owner_languages.read(file, tag)
    return owner_languages.template(read_catalogue(DEFAULT), tag, catalog)


def negotiate(tags: Iterable[str]) -> str:
    """Return the best available language for a reader whose languages are `tags`, best first.

    >>> negotiate(["sv-FI", "fr-CH"]), negotiate(["fr_FR.UTF-8"]), negotiate(["sv"])
    ('fr', 'fr', 'en')
    """
    ours = (tag.replace("_", "-").split("-")[0].lower() for tag in tags)
    return next((language for language in ours if language in locales()), DEFAULT)


def language(tag: str) -> str:
    """Return a language's own name.

    >>> language("fr")
    'Français'
    """
    return NAMES.get(tag) or (Locale(tag).get_display_name(tag) or tag).capitalize()


def read_catalogue(locale: str) -> Catalog:
    """Return the catalogue of a language. It has its typography, but is not compiled yet."""
    return _whole(locale, locations.folders(), _owned(locale))


def _owned(*languages: str) -> Files:
    """Return the owner's files of some languages. A change of others leaves these as they are."""
    return tuple(file for file in _owner.files if file[0] in languages)


@lru_cache
def _whole(locale: str, games: tuple[Path, ...], owned: Files) -> Catalog:
    for tag, path in owned:
        if tag == locale:
            ours = _ours(locale if locale in LOCALES else DEFAULT, games)
            return owner_languages.completed(_read_owned(path, locale), ours)
    return _ours(locale, games)


@lru_cache
def _ours(locale: str, games: tuple[Path, ...]) -> Catalog:
    """Return a language of the project, or `DEFAULT`."""
    whole, *others = (_read_subject(subject, locale) for subject in SUBJECTS)
    ours = {entry.id for subject in (whole, *others) for entry in subject}
    for folder in games:
        for language in dict.fromkeys((locale, DEFAULT)):
            path = folder / "words" / f"{language}.po"
            try:
                words = read_words(path, language) if path.exists() else ()
            except (OSError, ValueError):  # `faults` reports it
                continue
            new = (
                entry
                for entry in words
                if entry.id not in ours and entry.id not in whole
                if isinstance(entry.id, str) or language == locale  # English counts by its own rule
            )
            _add(filter(owner_languages.is_translated, new), whole)
    for subject in others:
        _add((entry for entry in subject if entry.id), whole)
    return whole


def _read_subject(subject: str, locale: str) -> Catalog:
    path = FOLDER / subject / f"{locale}.po"
    if not path.exists():
        return read_words(FOLDER / subject / f"{DEFAULT}.po", DEFAULT)
    return read_words(path, locale)


def _add(entries: Iterable[CatalogMessage], whole: Catalog) -> None:
    for entry in entries:
        whole[entry.id] = entry


def _read_owned(path: Path, locale: str) -> Catalog:
    try:
        return _typeset_all(owner_languages.read(path, locale), locale)
    except (OSError, ValueError):  # `faults` reports it
        return Catalog(locale=locale)


def read_words(path: Path, locale: str) -> Catalog:
    """Return the catalogue in a file. Raise `ValueError` or `OSError`."""
    return _typeset_all(owner_languages.parsed(textfiles.read_text(path), locale), locale)


def _typeset_all(read: Catalog, locale: str) -> Catalog:
    for entry in read:
        if isinstance(entry.string, str):
            entry.string = _typeset(entry.string, locale)
        else:
            entry.string = tuple(_typeset(form, locale) for form in entry.string or ())
    return read


_UNITS = r"(?:F|s|ms|mm|cm|cm²|Mo|MB|mA|°C|%%)(?![\w’'])"
_UNIT = re.compile(rf"(?<=\)s) (?={_UNITS})|(?<=\d) (?={_UNITS})")
_THOUSANDS = re.compile(r"(?<=\d)[ \u00a0](?=\d{3}\b)")


def _typeset(text: str, locale: str) -> str:
    """Keep a number and its unit on one line. Do the same for a word and French punctuation."""
    text = _UNIT.sub("\N{NO-BREAK SPACE}", text)
    if locale != "fr":
        return text
    text = _THOUSANDS.sub("\N{NARROW NO-BREAK SPACE}", text)
    text = re.sub(r"[ \u00a0](?=[:;!?»])", "\N{NARROW NO-BREAK SPACE}", text)
    return re.sub("«[ \u00a0]", "«\N{NARROW NO-BREAK SPACE}", text)


class _Language(NamedTuple):
    """A compiled language, and its texts without plural forms by key."""

    words: Translations
    texts: dict[str, str]


class _InUse(NamedTuple):
    """The words of the games and of the owner that are in use now, compiled so far."""

    games: tuple[Path, ...]
    owner: _OwnerWords
    compiled: dict[str, _Language]
    addressed: dict[str, tuple[str, ...]]


_last_used: _InUse | None = None


def _in_use() -> _InUse:
    """Return the words in use. Comparing paths for each sentence took a tenth of a page's time."""
    global _last_used
    games, result = locations.folders(), _last_used
    if result is None or result.games is not games or result.owner is not _owner:
        result = _last_used = _InUse(games, _owner, {}, _addressed(games, _owned(DEFAULT)))
    return result


def translations(locale: str) -> Translations:
    """Return the compiled catalogue of a language. An unknown language gets the default."""
    return _language(locale).words


def _language(locale: str) -> _Language:
    games, _, compiled, _ = _in_use()
    if locale not in compiled:
        if locale not in locales():
            return _language(DEFAULT)
        compiled[locale] = _compiled(locale, games, _owned(locale, DEFAULT))
    return compiled[locale]


@lru_cache
def _compiled(locale: str, games: tuple[Path, ...], owned: Files) -> _Language:
    compiled, whole = BytesIO(), _whole(locale, games, owned)
    write_mo(compiled, whole)
    compiled.seek(0)
    made = _Language(
        Translations(compiled),
        {message.id: str(message.string) for message in whole if isinstance(message.id, str)},
    )
    if locale != DEFAULT:
        made.words.add_fallback(_compiled(DEFAULT, games, _owned(DEFAULT)).words)
    # The files take 3 MB for each language, and hardly anybody asks for them again.
    _whole.cache_clear()
    _ours.cache_clear()
    return made


def personal_parameters(key: str) -> tuple[str, ...]:
    """Return the parameters that name a person whom the message can address as "you"."""
    return _in_use().addressed.get(key, ())


@lru_cache
def _addressed(games: tuple[Path, ...], owned: Files) -> dict[str, tuple[str, ...]]:
    results: dict[str, tuple[str, ...]] = {}
    for entry in _whole(DEFAULT, games, owned):
        key, to, name = str(entry.id if isinstance(entry.id, str) else entry.id[0]).partition(TO)
        if to:
            results[key] = (*results.get(key, ()), name)
    return results


def has_key(key: str, locale: str = DEFAULT) -> bool:
    """Whether a language has a text for `key`."""
    words = translations(locale)
    return words.gettext(key) != key or words.ngettext(key, key, 1) != key


def texts(prefix: str, locale: str = DEFAULT) -> dict[str, str]:
    """Return all texts whose keys begin with `prefix`, with their placeholders.

    Keys with plural forms are left out, because only the server uses them.
    """
    found = _language(locale).texts
    return {key: text for key, text in found.items() if key.startswith(prefix)}
