"""A card of 44 x 63 mm: a printed panel within a white border, and an index at both ends."""

from __future__ import annotations

from vision.art.shapes import Clip, Drawing, Fill, Shapes, Stroke, placed, rect, rounded

SIZE_MM = (44.0, 63.0)
BORDER = 2.5  # white, for cutting and finding
RADIUS = 2.0  # of the printed panel's corners
LEFT, TOP = BORDER, BORDER
RIGHT, BOTTOM = SIZE_MM[0] - BORDER, SIZE_MM[1] - BORDER
PANEL = rounded(LEFT, TOP, RIGHT, BOTTOM, RADIUS)


def small_card(scenery: Shapes, index: Shapes = ()) -> Drawing:
    """Draw a card: what its panel shows, and the index, in mm from its corner, at both ends."""
    end = placed(index, LEFT + 0.8, TOP + 0.8)
    return Drawing(
        SIZE_MM,
        (
            Fill((rect(0, 0, *SIZE_MM),), "paper"),
            Clip((PANEL,), (*scenery, *end, *placed(end, *SIZE_MM, turn_deg=180))),
            Stroke(PANEL, 0.4, "ink", True),
        ),
    )
