"""The owner's own languages. Each is a file in the data folder, such as `words/pt.po`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.errors import BadData
from referee import words
from referee.contract import Message
from referee.disk.storage import write_whole
from referee.disk.textfiles import reason

WORDS = "words"  # Folder of languages in the data folder.


def open_languages(data: Path | None) -> None:
    """Load the languages in the data folder."""
    words.use_owner_languages(None if data is None else data / WORDS)


def language_problems() -> Iterator[tuple[bool, Message]]:
    """Yield, for each unusable language of the owner, why it is unusable."""
    for file, why in words.faults().items():
        yield False, Message("cli.words.broken", {"file": file, "reason": why})


def to_fill_in(data: Path, tag: str) -> tuple[Path, int, int]:
    """Write or update a language's file. Return it, its number of translated texts, and the total.

    The file shows the English text next to each key. Raise `BadData` for an unknown language code,
    for one of the project's languages, and for a file that cannot be read or written. Such a file
    stays unchanged.
    """
    if not words.is_language(tag):
        raise BadData("cli.words.unknown", language=tag)
    if tag in words.LOCALES:
        raise BadData("cli.words.ours", language=words.language(tag))
    path = data / WORDS / f"{tag}.po"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        made = words.template(tag, path if path.exists() else None)
        write_whole(path, made.text)
    except (OSError, ValueError) as error:
        raise BadData("cli.words.broken", file=str(path), reason=reason(error)) from error
    open_languages(data)
    return path, made.said, made.whole
