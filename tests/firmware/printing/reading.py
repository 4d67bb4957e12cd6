"""What stands on the pages of a PDF, as poppler reads it."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.process import PATIENCE_S

POINT_MM = 25.4 / 72
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
    said = subprocess.run(command, check=True, timeout=PATIENCE_S, capture_output=True, text=True)
    return [
        Page(
            float(width) * POINT_MM,
            float(height) * POINT_MM,
            [
                Word(html.unescape(text), *(float(side) * POINT_MM for side in box))
                for *box, text in WORD.findall(body)
            ],
        )
        for width, height, body in PAGE.findall(said.stdout)
    ]
