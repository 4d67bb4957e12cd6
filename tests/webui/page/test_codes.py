"""A text as the picture of a QR code: read back, no larger than it need be, on any ground."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import resvg_py

from referee.club.signed import pack
from tests.referee.club.test_signed import MANY
from vision.codes import read_codes
from webui.page.pictures import code_svg


@pytest.mark.parametrize("text", [*pack(MANY, "red", bytes(32))[:2], "http://192.0.2.7:8000/"])
def test_a_code_says_its_text(text: str) -> None:
    drawn = code_svg(text)
    png = resvg_py.svg_to_bytes(svg_string=drawn.decode(), width=600, height=600)
    image = np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    assert read_codes(image) == (text,)
    assert (image[[0, 0, -1, -1], [0, -1, 0, -1]] == 255).all()  # it brings its own light ground
