"""A card to put on the table: one code joins the Wi-Fi, the other opens the table's page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from firmware.errors import PrintError
from firmware.install.settings import BLOCKED_PORTS
from firmware.printing.layout import layout
from firmware.printing.naming import must_be_printable
from firmware.printing.papers import PAPERS, write
from firmware.printing.pdf import Pdf
from firmware.printing.sheets import sheets
from firmware.printing.typeset import SOFT, Style, fitting, marked, paragraph, to_copy
from firmware.wifi import NAME_BYTES, PASSWORD_BYTES, RAW_KEY, Wifi
from referee.contract import Message
from referee.words import say
from webui.page.pictures import code_of

CARD_MM = (148.0, 105.0)
CODE_MM = 46.0  # A phone reads it from half a metre.
ALONE_MM = 56.0  # A single code fills the card.
PADDING_MM = 9.0
TITLE_PT, HEAD_PT, TEXT_PT, LEAST_PT = 22.0, 13.0, 11.5, 8.0
MOST_LETTERS = 200  # of an address. The code of a longer one is too fine.


class Code(NamedTuple):
    """A QR code with a heading above and lines of text below."""

    heading: str
    text: str
    lines: tuple[str, ...]
    size_mm: float = CODE_MM

    @property
    def svg(self) -> str:
        """The code as a drawing. Its rim is the paper."""
        code = code_of(self.text)
        scale = self.size_mm / code.symbol_size(border=0)[0]
        return str(code.svg_inline(unit="mm", scale=scale, border=0, omitsize=False))


def print_join(
    wifi: Wifi | None, url: str, language: str, out_pdf: str | Path, paper_name: str = "A4"
) -> int:
    """Write the card as a PDF to cut out, as often as it fits on the paper.

    Without a `wifi`, it has only the code of the table's page. Return the number of pages. Raise
    `PrintError` for an unknown language, a Wi-Fi or an address that phones refuse, or an
    unwritable file.
    """
    must_be_printable(language)
    if wifi is not None:
        _check_wifi(wifi)
    _check_address(url)
    on, title = PAPERS[paper_name], say(Message("page.title"), language)
    pdf = Pdf(on.size_mm, title, language)
    codes = list(_codes(wifi, url, language))
    for code in codes:
        pdf.keep(code.text, code.svg)
    with pdf.kept("join", CARD_MM):
        _card(pdf, title, codes)
    grid = layout(1, on, CARD_MM, full=True)
    sheets(pdf, title, [("join", "join")] * grid.count, on, grid, backs=False)
    return write(pdf, out_pdf)


def _check_wifi(wifi: Wifi) -> None:
    """Raise `PrintError` for a name or a password that no Wi-Fi has."""
    name, password = (len(text.encode()) for text in wifi)
    if not NAME_BYTES[0] <= name <= NAME_BYTES[1]:
        raise PrintError("cli.join.bad_name", most=NAME_BYTES[1], given=name)
    least, most = PASSWORD_BYTES
    if password and not least <= password <= most and not RAW_KEY.fullmatch(wifi.password):
        raise PrintError("cli.join.bad_password", least=least, most=most, given=password)


def _check_address(url: str) -> None:
    """Raise `PrintError` if a phone cannot open an address from its code."""
    if len(url) > MOST_LETTERS:
        raise PrintError("cli.join.long_address", most=MOST_LETTERS, given=len(url))
    port = None
    try:
        parts = urlsplit(url)
        port = parts.port
        is_page = bool(parts.scheme in ("http", "https") and parts.hostname and port != 0)
    except ValueError:  # Brackets without an IPv6 address, or a port that is no number.
        is_page = False
    if not is_page or re.search(r"\s", url):
        raise PrintError("cli.join.bad_address", given=url)
    if port in BLOCKED_PORTS:
        raise PrintError("page.settings.bad.port_blocked", given=str(port))


def _codes(wifi: Wifi | None, url: str, language: str) -> Iterator[Code]:
    if wifi is not None:
        name = say(Message("cli.join.name", {"name": wifi.name}), language)
        password = say(Message("cli.join.password", {"password": wifi.password}), language)
        heading = say(Message("cli.join.wifi"), language)
        yield Code(f"1  {heading}", wifi.code, (name, password) if wifi.password else (name,))
    heading = say(Message("cli.join.page"), language)
    if wifi is None:
        yield Code(heading, url, (url,), ALONE_MM)
    else:
        yield Code(f"2  {heading}", url, (url,))


def _card(pdf: Pdf, title: str, codes: list[Code]) -> None:
    wide, high = CARD_MM
    pdf.frame(3.0, 3.0, wide - 3.0, high - 3.0, 3.0)
    paragraph(marked(title), wide, Style(TITLE_PT, bold=True, centred=True)).draw(pdf, 0.0, 8.0)
    each = (wide - 2 * PADDING_MM) / len(codes)
    for number, code in enumerate(codes):
        left, room = PADDING_MM + number * each, each - 4.0
        heading = fitting(code.heading, room, Style(HEAD_PT, bold=True, centred=True))
        paragraph(marked(code.heading), each, heading).draw(pdf, left, 22.0)
        pdf.show(code.text, left + (each - code.size_mm) / 2, 30.0 + code.size_mm)
        top = 30.0 + code.size_mm + 3.0
        for line in code.lines:
            style = fitting(
                line, room, Style(TEXT_PT * code.size_mm / CODE_MM, SOFT, centred=True), LEAST_PT
            )
            block = paragraph(to_copy(line), room, style)
            block.draw(pdf, left + (each - room) / 2, top)
            top += block.high_mm
