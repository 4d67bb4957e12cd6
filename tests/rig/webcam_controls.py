"""The settings of the rig's webcam, as the UVC specification has them: it may lie, or be deaf."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.firmware.cameras import stand_in

GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = range(0x81, 0x88)
# A setting is a unit of the webcam (1: its camera, 2: its processing) and a selector there.
MODE, EXPOSURE, FOCUS, AUTOFOCUS = (1, 2), (1, 4), (1, 6), (1, 8)
BRIGHTNESS, WARMTH, AUTO_WARMTH = (2, 2), (2, 10), (2, 11)
MANUAL, BY_TIME = 1, 8  # Modes of exposure.
# Which settings a unit has, a bit each and a byte a line.
CAMERA_CONTROLS = "\n".join(map(str, (0b101010, 0, 0b10)))
PROCESSING_CONTROLS = "\n".join(map(str, (0b1000001, 0b10000)))
# Bytes, least and greatest value of each.
ABOUT = {
    MODE: (1, MANUAL, BY_TIME),
    EXPOSURE: (4, 1, 10_000),
    FOCUS: (2, 0, 255),
    AUTOFOCUS: (1, 0, 1),
    BRIGHTNESS: (2, 0, 127),
    WARMTH: (2, 2000, 10_000),
    AUTO_WARMTH: (1, 0, 1),
}
RIGHT = {EXPOSURE: 157, FOCUS: 30, WARMTH: 4600}
SWITCHES = {EXPOSURE: (MODE, BY_TIME), FOCUS: (AUTOFOCUS, 1), WARMTH: (AUTO_WARMTH, 1)}

Setting = tuple[int, int]


@dataclass
class Controls:
    """The values that a webcam says; while it chooses one itself, it uses the right one.

    `instead` has values that its pictures have while a setting is held, whatever is set.
    """

    values: dict[Setting, int] = field(
        default_factory=lambda: RIGHT | {MODE: BY_TIME, AUTOFOCUS: 1, AUTO_WARMTH: 1, BRIGHTNESS: 2}
    )
    instead: dict[Setting, int] = field(default_factory=dict)

    def answer(self, setting: Setting, request: int) -> bytes:
        """Return what a request asks for."""
        if setting not in ABOUT:
            return bytes(2)
        length, least, most = ABOUT[setting]
        if request == GET_LEN:
            return length.to_bytes(2, "little")
        if request == GET_INFO:
            return b"\3"
        step = MANUAL | BY_TIME if setting == MODE else 1
        known = {GET_MIN: least, GET_MAX: most, GET_RES: step}
        return known.get(request, self.values[setting]).to_bytes(length, "little")

    def told(self, setting: Setting, data: bytes) -> None:
        """Take a value that the host sets."""
        if setting in self.values:
            self.values[setting] = int.from_bytes(data[: ABOUT[setting][0]], "little")

    def uses(self, setting: Setting) -> int:
        """Return the value of a setting that pictures have."""
        switch, automatic = SWITCHES[setting]
        if self.values[switch] == automatic:
            return RIGHT[setting]
        return self.instead.get(setting, self.values[setting])

    def sees(self) -> stand_in.Settings:
        """Return what pictures are like by these settings."""
        return stand_in.Settings(
            self.uses(EXPOSURE) / RIGHT[EXPOSURE],
            self.uses(WARMTH) / RIGHT[WARMTH],
            abs(self.uses(FOCUS) - RIGHT[FOCUS]) / 20,
        )
