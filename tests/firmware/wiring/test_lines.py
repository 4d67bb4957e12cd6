"""A button's wire and the lamps' fuse: within what a pin, a lamp and a supply bear."""

from __future__ import annotations

import pytest

from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.wiring.currents import current_of, sums_ma
from tests.guide_lines import longest_bus_m, pressed_volts, slip_ma

PARTS, PINS = load_parts(), load_pins()
WIRE = PARTS.button


def test_a_press_is_surely_low_and_a_slip_of_5_v_is_borne() -> None:
    pressed = pressed_volts(PARTS, WIRE.ohms, WIRE.pull_up_ohms)
    assert pressed == pytest.approx(3.3 * 1 / 51)  # by hand
    for ohms in (WIRE.ohms, WIRE.ohms_12v):
        assert pressed_volts(PARTS, ohms, WIRE.least_pull_up_ohms) < WIRE.low_volts
    assert slip_ma(PARTS, "5V", WIRE.ohms) == pytest.approx(1.1)  # (5 - 3.3 - 0.6) V through 1 kΩ
    assert slip_ma(PARTS, "5V", WIRE.ohms) < WIRE.slip_ma
    assert slip_ma(PARTS, "12V", WIRE.ohms_12v) < WIRE.slip_ma


def test_a_long_cable_of_the_display_needs_a_slow_bus() -> None:
    assert longest_bus_m(PARTS) == pytest.approx((400 - 20) / 150)  # by hand


def test_the_lamps_fuse_holds_their_sum_when_warm_and_gives_in_before_the_supply_does() -> None:
    lamp = PARTS.lamps[PINS.lamps]
    flows = (current_of(lamp, PARTS.colour_of(seat), PARTS).ma for seat in range(len(PINS.seats)))
    assert sum(flows) < 0.7 * PARTS.fuse.holds_ma  # at 60 °C
    left_ma = PARTS.limit_ma(lamp.supply) - sums_ma(PINS, PARTS)[lamp.supply]
    assert PARTS.fuse.holds_ma < PARTS.fuse.trips_ma < left_ma
