"""The project's own numerals, capitals and signs, drawn as round-ended strokes.

A glyph stands on the baseline y = 0 and reaches up to y = -1; its width is its own. 6 and 9
differ in form as well as in turn: 6 has a hooked stem, 9 a straight one.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.art.shapes import Points, Shapes, Stroke, arc, smooth


@dataclass(frozen=True)
class Glyph:
    """Strokes one unit high, and how wide they are."""

    width: float
    lines: tuple[Points, ...]


def _ring(x: float, y: float, radius: float, squash: float) -> Points:
    return arc((x, y), radius, -90, 270, squash)


def _zero() -> Glyph:
    top = arc((0.27, -0.70), 0.27, 180, 360, 1.11)
    bottom = arc((0.27, -0.30), 0.27, 0, 180, 1.11)
    return Glyph(0.54, ((*top, *bottom, top[0]),))


GLYPHS: dict[str, Glyph] = {
    "0": _zero(),
    "1": Glyph(0.36, (((0.0, -0.76), (0.22, -1.0), (0.22, 0.0)), ((0.02, 0.0), (0.42, 0.0)))),
    "2": Glyph(
        0.54,
        (
            (
                *arc((0.27, -0.73), 0.27, 190, 375),
                *smooth(((0.44, -0.5), (0.0, 0.0)), 1),
                (0.56, 0.0),
            ),
        ),
    ),
    "3": Glyph(
        0.53,
        (
            (*arc((0.26, -0.765), 0.235, 200, 450), (0.2, -0.53)),
            (*arc((0.26, -0.265), 0.265, -90, 160),),
        ),
    ),
    "4": Glyph(0.58, (((0.42, 0.0), (0.42, -1.0), (0.0, -0.28), (0.6, -0.28)),)),
    "5": Glyph(
        0.54,
        (((0.5, -1.0), (0.08, -1.0), (0.04, -0.56), *arc((0.26, -0.31), 0.28, -128, 140, 1.1)),),
    ),
    "6": Glyph(
        0.56,
        (
            _ring(0.28, -0.29, 0.28, 1.03),
            smooth(((0.46, -0.98), (0.22, -0.80), (0.05, -0.50), (0.0, -0.27))),
        ),
    ),
    "7": Glyph(0.52, (((0.0, -1.0), (0.54, -1.0), (0.2, 0.0)), ((0.16, -0.48), (0.5, -0.48)))),
    "8": Glyph(0.54, (_ring(0.27, -0.77, 0.225, 1.02), _ring(0.27, -0.265, 0.27, 0.98))),
    "9": Glyph(0.54, (_ring(0.27, -0.71, 0.27, 1.07), ((0.54, -0.71), (0.54, 0.0)))),
    "×": Glyph(0.5, (((0.02, -0.58), (0.48, -0.12)), ((0.48, -0.58), (0.02, -0.12)))),
    "?": Glyph(
        0.5,
        (
            (*arc((0.25, -0.74), 0.25, 185, 395, 1.04), *smooth(((0.27, -0.42), (0.24, -0.28)), 4)),
            ((0.24, -0.01), (0.24, 0.0)),
        ),
    ),
    "→": Glyph(0.8, (((0.0, -0.45), (0.8, -0.45)), ((0.52, -0.73), (0.8, -0.45), (0.52, -0.17)))),
    "M": Glyph(0.72, (((0.0, 0.0), (0.06, -1.0), (0.36, -0.4), (0.66, -1.0), (0.72, 0.0)),)),
    "A": Glyph(0.66, (((0.0, 0.0), (0.33, -1.0), (0.66, 0.0)), ((0.12, -0.34), (0.54, -0.34)))),
    "J": Glyph(0.44, (((0.44, -1.0), *arc((0.2, -0.24), 0.24, 0, 165)),)),
    "Q": Glyph(0.66, (_ring(0.33, -0.5, 0.33, 1.5), ((0.4, -0.26), (0.68, 0.04)))),
    "K": Glyph(
        0.56, (((0.0, -1.0), (0.0, 0.0)), ((0.54, -1.0), (0.0, -0.4)), ((0.2, -0.6), (0.56, 0.0)))
    ),
    "X": Glyph(0.58, (((0.0, -1.0), (0.58, 0.0)), ((0.58, -1.0), (0.0, 0.0)))),
    "B": Glyph(
        0.54,
        (
            ((0.0, -0.53), (0.3, -0.53), *arc((0.3, -0.765), 0.235, 90, -90), (0.0, -1.0)),
            ((0.0, -1.0), (0.0, 0.0), (0.28, 0.0), *arc((0.28, -0.265), 0.265, 90, -90)),
        ),
    ),
    "C": Glyph(0.6, (arc((0.34, -0.5), 0.34, -48, -312, 1.47),)),
    "D": Glyph(0.6, (((0.0, 0.0), (0.0, -1.0), *arc((0.16, -0.5), 0.44, -90, 90, 1.136), (0, 0)),)),
    "E": Glyph(
        0.48, (((0.48, -1.0), (0.0, -1.0), (0.0, 0.0), (0.48, 0.0)), ((0, -0.53), (0.4, -0.53)))
    ),
    "È": Glyph(
        0.48,
        (
            ((0.48, -1.0), (0.0, -1.0), (0.0, 0.0), (0.48, 0.0)),
            ((0, -0.53), (0.4, -0.53)),
            ((0.1, -1.38), (0.32, -1.24)),
        ),
    ),
    "G": Glyph(0.62, ((*arc((0.34, -0.5), 0.34, -48, -340, 1.47), (0.64, -0.44), (0.38, -0.44)),)),
    "I": Glyph(0.0, (((0.0, -1.0), (0.0, 0.0)),)),
    "L": Glyph(0.46, (((0.0, -1.0), (0.0, 0.0), (0.48, 0.0)),)),
    "N": Glyph(0.6, (((0.0, 0.0), (0.0, -1.0), (0.6, 0.0), (0.6, -1.0)),)),
    "O": Glyph(0.7, (_ring(0.35, -0.5, 0.35, 1.43),)),
    "P": Glyph(
        0.52, (((0.0, 0.0), (0.0, -1.0), *arc((0.26, -0.73), 0.27, -90, 90), (0.0, -0.46)),)
    ),
    "R": Glyph(
        0.54,
        (
            ((0.0, 0.0), (0.0, -1.0), *arc((0.26, -0.73), 0.27, -90, 90), (0.0, -0.46)),
            ((0.24, -0.46), (0.54, 0.0)),
        ),
    ),
    "S": Glyph(
        0.52,
        (
            (
                *arc((0.26, -0.75), 0.24, -30, -250, 1.02),
                *arc((0.26, -0.26), 0.26, -68, 152),
            ),
        ),
    ),
    "T": Glyph(0.6, (((0.0, -1.0), (0.6, -1.0)), ((0.3, -1.0), (0.3, 0.0)))),
    "U": Glyph(0.6, (((0.0, -1.0), *arc((0.3, -0.3), 0.3, 180, 0), (0.6, -1.0)),)),
    "V": Glyph(0.64, (((0.0, -1.0), (0.32, 0.0), (0.64, -1.0)),)),
    "Y": Glyph(0.6, (((0.0, -1.0), (0.3, -0.48), (0.6, -1.0)), ((0.3, -0.48), (0.3, 0.0)))),
}

GAP = 0.16  # between glyphs, beside the stroke's own width
MINUS = "−"


def width_of(text: str, height: float, weight: float) -> float:
    """Return the width of a word, its strokes included; `weight` is their share of the height."""
    return sum(_advances(text, weight)) * height + weight * height


def _advances(text: str, weight: float) -> list[float]:
    """Return each glyph's width plus the gap that follows; a minus is as wide as what follows."""
    digits = [GLYPHS[c].width for c in text if c != MINUS]
    number = sum(digits) + (len(digits) - 1) * (GAP + weight) if digits else 0.54
    widths = [number if c == MINUS else GLYPHS[c].width for c in text]
    return [w + (GAP + weight if i < len(text) - 1 else 0.0) for i, w in enumerate(widths)]


def word(text: str, height: float, ink: str, weight: float = 0.19) -> Shapes:
    """Draw a word, centred on x = 0, from y = -height/2 to height/2, strokes included."""
    inner = height * (1 - weight)  # the strokes' round ends reach beyond the skeleton
    factor = weight / (1 - weight)
    advances = _advances(text, factor)
    x = -sum(advances) * inner / 2
    shapes: list[Stroke] = []
    for character, advance in zip(text, advances, strict=True):
        if character == MINUS:
            reach = advance - GAP - factor if len(text) > 1 else advance
            lines: tuple[Points, ...] = (((0.0, -0.5), (reach, -0.5)),)
        else:
            lines = GLYPHS[character].lines
        for line in lines:
            shapes.append(
                Stroke(
                    tuple((x + px * inner, py * inner + inner / 2) for px, py in line),
                    weight * height,
                    ink,
                )
            )
        x += advance * inner
    return tuple(shapes)


def outlined(shapes: Shapes, rim: float, ink: str, body: str) -> Shapes:
    """Draw strokes hollow: a rim of ink around a body, so that form carries what colour does."""
    strokes = [s for s in shapes if isinstance(s, Stroke)]
    return (
        *(Stroke(s.points, s.width, ink, s.closed) for s in strokes),
        *(Stroke(s.points, max(s.width - 2 * rim, 0.1), body, s.closed) for s in strokes),
    )
