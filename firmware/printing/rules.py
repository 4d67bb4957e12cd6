"""Prints a game's rules in columns. The type size is chosen so that the last page is full."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import NamedTuple

from firmware.printing.naming import Book
from firmware.printing.papers import PAPERS, rulers, write
from firmware.printing.pdf import Box, Pair, Pdf
from firmware.printing.typeset import (
    SOFT,
    Block,
    Style,
    bar,
    flowed,
    gap,
    marked,
    placed,
    shown,
    stacked,
    words,
)
from referee import library
from referee.booklet import example, rulebook
from referee.booklet.rulebook import Rule, Section
from referee.words import Voice
from vision.art import deck_art

SMALL = 180.0  # A page narrower than this many mm gets one column and smaller margins.
MARGIN_MM, SMALL_MARGIN_MM = 16.0, 12.0
GUTTER_MM = 9.0
FOOT_MM = 9.0  # Distance from the text to the line at the foot of the page.
# Type sizes in points. The one that fills the last page best is used.
SIZES_PT = tuple(size / 100 for size in range(1115, 870, -15))
FULL = 0.02  # A larger size may leave the last page emptier by this share.
FEW = 2  # At most this many cards go next to a rule; more go above it.
FEW_MM, MANY_MM = 12.0, 7.6  # Width of a card next to a rule, and above it.
BETWEEN_MM = 1.2
PICTURE_SHARE = 0.26  # Share of the text's width that a picture takes.
BAR = "#c9b27a"  # Colour of the bar next to a quote of the table.


class _Page(NamedTuple):
    """The sizes of a page and its margins."""

    size_mm: Pair
    margin_mm: float
    columns: int

    @property
    def column_mm(self) -> float:
        free = self.size_mm[0] - 2 * self.margin_mm - GUTTER_MM * (self.columns - 1)
        return free / self.columns

    @property
    def high_mm(self) -> float:
        return self.size_mm[1] - 2 * self.margin_mm - FOOT_MM

    @property
    def box_mm(self) -> Box:
        """Return the box that holds the text."""
        margin, (wide, high) = self.margin_mm, self.size_mm
        return margin, margin, wide - margin, high - margin

    def left_mm(self, column: int) -> float:
        return self.margin_mm + column % self.columns * (self.column_mm + GUTTER_MM)


def print_rules(book: Book, out_pdf: str | Path, paper_name: str = "A4") -> int:
    """Write a game's rules as a PDF. Return the number of pages.

    Raise `PrintError` for an unwritable file.
    """
    on = PAPERS[paper_name]
    size = on.size_mm
    small = size[0] < SMALL
    page = _Page(size, SMALL_MARGIN_MM if small else MARGIN_MM, 1 if small else 2)
    pdf = Pdf(size, f"{book.title}: {book.say('page.rules.all', '')}", book.language)
    sheet = _Typesetter(book, page, pdf)
    rulers(pdf, on.margin_mm, page.box_mm, SOFT)
    sheet.draw()
    return write(pdf, out_pdf)


class _Typesetter:
    """Turns a game's rules into blocks as wide as a column, and then into pages."""

    def __init__(self, book: Book, page: _Page, pdf: Pdf) -> None:
        self._book, self._page, self._pdf = book, page, pdf
        self._voice = Voice(book.language)
        self._deck = rulebook.deck_text(book.game, book.edition, self._voice)
        self._art = None if book.deck is None else deck_art(book.deck)
        self._picture = library.data(book.game).about.picture
        if self._picture:
            svg = (library.folder(book.game) / self._picture).read_text("utf-8")
            pdf.keep(self._picture, svg)
        self._kept = set[str]()

    def draw(self) -> None:
        """Draw all pages, in the type size that fills the last page best."""
        head = self._head()
        tries = [self._columns(size, head) for size in SIZES_PT]
        fullest = max(map(self._fullness, tries))
        columns = next(count for count in tries if self._fullness(count) >= fullest - FULL)
        per_page = self._page.columns
        pages = [columns[at : at + per_page] for at in range(0, len(columns), per_page)]
        pages[-1] = self._levelled(list(chain.from_iterable(pages[-1])))
        for number, page in enumerate(pages, 1):
            top = self._page.margin_mm
            if number == 1:
                head.draw(self._pdf, self._page.margin_mm, top)
                top += head.high_mm
            for column, blocks in enumerate(page):
                stacked(blocks).draw(self._pdf, self._page.left_mm(column), top)
            self._foot(number, len(pages))
            self._pdf.end_page()

    def _columns(self, size_pt: float, head: Block) -> list[list[Block]]:
        first = repeat(self._page.high_mm - head.high_mm, self._page.columns)
        return flowed(self._blocks(size_pt), chain(first, repeat(self._page.high_mm)))

    def _fullness(self, columns: Sequence[Sequence[Block]]) -> float:
        """Return the share of the last page that is filled (0 to 1)."""
        last = (len(columns) - 1) // self._page.columns * self._page.columns
        used = sum(block.high_mm for column in columns[last:] for block in column)
        return used / (self._page.columns * self._page.high_mm)

    def _levelled(self, blocks: list[Block]) -> list[list[Block]]:
        """Return the blocks in columns that are equally high and as low as possible."""
        high = sum(block.high_mm for block in blocks) / self._page.columns
        while len(columns := flowed(blocks, repeat(high))) > self._page.columns:
            high += 1.0
        return columns

    # -- blocks ----------------------------------------------------------------------------

    def _blocks(self, size_pt: float) -> list[Block]:
        return [
            *self._turn(size_pt),
            *chain.from_iterable(
                self._section(section, size_pt)
                for section in rulebook.rules(self._book.game, self._book.edition)
            ),
        ]

    def _head(self) -> Block:
        book, wide = self._book, self._page.size_mm[0] - 2 * self._page.margin_mm
        picture = wide * PICTURE_SHARE if self._picture else 0.0
        room = wide - picture - (6.0 if picture else 0.0)
        under = "   ·   ".join(part for part in (book.subtitle, book.measures) if part)
        title = stacked(
            [
                words(marked(book.title), room, Style(26, bold=True), 0.5),
                words(marked(under), room, Style(10, SOFT), 2.0),
                words(marked(book.sentence), room, Style(12), 2.0),
                words(marked(self._deck), room, Style(8.5, SOFT)),
            ]
        )
        parts = [(0.0, 0.0, title)]
        if picture:
            drawing = shown(self._picture, picture * 5 / 8, picture / 160)
            parts.append((wide - picture, 0.0, drawing))
        high = max(block.high_mm for *_, block in parts)
        return stacked([placed(high, parts), gap(7.0)])

    def _heading(self, text: str, size_pt: float) -> Block:
        wide = self._page.column_mm
        line = words(marked(text), wide, Style(size_pt * 1.32, bold=True), 0.8)
        rule = placed(1.6, [(0.0, 0.0, bar(wide, 0.35, SOFT))])
        return stacked([gap(1.8), line, rule], heading=True)

    def _turn(self, size_pt: float) -> Iterator[Block]:
        steps = example.example(self._book.game, self._book.edition)
        if steps:
            yield self._heading(self._voice.key("page.rules.turn"), size_pt)
        for number, step in enumerate(steps, 1):
            text = f"<b>{number}</b>&nbsp; {marked(self._voice.say(step.text))}"
            rulings = " ".join(self._voice.say(ruling.message) for ruling in step.rulings)
            yield stacked([self._with_cards(step.cards, text, size_pt, rulings), gap(1.6)])

    def _barred(self, text: str, wide_mm: float, size_pt: float) -> Block:
        """Return a quote of the table with a bar next to it."""
        says = f"<b>{marked(self._voice.key('page.rules.says'))}</b>&nbsp; {marked(text)}"
        block = words(says, wide_mm - 5, Style(size_pt * 0.92, SOFT), 0.6)
        side = bar(0.8, block.high_mm - 0.8, BAR)
        return placed(block.high_mm, [(1.2, 0.8, side), (4.2, 0.0, block)])

    def _section(self, section: Section, size_pt: float) -> Iterator[Block]:
        yield self._heading(self._voice.say(section.title), size_pt)
        for rule in section.rules:
            yield stacked([self._rule(rule, size_pt), gap(1.6)])

    def _rule(self, rule: Rule, size_pt: float) -> Block:
        name = self._voice.say(rule.name) if rule.name else ""
        texts = " ".join(self._voice.say(text) for text in rule.texts)
        named = f"<b>{marked(name[:1].upper() + name[1:])}</b>&nbsp; " if name else ""
        cited = f'<font color="{SOFT}" size="{size_pt * 0.75:.1f}">{rule.id}</font>'
        return self._with_cards(rule.cards, f"{named}{marked(texts)}&nbsp;&nbsp;{cited}", size_pt)

    # -- cards -----------------------------------------------------------------------------

    def _with_cards(self, cards: Sequence[str], text: str, size_pt: float, says: str = "") -> Block:
        """Return a text and a quote of the table, with cards to their left.

        If there are many cards, they go above the text.
        """

        def text_block(wide_mm: float) -> Block:
            spoken = [self._barred(says, wide_mm, size_pt)] if says else []
            return stacked([words(text, wide_mm, Style(size_pt)), *spoken])

        wide = self._page.column_mm
        if not cards or self._art is None:
            return text_block(wide)
        if len(cards) > FEW:
            return stacked([self._row(cards, MANY_MM, wide), text_block(wide)])
        taken = len(cards) * (FEW_MM + BETWEEN_MM) + 1.4
        row, said = self._row(cards, FEW_MM, wide), text_block(wide - taken)

        high = max(row.high_mm + 0.8, said.high_mm)
        return placed(high, [(0.0, 0.8, row), (taken, 0.0, said)])

    def _row(self, cards: Sequence[str], card_mm: float, wide_mm: float) -> Block:
        """Return cards side by side, in as many rows as they need."""
        assert self._art is not None
        scale = card_mm / self._art.size_mm[0]
        across = int((wide_mm + BETWEEN_MM) // (card_mm + BETWEEN_MM))
        parts, down = list[tuple[float, float, Block]](), self._art.size_mm[1] * scale + BETWEEN_MM
        for number, card in enumerate(cards):
            row, column = divmod(number, across)
            parts.append((column * (card_mm + BETWEEN_MM), row * down, self._card(card, scale)))
        return placed(math.ceil(len(cards) / across) * down, parts)

    def _card(self, card: str, scale: float) -> Block:
        assert self._art is not None
        if card not in self._kept:
            self._pdf.keep(f"card {card}", self._art.drawing(card))
            self._kept.add(card)
        wide, high = (side * scale for side in self._art.size_mm)
        drawing = shown(f"card {card}", high, scale)

        def draw(pdf: Pdf, left: float, top: float) -> None:
            pdf.frame(left, top, left + wide, top + high, 0.6)
            drawing.draw(pdf, left, top)

        return Block(high, draw)

    def _foot(self, number: int, pages: int) -> None:
        page, book = self._page, self._book
        title = " · ".join(part for part in (book.title, book.subtitle) if part)
        wide = page.size_mm[0] - 2 * page.margin_mm
        line = words(f"{marked(title)}  ·  {number} / {pages}", wide, Style(8, SOFT, centred=True))
        line.draw(self._pdf, page.margin_mm, page.size_mm[1] - page.margin_mm - 2.5)
