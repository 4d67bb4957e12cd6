"""Held exposures: as bright as measured, and without flicker."""

from __future__ import annotations

import random

import pytest

from firmware.cameras.exposure import flash_us, over_whole_flashes


@pytest.mark.parametrize("mains_hz", [50, 60])
def test_an_exposure_is_over_whole_flashes_and_as_bright_as_before(mains_hz: int) -> None:
    chance = random.Random(mains_hz)
    flash, whole = flash_us(mains_hz), 0
    for _ in range(5000):
        exposure_us, gain = chance.uniform(50, 66_667), 2 ** chance.uniform(0, 4)
        held_us, held_gain = over_whole_flashes(
            exposure_us, gain, mains_hz=mains_hz, longest_us=66_667, gains=(1.0, 16.0)
        )
        assert 1.0 <= held_gain <= 16.0
        assert held_us <= 66_667
        if exposure_us * gain < 0.98 * flash:
            assert (held_us, held_gain) == (exposure_us, gain)
            continue
        assert held_us / flash == pytest.approx(round(held_us / flash))
        brightness = held_us * held_gain / (exposure_us * gain)
        # At the greatest gain a dim table loses a part of one flash, at the most.
        assert 0.97 < brightness < 1.03 or (held_gain == 16.0 and 0.85 < brightness < 1)
        whole += 1
    assert whole > 4000
