"""Exposure times that avoid flicker from lamps on the mains.

Such a lamp flashes twice in each mains period. If an exposure lasts a whole number of flashes,
every row and frame gets the same light. Otherwise pictures show moving bands.
"""

from __future__ import annotations

import math

LINES = 0.02  # share of a flash, because sensors expose whole lines, a little less than requested


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
    """Return an exposure in microseconds and a gain that avoid flicker at the same brightness.

    `gains` are the camera's lowest and highest gain. If even one whole flash would make the picture
    too bright, both values are returned unchanged, because most of that light is the sun's.
    """
    flash, light = flash_us(mains_hz), exposure_us * gain
    most = math.floor(min(longest_us, light / gains[0]) / flash + LINES)
    least = math.ceil(light / gains[1] / flash - LINES)
    if most < 1:
        return exposure_us, gain
    flashes = min(most, max(1, least, round(exposure_us / flash)))
    held_us = flashes * flash
    return held_us, min(max(light / held_us, gains[0]), gains[1])
