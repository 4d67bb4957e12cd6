"""A display of the SSD1306's kind: from what is written to it to the picture that it shows.

After its data sheet (Solomon Systech, rev 1.1, 8.1.5 and 10), with horizontal addressing.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PIL import Image

WIDTH, PAGES = 128, 8  # a page is eight rows; a byte is a column of it, its lowest bit above
COMMANDS, DATA = 0x00, 0x40  # a message's first byte
SET_COLUMNS, SET_PAGES, OFF, ON = 0x21, 0x22, 0xAE, 0xAF
# How many bytes follow a command, where any do.
FOLLOWED = {SET_COLUMNS: 2, SET_PAGES: 2} | dict.fromkeys(
    (0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1
)


class Ssd1306:
    """The display's memory; `take` what is written to it."""

    def __init__(self) -> None:
        self._memory = np.zeros((PAGES, WIDTH), np.uint8)
        self._columns, self._pages = (0, WIDTH - 1), (0, PAGES - 1)
        self._column = self._page = 0
        self.on = False

    def take(self, message: bytes) -> None:
        """Take a message: commands, or data for the memory; raises `ValueError` for another."""
        kind, content = message[0], message[1:]
        if kind == COMMANDS:
            self._command(iter(content))
        elif kind == DATA:
            for byte in content:
                self._put(byte)
        else:
            raise ValueError(f"a message for a display begins with 00 or 40, not {kind:02x}")

    def picture(self) -> Image.Image:
        """Return what is seen, as mode "1"; nothing while it is off."""
        rows = np.unpackbits(self._memory[:, None], axis=1, bitorder="little")
        return Image.fromarray(rows.reshape(-1, WIDTH) * np.uint8(255 * self.on)).convert("1")

    def _command(self, given: Iterator[int]) -> None:
        for command in given:
            values = [next(given) for _ in range(FOLLOWED.get(command, 0))]
            if command == SET_COLUMNS:
                self._columns, self._column = (values[0], values[1]), values[0]
            elif command == SET_PAGES:
                self._pages, self._page = (values[0], values[1]), values[0]
            elif command in (OFF, ON):
                self.on = command == ON

    def _put(self, byte: int) -> None:
        self._memory[self._page, self._column] = byte
        self._column += 1
        if self._column > self._columns[1]:
            self._column = self._columns[0]
            self._page = self._page + 1 if self._page < self._pages[1] else self._pages[0]
