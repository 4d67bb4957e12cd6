"""Pictures read from files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.files import read_bytes
from vision.reading import Image

MOST_BYTES = 200_000_000  # 50 megapixels without any compression


def read_picture(path: Path) -> Image | None:
    """Return a picture (height x width x 3, BGR), or None where the file holds none.

    Raises `OSError` where there is no such file, or it cannot be read.
    """
    data = np.frombuffer(read_bytes(path, MOST_BYTES), np.uint8)
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:
        image = None
    return None if image is None else np.asarray(image, np.uint8)
