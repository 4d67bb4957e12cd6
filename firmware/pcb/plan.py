"""The printed board: its outline, its parts with their places, and what each of their pads carries.

The origin is the corner of a Pi's board next to pin 1 and the card slot; x runs along the header, y
away from it, as on a HAT. Negative y is beyond the Pi. The board sits on the Pi's header. Its head
with the terminals is wider than its neck, because the posts of the box's lid stand beside the neck.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from firmware.board import place, places
from firmware.errors import BadWiring
from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.pcb import shapes
from firmware.pcb.shapes import Point, Shape
from firmware.wiring.hookup import DRIVER, buzzer_channel, ohms_of, supply_place

SEATS = 6
HOLES: tuple[Point, ...] = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))
STACK_MM, THICK_MM, TALL_MM = (
    11.0,
    1.6,
    9.5,
)  # From the Pi to the board; the board; its tallest part.
HOLE_MM, HEAD_MM = 2.7, 6.2  # A hole for M2.5, and the room for a screw's head or a spacer.
# Clockwise. The last corners leave the Pi's sockets of the camera free.
OUTLINE: tuple[Point, ...] = (
    (-2.6, -25.2),
    (84.2, -25.2),
    (84.2, -9.0),
    (76.0, -9.0),
    (76.0, -0.5),
    (65.0, -0.5),
    (65.0, 56.0),
    (56.0, 56.0),
    (56.0, 34.0),
    (37.0, 34.0),
    (37.0, 56.0),
    (0.0, 56.0),
    (0.0, 0.0),
    (5.0, 0.0),
    (5.0, -9.0),
    (-2.6, -9.0),
)
PIN_1: Point = (8.37, 4.77)  # The header's first pin; the grid of the tracks starts here.
MIDDLE_MM, APART_MM, ROW_MM = 40.8, 14.25, -20.3  # The terminals of the seats.
BUTTON, LAMP = "BUTTON{}", "LAMP{}-"
GROUND, FEED, FUSED, BUZZER = "GND", "FEED", "FUSED", "BUZZER-"
# Their tracks are wide, but not to these parts beyond the header: only narrow ones pass its pads.
BEYOND = ("J7", "J8", "J9", "J10")
WIDE = ("5V", FEED, FUSED, *(LAMP.format(n + 1) for n in range(SEATS)))


@dataclass(frozen=True)
class Placed:
    """A part on the board: its name, what it is, the place of its pad 1, and its pads' nets.

    A pad that carries nothing has an empty net. A `turned` part lies the other way round.
    """

    name: str
    what: str
    shape: Shape
    at: Point
    nets: tuple[str, ...]
    said: str = ""
    turned: bool = False

    def point(self, at: Point) -> Point:
        """Return where a point of the shape is on the board."""
        sign = -1 if self.turned else 1
        return (round(self.at[0] + sign * at[0], 4), round(self.at[1] + sign * at[1], 4))

    @property
    def pads(self) -> tuple[Point, ...]:
        """Return the places of its pads."""
        return tuple(self.point(pad) for pad in self.shape.pads)

    @property
    def body(self) -> tuple[float, float, float, float]:
        """Return its body's left, top, right and bottom."""
        left, top, right, bottom = self.shape.body
        (x1, y1), (x2, y2) = self.point((left, top)), self.point((right, bottom))
        return (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))


def printed_board(pins: Pins, parts: Parts) -> tuple[Placed, ...]:
    """Return the board's parts for a pin table. Raise `BadWiring` if the board cannot carry it."""
    lamp = parts.lamps[pins.lamps]
    if len(pins.seats) > SEATS:
        raise BadWiring("table.board.too_many", seats=len(pins.seats), most=SEATS)
    if not lamp.driven or lamp.ohms is not None:
        raise BadWiring("table.board.unfit", lamps=pins.lamps)
    return tuple(_parts(pins, parts))


def nets_of(board: tuple[Placed, ...]) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the pads of each net: the part's name and the pad's number, from 1."""
    found: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for part in board:
        for number, net in enumerate(part.nets, start=1):
            if net:
                found[net].append((part.name, number))
    return {net: tuple(pads) for net, pads in sorted(found.items())}


def _parts(pins: Pins, parts: Parts) -> Iterator[Placed]:
    """Yield every part."""
    inputs, outputs = [""] * 8, [""] * 8
    ohms = ohms_of(parts.button_ohms(parts.lamps[pins.lamps]))
    wired: dict[int, str] = {}  # What each pin of the header carries, if it is used.
    console = pins.console
    for name in ("GND", "5V", *(["3V3"] if console else [])):
        wired |= dict.fromkeys(places()[name], name)

    def gpio(number: int) -> str:
        wired[place(number)] = f"GPIO{number}"
        return f"GPIO{number}"

    for seat, row in enumerate(pins.seats):
        number = seat + 1
        inputs[seat], outputs[seat] = gpio(row.led), LAMP.format(number)
        button = BUTTON.format(number)
        x = PIN_1[0] + 3.81 * seat + (0 if seat < SEATS // 2 else 26.67)
        yield Placed(
            f"R{number}", ohms, shapes.resistor(), (x, -2.85), (gpio(row.button), button), ohms
        )
        left = MIDDLE_MM + (seat - (SEATS - 1) / 2) * APART_MM - 5.25
        shape = shapes.terminal(4, ("BTN", "GND", "L-", "L+"))
        said = f"{number} {parts.colour_of(seat).name}"
        yield Placed(
            f"J{number}", said, shape, (left, ROW_MM), (button, GROUND, outputs[seat], FUSED), said
        )
    if pins.buzzer is not None:
        channel = buzzer_channel(pins)
        inputs[channel], outputs[channel] = gpio(pins.buzzer), BUZZER
        beside = ohms_of(parts.buzzer.ohms)
        yield Placed("R7", beside, shapes.resistor(), (60.44, -2.85), (FUSED, BUZZER), beside)
        shape = shapes.plug(2, ("+", "-"))
        yield Placed("J9", "buzzer", shape, (40.5, 18.0), (FUSED, BUZZER), "BUZZER")
    if console is not None:
        bus = (gpio(console.display_clock), gpio(console.display_data))
        shape = shapes.plug(4, ("GND", "VCC", "SCL", "SDA"))
        yield Placed("J7", "display", shape, (10.0, 18.0), (GROUND, "3V3", *bus), "DISPLAY")
        knob = (console.encoder_push, console.encoder_b, console.encoder_a)
        shape = shapes.plug(5, ("GND", "3V3", "SW", "B", "A"))
        nets = (GROUND, "3V3", *(gpio(one) for one in knob))
        yield Placed("J8", "knob", shape, (24.0, 18.0), nets, "KNOB")
    chip = (*inputs, GROUND, "", *reversed(outputs))
    yield Placed("U1", DRIVER, shapes.dip(18), (21.07, -4.12), chip, DRIVER)
    yield Placed("F1", parts.fuse.what, shapes.fuse(), (64.9, -10.5), (FEED, FUSED), "0.25A")
    choice = shapes.pins(3, ("5V", "", "12V"))
    own = supply_place(parts.lamps[pins.lamps]) is None
    yield Placed(
        "JP1",
        f"jumper on {'12V' if own else '5V'}",
        choice,
        (64.9, -5.5),
        ("5V", FEED, "12V"),
        "LAMPS",
    )
    shape = shapes.terminal(2, ("+", "-"))
    yield Placed("J10", "12 V in", shape, (53.3, 27.0), ("12V", GROUND), "12V IN", turned=True)
    head = tuple(wired.get(pin, "") for pin in range(1, 41))
    yield Placed("J11", "socket for the Pi", shapes.header(), PIN_1, head)
