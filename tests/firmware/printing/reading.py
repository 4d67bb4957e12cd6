"""The words and pictures on the pages of a PDF, as poppler reads them."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from tests.process import run_program
from vision.reading import Image

POINT_MM = 25.4 / 72
PX_PER_MM = 10  # of a rasterised page
MOST_PAGES = 999
INK = 40  # of 255: a thin line is darker than what is around it by as much
AROUND_MM = 0.6
PAGE = re.compile(r'<page width="(.+?)" height="(.+?)">(.*?)</page>', re.DOTALL)
WORD = re.compile(r'xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)</word>')

needs_poppler = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="poppler-utils is not installed"
)


class Word(NamedTuple):
    """A word and where it stands on its page, in mm from its top left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


class Page(NamedTuple):
    """A page's size in mm, and its words."""

    width: float
    height: float
    words: list[Word]


def read(pdf: Path) -> list[Page]:
    """Return the pages of a PDF."""
    command = ["pdftotext", "-bbox", str(pdf), "-"]
    process = run_program(command)
    return [
        Page(
            float(width) * POINT_MM,
            float(height) * POINT_MM,
            [
                Word(html.unescape(text), *(float(side) * POINT_MM for side in box))
                for *box, text in WORD.findall(body)
            ],
        )
        for width, height, body in PAGE.findall(process.stdout)
    ]


def rasterised(pdf: Path, last: int = MOST_PAGES, px_per_mm: int = PX_PER_MM) -> Iterator[Image]:
    """Yield the pages of a PDF up to the `last` one, as BGR pictures."""
    with TemporaryDirectory() as folder:
        options = ["-r", str(25.4 * px_per_mm), "-l", str(last)]
        command = ["pdftoppm", *options, str(pdf), str(Path(folder) / "page")]
        run_program(command)
        for path in sorted(Path(folder).iterdir()):
            yield np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)


def thin_lines(grey: Image) -> Image:
    """Return 1 where a thin upright line is, on paper or on a colour."""
    around = np.ones((1, round(AROUND_MM * PX_PER_MM)), np.uint8)
    return (cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, around) > INK).astype(np.uint8)
