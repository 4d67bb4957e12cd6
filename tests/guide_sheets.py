"""The guide's picture of printed sheets: a deck's, its backs, markers, a tile of the mat."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np

from firmware.bench.cutting import CAN_RASTERISE, rasterised
from firmware.mats import TABLE, load_mats
from firmware.printing.sheets import print_deck, print_mats, print_pieces
from vision.reading import Image

NAME = "sheets.jpg"
PX_PER_MM = 3
PAGE_PX = (252, 356)  # A4, small
GAP_PX = 16
DESK = (74, 66, 58)  # BGR: what the sheets lie on


def draw_sheets(folder: Path) -> tuple[Path, ...]:
    """Draw them side by side into a folder; return the picture, none without a rasteriser."""
    if shutil.which(CAN_RASTERISE) is None:
        return ()
    with TemporaryDirectory() as kept:
        deck, pieces, mat = (Path(kept) / f"{name}.pdf" for name in ("deck", "pieces", "mat"))
        print_deck("coyote-tomahawk", deck)
        print_pieces("plenty_coups", pieces)
        print_mats(mat, load_mats(TABLE))
        pages = [
            page
            for pdf, last in ((deck, 2), (pieces, 1), (mat, 1))
            for page in rasterised(pdf, last=last, px_per_mm=PX_PER_MM)
        ]
    path = folder / NAME
    cv2.imwrite(str(path), beside(pages), [cv2.IMWRITE_JPEG_QUALITY, 75])
    return (path,)


def beside(pages: list[Image]) -> Image:
    """Return pages lying beside each other."""
    width, height = PAGE_PX
    across = (width + GAP_PX) * len(pages) + GAP_PX
    desk = np.full((height + 2 * GAP_PX, across, 3), DESK, np.uint8)
    for number, page in enumerate(pages):
        left = GAP_PX + number * (width + GAP_PX)
        small = cv2.resize(page, PAGE_PX, interpolation=cv2.INTER_AREA)
        desk[GAP_PX : GAP_PX + height, left : left + width] = small
    return desk
