"""The Pi's 40-pin header: which pin carries which GPIO, and how each GPIO starts at power-up.

The pin numbers come from gpiozero's board data. They are the same on a Pi 4 and a Pi 5.
"""

from __future__ import annotations

from functools import cache

from gpiozero.pins.pi import PiBoardInfo

PI_4 = 0xC03111  # its revision code

I2C = (2, 3)  # Data and clock of bus 1. The Pi has pull-ups here; it needs no overlay.
SERIAL = (14, 15)  # The Pi writes to the serial port's GPIO 14 at power-up.
USABLE = range(2, 28)
# At power-up, GPIO 0 to 8 are inputs pulled up, and 9 to 27 are inputs pulled down. Sources:
# BCM2711 ARM Peripherals, "GPIO pull-up and pull-down"; RP1 Peripherals, "GPIO".
PULLED_DOWN = range(9, 28)


@cache
def places() -> dict[str, tuple[int, ...]]:
    """Return the header's pins (1 to 40) by what they carry: ``GPIO17``, ``GND`` or ``3V3``."""
    results: dict[str, tuple[int, ...]] = {}
    for number, pin in sorted(PiBoardInfo.from_revision(PI_4).headers["J8"].pins.items()):
        results[pin.name] = (*results.get(pin.name, ()), number)
    return results


def place(gpio: int) -> int:
    """Return the number of the header's pin that carries a GPIO.

    >>> place(17)
    11
    """
    return places()[f"GPIO{gpio}"][0]
