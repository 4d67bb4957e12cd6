"""Compute the places of all parts in the box, a cup and the console, in mm.

The origin of the box is on its floor, in the inner corner next to the Pi's card and plugs. For a
cup and the console, the origin is the middle of the plate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from hardware.enclosure.measures import BadMeasures, Board, Display, Measures, Pair

Rect = tuple[float, float, float, float]  # Left, low, right, high.


@dataclass(frozen=True)
class Window:
    """An opening in a wall of the box, with its range along the wall and above the floor.

    If the opening is `open_above`, it reaches the wall's rim, and a tongue of the lid fills it
    above its range.
    """

    side: str  # "left", "right", "front" or "back"
    along: Pair
    up: Pair
    open_above: bool = False


@dataclass(frozen=True)
class Box:
    """The box for the Pi and the driver's board."""

    measures: Measures

    @property
    def pi_at(self) -> Pair:
        """Return the Pi's corner nearest to the card and the plugs."""
        return (self.measures.box.beside_mm, 1.0)  # The sockets stand out by about this y.

    @property
    def driver_at(self) -> Pair:
        """Return the corner of the driver's board. The board is centred behind the Pi's pins."""
        m = self.measures
        aside = (self.inner_wide - m.driver.size_mm[0]) / 2
        return (aside, self.pi_at[1] + m.pi.size_mm[1] + m.box.apart_mm)

    @property
    def inner_wide(self) -> float:
        """Return the inner width of the box. The Pi's ports are inside the wall."""
        return self.pi_at[0] + self.measures.pi.size_mm[0] + self.measures.pi.gap_mm

    @property
    def inner(self) -> tuple[float, float, float]:
        """Return the inner width, depth and height of the box."""
        m = self.measures
        deep = self.driver_at[1] + m.driver.size_mm[1] + m.box.beside_mm
        return (self.inner_wide, deep, m.box.inner_high_mm)

    @property
    def outer(self) -> tuple[float, float, float]:
        """Return the box's outer width, depth and height, with the lid but without the ears."""
        m, (wide, deep, high) = self.measures, self.inner
        return (
            wide + 2 * m.printed.wall_mm,
            deep + 2 * m.printed.wall_mm,
            high + 2 * m.printed.floor_mm,
        )

    def boards(self) -> Iterator[tuple[Board, Pair]]:
        """Yield each board with the position of its corner."""
        yield self.measures.pi, self.pi_at
        yield self.measures.driver, self.driver_at

    def board_posts(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the x, y, height and screw hole of each post for a board."""
        for board, (x, y) in self.boards():
            for across, up in board.holes_mm:
                yield x + across, y + up, board.lift_mm, self.measures.screws[board.screw].pilot_mm

    @property
    def post_across(self) -> float:
        """Return the diameter of a board's post: the widest screw hole plus its walls."""
        pilots = [self.measures.screws[board.screw].pilot_mm for board, _ in self.boards()]
        return max(pilots) + 2 * max(1.9, self.measures.printed.least_wall_mm)

    def lid_posts(self) -> tuple[Pair, ...]:
        """Return the middles of the posts for the lid. Two of them are between the boards."""
        m, (wide, deep, _) = self.measures, self.inner
        half = m.box.post_mm / 2
        between = self.pi_at[1] + m.pi.size_mm[1] + m.box.apart_mm / 2
        return tuple((x, y) for y in (between, deep - half) for x in (half, wide - half))

    def windows(self) -> Iterator[Window]:
        """Yield every opening in the walls."""
        m, (x, y) = self.measures, self.pi_at
        top = m.pi.lift_mm + m.pi.thick_mm
        yield Window(
            "right",
            (y + m.pi.ports_mm[0], y + m.pi.ports_mm[1]),
            (m.pi.lift_mm, top + m.pi.high_mm),
            True,
        )
        low = top + m.pi.plugs_up_mm - m.pi.plugs_high_mm / 2
        yield Window(
            "front",
            (x + m.pi.plugs_mm[0], x + m.pi.plugs_mm[1]),
            (low, low + m.pi.plugs_high_mm),
            True,
        )
        yield Window("left", (y + m.pi.card_mm[0], y + m.pi.card_mm[1]), (0.0, m.pi.lift_mm + 1.0))
        wide = self.inner[0]
        for number in range(m.box.cables):
            middle = wide * (number + 1) / (m.box.cables + 1)
            half = m.box.cable_mm[0] / 2
            up = (m.box.cable_up_mm, m.box.cable_up_mm + m.box.cable_mm[1])
            yield Window("back", (middle - half, middle + half), up)

    def vents(self) -> tuple[Pair, ...]:
        """Return the middles of the lid's vents, in a row above the Pi's processor."""
        m, (x, y) = self.measures, self.pi_at
        left = x + m.pi.size_mm[0] / 2 - (m.box.vents - 1) / 2 * m.box.vent_apart_mm
        up = y + m.pi.size_mm[1] / 2 + 4.0
        return tuple((left + n * m.box.vent_apart_mm, up) for n in range(m.box.vents))

    def ears(self) -> tuple[tuple[str, float], ...]:
        """Return each ear's side and its hole's place; the holes are in line, to fit a post."""
        middle = self.inner_wide / 2
        return (("front", middle), ("back", middle))

    @property
    def ribbon_at(self) -> Pair:
        """Return the middle of the lid's slot for the ribbon, above the Pi's camera socket."""
        (x, y), (across, up) = self.pi_at, self.measures.pi.camera_mm
        return (x + across, y + up)


@dataclass(frozen=True)
class Console:
    """The console's case. `driver` is the driver of the display."""

    measures: Measures
    driver: str

    @property
    def display(self) -> Display:
        """Return the measures of the display named in pins.toml.

        Raise `BadMeasures` if they are missing.
        """
        result = self.measures.display.get(self.driver)
        if result is None:
            raise BadMeasures(
                f"enclosure.toml has no [display.{self.driver}], which pins.toml names"
            )
        return result

    def display_holes(self) -> tuple[Pair, ...]:
        """Return the middles of the posts for the display's board."""
        (x, y), (wide, high) = self.measures.console.display_at_mm, self.display.holes_mm
        return tuple((x + a * wide / 2, y + b * high / 2) for a in (-1, 1) for b in (-1, 1))

    def occupied(self) -> dict[str, Rect]:
        """Return the rectangle that each part takes up behind the plate."""
        m = self.measures
        return {
            "display": _rect_around(m.console.display_at_mm, self.display.board_mm),
            "knob": _rect_around(m.console.knob_at_mm, m.knob.body_mm),
            "buzzer": _rect_around(
                m.console.buzzer_at_mm, (m.buzzer.across_mm + 2 * m.printed.wall_mm,) * 2
            ),
        }

    def posts(self) -> tuple[Pair, ...]:
        """Return the middles of the posts for the back."""
        m = self.measures
        wide, high = (
            side / 2 - m.printed.wall_mm - m.box.post_mm / 2 for side in m.console.size_mm
        )
        return tuple((a * wide, b * high) for a in (-1, 1) for b in (-1, 1))


def cup_screws(measures: Measures) -> tuple[Pair, ...]:
    """Return the screw positions of a cup's bottom. Three posts stand around the button's nut."""
    out = measures.cup.across_mm / 2 - measures.printed.wall_mm - measures.box.post_mm / 2 + 1.5
    turns = (90.0, 210.0, 330.0)
    return tuple((out * cos(radians(a)), out * sin(radians(a))) for a in turns)


def cup_high(measures: Measures) -> float:
    """Return the total height of a cup, with the button's depth, the plate and the bottom."""
    return measures.cup.plate_mm + measures.button.depth_mm + measures.printed.floor_mm


def _rect_around(at: Pair, size: Pair) -> Rect:
    """Return the rectangle of this size whose middle is `at`."""
    return (at[0] - size[0] / 2, at[1] - size[1] / 2, at[0] + size[0] / 2, at[1] + size[1] / 2)
