"""A phone's picture as it is sent: a JPEG that its EXIF mark turns upright."""

from __future__ import annotations

import struct
from collections.abc import Callable

import cv2
import numpy as np

from vision.reading import Image

# How a picture is stored under each mark, so that the mark turns it upright again.
STORED: dict[int, Callable[[Image], Image]] = {
    1: lambda image: image,
    2: lambda image: image[:, ::-1],
    3: lambda image: image[::-1, ::-1],
    4: lambda image: image[::-1],
    5: lambda image: image.transpose(1, 0, 2),
    6: lambda image: np.rot90(image),
    7: lambda image: image[::-1, ::-1].transpose(1, 0, 2),
    8: lambda image: np.rot90(image, -1),
}
MARKS = tuple(STORED)
UPRIGHT = (5, 6, 7, 8)  # marks of pictures whose sides change places: of a phone held upright


def jpeg(image: Image, mark: int = 1, quality: int = 80) -> bytes:
    """Return a picture (height x width x 3, BGR) as JPEG that an EXIF mark, 1 to 8, turns upright.

    EXIF 2.3, 4.6.4 A: orientation.
    """
    stored = np.ascontiguousarray(STORED[mark](image))
    done, data = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, mark, 0)
    tiff = b"II*\0" + struct.pack("<IH", 8, 1) + entry + struct.pack("<I", 0)
    exif = b"Exif\0\0" + tiff
    head = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
    plain = data.tobytes()
    return plain[:2] + head + plain[2:]
