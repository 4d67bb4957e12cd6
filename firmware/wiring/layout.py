"""The soldering board of 5 × 7 cm: its parts and its joined holes.

A hole is a column and a row of the 2.54 mm grid, counted from the upper left corner as seen from
the parts' side. Each hole has its own pad. Wires on the back join the pads. The header is numbered
like the Pi's, seen from above, with pin 1 at the left and the odd pins below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from firmware.board import place, places
from firmware.panel.pins import Pins
from firmware.parts import Parts
from firmware.wiring.hookup import DRIVER, buzzer_channel, ground_place, ohms_of, supply_place

COLUMNS, ROWS, PITCH_MM, BOARD_MM = 24, 18, 2.54, (70.0, 50.0)
TOP, BOTTOM = 3, 16  # Rows of the terminals.
POLES = COLUMNS // 2
# The least deep screw terminal of 5.08 mm. A deeper one would stand in the resistors' way.
TERMINAL, TERMINAL_MM = "KF301", 7.6

Hole = tuple[int, int]
Net = tuple[Hole, ...]


@dataclass(frozen=True)
class Placed:
    """A part on the board: the holes of its leads by number, and the size of its body.

    `reaches` says how many holes the body extends beyond the leads, across and down. A `notch` is
    in the middle of the ``left`` side or of the side ``below``. `bought` names the part to buy, if
    one of another size does not fit.
    """

    name: str
    leads: dict[int, Hole]
    reaches: tuple[float, float] = (0.4, 0.4)
    notch: str = ""
    bought: str = ""

    @property
    def body(self) -> tuple[float, float, float, float]:
        """Return the body's left, top, right and bottom, in holes."""
        columns, rows = zip(*self.leads.values(), strict=True)
        across, down = self.reaches
        return min(columns) - across, min(rows) - down, max(columns) + across, max(rows) + down

    @property
    def name_at(self) -> tuple[float, float]:
        """Return a place for the name that no lead hides: next to, above or in the body."""
        left, top, right, bottom = self.body
        if right - left < 2:
            return right + 0.9, (top + bottom) / 2
        if bottom - top < 2:
            return (left + right) / 2, top - 0.5
        return (left + right) / 2, (top + bottom) / 2 if self.name == DRIVER else top + 0.5


@dataclass(frozen=True)
class Layout:
    """All parts of a board, and its nets. A net's name is what it carries; its holes are joined.

    `captions` names the connection of each pole of a terminal. `seats` has the seat of a net.
    """

    parts: tuple[Placed, ...]
    nets: dict[str, Net]
    captions: dict[Hole, str]
    seats: dict[str, int]

    @property
    def joints(self) -> frozenset[Hole]:
        """Return every hole with a lead or the end of a wire."""
        leads = (hole for part in self.parts for hole in part.leads.values())
        return frozenset((*leads, *chain.from_iterable(self.nets.values())))

    def links(self) -> Iterator[tuple[str, Hole, Hole]]:
        """Yield every wire on the back: what the wire carries, and its two holes."""
        for name, net in self.nets.items():
            yield from ((name, start, end) for start, end in pairwise(net))


def lay_out(pins: Pins, parts: Parts) -> Layout | None:
    """Return the board for a pin table, or None if the parts do not fit or need no driver."""
    lamp = parts.lamps[pins.lamps]
    if 2 * len(pins.seats) > POLES or not lamp.driven or lamp.ohms is not None:
        return None
    header = {pin: (3 + (pin - 1) // 2, 8 + pin % 2) for pin in range(1, 41)}
    chip = {pin: (6 + pin, 14) if pin <= 9 else (25 - pin, 11) for pin in range(1, 19)}
    top, bottom = (
        {pole: (2 * pole - 1, row) for pole in range(1, POLES + 1)} for row in (TOP, BOTTOM)
    )
    fuse: dict[int, Hole] = {1: (2, 12), 2: (4, 12)}
    around, bought = (1.0, TERMINAL_MM / PITCH_MM / 2), f"{TERMINAL}, {TERMINAL_MM:g} mm deep"
    placed = [
        Placed("to the Pi", header, (1.9, 1.2), "below"),
        Placed(DRIVER, chip, (0.4, 0.3), "left"),
        Placed("seats", top, around, bought=bought),
        Placed("strips and console", bottom, around, bought=bought),
        Placed(parts.fuse.what, fuse),
    ]
    nets: dict[str, Net] = {}
    seats: dict[str, int] = {}
    captions = {bottom[1]: "GND", bottom[2]: "lamps +", bottom[11]: "GND"}
    for seat, row in enumerate(pins.seats):
        button, light, channel = top[2 * seat + 1], top[2 * seat + 2], seat + 1
        near, far = (button[0], 5), (button[0], 6)
        placed.append(Placed(ohms_of(parts.button_ohms(lamp)), {1: near, 2: far}))
        of_seat: dict[str, Net] = {
            f"button {seat + 1}": (button, near),
            f"GPIO{row.button}": (far, header[place(row.button)]),
            f"GPIO{row.led}": (header[place(row.led)], chip[channel]),
            f"lamp {seat + 1} −": (chip[19 - channel], light),
        }
        nets |= of_seat
        seats |= dict.fromkeys(of_seat, seat)
        captions |= {button: f"{seat + 1} button", light: f"{seat + 1} lamp −"}
    nets["GND"] = (bottom[1], chip[9], header[ground_place()], bottom[11])
    supply = supply_place(lamp)
    if supply is None:
        captions[bottom[12]] = f"{lamp.supply} in"
    nets[lamp.supply] = (bottom[12] if supply is None else header[supply], fuse[1])
    fused = f"{lamp.supply}, fused"
    nets[fused] = (fuse[2], bottom[2])
    if pins.console is not None:
        console = pins.console
        nets["3V3"] = (header[places()["3V3"][0]], bottom[3])
        captions[bottom[3]] = "3V3"
        wired = {
            "SDA": console.display_data,
            "SCL": console.display_clock,
            "A": console.encoder_a,
            "B": console.encoder_b,
            "push": console.encoder_push,
        }
        for pole, (caption, gpio) in enumerate(wired.items(), start=4):
            nets[f"GPIO{gpio}"] = (header[place(gpio)], bottom[pole])
            captions[bottom[pole]] = caption
    if pins.buzzer is not None:
        beside: dict[int, Hole] = {1: (17, 13), 2: (19, 13)}
        placed.append(Placed(ohms_of(parts.buzzer.ohms), beside))
        channel = buzzer_channel(pins) + 1
        nets[f"GPIO{pins.buzzer}"] = (header[place(pins.buzzer)], chip[channel])
        nets["buzzer −"] = (chip[19 - channel], beside[2], bottom[10])
        nets[fused] += (beside[1], bottom[9])
        captions |= {bottom[9]: "buzzer +", bottom[10]: "buzzer −"}
    return Layout(tuple(placed), nets, captions, seats)
