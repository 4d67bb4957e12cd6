"""Exposure times that avoid flicker from lamps on the mains.

Such a lamp is bright twice in each mains period. An exposure over whole flashes is the same in
every row and frame. Any other shows moving bands.
"""

from __future__ import annotations

import math

LINES = 0.02  # of a flash: sensors expose whole lines, a little less than requested


def flash_us(mains_hz: float) -> float:
    """Return the time between two flashes of a lamp, in microseconds."""
    return 1e6 / (2 * mains_hz)


def over_whole_flashes(
    exposure_us: float,
    gain: float,
    *,
    mains_hz: float,
    longest_us: float,
    gains: tuple[float, float] = (1.0, 1.0),
) -> tuple[float, float]:
    """Return an exposure in microseconds and a gain that are as bright as those given, without
    flicker.

    `gains` are the least and the greatest gain of the camera. If it is too bright for one whole
    flash, return both as given: most of that light is the sun's.
    """
    flash, light = flash_us(mains_hz), exposure_us * gain
    most = math.floor(min(longest_us, light / gains[0]) / flash + LINES)
    least = math.ceil(light / gains[1] / flash - LINES)
    if most < 1:
        return exposure_us, gain
    flashes = min(most, max(1, least, round(exposure_us / flash)))
    held_us = flashes * flash
    return held_us, min(max(light / held_us, gains[0]), gains[1])
