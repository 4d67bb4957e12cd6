"""What a press does to a button's pin, what a slip to a supply does, and how long a bus may be."""

from __future__ import annotations

from math import log

from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.currents import current_of, sounding_ma

DIODE_VOLTS = 0.6  # Forward voltage of the diode between a pin and its supply.


def pressed_volts(parts: Parts, ohms: float, pull_up_ohms: float) -> float:
    """Return a pin's voltage while its button is pressed, through a resistor in the wire."""
    return parts.volts["pin"] * ohms / (ohms + pull_up_ohms)


def slip_ma(parts: Parts, supply: str, ohms: float) -> float:
    """Return the current into a pin if its wire touches a supply, through a resistor.

    It flows through the diode from the pin to its 3.3 V. So the Pi must be on: while it is off,
    its 3.3 V hold nothing back.
    """
    return (parts.volts[supply] - parts.volts["pin"] - DIODE_VOLTS) / ohms * 1000


def longest_bus_m(parts: Parts) -> float:
    """Return the length in metres up to which the display's cable keeps the bus's limits.

    The lines are pulled up by resistors, so the cable's capacitance makes their edges slow. An edge
    is measured from 30 to 70 % of the supply.
    """
    bus = parts.bus
    rise_pf = bus.most_rise_ns * 1000 / (log(0.7 / 0.3) * bus.pull_up_ohms)
    return (min(bus.most_pf, rise_pf) - bus.pins_pf) / parts.button.wire_pf_m


def from_one_pin_ma(pins: Pins, parts: Parts) -> float:
    """Return the strongest current that flows out of one pin."""
    lamp = parts.lamps[pins.lamps]
    if lamp.driven:
        return parts.driver.input_ma
    seats = range(len(pins.seats))
    flows = [current_of(lamp, parts.colour_of(seat), parts).ma for seat in seats]
    return max(*flows, sounding_ma(lamp, parts) if pins.buzzer is not None else 0.0)
