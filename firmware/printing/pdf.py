"""Makes PDF pages from SVG drawings with svglib. The drawings stay vectors.

Places are in mm from the page's top left corner.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

import numpy as np
from PIL import Image
from reportlab.graphics import renderPDF
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject
from reportlab.platypus import Paragraph
from svglib.svglib import svg2rlg

from firmware.printing.fonts import TEXT, fonts
from referee.words import DEFAULT
from vision.art.svg import is_flat, render, size_mm, with_bleed

NOTE_PT, HAIRLINE_PT = 6.5, 0.25
FINE_DPI = 600  # Resolution of a drawing that becomes a picture.
Pair = tuple[float, float]
Box = tuple[float, float, float, float]  # Left, top, right and bottom in mm.
GREY, MARK = "#737373", "#000000"  # Colours of notes and frames, and of marks to cut by.


class Pdf:
    """A PDF that is written page by page. Equal drawings give equal files.

    Its notes are in the `language`.
    """

    def __init__(self, page_mm: Pair, title: str, language: str = DEFAULT) -> None:
        self.language = language
        self._page_mm = page_mm
        self._buffer = io.BytesIO()
        size = (page_mm[0] * mm, page_mm[1] * mm)
        fonts()
        self._canvas = Canvas(
            self._buffer, pagesize=size, invariant=1, pageCompression=1, initialFontName=TEXT
        )
        self._canvas.setTitle(title)
        # The stored drawings' names in the file, which have no spaces, and their bleeds in mm.
        self._forms: dict[str, tuple[str, float]] = {}
        self.pages = 0

    @property
    def page_mm(self) -> Pair:
        """Return the size of the current page."""
        return self._page_mm

    def turn(self, page_mm: Pair) -> None:
        """Set the size of the current page and all later pages."""
        self._page_mm = page_mm
        self._canvas.setPageSize((page_mm[0] * mm, page_mm[1] * mm))

    def keep(self, name: str, svg: str, bleed_mm: float = 0.0) -> None:
        """Store an SVG drawing under a name. It can be shown any number of times.

        With a bleed, it is also shown outside of its edges. A drawing with shades or transparency
        becomes a picture. Every other drawing stays vectors.
        """
        svg = with_bleed(svg, bleed_mm)
        with self.kept(name, size_mm(svg), bleed_mm):
            width, height = (side * mm for side in size_mm(svg))
            drawing = svg2rlg(io.BytesIO(svg.encode())) if is_flat(svg) else None
            if drawing is None:
                size = (round(width * FINE_DPI / 72), round(height * FINE_DPI / 72))
                picture = Image.fromarray(np.ascontiguousarray(render(svg, size)[..., ::-1]))
                self._canvas.drawInlineImage(picture, 0, 0, width, height)
            else:
                drawing.initialFontName = TEXT  # Otherwise the file names a font that it lacks.
                drawing.scale(width / drawing.width, height / drawing.height)
                renderPDF.draw(drawing, self._canvas, 0, 0)

    @contextmanager
    def kept(self, name: str, size_mm: Pair, bleed_mm: float = 0.0) -> Iterator[None]:
        """Store what the `with` block draws under a name, as if on a page of this size."""
        page, self._page_mm = self._page_mm, size_mm
        self._forms[name] = (f"form{len(self._forms)}", bleed_mm)
        self._canvas.beginForm(self._forms[name][0], 0, 0, size_mm[0] * mm, size_mm[1] * mm)
        yield
        self._canvas.endForm()
        self._page_mm = page

    def show(
        self,
        name: str,
        left: float,
        bottom: float,
        window: Box | None = None,
        scale: float = 1.0,
    ) -> None:
        """Show a stored drawing with its bottom left corner at this place, its bleed around it.

        If a `window` is given, clip the drawing to it.
        """
        form, bleed_mm = self._forms[name]
        clipped = self.clipped(_corners(window)) if window else nullcontext()
        with clipped, self.turned(left, bottom, 0):
            self._canvas.scale(scale, scale)
            self._canvas.translate(-bleed_mm * mm, -bleed_mm * mm)
            self._canvas.doForm(form)

    def paragraph(self, paragraph: Paragraph, left: float, bottom: float) -> None:
        """Draw a wrapped paragraph, with its bottom left corner at this place."""
        paragraph.drawOn(self._canvas, left * mm, (self._page_mm[1] - bottom) * mm)

    def box(
        self, left: float, top: float, right: float, bottom: float, fill: str, round_mm: float = 0
    ) -> None:
        """Fill a rectangle."""
        self._canvas.setFillColor(HexColor(fill))
        self._rectangle((left, top, right, bottom), round_mm, fill=1)

    def frame(
        self, left: float, top: float, right: float, bottom: float, round_mm: float = 0
    ) -> None:
        """Draw a hairline around a rectangle."""
        self._canvas.setLineWidth(HAIRLINE_PT)
        self._canvas.setStrokeColor(HexColor(GREY))
        self._rectangle((left, top, right, bottom), round_mm, fill=0)

    def line(self, x1: float, y1: float, x2: float, y2: float, ink: str = "") -> None:
        """Draw a hairline, such as a line to cut along."""
        self.path([(x1, y1), (x2, y2)], HAIRLINE_PT, ink or MARK)

    def path(
        self, points: Sequence[Pair], wide_pt: float, ink: str, dash_pt: tuple[float, ...] = ()
    ) -> None:
        """Draw a polyline."""
        self._canvas.saveState()
        self._canvas.setLineWidth(wide_pt)
        self._canvas.setStrokeColor(HexColor(ink))
        self._canvas.setDash(*dash_pt)
        self._canvas.drawPath(self._outline(points), stroke=1, fill=0)
        self._canvas.restoreState()

    def note(
        self,
        text: str,
        x: float,
        y: float,
        down: bool = False,
        size_pt: float = NOTE_PT,
        ink: str = "",
    ) -> None:
        """Write a short note, centred on x and with its foot at y.

        With `down`, turn the note so that it reads down the page.
        """
        with self.turned(x, y, -90 if down else 0):
            self._canvas.setFont(TEXT, size_pt)
            self._canvas.setFillColor(HexColor(ink or GREY))
            self._canvas.drawCentredString(0, 0, text)

    @contextmanager
    def clipped(self, outline: Sequence[Pair]) -> Iterator[None]:
        """Clip everything that the `with` block draws to an outline."""
        path = self._outline(outline)
        path.close()
        self._canvas.saveState()
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    @contextmanager
    def turned(self, left: float, top: float, degrees: float) -> Iterator[None]:
        """Draw inside the `with` block from this point as origin, turned left by `degrees`."""
        page = self._page_mm
        self._canvas.saveState()
        self._canvas.translate(left * mm, (page[1] - top) * mm)
        self._canvas.rotate(degrees)
        self._page_mm = (0.0, 0.0)
        yield
        self._page_mm = page
        self._canvas.restoreState()

    def _outline(self, points: Sequence[Pair]) -> PDFPathObject:
        path = self._canvas.beginPath()
        for number, (x, y) in enumerate(points):
            step = path.lineTo if number else path.moveTo
            step(x * mm, (self._page_mm[1] - y) * mm)
        return path

    def _rectangle(self, box: Box, round_mm: float, fill: int) -> None:
        left, top, right, bottom = (side * mm for side in box)
        low, size = self._page_mm[1] * mm - bottom, (right - left, bottom - top)
        self._canvas.roundRect(left, low, *size, round_mm * mm, stroke=1 - fill, fill=fill)

    def end_page(self) -> None:
        """Finish a page and begin the next."""
        self._canvas.showPage()
        self.pages += 1

    def data(self) -> bytes:
        """Finish the document and return it."""
        self._canvas.save()
        return self._buffer.getvalue()


def _corners(box: Box) -> list[Pair]:
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]
