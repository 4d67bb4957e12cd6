"""A button's wire and the lamps' fuse: within what a pin, a lamp and a supply bear."""

from __future__ import annotations

import msgspec
import pytest

from firmware.panel.pins import load_pins
from firmware.parts import Parts, load_parts
from firmware.presses.debounce import HOLD_NS
from firmware.wiring.currents import current_of, sums_ma
from firmware.wiring.lines import Bus, Line

PARTS, PINS = load_parts(), load_pins()
METRES = 3.5  # The longest wire to a seat that the guide names.
KIT = Line(PARTS, METRES, PARTS.button.pull_up_ohms)


def test_a_press_is_surely_low_and_a_slip_of_5_v_is_borne() -> None:
    assert KIT.pressed_volts == pytest.approx(3.3 * 1 / 51)  # by hand
    assert KIT.pressed_volts < PARTS.button.low_volts / 4
    slip_ma = KIT.slip_ma("5V", PARTS.button.ohms)
    assert slip_ma == pytest.approx(1.1)  # (5 - 3.3 - 0.6) V through 1 kΩ
    assert slip_ma < PARTS.button.slip_ma


def test_a_press_stays_surely_low_with_the_resistor_against_noise() -> None:
    wire = PARTS.button
    for ohms, noise_ohms in ((wire.ohms, wire.noise_ohms), (wire.ohms_12v, wire.noise_ohms_12v)):
        line = Line(PARTS, METRES, wire.least_pull_up_ohms, ohms, noise_ohms=noise_ohms)
        assert line.pressed_volts < wire.low_volts
        assert line.hum_volts < KIT.hum_volts
    assert line.pressed_volts == pytest.approx(3.3 * 4.7 / (4.7 + 33 * 47 / 80))  # by hand


def test_what_comes_along_the_wire_is_no_press() -> None:
    """50 pF of 200 share 5 V: a quarter of it; twice that in a worse cable, for far below 2 ms."""
    assert KIT.dips_volts == pytest.approx(3.3 - 1.25)
    worse = Line(_with(neighbour_pf_m=150.0), METRES, PARTS.button.pull_up_ohms)
    assert worse.dips_volts < PARTS.button.low_volts
    assert 0 < worse.dips_us * 1000 < HOLD_NS / 20
    assert KIT.hum_volts < 3.3 - PARTS.button.high_volts


def test_a_long_cable_of_the_display_needs_a_slow_bus() -> None:
    two, long = Bus(PARTS, 2.0), Bus(PARTS, METRES)
    assert two.rise_ns == pytest.approx(0.847 * 1800 * 320e-3, rel=0.01)  # by hand
    assert two.keeps(100)
    assert not two.keeps(400)
    assert not long.keeps(100)  # More than 400 pF.
    assert long.keeps(50)


def test_the_lamps_fuse_holds_their_sum_when_warm_and_gives_in_before_the_supply_does() -> None:
    lamp = PARTS.lamps[PINS.lamps]
    flows = (current_of(lamp, PARTS.colour_of(seat), PARTS).ma for seat in range(len(PINS.seats)))
    assert sum(flows) < 0.7 * PARTS.fuse.holds_ma  # at 60 °C
    left_ma = PARTS.limit_ma(lamp.supply) - sums_ma(PINS, PARTS)[lamp.supply]
    assert PARTS.fuse.holds_ma < PARTS.fuse.trips_ma < left_ma


def _with(**figures: float) -> Parts:
    wire = msgspec.structs.replace(PARTS.button, **figures)
    return msgspec.structs.replace(PARTS, button=wire)
