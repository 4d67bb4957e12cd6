"""Lists a table's wires. Each goes from a pin of the Pi's header to a terminal of a part."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.board import place, places
from firmware.panel.pins import Pins
from firmware.parts import Parts
from referee.contract import Message, Value

DRIVER = "ULN2803A"
BUZZER_OHMS = 220  # limits the current to 15 mA in a short circuit at 3.3 V, which a pin can give


@dataclass(frozen=True)
class Wire:
    """A wire from a `place` on the header, which carries ``GPIO17`` or ``GND``, for example.

    The wire goes to the terminal `to`, through the part `through`. A separate supply has no
    `place`. `gpio` is the GPIO number, or None.
    """

    place: int | None
    carries: str
    to: Message
    through: str = ""
    gpio: int | None = None


def wires_of(pins: Pins, parts: Parts) -> tuple[Wire, ...]:
    """Return all wires of a table: first each seat's, then the rest, and the supplies last."""
    lamp = parts.lamps[pins.lamps]
    found: list[Wire] = []

    def wire(gpio: int, key: str, through: str = "", **params: Value) -> None:
        name = f"GPIO{gpio}"
        found.append(Wire(place(gpio), name, Message(f"cli.wiring.{key}", params), through, gpio))

    for seat, row in enumerate(pins.seats):
        wire(row.button, "button", ohms_of(parts.button.ohms), seat=seat)
        by = [driver_pins(seat, parts.driver.channels)] if lamp.driven else []
        by += [ohms_of(lamp.ohms)] if lamp.ohms is not None else []
        wire(row.led, "lamp" if lamp.driven else "led", ", ".join(by), seat=seat)
    if pins.buzzer is not None:
        wire(pins.buzzer, "buzzer", ohms_of(BUZZER_OHMS))
    if pins.console is not None:
        wire(pins.console.encoder_a, "knob_a")
        wire(pins.console.encoder_b, "knob_b")
        wire(pins.console.encoder_push, "knob_push")
        wire(pins.console.display_data, "display_data")
        wire(pins.console.display_clock, "display_clock")
        for at, key in zip(places()["3V3"], ("display_power", "knob_power"), strict=False):
            found.append(Wire(at, "3V3", Message(f"cli.wiring.{key}")))
    if lamp.driven:
        header = places().get(lamp.supply)
        found.append(
            Wire(
                header[0] if header else None,
                lamp.supply,
                Message("cli.wiring.lamps_power"),
                parts.fuse.what,
            )
        )
    # This ground pin is on the side of the odd pins, away from the 5 V pins.
    ground = next(at for at in places()["GND"] if at % 2)
    grounded = ["buttons", *(["driver"] if lamp.driven else ["leds"])]
    grounded += ["buzzer"] if pins.buzzer is not None else []
    grounded += ["knob", "display"] if pins.console is not None else []
    joined = tuple(f"cli.wiring.grounded.{one}" for one in grounded)
    found.append(Wire(ground, "GND", Message("cli.wiring.ground", {"words": joined})))
    if lamp.driven and lamp.supply not in places():
        found.append(Wire(None, "GND", Message("cli.wiring.grounds_joined")))
    return tuple(found)


def ohms_of(ohms: float) -> str:
    """Return a resistor's value as it is written on a drawing.

    >>> ohms_of(220), ohms_of(4700)
    ('220 Ω', '4.7 kΩ')
    """
    return f"{ohms / 1000:g} kΩ" if ohms >= 1000 else f"{ohms:g} Ω"


def driver_pins(seat: int, channels: int) -> str:
    """Return the driver's input and output pin for a seat. They are opposite each other.

    >>> driver_pins(2, 8), driver_pins(9, 8)
    ('ULN2803A 3 → 16', 'ULN2803A b 2 → 17')
    """
    chip, channel = divmod(seat, channels)
    last = 2 * channels + 2  # Each chip also has a ground pin, and one pin shared by its diodes.
    return f"{DRIVER}{' b' if chip else ''} {channel + 1} → {last - channel}"
