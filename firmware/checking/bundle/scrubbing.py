"""The scrubber: keeps the program's own words and small numbers, and removes everything else.

A list of private words would never be complete. So a word stays only if the program could have
written it, for example in its log, its texts, its class names or a system error. Private names are
removed even if they are such words.
"""

from __future__ import annotations

import ast
import builtins
import os
import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from referee import words

HOUSE = Path(__file__).parents[3]
ROOMS = ("referee", "vision", "webui", "firmware")
GONE = "…"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
# Words that Python itself writes to a log, and the suffixes of our files.
PYTHONS = "MainThread Thread Dummy Errno Traceback most recent call last sqlite log json"
SAID = ("table.", "cli.doctor.", "cli.walk.", "vision.check.", "part.")  # keys of doctor texts
DIGITS = 5  # A number with more digits is removed. The host's code has more.

WORD = re.compile(r"\w+")
KEY = re.compile(r"\b[a-z_]+(?:\.[a-z0-9_]+)+\b")
LINE = re.compile(
    r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}(?:[+-]\d{4})?) ([A-Z]+) (.*?) ([A-Za-z0-9_.]+): (.*)",
    re.DOTALL,
)
FRAME = re.compile(r'\s*File "([^"]*)", line (\d+)(?:, in (.*))?')
# These patterns are removed because small numbers and allowed words can form them.
SHAPES = re.compile(
    r"""
    \S+@\S+                                        # an address for letters
    | [a-z][a-z0-9+.-]*://\S+                      # of a page
    | \b\d{1,3}(?:\.\d{1,3}){3}\b                  # of a machine, by IPv4,
    | (?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])  # by IPv6, or of its card
    | (?<!\w)~?(?:/[^\s/'")]+)+/?                  # a path
    | \b(?=[\w-]*\d)[\w-]{12,}\b                      # a token, a serial number
    """,
    re.IGNORECASE | re.VERBOSE,
)


class Scrubber:
    """Removes from texts every word that the program did not write. `names` are always removed.

    `more` are additional allowed words, such as the words of the wiring.
    """

    def __init__(self, names: Iterable[str] = (), more: Iterable[str] = ()) -> None:
        parts = {one for name in names for one in (name, *name.split()) if one.strip()}
        longest = sorted(parts, key=len, reverse=True)
        shape = "|".join(re.escape(one) for one in longest)
        self._names = re.compile(rf"(?<!\w)(?:{shape})(?!\w)", re.IGNORECASE) if shape else None
        self._more = frozenset(word.lower() for text in more for word in WORD.findall(text))

    def text(self, text: str) -> str:
        """Return a text with `GONE` in place of every word that could be private."""
        if self._names is not None:
            text = self._names.sub(GONE, text)
        kept: list[str] = []
        at = 0
        for shape in SHAPES.finditer(text):
            kept += (self._worded(text[at : shape.start()]), GONE)
            at = shape.end()
        return "".join(kept) + self._worded(text[at:])

    def log(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines of a log without private words.

        A traceback keeps its file names and line numbers, but no source code.
        """
        for line in lines:
            head, frame = LINE.fullmatch(line), FRAME.fullmatch(line)
            if head:
                moment, level, thread, logger, message = head.groups()
                level = level if level in LEVELS else GONE
                where = f"{self.text(thread)} {self._logger(logger)}"
                yield f"{moment} {level} {where}: {self.text(message)}"
            elif frame:
                yield f"  {place(frame[1])}:{frame[2]} {self._function(frame)}".rstrip()
            elif not line.startswith("    "):
                yield self.text(line)

    def _worded(self, text: str) -> str:
        """Return a text in which all words that are not allowed are replaced."""
        kept: list[str] = []
        at = 0
        for key in KEY.finditer(text):
            if words.has_key(key[0]):
                kept += (WORD.sub(self._word, text[at : key.start()]), key[0])
                at = key.end()
        return "".join(kept) + WORD.sub(self._word, text[at:])

    def _word(self, found: re.Match[str]) -> str:
        word = found[0]
        if word.isascii() and word.isdecimal():
            return word if len(word) <= DIGITS else GONE
        own = vocabulary()
        return word if word in own or word.lower() in own or word.lower() in self._more else GONE

    def _logger(self, name: str) -> str:
        return name if name.split(".")[0] in ROOMS else self.text(name)

    def _function(self, frame: re.Match[str]) -> str:
        return (frame[3] or "") if place(frame[1]) != GONE else ""


def place(path: str) -> str:
    """Return the path of a code file without the folder of its installation, or `GONE`.

    >>> place("/srv/ada/venv/lib/python3.13/site-packages/luma/core/device.py")
    'luma/core/device.py'
    >>> place("/srv/ada/notes.py")
    '…'
    """
    for below in (r"/(?:site|dist)-packages/(.+)", r"/lib/python3\.\d+/(.+)"):
        if inside := re.search(below, path):
            return inside[1]
    for room in ROOMS:
        own = re.search(rf"/({room}/[\w/]+\.py)$", path)
        if own and (HOUSE / own[1]).is_file():
            return own[1]
    return GONE


@cache
def vocabulary() -> frozenset[str]:
    """Return the words that the program itself writes, in lower case, and its class names."""
    own = (*_logged(), PYTHONS, *ROOMS)
    found = {word.lower() for text in own for word in WORD.findall(text)}
    for code in range(1, 134):
        found |= {word.lower() for word in WORD.findall(os.strerror(code))}
    for locale in words.locales():  # A running table writes in its reader's language.
        for prefix in SAID:
            for text in words.texts(prefix, locale).values():
                found |= {word.lower() for word in WORD.findall(re.sub(r"%\(\w+\)s", "", text))}
    errors = (name for name, one in vars(builtins).items() if isinstance(one, type))
    return frozenset({*found, *errors, *(level.lower() for level in LEVELS)})


def _logged() -> Iterator[str]:
    """Yield the log messages and class names of the project's modules."""
    for room in ROOMS:
        for path in (HOUSE / room).rglob("*.py"):
            source = path.read_text(encoding="utf-8")
            if "_log." not in source and "Error" not in source:
                continue
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.ClassDef) and _is_error(node.bases):
                    yield node.name
                elif _logs(node):
                    assert isinstance(node, ast.Call)
                    yield from (str(ast.literal_eval(one)) for one in node.args if _is_text(one))


def _is_error(bases: Collection[ast.expr]) -> bool:
    return any(ast.unparse(base).endswith(("Error", "Exception", "OSError")) for base in bases)


def _logs(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and ast.unparse(node.func.value) == "_log"
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
