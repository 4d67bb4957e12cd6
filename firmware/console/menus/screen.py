"""A screen of the console as text: five lines of 21 letters. One of the lines may be marked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import TextWrapper

from referee.words import unmarked

COLUMNS, ROWS = 21, 5
TITLE_ROWS = 3  # Two lines stay for the chosen entry; a longer one takes a line of the title.
OPENS = "›"
SENTENCE = re.compile(r"(?<=[.?!]) ")


@dataclass(frozen=True)
class Line:
    """A line below the title. A `marked` line is drawn inverted."""

    text: str
    marked: bool = False


@dataclass(frozen=True)
class Screen:
    """A title with lines, and whether there is more above or below."""

    title: tuple[str, ...]
    lines: tuple[Line, ...] = ()
    above: bool = False
    below: bool = False

    @property
    def text(self) -> str:
        """The whole screen as text, for people who cannot see it. A > precedes the chosen line."""
        lines = [("> " if line.marked else "") + line.text.strip() for line in self.lines]
        return "\n".join([" ".join(self.title), *lines])


def wrap(text: str, width: int = COLUMNS, most: int | None = None) -> tuple[str, ...]:
    """Return a text in lines. If they would be more than `most`, cut the text and end it in an
    ellipsis.

    >>> wrap("one two three", 7), wrap("one two three", 7, 1), wrap("unbreakable", 6)
    (('one two', 'three'), ('one tw…',), ('unbrea', 'kable'))
    """
    wrapper = TextWrapper(width, break_on_hyphens=False)
    paragraphs = unmarked(text).split("\n")
    lines = [line for paragraph in paragraphs for line in wrapper.wrap(paragraph) or [""]]
    if most is None or len(lines) <= most:
        return tuple(lines)
    rest = " ".join(lines[most - 1 :])
    return (*lines[: most - 1], f"{rest[: width - 1]}…")


def heading(title: str, most: int = TITLE_ROWS) -> tuple[str, ...]:
    """Return a title in lines: all its sentences, or the first ones if there is no room for more.

    >>> heading("Yellow challenges. Vermilion shows the card (Captain) or gives up the claim.")
    ('Yellow challenges.',)
    """
    sentences = SENTENCE.split(title)
    tries = (wrap(" ".join(sentences[:many])) for many in range(len(sentences), 0, -1))
    return next((lines for lines in tries if len(lines) <= most), wrap(title, most=most))


def choice(title: str, labels: list[tuple[str, bool]], at: int) -> Screen:
    """Return a screen of entries; each pair has a label, and whether it opens a page. The chosen
    label is shown in full.
    """
    needs = len(_block(*labels[at], ROWS))
    head = heading(title, TITLE_ROWS if needs <= ROWS - TITLE_ROWS else TITLE_ROWS - 1)
    room = ROWS - len(head)
    chosen = _block(*labels[at], room)
    others = min(room - len(chosen), len(labels) - 1)
    before = min(at, others, max(1, others - (len(labels) - 1 - at)))
    first, last = at - before, at + others - before
    lines = [Line(line, marked=True) for line in chosen]
    above = [Line(_block(*label, 1)[0]) for label in labels[first:at]]
    below = [Line(_block(*label, 1)[0]) for label in labels[at + 1 : last + 1]]
    return Screen(head, (*above, *lines, *below), above=first > 0, below=last < len(labels) - 1)


def reading(title: str, lines: list[str], at: int) -> Screen:
    """Return a screen that shows the lines of a text, from line `at` on."""
    head = wrap(title, most=1)
    room = ROWS - len(head)
    shown = tuple(map(Line, lines[at : at + room]))
    return Screen(head, shown, above=at > 0, below=at + room < len(lines))


def _block(label: str, opens: bool, most: int) -> tuple[str, ...]:
    width = COLUMNS - 2 * opens
    lines = wrap(label, width, most)
    return (*lines[:-1], f"{lines[-1]:<{width}} {OPENS}") if opens else lines
