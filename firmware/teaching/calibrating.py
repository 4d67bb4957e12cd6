"""Calibration for pages and the command line: the view's checks, put into words."""

from __future__ import annotations

from firmware.reading.watcher import Watcher
from referee.contract import Message
from referee.reports.workshop import CheckResult
from vision.calibrate import Check as Measured
from vision.calibrate import calibrate
from vision.mat import Mat
from vision.reading import Image

CARD_MM = (63.0, 88.0)


def checked(check: Measured) -> Message:
    """Return the sentence of a check."""
    return Message(f"vision.check.{check.key}", dict(check.params))


def checks_of(
    picture: Image, mat: Mat, card_mm: tuple[float, float] = CARD_MM
) -> tuple[CheckResult, ...]:
    """Check a picture (height x width x 3, BGR) and say each finding."""
    return tuple(
        CheckResult(c.name, c.passed, checked(c)) for c in calibrate(picture, mat, card_mm)
    )


class Calibrator:
    """Implements `webui.port.Calibration` on the running table's camera."""

    def __init__(self, watcher: Watcher, mat: Mat) -> None:
        self._watcher = watcher
        self._mat = mat

    def checks(self) -> tuple[CheckResult, ...]:
        """Check the newest picture; empty where the camera gives none."""
        frame = self._watcher.frame
        return () if frame is None else checks_of(frame.image, self._mat)

    def relight(self) -> None:
        """Let the camera measure light, colour and focus anew, then hold them; does not wait."""
        self._watcher.meter()
