"""Lists a table's wires. Each goes from a pin of the Pi's header to a terminal of a part."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.board import place, places
from firmware.panel.pins import Pins
from firmware.parts import Lamp, Parts
from referee import words
from referee.contract import Message, Value

DRIVER = "ULN2803A"
BUZZER_CHANNEL = 6  # The driver's first channels are kept for six seats.


@dataclass(frozen=True)
class Wire:
    """A wire from a `place` on the header, which carries ``GPIO17`` or ``GND``, for example.

    The wire goes to a terminal of the `part`, a seat's if it has one, through the part `through`. A
    separate supply has no `place`. `gpio` is the GPIO number, or None. A strip's wire names the
    parts that are `joined` to it.
    """

    part: str
    place: int | None
    carries: str
    through: str = ""
    seat: int | None = None
    gpio: int | None = None
    joined: tuple[str, ...] = ()

    @property
    def to(self) -> Message:
        """The terminal at the end of the wire."""
        params: dict[str, Value] = {} if self.seat is None else {"seat": self.seat}
        if self.joined:
            strip = "grounded" if self.part == "ground" else "fed"
            params["words"] = tuple(f"cli.wiring.{strip}.{kind}" for kind in self.joined)
        return Message(f"cli.wiring.{self.part}", params)

    @property
    def name(self) -> str:
        """The part's name in the English guide and drawings."""
        return words.say(self.to, "en").partition(",")[0]


def wires_of(pins: Pins, parts: Parts) -> tuple[Wire, ...]:
    """Return all wires of a table: first each seat's, then the rest, and the supplies last."""
    lamp = parts.lamps[pins.lamps]
    wires: list[Wire] = []

    def wire(part: str, gpio: int, through: str = "", seat: int | None = None) -> None:
        wires.append(Wire(part, place(gpio), f"GPIO{gpio}", through, seat, gpio))

    for seat, row in enumerate(pins.seats):
        wire("button", row.button, ohms_of(parts.button_ohms(lamp)), seat)
        by = [driver_pins(seat, parts.driver.channels)] if lamp.driven else []
        by += [ohms_of(lamp.ohms)] if lamp.ohms is not None else []
        wire("lamp" if lamp.driven else "led", row.led, ", ".join(by), seat)
    if pins.buzzer is not None:
        if lamp.driven:
            wire("buzzer", pins.buzzer, driver_pins(buzzer_channel(pins), parts.driver.channels))
        else:
            wire("buzzer_pin", pins.buzzer, ohms_of(parts.buzzer.pin_ohms))
    if pins.console is not None:
        wire("knob_a", pins.console.encoder_a)
        wire("knob_b", pins.console.encoder_b)
        wire("knob_push", pins.console.encoder_push)
        wire("display_data", pins.console.display_data)
        wire("display_clock", pins.console.display_clock)
        for at, part in zip(places()["3V3"], ("display_power", "knob_power"), strict=False):
            wires.append(Wire(part, at, "3V3"))
    if lamp.driven:
        fuse, joined = parts.fuse.what, fed(pins)
        wires.append(Wire("lamps_power", supply_place(lamp), lamp.supply, fuse, joined=joined))
    wires.append(Wire("ground", ground_place(), "GND", joined=grounded(pins, parts)))
    if lamp.driven and supply_place(lamp) is None:
        wires.append(Wire("grounds_joined", None, "GND"))
    return tuple(wires)


def grounded(pins: Pins, parts: Parts) -> tuple[str, ...]:
    """Return the kinds of parts on the ground strip, in order."""
    chips = ("driver", "driver_b")[: drivers(pins, parts)]
    lamps = chips or ("leds", *(["buzzer"] if pins.buzzer is not None else []))
    return ("buttons", *lamps, *(["knob", "display"] if pins.console is not None else []))


def fed(pins: Pins) -> tuple[str, ...]:
    """Return the kinds of parts on the lamps' strip, in order."""
    return ("lamps", *(["buzzer"] if pins.buzzer is not None else []))


def buzzer_channel(pins: Pins) -> int:
    """Return the driver's channel for the buzzer, counted from 0 like the seats."""
    return max(len(pins.seats), BUZZER_CHANNEL)


def drivers(pins: Pins, parts: Parts) -> int:
    """Return the number of driver chips: the buzzer may need one more than the lamps."""
    if not parts.lamps[pins.lamps].driven:
        return 0
    used = len(pins.seats) if pins.buzzer is None else buzzer_channel(pins) + 1
    return -(-used // parts.driver.channels)


def ground_place() -> int:
    """Return the header's ground pin. It is on the side of the odd pins, away from the 5 V pins."""
    return next(at for at in places()["GND"] if at % 2)


def supply_place(lamp: Lamp) -> int | None:
    """Return the header's pin that supplies the lamps, or None if they have their own supply."""
    return next(iter(places().get(lamp.supply, ())), None)


def ohms_of(ohms: float) -> str:
    """Return a resistor's value as it is written on a drawing.

    >>> ohms_of(220), ohms_of(4700)
    ('220 Ω', '4.7 kΩ')
    """
    return f"{ohms / 1000:g} kΩ" if ohms >= 1000 else f"{ohms:g} Ω"


def driver_pins(seat: int, channels: int) -> str:
    """Return the driver's input and output pin for a seat or the buzzer; they face each other.

    >>> driver_pins(2, 8), driver_pins(9, 8)
    ('ULN2803A 3 → 16', 'ULN2803A b 2 → 17')
    """
    chip, channel = divmod(seat, channels)
    last = 2 * channels + 2  # Each chip also has a ground pin, and one pin shared by its diodes.
    return f"{driver_name(chip)} {channel + 1} → {last - channel}"


def driver_name(chip: int) -> str:
    """Return the name of the first driver, 0, or of the second one."""
    return f"{DRIVER}{' b' if chip else ''}"
