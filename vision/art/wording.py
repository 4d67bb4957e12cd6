"""Replace the words on a drawn card, keeping their place and size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from vision.art.lettering import text_svg, text_width_mm
from vision.art.svg import SVG, parsed, size_mm

STROKE = 1.23  # Width of the letters' strokes, as those of the drawn ones.
SECOND = 0.85  # Size of the second line, compared with the first.
APART = (0.82, 0.88)  # Distances of two lines from the middle between them, in heights.
RIM_MM = 6.0  # Distance from the card's edge to its words.
_MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
_SCALED = re.compile(r"scale\(([-\d.]+)\)")


def drawn_words(svg: str) -> tuple[str, ...]:
    """Return the words on a drawn card, in order."""
    return tuple(group.get("aria-label", "") for _, group in _words(parsed(svg)))


def reworded(svg: str, lines: Sequence[str]) -> str:
    """Return a card's drawing with one or two lines instead of its words.

    Raise `ValueError` if it has no words, and `KeyError` for a letter without strokes.
    """
    root = parsed(svg)
    groups = list(_words(root))
    if not groups:
        raise ValueError("it has no words")
    places = [_numbers(_MOVED, group) for _, group in groups]
    x, y = places[0][0], sum(place[1] for place in places) / len(places)
    _, first = groups[0]
    (high,) = _numbers(_SCALED, first[0])
    ink = next(element.get("stroke", "") for element in first.iter() if element.get("stroke"))
    room = 2 * (size_mm(svg)[0] - RIM_MM - x)
    offsets = (0.0,) if len(lines) == 1 else (-APART[0] * high, APART[1] * high)
    heights = (high, SECOND * high)
    for line, off, tall in zip(lines, offsets, heights, strict=False):
        fitting = min(tall, tall * room / text_width_mm(line, tall))
        group = ET.SubElement(groups[0][0], f"{{{SVG}}}g")
        group.set("transform", f"translate({x:g} {y + off:g})")
        group.append(parsed(f'<g xmlns="{SVG}">{text_svg(line, fitting, ink, STROKE)}</g>'))
    for parent, group in groups:
        parent.remove(group)
    return ET.tostring(root, "unicode")


def _words(root: ET.Element) -> Iterator[tuple[ET.Element, ET.Element]]:
    """Yield each group of letters that is a word, with its parent."""
    for parent in root.iter():
        for group in list(parent):
            label = group.get("aria-label", "")
            if len(label) > 1 and label.isalpha():
                yield parent, group


def _numbers(pattern: re.Pattern[str], element: ET.Element) -> tuple[float, ...]:
    match = pattern.search(element.get("transform", ""))
    if match is None:
        raise ValueError(f"the word {element.get('aria-label')} has no place")
    return tuple(map(float, match.groups()))
