"""A webcam's pictures through OpenCV: its format, and each frame as an image."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.cameras.frame_check import other_size
from firmware.cameras.webcam.access import find_obstacle
from referee.contract import Message
from vision.reading import Image

BUFFERS = 4  # Number of frames that the driver queues. Some drivers queue more.
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
START, END = b"\xff\xd8", b"\xff\xd9"  # Markers of a JPEG.


class Stream:
    """A webcam that OpenCV has opened for pictures of `size`. Raise `CameraLost` if it cannot.

    JPEG frames are decoded here and not by OpenCV's capture. If a frame is damaged, the capture
    says nothing and hands out the last good picture again.
    """

    def __init__(self, device: Path, name: str, size: tuple[int, int]) -> None:
        self.name = name
        self.device = device.resolve()
        self.capture = cv2.VideoCapture(str(self.device), cv2.CAP_V4L2)
        if not self.capture.isOpened():
            self.capture.release()
            raise find_obstacle(self.device, name)
        self._asked = size
        for prop, value in (
            (cv2.CAP_PROP_FOURCC, MJPG),
            (cv2.CAP_PROP_FRAME_WIDTH, size[0]),
            (cv2.CAP_PROP_FRAME_HEIGHT, size[1]),
            (cv2.CAP_PROP_BUFFERSIZE, BUFFERS),
        ):
            self.capture.set(prop, value)
        self._format = int(self.capture.get(cv2.CAP_PROP_FOURCC))  # Not positive if unknown.
        self._sized = self.capture.get(cv2.CAP_PROP_FRAME_WIDTH) > 0  # Whether it tells a size.
        self.jpeg = self._format == MJPG and self.capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)
        self.buffers = max(BUFFERS, int(self.capture.get(cv2.CAP_PROP_BUFFERSIZE)))

    def retrieve(self) -> Any:
        """Return the frame that was grabbed last, or None if the driver cannot give it."""
        try:
            there, frame = self.capture.retrieve()
        except cv2.error:
            return None
        return frame if there else None

    def decode(self, frame: Any) -> Image | None:
        """Return the image of a frame as `retrieve` returned it, or None if it is damaged."""
        if frame is None:
            return None
        data = np.asarray(frame, np.uint8)
        return decode_jpeg(data.tobytes()) if self.jpeg else data

    def remarks(self, image: Image) -> tuple[Message, ...]:
        """Return remarks if these pictures have a poor format or size."""
        result = other_size(self.name, self._asked, image) if self._sized else ()
        if self._format > 0 and self._format != MJPG:
            given = self._format.to_bytes(4, "little").decode("ascii", "replace").strip()
            raw = Message("table.camera.no_mjpg", {"camera": self.name, "format": given})
            result = (raw, *result)
        return result


def decode_jpeg(data: bytes) -> Image | None:
    """Return the image of a JPEG, or None if it cannot be decoded.

    If its end is missing, the part that has arrived is decoded and the rest is grey.
    """
    if not data.startswith(START):
        return None
    whole = data.rstrip(b"\0")
    if not whole.endswith(END):
        whole += END
    try:
        image = cv2.imdecode(np.frombuffer(whole, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # Its header asks for too large a picture.
        return None
    return None if image is None else np.asarray(image, np.uint8)
