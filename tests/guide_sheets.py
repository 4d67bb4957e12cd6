"""The guide's pictures of what is printed: sheets as they lie, and cards of every deck."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from firmware.mats import TABLE, load_mats
from firmware.printing.aids import print_aids
from firmware.printing.boxes import print_box
from firmware.printing.naming import book, book_of_deck
from firmware.printing.sheets import print_deck, print_pieces
from firmware.printing.tiles import print_mats
from tests.firmware.printing.reading import rasterised
from vision.art import art_names, deck_art
from vision.reading import Image

NAME, WORDS_NAME = "sheets.jpg", "papers.jpg"
PX_PER_MM = 3
PAGE_PX = (252, 356)  # A4, small
GAP_PX = 16
CARDS_NAME = "cards.jpg"
CARD_PX = (75, 105)  # small cards are as high
CARDS = 8  # of a deck, the back the last
DESK = (74, 66, 58)  # BGR: what the sheets lie on


def draw_sheets(folder: Path) -> tuple[Path, ...]:
    """Draw them side by side into a folder; return the pictures, none without a rasteriser."""
    if shutil.which("pdftoppm") is None:
        return ()
    coup = [book("coup", None, language) for language in ("en", "fr")]
    shown: dict[str, tuple[tuple[Callable[[Path], int], int], ...]] = {
        NAME: (
            (partial(print_deck, "coyote-tomahawk"), 2),
            (partial(print_pieces, "plenty_coups"), 1),
            (partial(print_mats, mats=load_mats(TABLE)), 1),
        ),
        WORDS_NAME: (
            (partial(print_aids, coup), 1),
            (partial(print_box, book_of_deck("coup_detat", "en")), 1),
        ),
    }
    paths = []
    for name, prints in shown.items():
        pages = list[Image]()
        with TemporaryDirectory() as kept:
            for write, last in prints:
                pdf = Path(kept) / "print.pdf"
                write(pdf)
                pages += rasterised(pdf, last=last, px_per_mm=PX_PER_MM)
        paths.append(folder / name)
        cv2.imwrite(
            str(paths[-1]), beside([pages], PAGE_PX, GAP_PX), [cv2.IMWRITE_JPEG_QUALITY, 75]
        )
    return tuple(paths)


def draw_cards(folder: Path) -> Path:
    """Draw a row of each deck's cards and its back, as printed, into a folder; return the file."""
    rows = []
    for name in art_names():
        art = deck_art(name)
        faces = tuple(art.faces)
        last = min(len(faces), CARDS - 1) - 1
        shown = [faces[place * (len(faces) - 1) // last] for place in range(last + 1)]
        rows.append([art.picture(card, CARD_PX[1], back=-1) for card in (*shown, None)])
    path = folder / CARDS_NAME
    desk = beside(rows, CARD_PX, GAP_PX // 2)
    cv2.imwrite(str(path), desk, [cv2.IMWRITE_JPEG_QUALITY, 60])
    return path


def beside(rows: Sequence[Sequence[Image]], size: tuple[int, int], gap_px: int) -> Image:
    """Return pictures, each of the same size (width and height), lying in rows on a desk."""
    width, height = (side + gap_px for side in size)
    most = max(map(len, rows))
    desk = np.full((height * len(rows) + GAP_PX, width * most + GAP_PX, 3), DESK, np.uint8)
    for down, row in enumerate(rows):
        for across, picture in enumerate(row):
            left, top = GAP_PX + across * width, GAP_PX + down * height
            small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
            desk[top : top + size[1], left : left + size[0]] = small
    return desk
