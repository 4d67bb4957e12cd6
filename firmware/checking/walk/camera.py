"""The walk for the camera. A hand over the mat must change the picture."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np

from firmware.cameras.base import Camera
from firmware.cameras.opening import opened
from firmware.checking.findings import Finding, failed, found
from vision.reading import Image

HAND_S = 20.0  # A person needs this time to read the line and reach over the mat.
WIDTH = 96  # The compared pictures have this width in pixels.
# CHANGED is in grey levels, COVERED a share of the view. A hand covers 0.05 of the view and differs
# from paper by at least 60 grey levels. A flickering lamp changes everything by a tenth. With half
# of these values, a shadow next to the mat would count. With double, a sleeve as grey as the mat
# might not count.
CHANGED, COVERED = 30, 0.03
GONE_S = 0.05  # Pause in seconds before asking again, if a camera has no new picture.


def walk_camera(
    spec: str | None, wait_s: float = HAND_S, clock: Callable[[], float] = time.monotonic
) -> Iterator[Finding]:
    """Yield the instruction (`well` is None), then a finding that says whether a hand was seen."""
    try:
        with opened(spec or "auto") as camera:
            before = _first(camera, wait_s, clock)
            if before is None:
                yield found("walk.camera", False, "table.camera.lost", camera=camera.name)
                return
            yield found("walk.camera", None, "cli.walk.hand", camera=camera.name)
            seen = _changes(camera, before, wait_s, clock)
            key = "cli.walk.hand_seen" if seen else "cli.walk.hand_not"
            yield found("walk.camera", seen, key, camera=camera.name)
    except Exception as error:  # This is `CameraLost` or a driver's error.
        yield failed("walk.camera", error, None if spec is None else False)


def _first(camera: Camera, wait_s: float, clock: Callable[[], float]) -> Image | None:
    until_s = clock() + wait_s
    while clock() < until_s:
        frame = camera.read()
        if frame is not None:
            return _small(frame.image)
        time.sleep(GONE_S)
    return None


def _changes(camera: Camera, before: Image, wait_s: float, clock: Callable[[], float]) -> bool:
    """Whether something enters the view within `wait_s` seconds."""
    until_s = clock() + wait_s
    while clock() < until_s:
        frame = camera.read()
        if frame is None:
            time.sleep(GONE_S)
        elif covered(before, _small(frame.image)) > COVERED:
            return True
    return False


def covered(before: Image, after: Image) -> float:
    """Return the share of the picture that changed (0 to 1), apart from a change of light.

    Both pictures are small and grey.
    """
    scale = float(np.median(before)) / max(1.0, float(np.median(after)))
    same = np.clip(after.astype(np.float32) * scale, 0, 255)
    return float(np.mean(np.abs(same - before) > CHANGED))


def _small(picture: Image) -> Image:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    height = max(1, grey.shape[0] * WIDTH // grey.shape[1])
    return np.asarray(cv2.resize(grey, (WIDTH, height), interpolation=cv2.INTER_AREA), np.uint8)
