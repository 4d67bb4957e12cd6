"""A small lint of the project's English: `python -m tests.plain_words`, a part of `make lint`.

It reads docstrings, comments and the English catalogues, and rejects a few patterns that are never
right. The rest of plain English is for people to judge (CONTRIBUTING.md, "House rules").
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

from babel.messages.pofile import read_po

from tests.rooms import HOUSE, ROOT

NEVER = {
    r"\bthat which\b": "name the thing",
    r"\banew\b": "again",
    r"\bthereof\b|\bwhereby\b|\bwherein\b": "of it, by which, in which",
    r"\b[Nn]one where\b": "None if, or nothing when",
    r"\ATell whether\b": "Whether …",
    r"\b[Ss]o many (?:\w+ )?(?:as|of)\b": "the number itself: `count` cards",
    r"\bof (?:whom|what|which) (?:it|there) is\b": "a noun",
    r"\bis to be\b": "must be, or will be",
}

# A part of a sentence in which a pattern is right all the same, and why.
ALLOWED: dict[str, str] = {}


def faults(text: str) -> Iterator[str]:
    """Yield what is wrong with one docstring or message."""
    flat = re.sub(r"`+[^`]+`+", "…", " ".join(text.split()))  # names are not words
    for pattern, better in NEVER.items():
        for match in re.finditer(pattern, flat):
            near = flat[max(0, match.start() - 40) : match.end() + 40]
            if not any(part in flat for part in ALLOWED):
                yield f'"{match[0]}" in "…{near}…": write {better}'


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each docstring and comment of a module, with its line."""
    source = path.read_text("utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield node.body[0].lineno, text


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each text of a catalogue, with its line."""
    with path.open("rb") as file:
        for entry in read_po(file):
            texts = entry.string if isinstance(entry.string, tuple | list) else (entry.string,)
            yield from ((entry.lineno or 0, text) for text in texts if entry.id and text)


def found_faults() -> Iterator[str]:
    """Yield every fault in the house and its tests, as `file:line: what is wrong`."""
    for top in (*HOUSE, "tests"):
        for ending, read in (("*.py", prose), ("en.po", messages)):
            for path in sorted((ROOT / top).rglob(ending)):
                for line, text in read(path):
                    for fault in faults(text):
                        yield f"{path.relative_to(ROOT)}:{line}: {fault}"


def main() -> None:
    """Print every fault; exit with 1 if there is one."""
    results = list(found_faults())
    print("\n".join(results) or "Plain words: nothing to mend.")
    sys.exit(bool(results))


if __name__ == "__main__":
    main()
