"""A drawing in SVG, made of lines, boxes, symbols and text."""

from __future__ import annotations

from xml.etree import ElementTree as ET

INK, PAPER = "#1d1d1b", "#ffffff"
# Colours of the seats for lines on paper. They are darker than on the pages.
SEATS = ("#0072b2", "#d55e00", "#00805d", "#a08c00", "#b0548a", "#2a86bd")
FOOT = 0.36  # Distance from a letter's middle to its baseline, as a share of its size.
SPACING = 1.2  # Distance from line to line of a text, as a share of its size.
HALF = 30.0  # Half the width of a symbol.
# The symbols around their middle. Current flows through the LED from left to right.
SYMBOLS = {
    "button": "M-30 0h10a4 4 0 1 1 8 0a4 4 0 1 1-8 0M30 0h-10a4 4 0 1 0-8 0a4 4 0 1 0 8 0"
    "M-18-9h36M0-9v-8",
    "lamp": "M-30 0h16a14 14 0 1 1 28 0a14 14 0 1 1-28 0M30 0h-16M-10-10l20 20M-10 10l20-20",
    "led": "M-30 0h20v-10l20 10l-20 10v-10M10-10v20M10 0h20M0-12l7-8h-5m5 0v5M8-12l7-8h-5m5 0v5",
}


def ink_of(seat: int | None) -> str:
    """Return a seat's colour, or black for a wire of no seat."""
    return INK if seat is None else SEATS[seat % len(SEATS)]


class Sheet:
    """A drawing with a size in pixels. Boxes, symbols and circles are placed by their middle."""

    def __init__(self, width: float, height: float) -> None:
        self._root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "xml:lang": "en"})
        size = {"width": f"{width:g}", "height": f"{height:g}"}
        self._root.attrib |= {**size, "viewBox": f"0 0 {width:g} {height:g}"}
        self.add("rect", width=width, height=height, fill=PAPER)

    def add(self, tag: str, **attributes: str | float) -> ET.Element:
        """Add an element and return it. Attributes have underscores for hyphens."""
        named = {
            name.replace("_", "-"): value if isinstance(value, str) else f"{round(value, 1):g}"
            for name, value in attributes.items()
        }
        return ET.SubElement(self._root, tag, named)

    def line(
        self, *points: tuple[float, float], ink: str = INK, wide: float = 2, **more: str | float
    ) -> None:
        """Draw a line from point to point."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.add("polyline", points=path, fill="none", stroke=ink, stroke_width=wide, **more)

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        text: str = "",
        ink: str = INK,
        fill: str = PAPER,
        opacity: float = 1,
    ) -> None:
        """Draw a box with a text in it."""
        left, top = x - wide / 2, y - high / 2
        box = self.add("rect", x=left, y=top, width=wide, height=high, rx=3, fill_opacity=opacity)
        _paint(box, ink, fill)
        self.text(x, y, text, ink)

    def circle(self, x: float, y: float, radius: float, ink: str = INK, fill: str = PAPER) -> None:
        """Draw a circle."""
        _paint(self.add("circle", cx=x, cy=y, r=radius), ink, fill)

    def path(self, x: float, y: float, path: str, *, mirrored: bool = False, **paint: str) -> None:
        """Draw a path from a place."""
        placed = f"translate({x:g} {y:g}){' scale(-1 1)' if mirrored else ''}"
        _paint(self.add("path", d=path, transform=placed), **paint)

    def symbol(self, name: str, x: float, y: float, ink: str = INK, mirrored: bool = False) -> None:
        """Draw a symbol into a wire."""
        self.line((x - HALF, y), (x + HALF, y), ink=PAPER, wide=4)
        self.path(x, y, SYMBOLS[name], ink=ink, mirrored=mirrored)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        ink: str = INK,
        size: float = 14,
        anchor: str = "middle",
        above: float = 0.5,
    ) -> None:
        """Write a text around this height. `above` is the share of its lines above it."""
        lines = text.split("\n") if text else []
        y += FOOT * size - above * (len(lines) - 1) * SPACING * size
        for number, line in enumerate(lines):
            written = self.add("text", x=x, y=y + number * SPACING * size, font_size=size)
            written.attrib |= {"text-anchor": anchor, "font-family": "sans-serif", "fill": ink}
            written.text = line

    def __str__(self) -> str:
        """Return the drawing as SVG."""
        return ET.tostring(self._root, "unicode") + "\n"


def _paint(shape: ET.Element, ink: str = INK, fill: str = PAPER) -> None:
    """Give a shape its outline and its inside."""
    shape.attrib |= {"fill": fill, "stroke": ink, "stroke-width": "2"}
