"""Computes the currents of a wiring: through each lamp, and the total of each supply."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.panel.pins import Pins
from firmware.parts import Colour, Lamp, Parts
from referee.contract import Message, Value


@dataclass(frozen=True)
class Current:
    """The current through one lamp. `dim` says whether its light is too weak to see."""

    ma: float
    dim: bool


def current_of(lamp: Lamp, colour: Colour, parts: Parts) -> Current:
    """Return the current through a lamp of this kind in this colour.

    A lamp with a built-in resistor counts as an LED of its colour with a resistor. This resistor
    gives the rated current at the rated voltage.
    """
    ohms = lamp.ohms
    if ohms is None:
        ohms = (lamp.rated_volts - colour.led_volts) / lamp.rated_ma * 1000
    left_volts = parts.volts[lamp.supply] - lamp.drop_volts - colour.led_volts
    ma = max(0.0, left_volts / ohms * 1000)
    return Current(ma, ma < lamp.least_ma)


def sums_ma(pins: Pins, parts: Parts) -> dict[str, float]:
    """Return the total current from each supply in mA, for all wired parts with every lamp lit."""
    lamp = parts.lamps[pins.lamps]
    wired = {"", *(["console"] if pins.console else [])}
    sums = dict.fromkeys(parts.volts, 0.0)
    for part in parts.part:
        for supply, ma in part.draws_ma.items() if part.wired in wired else ():
            sums[supply] += part.count * ma
    for seat in range(len(pins.seats)):
        sums[lamp.supply] += current_of(lamp, parts.colour_of(seat), parts).ma
        sums["pin"] += parts.driver.input_ma if lamp.driven else 0.0
    if pins.buzzer is not None:
        sums[lamp.supply] += sounding_ma(lamp, parts)
        sums["pin"] += parts.driver.input_ma if lamp.driven else 0.0
    return sums


def sounding_ma(lamp: Lamp, parts: Parts) -> float:
    """Return the current that the buzzer takes at most, from the supply of the lamps.

    On the driver, it is that of the resistor beside the piezo. On a pin, it is that of a short.
    """
    ohms = parts.buzzer.ohms if lamp.driven else parts.buzzer.pin_ohms
    return (parts.volts[lamp.supply] - lamp.drop_volts) / ohms * 1000


def faults(pins: Pins, parts: Parts) -> tuple[Message, ...]:
    """Return a message for every current that is too strong or too weak."""
    lamp = parts.lamps[pins.lamps]
    messages = [
        Message("table.currents.too_much", {"supply": supply, "ma": round(ma), "limit": limit})
        for supply, ma in sums_ma(pins, parts).items()
        if ma > (limit := round(parts.limit_ma(supply)))
    ]
    most_ma = parts.driver.output_ma if lamp.driven else parts.each_pin_ma
    flows = [current_of(lamp, parts.colour_of(seat), parts) for seat in range(len(pins.seats))]
    dim = tuple(seat for seat, flow in enumerate(flows) if flow.dim)
    strong = tuple(seat for seat, flow in enumerate(flows) if flow.ma > most_ma)
    for seats, key, limit_ma in (
        (dim, "table.currents.dim", lamp.least_ma),
        (strong, "table.currents.strong", most_ma),
    ):
        if seats:
            params: dict[str, Value] = {
                "seats": seats,
                "lamps": pins.lamps,
                "limit": round(limit_ma),
            }
            messages.append(Message(key, params))
    return tuple(messages)
