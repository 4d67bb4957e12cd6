"""Drawings as PDF, with reportlab: vectors in millimetres from the page's top left corner."""

from __future__ import annotations

import io

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from vision.art.shapes import (
    Clip,
    Disc,
    Drawing,
    Fill,
    Palette,
    Points,
    Shapes,
    Stroke,
    rect,
    rgb,
)

NOTE_PT = 6.5
GREY = 0.45


class Pdf:
    """A PDF being written, page by page; equal drawings give equal bytes."""

    def __init__(self, page_mm: tuple[float, float], title: str) -> None:
        self._page_mm = page_mm
        self._buffer = io.BytesIO()
        size = (page_mm[0] * mm, page_mm[1] * mm)
        self._canvas = Canvas(self._buffer, pagesize=size, invariant=1, pageCompression=1)
        self._canvas.setTitle(title)
        self._forms: dict[str, str] = {}  # what is kept: PDF's names have no spaces or signs
        self.pages = 0

    def turn(self, page_mm: tuple[float, float]) -> None:
        """Give the page that is begun, and those after it, this size."""
        self._page_mm = page_mm
        self._canvas.setPageSize((page_mm[0] * mm, page_mm[1] * mm))

    def keep(self, name: str, drawing: Drawing, palette: Palette) -> None:
        """Store a drawing under a name, to be shown any number of times."""
        width, height = drawing.size_mm
        self._forms[name] = f"form{len(self._forms)}"
        self._canvas.beginForm(self._forms[name], 0, 0, width * mm, height * mm)
        self._canvas.translate(0, height * mm)
        self._canvas.scale(mm, -mm)
        self._draw(drawing.shapes, palette)
        self._canvas.endForm()

    def show(
        self,
        name: str,
        left: float,
        bottom: float,
        window: tuple[float, float, float, float] | None = None,
    ) -> None:
        """Show a kept drawing by its bottom left corner, within a window if one is given."""
        self._canvas.saveState()
        if window:
            outline = tuple((x * mm, (self._page_mm[1] - y) * mm) for x, y in rect(*window))
            self._canvas.clipPath(self._path((outline,)), stroke=0, fill=0)
        self._canvas.translate(left * mm, (self._page_mm[1] - bottom) * mm)
        self._canvas.doForm(self._forms[name])
        self._canvas.restoreState()

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a hairline, as for cutting."""
        high = self._page_mm[1]
        self._canvas.setLineWidth(0.25)
        self._canvas.setStrokeGray(GREY)
        self._canvas.line(x1 * mm, (high - y1) * mm, x2 * mm, (high - y2) * mm)

    def note(self, text: str, x: float, y: float, down: bool = False) -> None:
        """Write a few small words, centred on x with their foot at y; or read `down` the page."""
        self._canvas.saveState()
        self._canvas.setFont("Helvetica", NOTE_PT)
        self._canvas.setFillGray(GREY)
        self._canvas.translate(x * mm, (self._page_mm[1] - y) * mm)
        self._canvas.rotate(-90 if down else 0)
        self._canvas.drawCentredString(0, 0, text)
        self._canvas.restoreState()

    def end_page(self) -> None:
        """Finish a page and begin the next."""
        self._canvas.showPage()
        self.pages += 1

    def data(self) -> bytes:
        """Finish the document and return it."""
        self._canvas.save()
        return self._buffer.getvalue()

    def _draw(self, shapes: Shapes, palette: Palette) -> None:
        canvas = self._canvas
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        for shape in shapes:
            match shape:
                case Fill(rings, ink):
                    self._ink(palette[ink])
                    path = self._path(rings)
                    canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_EVEN_ODD)
                case Stroke(points, width, ink, closed):
                    self._ink(palette[ink])
                    canvas.setLineWidth(width)
                    canvas.drawPath(self._path((points,), closed), stroke=1, fill=0)
                case Disc((x, y), radius, ink):
                    self._ink(palette[ink])
                    canvas.circle(x, y, radius, stroke=0, fill=1)
                case Clip(window, inner):
                    canvas.saveState()
                    path = self._path(window)
                    canvas.clipPath(path, stroke=0, fill=0, fillMode=FILL_EVEN_ODD)
                    self._draw(inner, palette)
                    canvas.restoreState()

    def _ink(self, colour: str) -> None:
        parts = [part / 255 for part in rgb(colour)]
        self._canvas.setFillColorRGB(*parts)
        self._canvas.setStrokeColorRGB(*parts)

    def _path(self, rings: tuple[Points, ...], closed: bool = True) -> PDFPathObject:
        path = self._canvas.beginPath()
        for ring in rings:
            path.moveTo(*ring[0])
            for point in ring[1:]:
                path.lineTo(*point)
            if closed:
                path.close()
        return path
