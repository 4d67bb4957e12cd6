"""Holds a webcam's exposure, white balance and focus so that its picture stays as it was.

Some webcams report a setting that they do not use while they choose it themselves. So the picture
is compared before and after: if it has changed, the setting moves towards the right one, or the
webcam goes on choosing.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2

from referee.contract import Message
from vision.reading import Image

_log = logging.getLogger(__name__)

STEPS = 7  # A picture that is 50 times too bright needs six.
LEAST_SLOPE = 0.02  # With less effect than this, the webcam ignores the setting.
SATURATED = (8.0, 247.0)  # Mean grey levels at which a picture says nothing about a step.
SPARSE_PX = 4
FLAT = 2.0  # Standard deviation in grey levels. A picture of one grey says nothing.


def brightness(image: Image) -> float:
    """Return the mean grey level, plus 1 so that black has a logarithm."""
    return float(image[::SPARSE_PX, ::SPARSE_PX].mean()) + 1


def redness(image: Image) -> float:
    """Return the ratio of red to blue, which a higher colour temperature raises."""
    blue, _, red = image[::SPARSE_PX, ::SPARSE_PX].reshape(-1, 3).mean(axis=0)
    return float(red + 1) / float(blue + 1)


def sharpness(image: Image) -> float:
    """Return the strength of edges. Half the size leaves out most of the noise."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return float(cv2.Laplacian(small, cv2.CV_32F).var()) / max(1.0, float(small.mean())) ** 2


@dataclass(frozen=True)
class Control:
    """A setting that a webcam chooses itself or holds: its properties in OpenCV.

    `automatic` has the values of `switch` for choosing, best first, and `manual` the one for
    holding. `measure` is what must stay alike in the picture, within `lower` and `upper` as natural
    logarithms. `slope` is about how much the measure's logarithm grows with the setting's; 0 means
    that no step is known. A step multiplies the setting by at most `most_step`.
    """

    name: str
    switch: int
    automatic: tuple[float, ...]
    manual: float
    value: int
    measure: Callable[[Image], float]
    lower: float
    upper: float
    slope: float = 0.0
    most_step: float = 1.0
    range: tuple[float, float] = (0.0, math.inf)

    def remark(self, camera: str) -> Message:
        """Return the message that the webcam still chooses this setting itself."""
        return Message(f"table.camera.automatic.{self.name}", {"camera": camera})


# V4L2's values: 1 is manual exposure, 3 automatic by time alone, and 0 by time and iris. The held
# exposure is rounded to whole flashes of the lamps, which changes grey levels by up to 0.17.
EXPOSURE = Control(
    "exposure", cv2.CAP_PROP_AUTO_EXPOSURE, (3, 0), 1, cv2.CAP_PROP_EXPOSURE,
    brightness, -0.22, 0.22, slope=0.45, most_step=8.0, range=(1.0, 10_000.0),
)  # fmt: skip
WHITE_BALANCE = Control(
    "white_balance", cv2.CAP_PROP_AUTO_WB, (1,), 0, cv2.CAP_PROP_WB_TEMPERATURE,
    redness, -0.08, 0.08, slope=1.0, most_step=1.4, range=(2000.0, 10_000.0),
)  # fmt: skip
FOCUS = Control(
    "focus", cv2.CAP_PROP_AUTOFOCUS, (1,), 0, cv2.CAP_PROP_FOCUS, sharpness, -0.4, math.inf
)
CONTROLS = (EXPOSURE, WHITE_BALANCE, FOCUS)


@dataclass(frozen=True)
class Settings:
    """The calls that read and write a webcam's settings, and give a picture that has them.

    `get` and `set` take several settings at once, because a slow webcam needs a frame for each
    call. `picture` returns a picture taken after all settings took effect, or None if time is up.
    `rounded` returns the nearest exposure that avoids flicker.
    """

    get: Callable[[Sequence[int]], Sequence[float]]
    set: Callable[[Sequence[tuple[int, float]]], Sequence[bool]]
    picture: Callable[[], Image | None]
    rounded: Callable[[float], float]

    def choose(self, controls: Sequence[Control] = CONTROLS) -> None:
        """Let the webcam choose settings."""
        taken = self.set([(control.switch, control.automatic[0]) for control in controls])
        for control, done in zip(controls, taken, strict=True):
            if not done and control.automatic[1:]:
                self.set([(control.switch, value) for value in control.automatic[1:]])

    def hold(self) -> list[Control]:
        """Hold settings at what the webcam chose. Return the settings that it goes on choosing.

        A setting that the webcam does not have is not among them.
        """
        before = self.picture()
        values_now = self.get([control.value for control in CONTROLS])
        present = dict(zip(CONTROLS, values_now, strict=True))
        switches = self.get([control.switch for control in CONTROLS])
        there = [
            control
            for control, on in zip(CONTROLS, switches, strict=True)
            if on >= 0 or present[control] >= 0
        ]
        if before is None:
            return there
        able = [control for control in there if present[control] >= 0]
        taken = self.set([(control.switch, control.manual) for control in able])
        able = [control for control, done in zip(able, taken, strict=True) if done]
        values = {control: self._nearest(control, present[control]) for control in able}
        self.set([(control.value, value) for control, value in values.items()])
        free = [control for control in there if control not in able]
        if before.std() < FLAT:  # Nothing to compare.
            return free
        image = self.picture()
        for control, value in values.items():
            held = self._approach(control, value, control.measure(before), image)
            if held is None:
                self.choose([control])
                free.append(control)
            image = self.picture() if held is None else held
        return free

    def _approach(
        self, control: Control, value: float, wanted: float, image: Image | None
    ) -> Image | None:
        """Move a setting until the picture is as it was. Return that picture, or None.

        `image` is a picture with the setting at `value`.
        """
        slope, last = control.slope, None
        for _ in range(STEPS):
            if image is None:
                return None
            gap = math.log(max(control.measure(image), 1e-6) / max(wanted, 1e-6))
            _log.debug("%s held at %.0f is off by %.2f.", control.name, value, gap)
            if control.lower <= gap <= control.upper:
                return image
            now = (math.log(max(value, 1.0)), gap)
            if last is not None and SATURATED[0] < image.mean() < SATURATED[1]:
                moved, most = now[0] - last[0], 2 * control.slope
                slope = min(max((gap - last[1]) / moved, -most), most) if moved else 0.0
            if abs(slope) < LEAST_SLOPE:
                return None
            most = math.log(control.most_step)
            step = min(max(gap / slope, -most), most)
            least, greatest = control.range
            value = self._nearest(control, min(max(math.exp(now[0] - step), least), greatest))
            last = now
            if not all(self.set([(control.value, value)])):
                return None
            image = self.picture()
        return None

    def _nearest(self, control: Control, value: float) -> float:
        return float(round(self.rounded(value) if control is EXPOSURE else value))
