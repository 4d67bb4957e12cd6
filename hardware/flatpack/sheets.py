"""Lay out panels on sheets, as SVG and as DXF (R12), in millimetres at 1:1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hardware.flatpack.panels import Hole, Panel, Point, Points

ROW_MM = 420.0  # Maximum width of a row; it fits A2 and the bed of most lasers.
LINE_MM = 0.4
NOTE_MM = 5.0
# A panel's name is at the first free one of these heights, as shares of the panel's height.
NOTE_ROWS = (0.5, 0.65, 0.35, 0.78, 0.22, 0.12)


def place_panels(panels: Iterable[Panel], spread: float) -> tuple[tuple[Panel, Point], ...]:
    """Return the panels with the places of their lower left corners.

    The panels are in rows that are `spread` apart.
    """
    x = y = high = 0.0
    placed: list[tuple[Panel, Point]] = []
    for panel in sorted(panels, key=lambda one: -one.size[1]):
        wide, tall = panel.size
        if x and x + wide > ROW_MM:
            x, y, high = 0.0, y + high + spread, 0.0
        left, low = (min(values) for values in zip(*panel.outline, strict=True))
        placed.append((panel, (x - left, y - low)))
        x, high = x + wide + spread, max(high, tall)
    return tuple(placed)


def slot_corners(hole: Hole) -> Points:
    """Return the corners of a slot, or nothing for a round hole."""
    if hole.size is None:
        return ()
    (x, y), (wide, high) = hole.at, (side / 2 for side in hole.size)
    return ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))


def svg(placed: Sequence[tuple[Panel, Point]]) -> str:
    """Return a sheet as SVG. Cuts are red, and names are blue."""
    wide, high = _extent(placed)
    parts = []
    for panel, at in placed:
        rings = [panel.outline, *(slot_corners(hole) for hole in panel.holes if hole.size)]
        for ring in rings:
            ends = " ".join(f"{x + at[0]:.3f},{high - y - at[1]:.3f}" for x, y in ring)
            parts.append(f'<polygon points="{ends}"/>')
        for hole in panel.holes:
            if not hole.size:
                x, y = hole.at[0] + at[0], high - hole.at[1] - at[1]
                parts.append(f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{hole.across / 2:.3f}"/>')
        middle, up = _note_at(panel)
        x, y = middle + at[0], high - up - at[1]
        parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" fill="#0000ff" stroke="none" font-size="{NOTE_MM}" '
            f'font-family="sans-serif" text-anchor="middle">{panel.name}</text>'
        )
    box = f"-1 -1 {wide + 2:.3f} {high + 2:.3f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide + 2:.3f}mm" '
        f'height="{high + 2:.3f}mm" viewBox="{box}">\n'
        f'<g fill="none" stroke="#ff0000" stroke-width="{LINE_MM}">\n'
        + "\n".join(parts)
        + "\n</g>\n</svg>\n"
    )


def dxf(placed: Sequence[tuple[Panel, Point]]) -> str:
    """Return a sheet as DXF, with closed polylines and circles on the layer CUT."""
    pairs: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$INSUNITS"), (70, 4)]
    pairs += [(0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for panel, (left, low) in placed:
        for ring in (panel.outline, *(slot_corners(hole) for hole in panel.holes if hole.size)):
            pairs += [(0, "POLYLINE"), (8, "CUT"), (66, 1), (70, 1)]
            for x, y in ring:
                pairs += [
                    (0, "VERTEX"),
                    (8, "CUT"),
                    (10, round(x + left, 4)),
                    (20, round(y + low, 4)),
                ]
            pairs.append((0, "SEQEND"))
        for hole in panel.holes:
            if not hole.size:
                (x, y), radius = hole.at, round(hole.across / 2, 4)
                pairs += [(0, "CIRCLE"), (8, "CUT"), (10, round(x + left, 4))]
                pairs += [(20, round(y + low, 4)), (40, radius)]
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs)


def _note_at(panel: Panel) -> Point:
    """Return the place for a panel's name, away from its holes and fingers."""
    wide, tall = panel.size
    half = len(panel.name) * NOTE_MM * 0.3
    spots = [(wide * a, tall * b) for b in NOTE_ROWS for a in (0.5, 0.7, 0.3)]
    for x, y in spots:
        holes = all(_is_clear(hole, (x, y), (half, NOTE_MM)) for hole in panel.holes)
        if holes and not any(
            abs(at - x) <= half and -NOTE_MM / 4 <= up - y <= NOTE_MM for at, up in panel.outline
        ):
            return x, y
    return spots[0]


def _is_clear(hole: Hole, spot: Point, room: Point) -> bool:
    size = hole.size or (hole.across, hole.across)
    pairs = zip(hole.at, spot, size, room, strict=True)
    return any(abs(at - here) > side / 2 + free for at, here, side, free in pairs)


def _extent(placed: Sequence[tuple[Panel, Point]]) -> Point:
    corners = [(x + a, y + b) for panel, (a, b) in placed for x, y in panel.outline]
    xs, ys = zip(*corners, strict=True)
    return max(xs), max(ys)
