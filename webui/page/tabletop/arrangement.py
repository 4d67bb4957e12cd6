"""Arrange the cards of a zone that has no printed places: side by side, or overlapping."""

from __future__ import annotations

from collections.abc import Sequence

from referee.reports.tabletop import Box, Point

GAP_MM = 5.0  # Distance between two cards, and from a card to the edge of its zone.
LARGEST = 1.5  # Maximum scale of a card, even if its zone has more room.
SMALLEST = 0.8  # Minimum scale of a card: cards overlap instead of becoming smaller.

Size = tuple[float, float]


def largest_scale(count: int, box: Box, card: Size) -> float:
    """Return the largest scale at which `count` cards fit into a box without overlapping.

    >>> round(largest_scale(2, (0.0, 0.0, 145.0, 98.0), (63.0, 88.0)), 2)
    1.0
    """
    wide, high = box[2] - box[0] - GAP_MM, box[3] - box[1] - GAP_MM
    best = 0.0
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        across = (wide / columns - GAP_MM) / card[0]
        best = max(best, min(across, (high / rows - GAP_MM) / card[1]))
    return best


def card_centres(count: int, box: Box, card: Size) -> list[Point]:
    """Return the centres of `count` cards in a box, in reading order.

    The cards form rows of similar length. If the rows do not fit, the cards form a single row and
    overlap.
    """
    (left, top, right, bottom), (width, height) = box, card
    x, y = (left + right) / 2, (top + bottom) / 2
    across = max(1, int((right - left - GAP_MM + 0.01) / (width + GAP_MM)))
    down = max(1, int((bottom - top - GAP_MM + 0.01) / (height + GAP_MM)))
    if count > across * down:
        step = (right - left - 2 * GAP_MM - width) / (count - 1)
        return _row(count, x, y, min(step, width + GAP_MM))
    rows = -(-count // across)
    lengths = [count // rows + (n < count % rows) for n in range(rows)]
    first = y - (rows - 1) / 2 * (height + GAP_MM)
    return [
        at
        for n, length in enumerate(lengths)
        for at in _row(length, x, first + n * (height + GAP_MM), width + GAP_MM)
    ]


def common_scale(rooms: Sequence[tuple[int, Box]], card: Size) -> float:
    """Return one scale for the cards in similar zones. Each room has a card count and a box."""
    fits = min((largest_scale(many, box, card) for many, box in rooms), default=LARGEST)
    if fits >= SMALLEST:
        return min(fits, LARGEST)
    return min(SMALLEST, *(largest_scale(1, box, card) for _, box in rooms))


def _row(count: int, x: float, y: float, step: float) -> list[Point]:
    first = x - (count - 1) / 2 * step
    return [(first + n * step, y) for n in range(count)]
