"""The soldering board of 5 × 7 cm: its parts, its joined holes, and its rules.

A hole is a column and a row of the 2.54 mm grid, counted from the upper left corner as seen from
the parts' side. Each hole has its own pad. Wires on the back join the pads. The header is numbered
like the Pi's, seen from above, with pin 1 at the left and the odd pins below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from firmware.board import place, places
from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.hookup import DRIVER, buzzer_channel, ground_place, ohms_of, supply_place

COLUMNS, ROWS, PITCH_MM, BOARD_MM = 24, 18, 2.54, (70.0, 50.0)
HEADER, TOP, BOTTOM, CHIP = 8, 3, 16, (14, 11)  # rows of even pins, terminals and the driver
FIRST = 3, 7  # Columns of pin 1 of the header and of the driver.
POLES = COLUMNS // 2
# The least deep screw terminal of 5.08 mm. A deeper one would stand in the resistors' way.
TERMINAL, TERMINAL_MM = "KF301", 7.6

Hole = tuple[int, int]
Net = tuple[Hole, ...]


@dataclass(frozen=True)
class Placed:
    """A part on the board: the holes of its leads by name, and the size of its body.

    `reaches` says how many holes the body extends beyond the leads, to the left, up, right and
    down. A `notch` is in the middle of the ``left`` side or of the side ``below``. `bought` names
    the part to buy, where one of another size does not fit.
    """

    name: str
    leads: dict[str, Hole]
    reaches: tuple[float, float, float, float] = (0.4, 0.4, 0.4, 0.4)
    notch: str = ""
    bought: str = ""

    @property
    def body(self) -> tuple[float, float, float, float]:
        """Return the body's left, top, right and bottom, in holes."""
        xs, ys = ([hole[axis] for hole in self.leads.values()] for axis in (0, 1))
        left, up, right, down = self.reaches
        return (min(xs) - left, min(ys) - up, max(xs) + right, max(ys) + down)


@dataclass(frozen=True)
class Layout:
    """All parts of a board, and its nets. A net's name is what it carries; its holes are joined."""

    parts: tuple[Placed, ...]
    nets: dict[str, Net]

    def links(self) -> Iterator[tuple[str, Hole, Hole]]:
        """Yield every wire on the back: what the wire carries, and its two holes."""
        for name, net in self.nets.items():
            yield from ((name, one, other) for one, other in pairwise(net))

    def faults(self) -> Iterator[str]:
        """Yield each violation of the board's rules as a sentence."""
        held = Counter(hole for part in self.parts for hole in part.leads.values())
        yield from (f"two leads in hole {hole}" for hole, many in held.items() if many > 1)
        for part in self.parts:
            left, top, right, bottom = part.body
            corner, far = in_mm((left, top)), in_mm((right, bottom))
            if min(corner) < 0 or far[0] > BOARD_MM[0] or far[1] > BOARD_MM[1]:
                yield f"{part.name} stands out over the board"
        for one, other in combinations(self.parts, 2):
            if _overlap(one.body, other.body):
                yield f"{one.name} and {other.name} stand in each other's way"
        joined = Counter(hole for net in self.nets.values() for hole in set(net))
        yield from (f"two nets meet in hole {hole}" for hole, many in joined.items() if many > 1)
        yield from (f"no lead in hole {hole}, where a wire ends" for hole in joined - held)


def lay_out(pins: Pins, parts: Parts) -> Layout | None:
    """Return the board for a pin table, or None if the parts do not fit or need no driver."""
    lamp = parts.lamps[pins.lamps]
    if 2 * len(pins.seats) > POLES or not lamp.driven or lamp.ohms is not None:
        return None
    header = {str(pin): _of_header(pin) for pin in range(1, 41)}

    def of_gpio(gpio: int) -> Hole:
        return header[str(place(gpio))]

    chip = {str(pin): _of_chip(pin, parts.driver.channels) for pin in range(1, 19)}
    top = {str(pole + 1): (2 * pole + 1, TOP) for pole in range(POLES)}
    bottom = {str(pole + 1): (2 * pole + 1, BOTTOM) for pole in range(POLES)}
    half = TERMINAL_MM / PITCH_MM / 2
    around, terminals = (1.0, half, 1.0, half), f"{TERMINAL}, {TERMINAL_MM:g} mm deep"
    placed = [
        Placed("to the Pi", header, (1.9, 1.2, 1.9, 1.2), "below"),
        Placed(DRIVER, chip, (0.4, 0.3, 0.4, 0.3), "left"),
        Placed("seats", top, around, bought=terminals),
        Placed("strips and console", bottom, around, bought=terminals),
        Placed(parts.fuse.what, fuse := {"1": (2, 12), "2": (4, 12)}),
    ]
    nets: dict[str, Net] = {}
    ohms = ohms_of(parts.button_ohms(lamp))
    for seat, row in enumerate(pins.seats):
        pole, lamp_pole = top[str(2 * seat + 1)], top[str(2 * seat + 2)]
        near, far = (pole[0], 5), (pole[0], 6)
        placed.append(Placed(ohms, {"1": near, "2": far}))
        nets[f"button {seat + 1}"] = (pole, near)
        nets[f"GPIO{row.button}"] = (far, of_gpio(row.button))
        channel = str(seat + 1)
        nets[f"GPIO{row.led}"] = (of_gpio(row.led), chip[channel])
        nets[f"lamp {seat + 1} −"] = (chip[str(19 - int(channel))], lamp_pole)
    nets["GND"] = (bottom["1"], chip["9"], header[str(ground_place())], bottom["11"])
    supply = supply_place(lamp)
    first = bottom["12"] if supply is None else header[str(supply)]
    nets[lamp.supply] = (first, fuse["1"])
    nets[f"{lamp.supply}, fused"] = (fuse["2"], bottom["2"])
    if pins.console is not None:
        nets["3V3"] = (header[str(places()["3V3"][0])], bottom["3"])
        console = pins.console
        wired = (console.display_data, console.display_clock, console.encoder_a, console.encoder_b)
        for number, gpio in enumerate((*wired, console.encoder_push), 4):
            nets[f"GPIO{gpio}"] = (of_gpio(gpio), bottom[str(number)])
    if pins.buzzer is not None:
        beside = {"1": (17, 13), "2": (19, 13)}
        placed.append(Placed(ohms_of(parts.buzzer.ohms), beside))
        channel = str(buzzer_channel(pins) + 1)
        nets[f"GPIO{pins.buzzer}"] = (of_gpio(pins.buzzer), chip[channel])
        nets["buzzer −"] = (chip[str(19 - int(channel))], beside["2"], bottom["10"])
        nets[f"{lamp.supply}, fused"] += (beside["1"], bottom["9"])
    return Layout(tuple(placed), nets)


def in_mm(at: tuple[float, float]) -> tuple[float, float]:
    """Return a grid position in mm, measured from the board's upper left corner.

    >>> in_mm((12.5, 9.5))
    (35.0, 25.0)
    """
    middle = (COLUMNS + 1) / 2, (ROWS + 1) / 2
    x, y = (
        side / 2 + (one - half) * PITCH_MM
        for side, one, half in zip(BOARD_MM, at, middle, strict=True)
    )
    return x, y


def poles(pins: Pins, parts: Parts) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what each terminal connects, from left to right. The upper edge comes first."""
    top = [f"{seat + 1} {what}" for seat in range(len(pins.seats)) for what in ("button", "lamp −")]
    console = ("3V3", "SDA", "SCL", "A", "B", "push") if pins.console else ("",) * 6
    lamp = parts.lamps[pins.lamps]
    fed = f"{lamp.supply} in" if supply_place(lamp) is None else ""
    buzzer = ("buzzer +", "buzzer −") if pins.buzzer else ("", "")
    bottom = ("GND", "lamps +", *console, *buzzer, "GND", fed)
    return (*top, *("",) * (POLES - len(top))), bottom


def _of_header(pin: int) -> Hole:
    return (FIRST[0] + (pin - 1) // 2, HEADER + pin % 2)


def _of_chip(pin: int, channels: int) -> Hole:
    side = channels + 1
    return (FIRST[1] + pin - 1, CHIP[0]) if pin <= side else (FIRST[1] + 2 * side - pin, CHIP[1])


def _overlap(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> bool:
    across = one[0] < other[2] and other[0] < one[2]
    return across and one[1] < other[3] and other[1] < one[3]
