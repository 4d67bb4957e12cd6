"""Pages in languages that are written from right to left: what mirrors, and what lies as it lies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[3] / "webui" / "static"
SIDE = r"(?:left|right)"
PHYSICAL = re.compile(
    rf"(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-{SIDE}(?:-\w+)?"
    rf"|border-(?:top|bottom)-{SIDE}-radius|{SIDE})\s*:"
    rf"|(?:text-align|float|clear)\s*:\s*{SIDE}\b|translateX\("
)
SHORT = re.compile(r"(?<![\w-])(padding|margin|inset|border-radius)\s*:\s*([^;}]+)")
# The table is drawn as it lies in the room, in every language.
AS_IT_LIES = {
    "drawing/drawing.css": (".note {",),
    "table/table.css": (".side[data-edge=",),
    "virtual/virtual.css": (".spot", ".corner.", ".stack .owing", ".tabletop[data-wide="),
}


def values(text: str) -> list[str]:
    """Return the values of a declaration; what stands in brackets is one."""
    return re.findall(r"(?:\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)|[^\s()])+", text)


def says_a_side(line: str) -> bool:
    """Whether a line of a style sheet says left or right, by name or by the order of values."""
    for name, text in SHORT.findall(line):
        found = values(text)
        if (
            name == "border-radius"
            and len(found) == 4
            and len({*found[:2]}) + len({*found[2:]}) > 2
        ):
            return True
        if name != "border-radius" and len(found) == 4 and found[1] != found[3]:
            return True
    return bool(PHYSICAL.search(line))


def lines_with_sides() -> Iterator[str]:
    """Yield each line of a style sheet that says a side, except those of the drawn table."""
    for path in sorted(STATIC.rglob("*.css")):
        name = path.relative_to(STATIC).as_posix()
        for line in path.read_text("utf-8").splitlines():
            at_the_table = line.lstrip().startswith(AS_IT_LIES.get(name, ("\0",)))
            if says_a_side(line) and not at_the_table:
                yield f"{name}: {line.strip()}"


def test_a_style_says_start_and_end_and_only_the_drawn_table_says_left_and_right() -> None:
    assert list(lines_with_sides()) == []


@pytest.mark.parametrize(
    "line",
    [
        "a { margin-left: 1px; }",
        "a { text-align: right; }",
        "a { left: 0; }",
        "a { padding: 0 6px 0 16px; }",
        "a { inset: auto 8px 8px auto; }",
        "a { border-radius: 0 8px 8px 0; }",
        "a { transform: translateX(-50%); }",
    ],
)
def test_the_lint_finds_each_way_to_say_a_side(line: str) -> None:
    assert says_a_side(line)
    assert not says_a_side("a { padding: 6px 16px calc(14px + env(safe-area-inset-bottom)); }")
    assert not says_a_side("a { border-radius: 22px 22px 0 0; --left: 1; inset-inline-start: 0; }")
