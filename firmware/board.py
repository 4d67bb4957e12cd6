"""The Pi's 40-pin header: which place carries which GPIO, and what each pin is at power-up.

The places are gpiozero's own board data; a Pi 4's and a Pi 5's are the same.
"""

from __future__ import annotations

from functools import cache

from gpiozero.pins.pi import PiBoardInfo

PI_4, PI_5 = 0xC03111, 0xC04170  # revision codes
HEADER = "J8"

IDENTITY = (0, 1)  # read at power-up for the identity chip of an add-on board
I2C = (2, 3)  # data and clock of bus 1: with pull-ups on the board, and no overlay needed
SERIAL = (14, 15)  # of the serial port: at power-up the Pi writes to 14
USABLE = range(2, 28)
# At power-up GPIO 0 to 8 are inputs pulled up, 9 to 27 are inputs pulled down: BCM2711 ARM
# Peripherals, "GPIO pull-up and pull-down"; RP1 Peripherals, "GPIO".
PULLED_DOWN = range(9, 28)


@cache
def places(revision: int = PI_4) -> dict[str, tuple[int, ...]]:
    """Return the header's places, 1 to 40, by what they carry: ``GPIO17``, ``GND``, ``3V3``."""
    found: dict[str, tuple[int, ...]] = {}
    for number, pin in sorted(PiBoardInfo.from_revision(revision).headers[HEADER].pins.items()):
        found[pin.name] = (*found.get(pin.name, ()), number)
    return found


def place(gpio: int) -> int:
    """Return the place of a GPIO on the header.

    >>> place(17)
    11
    """
    return places()[f"GPIO{gpio}"][0]
