"""A tuck box for a deck, which people cut out, fold and glue."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import accumulate
from pathlib import Path

from firmware.errors import PrintError
from firmware.printing.naming import Book
from firmware.printing.papers import PAPERS, Paper, rulers, write
from firmware.printing.pdf import Box, Pair, Pdf
from firmware.printing.typeset import INK, SOFT, Block, Style, fitting, marked, paragraph, stacked
from vision.art import art_names, deck_art
from vision.art.svg import main_colour, size_mm
from vision.decks.deck import load_deck

CARD_MM = 0.32  # Thickness of a card on 300 g paper, printed at home.
PLAY_MM = 1.5  # Clearance around the cards in each direction.
GLUED_MM = 10.0  # Width of the tab that joins the sides.
BLEED_MM = 1.5  # Colour extends this far beyond a cut, into the white of the sheet.
BORDER_MM = 4.2  # Width of the coloured border, for a deck whose back has no pattern.
SLOPE_MM = 4.0  # Corner radius of the tongue and the tab.
HATCH_MM = 2.2
MARK_MM, MARK_UP_MM = 11.0, 4.0  # Width of the project's mark, and its distance from the plate.
LEGEND_MM = 16.0  # Distance from the foot of the page to the legend, with a ruler below it.
PAPER, FOLD = "#ffffff", (2.2, 2.2)


@dataclass(frozen=True)
class Net:
    """The flat net of a box with the given inner width, height and depth in mm.

    Places are in mm from the net's top left corner. From left to right, the net has the tab, the
    back with the lid above it, a side, the front, and a side.
    """

    wide: float
    high: float
    deep: float

    @property
    def xs(self) -> tuple[float, ...]:
        """Return the left edges of back, side, front and side, and the last side's right edge."""
        return tuple(accumulate((GLUED_MM, self.wide, self.deep, self.wide, self.deep)))

    @property
    def tongue(self) -> float:
        """Return the length of the tongue."""
        return min(15.0, 0.25 * self.high)

    @property
    def dust(self) -> float:
        """Return the length of the side flaps."""
        return min(0.45 * self.wide, max(0.9 * self.deep, 9.0))

    @property
    def top(self) -> float:
        """Return the y of the body's top edge."""
        return max(self.deep + self.tongue, self.dust)

    @property
    def foot(self) -> float:
        """Return the y of the body's bottom edge."""
        return self.top + self.high

    @property
    def size_mm(self) -> Pair:
        """Return the width and height of the net."""
        return self.xs[-1], self.foot + max(self.deep, self.dust)

    def panels(self) -> Iterator[Box]:
        """Yield the visible faces of the closed box: body, lid with tongue, bottom."""
        back, side, *_, end = self.xs
        yield back, self.top, end, self.foot
        yield back, self.top - self.deep - self.tongue, side, self.top
        yield back, self.foot, side, self.foot + self.deep

    def glued(self) -> Iterator[list[Pair]]:
        """Yield the outlines of the areas to glue: the tab, and the front's bottom flap."""
        front, second = self.xs[2:4]
        yield self._tab
        yield _flap(front, second, self.foot, 0.9 * self.deep, min(2.5, self.deep / 4))

    def outline(self) -> list[Pair]:
        """Return the outline to cut, as a closed polygon."""
        back, side, front, second, end = self.xs
        _, bottom = self.glued()
        far = min(2.5, self.deep / 5)
        return [
            *self._tab,
            *self._lid(),
            *_flap(side, front, self.top, -self.dust, far),
            *self._notch(),
            *_flap(second, end, self.top, -self.dust, far),
            *reversed(_flap(second, end, self.foot, self.dust, far)),
            *reversed(bottom),
            *reversed(_flap(side, front, self.foot, self.dust, far)),
            (side, self.foot + self.deep),
            (back, self.foot + self.deep),
            self._tab[0],
        ]

    def folds(self) -> Iterator[tuple[Pair, Pair]]:
        """Yield the fold lines."""
        back, side, front, second, end = self.xs
        for x in (back, side, front, second):
            yield (x, self.top), (x, self.foot)
        for left, right in ((back, side), (side, front), (second, end)):
            yield (left, self.top), (right, self.top)
        yield (back, self.foot), (end, self.foot)
        yield (back, self.top - self.deep), (side, self.top - self.deep)

    @property
    def _tab(self) -> list[Pair]:
        slope = SLOPE_MM
        left = [(0.0, self.foot - slope), (0.0, self.top + slope)]
        return [(GLUED_MM, self.foot), *left, (GLUED_MM, self.top)]

    def _lid(self) -> list[Pair]:
        back, side = self.xs[:2]
        fold, high, slope = self.top - self.deep, self.top - self.deep - self.tongue, SLOPE_MM
        left = [(back, fold), (back + 0.7, fold), (back + 0.7, high + slope), (back + slope, high)]
        return [*left, *((back + side - x, y) for x, y in reversed(left))]

    def _notch(self) -> Iterator[Pair]:
        """Yield the front's upper edge, with a notch for a thumb."""
        front, second = self.xs[2:4]
        middle, radius = (front + second) / 2, min(9.0, self.wide / 6)
        yield front, self.top
        for step in range(13):
            turn = math.pi * step / 12
            yield middle - radius * math.cos(turn), self.top + radius * math.sin(turn)
        yield second, self.top


def _flap(left: float, right: float, fold: float, long: float, far: float) -> list[Pair]:
    """Return the outline of a flap that is `far` narrower at each side of its free end."""
    return [(left, fold), (left + far, fold + long), (right - far, fold + long), (right, fold)]


def net(deck: str, card_mm: float = CARD_MM) -> Net:
    """Return the net of a box for a deck whose cards have this thickness in mm."""
    cards = load_deck(deck, pictures=False)
    count = sum(card.count for card in cards.cards)
    width, height = cards.size_mm
    return Net(width + PLAY_MM, height + PLAY_MM, count * card_mm + PLAY_MM)


def print_box(
    book: Book, out_pdf: str | Path, paper_name: str = "A4", card_mm: float = CARD_MM
) -> int:
    """Write the box for a game's deck as a PDF. Return the number of pages.

    `card_mm` is the thickness of a card. Raise `PrintError` for a deck without drawings, too
    small a paper, or an unwritable file.
    """
    if book.deck is None:
        raise PrintError("cli.print.no_art", deck=book.game, decks=art_names())
    box, on = net(book.deck, card_mm), PAPERS[paper_name]
    if not _holds(on, box):
        on = on._replace(size_mm=on.size_mm[::-1])
    if not _holds(on, box):
        wide, high = (math.ceil(side) for side in box.size_mm)
        raise PrintError("cli.print.box_too_large", paper=paper_name, width=wide, height=high)
    page = on.size_mm
    pdf = Pdf(page, book.title, book.language)
    left, top = ((side - length) / 2 for side, length in zip(page, box.size_mm, strict=True))
    top = min(top, page[1] - _foot_mm(on) - box.size_mm[1])  # The legend is at the foot alone.
    with pdf.turned(left, top, 0):
        _Drawn(pdf, book, box).draw()
    _legend(pdf, book, page)
    rulers(pdf, on.margin_mm, (left, top, left + box.size_mm[0], top + box.size_mm[1]), SOFT)
    pdf.end_page()
    return write(pdf, out_pdf)


def _holds(on: Paper, box: Net) -> bool:
    (wide, high), rim = on.size_mm, on.margin_mm + BLEED_MM
    across, up = box.size_mm
    return wide - 2 * rim >= across and high - rim - _foot_mm(on) >= up


def _foot_mm(on: Paper) -> float:
    """Return the height of the foot with legend and ruler."""
    return max(on.margin_mm + BLEED_MM, LEGEND_MM)


class _Drawn:
    """A box while it is drawn. Drawing starts at the top left corner of its net."""

    def __init__(self, pdf: Pdf, book: Book, box: Net) -> None:
        assert book.deck is not None
        self._pdf, self._book, self._box = pdf, book, box
        self._art = deck_art(book.deck)
        self._ground = main_colour(self._art.drawing(None))
        pdf.keep("back", self._art.drawing(None))
        pdf.keep("mark", _mark())

    def draw(self) -> None:
        """Draw colours, pictures and words first, then the lines over them."""
        pdf, box = self._pdf, self._box
        back, side, front, second, _ = box.xs
        for left, top, right, bottom in box.panels():
            more = BLEED_MM
            pdf.box(left - more, top - more, right + more, bottom + more, self._ground)
        for left in (back, front):
            self._patterned((left, box.top, left + box.wide, box.foot))
        for outline in box.glued():
            self._hatched(outline)
        self._front(front)
        self._back(back)
        for left in (side, second):
            with pdf.turned(left, box.foot, 90):
                self._named(box.high, box.deep, 15)
        with pdf.turned(back + box.wide, box.top, 180):
            self._named(box.wide, box.deep, 15)
        for ends in box.folds():
            pdf.path(ends, 0.4, PAPER)
            pdf.path(ends, 0.4, SOFT, FOLD)
        pdf.path(box.outline(), 1.2, PAPER)
        pdf.path(box.outline(), 0.5, INK)

    def _patterned(self, panel: Box) -> None:
        """Fill a panel with the pattern of the deck's back."""
        left, top, right, bottom = panel
        width, height = self._art.size_mm
        shown = (width - 2 * BORDER_MM, height - 2 * BORDER_MM)
        scale = max((right - left) / shown[0], (bottom - top) / shown[1])
        x = (left + right - width * scale) / 2
        self._pdf.show("back", x, (top + bottom + height * scale) / 2, panel, scale)

    def _named(self, wide_mm: float, high_mm: float, most_pt: float) -> None:
        """Write the game's name into a strip whose corner is at the origin, at most `most_pt`."""
        size_pt = min(most_pt, 0.55 * high_mm * 72 / 25.4)
        style = Style(size_pt, PAPER, bold=True, centred=True)
        title = self._book.title
        line = paragraph(marked(title), wide_mm, fitting(title, wide_mm - 6, style))
        line.draw(self._pdf, 0, (high_mm - line.high_mm) / 2 - 0.05 * line.high_mm)

    def _front(self, left: float) -> None:
        """Write the game's name on a plate, the edition's name below it, and our mark above it."""
        book, room = self._book, self._box.wide - 8
        lines = [
            paragraph(marked(text), room, fitting(text, room - 6, Style(size, PAPER, bold, True)))
            for text, size, bold in ((book.title, 24, True), (book.subtitle, 9, False))
            if text
        ]
        top = self._plate(stacked(lines), left, 4.0, (2.4, 3.6), self._ground)
        x = left + (self._box.wide - MARK_MM) / 2
        self._pdf.show("mark", x, top - MARK_UP_MM, scale=MARK_MM / size_mm(_mark())[0])

    def _back(self, left: float) -> None:
        """Write what the game is, its number of players and its duration."""
        book, room = self._book, self._box.wide - 14
        size = 9.5 if self._box.wide > 55 else 7.5
        measured = fitting(book.measures, room, Style(size * 0.86, SOFT, centred=True))
        title = fitting(book.title, room, Style(size * 1.5, bold=True, centred=True))
        label = stacked(
            [
                paragraph(marked(book.title), room, title, 1.0),
                paragraph(marked(book.sentence), room, Style(size, centred=True), 1.4),
                paragraph(marked(book.measures), room, measured),
            ]
        )
        self._plate(label, left, 7.0, (3.2, 3.8), PAPER)

    def _plate(self, label: Block, left: float, inset: float, rims: Pair, fill: str) -> float:
        """Draw a plate with these words in the middle of a panel. Return its top.

        `rims` are the room above and below the words.
        """
        high, right = label.high_mm + sum(rims), left + self._box.wide - 4
        top = self._box.top + (self._box.high - high) / 2
        self._pdf.box(left + 4, top, right, top + high, PAPER, 2.4)
        self._pdf.box(left + 4.6, top + 0.6, right - 0.6, top + high - 0.6, fill, 2.0)
        label.draw(self._pdf, left + inset, top + rims[0])
        return top

    def _hatched(self, outline: list[Pair]) -> None:
        """Hatch an area that needs glue."""
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        with self._pdf.clipped(outline):
            self._pdf.box(left, top, right, bottom, PAPER)
            high = bottom - top
            for step in range(math.ceil((right - left + high) / HATCH_MM)):
                far = left - high + step * HATCH_MM
                self._pdf.path([(far, bottom), (far + high, top)], 0.35, SOFT)


def _mark() -> str:
    """Return the project's mark as SVG: the icon of its pages."""
    return (files("webui") / "static/base/icon.svg").read_text("utf-8")


def _legend(pdf: Pdf, book: Book, page: Pair) -> None:
    """Write what each kind of line means."""
    x, y = page[0] / 2 - 45, page[1] - LEGEND_MM + 4
    for kind in ("cut", "fold", "glue"):
        if kind == "glue":
            for step in range(4):
                pdf.path([(x + 2 * step, y), (x + 2 * step + 2, y - 2)], 0.35, SOFT)
        else:
            pdf.path([(x, y - 1), (x + 8, y - 1)], 0.5, INK, () if kind == "cut" else FOLD)
        label = paragraph(marked(book.say(f"cli.print.box.{kind}", kind)), 24, Style(8, SOFT))
        label.draw(pdf, x + 10, y - 2.9)
        x += 34
