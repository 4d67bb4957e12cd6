"""Languages that the table's owner keeps in the data folder, a file each: `words/pt.po`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.errors import BadData
from referee import words
from referee.contract import Message
from vision.files import write_whole

WORDS = "words"  # a folder of the data folder


def open_languages(data: Path | None) -> None:
    """Speak the languages of the data folder, too."""
    words.own(None if data is None else data / WORDS)


def told() -> Iterator[tuple[bool, Message]]:
    """Yield what keeps a language of the owner's from being spoken."""
    for file, reason in words.faults().items():
        yield False, Message("cli.words.broken", {"file": file, "reason": reason})


def to_fill_in(data: Path, tag: str) -> tuple[Path, int, int]:
    """Write a language's file anew, with what it says; return it, what is said, and of how many.

    The English stands beside each key. Raises `BadData` for a code of no language, for one of the
    project's, and for a file that cannot be read or written: that is left as it is.
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
        reason = getattr(error, "strerror", None) or str(error)
        raise BadData("cli.words.broken", file=str(path), reason=reason) from error
    open_languages(data)
    return path, made.said, made.whole
