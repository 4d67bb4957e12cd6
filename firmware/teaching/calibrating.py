"""Checks a camera's view, and puts the results in words for pages and the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from firmware.decks import CARD_MM, usual_card_mm
from firmware.errors import BadData
from firmware.reading.eye import Eye
from firmware.reading.watcher import Watcher
from referee.contract import Message
from referee.reports.workshop import CheckResult
from vision.calibration.checks import Check as Measured
from vision.calibration.checks import calibrate
from vision.lens import Lens
from vision.mat import Mat
from vision.reading import Image

KEPT_MM = 1.0  # Maximum error of positions with the stored lens.


def check_message(check: Measured) -> Message:
    """Return the message of a check."""
    return Message(f"vision.check.{check.key}", dict(check.params))


def check_place(check: Measured) -> Message | None:
    """Return the message that names the mat that failed a check, or None for a single mat."""
    if check.mat is None or check.passed is not False:
        return None
    if check.mat.seat is None:
        return Message("vision.check.where.middle")
    return Message("vision.check.where.seat", {"seat": check.mat.seat})


def checks_of(
    picture: Image,
    mats: Sequence[Mat],
    kept: Lens | None = None,
    card_mm: tuple[float, float] | None = None,
    *,
    whole: bool = True,
) -> tuple[CheckResult, ...]:
    """Check a picture (height x width x 3, BGR) and return the findings.

    `kept` is the stored lens. If a good measurement differs from it, a finding says that it should
    be stored. `card_mm` is the size of the cards to be read. With several cameras, no camera needs
    to see the `whole` of a mat.
    """
    view = calibrate(picture, mats, card_mm or CARD_MM, whole=whole)
    results = [CheckResult(c.name, c.passed, check_message(c), check_place(c)) for c in view.checks]
    if view.lens is None or view.fit is None:
        return tuple(results)
    off_mm = view.fit.max_difference_mm(kept)
    if off_mm <= KEPT_MM:
        return tuple(results)
    keep = Message("vision.check.lens.keep", {"measure": round(off_mm, 1), "limit": KEPT_MM})
    return tuple(CheckResult("lens", False, keep) if c.name == "lens" else c for c in results)


class Calibrator:
    """Implements `webui.workshop.Calibration` with the running table's cameras."""

    def __init__(
        self, watcher: Watcher, do: Callable[[Callable[[], Any]], Any] = lambda call: call()
    ) -> None:
        """Use the cameras of a watcher. `do` runs the checks in the thread for pictures."""
        self._watcher = watcher
        self._do = do

    def checks(self) -> tuple[CheckResult, ...]:
        """Check the newest pictures, and return nothing if there are none.

        With several cameras, a camera's name comes before its checks.
        """
        self._watcher.viewed()
        if self._watcher.alone:
            return self._seen_by(0)
        results: list[CheckResult] = []
        for number, eye in enumerate(self._watcher.eyes):
            results.append(CheckResult("camera", eye.camera.well, eye.camera.message))
            results += self._seen_by(number)
        return tuple(results)

    def _seen_by(self, number: int) -> tuple[CheckResult, ...]:
        """Check a camera's newest picture, for cards of the match or else of the visible mats."""
        eye = self._watcher.eyes[number]
        frame = eye.frame
        return () if frame is None else tuple(self._do(partial(self._check, eye, frame.image)))

    def _check(self, eye: Eye, picture: Image) -> tuple[CheckResult, ...]:
        name, mats = self._watcher.mats_in_view(eye)
        card_mm = eye.card_mm or usual_card_mm(name)
        return checks_of(picture, mats, eye.lens, card_mm, whole=self._watcher.alone)

    def keep_lens(self) -> None:
        """Measure the lenses in the newest pictures, store them, and use them from now on.

        Raise `BadData` if a lens cannot be measured or stored.
        """
        self._watcher.viewed()
        if not self._watcher.eyes:
            raise BadData("table.lens.unmeasured")
        for eye in self._watcher.eyes:
            frame = eye.frame
            lens = None if frame is None else self._do(partial(self._lens, eye, frame.image))
            if lens is None:
                raise BadData("table.lens.unmeasured")
            eye.keep_lens(lens)
        self._watcher.wake()

    def _lens(self, eye: Eye, picture: Image) -> Lens | None:
        _, mats = self._watcher.mats_in_view(eye)
        return calibrate(picture, mats, CARD_MM).lens

    def mirror(self) -> None:
        """Mirror the pictures of cameras that show the mat mirrored. Without any, undo it.

        Raise `BadData` if there is no picture, or if this cannot be stored.
        """
        self._watcher.viewed()
        eyes = [eye for eye in self._watcher.eyes if eye.frame is not None]
        if not eyes:
            raise BadData("table.lens.unmeasured")
        for eye in [eye for eye in eyes if self._is_mirrored(eye)] or eyes:
            eye.mirror()
        self._watcher.wake()

    def _is_mirrored(self, eye: Eye) -> bool:
        frame = eye.frame
        checks = () if frame is None else self._do(partial(self._check, eye, frame.image))
        return any(check.message.key == "vision.check.mat.mirrored" for check in checks)

    def relight(self) -> None:
        """Tell the cameras to measure light, colour and focus again and then hold them.

        This does not wait for them.
        """
        self._watcher.meter()
