"""What a part looks like on the printed board: its pads, its body, and the words beside it. In mm.

The sizes are those of the makers' drawings: Phoenix PT 1,5-3,5-H for the terminals, which cheaper
ones copy, JST XH for the plugs, and resistors of 0.25 W with their legs bent at 10.16 mm.
"""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """A kind of part, seen from above: places of its pads, its pads, and its body's corners."""

    name: str
    pads: tuple[Point, ...]
    pad_mm: float
    drill_mm: float
    body: tuple[float, float, float, float]
    below: bool = False
    marks: tuple[str, ...] = ()  # A word for each pad, if the board shows one.


def header() -> Shape:
    """Return the socket for the Pi's header, below the board; pin 1 is at the left and inside."""
    pads = tuple((pin // 2 * 2.54, -2.54 * (pin % 2)) for pin in range(40))
    return Shape("Socket_2x20_2.54mm", pads, 1.6, 1.0, (-1.27, -3.81, 49.53, 1.27), below=True)


def dip(pins: int) -> Shape:
    """Return a socket for a chip, its notch at the left: pin 1 is at the left and below."""
    side = pins // 2
    low = tuple((n * 2.54, 0.0) for n in range(side))
    high = tuple((n * 2.54, -7.62) for n in reversed(range(side)))
    return Shape(
        f"Socket_DIP-{pins}", (*low, *high), 1.6, 0.8, (-1.4, -9.0, side * 2.54 - 1.1, 1.4)
    )


def terminal(poles: int, marks: tuple[str, ...] = ()) -> Shape:
    """Return a screw terminal; its wires come from above in the drawing."""
    pads = tuple((n * 3.5, 0.0) for n in range(poles))
    body = (-1.75, -4.5, poles * 3.5 - 1.75, 3.1)
    return Shape(f"Terminal_1x{poles:02}_3.5mm", pads, 2.2, 1.2, body, marks=marks)


def plug(poles: int, marks: tuple[str, ...]) -> Shape:
    """Return a lying socket of JST's XH; its plug comes from above in the drawing."""
    pads = tuple((n * 2.5, 0.0) for n in range(poles))
    body = (-2.45, -9.2, poles * 2.5 - 0.05, 2.3)
    return Shape(f"JST_XH_S{poles}B-XH-A", pads, 1.7, 0.95, body, marks=marks)


def resistor() -> Shape:
    """Return a lying resistor of 0.25 W."""
    return Shape("Resistor_P10.16mm", ((0, 0), (0, -10.16)), 1.6, 0.8, (-1.25, -8.23, 1.25, -1.93))


def fuse() -> Shape:
    """Return a standing polyfuse."""
    return Shape("Polyfuse_P5.08mm", ((0, 0), (5.08, 0)), 1.8, 0.9, (-1.2, -1.6, 6.3, 1.6))


def pins(count: int, marks: tuple[str, ...]) -> Shape:
    """Return a row of pins for a jumper."""
    pads = tuple((n * 2.54, 0.0) for n in range(count))
    body = (-1.27, -1.27, count * 2.54 - 1.27, 1.27)
    return Shape(f"Pins_1x{count:02}_2.54mm", pads, 1.7, 1.0, body, marks=marks)
