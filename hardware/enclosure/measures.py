"""Load the measures in `hardware/enclosure.toml`, in mm."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from hardware import ENCLOSURE
from referee.disk.textfiles import check_numbers, read_toml, reason

Pair = tuple[float, float]
Positive = Annotated[float, msgspec.Meta(gt=0)]
MOST_MM = 10_000.0
SCREWS = frozenset({"m3", "m4"})  # of lids and arm
SIGNED = frozenset({"display_at", "knob_at", "buzzer_at", "window_up", "tilt"})


class BadMeasures(ValueError):
    """The measures cannot be used. The message says which one is wrong, and why."""


def _toml_key(name: str) -> str:
    """Return a measure's name in the file, which has no unit."""
    return name.removesuffix("_mm").removesuffix("_deg").removesuffix("_g")


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=_toml_key):
    """A section of the file."""


class Print(Section, frozen=True):
    """The printer's bed size, and its limits for walls, gaps and corners."""

    bed_mm: tuple[float, float, float]
    wall_mm: Positive
    least_wall_mm: float
    floor_mm: float
    clearance_mm: float
    corner_mm: float


class Screw(Section, frozen=True):
    """A screw: the hole for its thread, the hole that lets it through, and its head."""

    pilot_mm: Positive
    through_mm: Positive
    head_mm: Positive


class Nut(Section, frozen=True):
    """A hexagonal nut."""

    flats_mm: Positive
    high_mm: float


class Board(Section, frozen=True):
    """A board on posts.

    Its holes are measured from one corner, and its height from the floor.
    """

    size_mm: Pair
    thick_mm: Positive
    holes_mm: tuple[Pair, ...]
    screw: str
    lift_mm: float


class Pi(Board, frozen=True):
    """A Raspberry Pi; each socket is given as a range along its side of the board."""

    high_mm: float
    ports_mm: Pair
    plugs_mm: Pair
    plugs_high_mm: float
    plugs_up_mm: float
    gap_mm: float
    camera_mm: Pair
    card_mm: Pair


class Stack(Section, frozen=True):
    """The printed board above a Pi: spacers and sockets, without and with a cooler below it."""

    spacers_mm: Pair
    sockets_mm: Pair
    header_mm: float
    chip_mm: float
    heat_sink_mm: float
    legs_mm: float


class BoxMeasures(Section, frozen=True):
    """The box for the Pi and the driver."""

    inner_high_mm: float
    apart_mm: float
    beside_mm: float
    post_mm: float
    cable_mm: Pair
    cables: int
    cable_up_mm: float
    ear_mm: tuple[float, float, float]
    ear_hole_mm: float
    vent_mm: Pair
    vents: int
    vent_apart_mm: Positive
    ribbon_mm: Pair
    up_mm: float
    weighs_g: float


class Cables(Section, frozen=True):
    """The cables: the ribbons in shops, the step of the wires' lengths, and what bends take.

    `beside_mm` is the distance of the wires from the mat.
    """

    ribbons_mm: Pair
    power_mm: float
    step_mm: Positive
    slack_mm: float
    ribbon_slack_mm: float
    beside_mm: float


class Button(Section, frozen=True):
    """A seat's button."""

    hole_mm: Positive
    bezel_mm: float
    nut_mm: float
    depth_mm: float


class CupMeasures(Section, frozen=True):
    """The cup that holds a button."""

    plate_mm: float
    across_mm: Positive
    symbol_mm: float
    engraved_mm: float
    cable_mm: float


class ConsoleMeasures(Section, frozen=True):
    """The console's case. The places of its parts are measured from the middle of the plate."""

    size_mm: Pair
    inner_high_mm: float
    plate_mm: float
    tilt_deg: float
    display_at_mm: Pair
    knob_at_mm: Pair
    buzzer_at_mm: Pair
    cable_mm: Pair


class Display(Section, frozen=True):
    """A display: its board, its hole pattern and the window for its pixels."""

    board_mm: Pair
    holes_mm: Pair
    window_mm: Pair
    window_up_mm: float
    screw: str
    lift_mm: float


class Knob(Section, frozen=True):
    """A rotary encoder: its hole, its cap and its board."""

    hole_mm: Positive
    across_mm: Positive
    body_mm: Pair
    deep_mm: float


class Buzzer(Section, frozen=True):
    """A buzzer in its ring."""

    across_mm: Positive
    deep_mm: float
    ring_mm: float
    sound_mm: float


class Camera(Section, frozen=True):
    """A camera's board. Holes and lens are measured from the top left corner, seen from behind."""

    board_mm: Pair
    holes_mm: tuple[Pair, ...]
    lens_mm: Pair
    screw: str
    lift_mm: float
    deep_mm: float


class ArmMeasures(Section, frozen=True):
    """The arm: the square stock and the printed parts that join it."""

    stock_mm: Positive
    post_mm: float
    boom_mm: float
    wall_mm: Positive
    sleeve_mm: float
    slot_mm: float
    ear_mm: float
    ear_thick_mm: float
    plate_mm: float
    cap_mm: float
    cap_screws_mm: float
    rim_mm: float
    aside_mm: float
    foot_mm: Pair
    foot_thick_mm: float
    foot_floor_mm: float
    foot_socket_mm: float
    foot_screw_mm: float
    rib_mm: float


class Stock(Section, frozen=True):
    """A material for the post and the boom. `bore` is the inner width of a tube."""

    what: str
    e_gpa: Positive
    bore_mm: float
    grams_per_cm3: float


class Flatpack(Section, frozen=True):
    """The plywood version."""

    sheets_mm: tuple[Positive, ...]
    kerf_mm: float
    finger_mm: Positive
    spread_mm: float
    cup_inner_mm: float
    cable_up_mm: float
    sound_apart_mm: float


class Measures(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"printed": "print"}
):
    """Everything in `hardware/enclosure.toml`."""

    printed: Print
    screws: dict[str, Screw]
    nut_m4: Nut
    pi: Pi
    stack: Stack
    driver: Board
    box: BoxMeasures
    cables: Cables
    button: Button
    cup: CupMeasures
    console: ConsoleMeasures
    display: dict[str, Display]
    knob: Knob
    buzzer: Buzzer
    camera: Camera
    arm: ArmMeasures
    stock: dict[str, Stock]
    flatpack: Flatpack

    def faults(self) -> Iterator[str]:
        """Yield what does not fit together, in a few words each."""
        held = {"pi": self.pi.screw, "driver": self.driver.screw, "camera": self.camera.screw}
        held |= {f"display.{name}": one.screw for name, one in self.display.items()}
        for name, screw in held.items():
            if screw not in self.screws:
                yield f"{name}.screw is {screw}, but there is no [screws.{screw}]"
        for name in sorted(SCREWS - self.screws.keys()):
            yield f"there is no [screws.{name}]"
        if not self.flatpack.sheets_mm:
            yield "flatpack.sheets is empty"

    @property
    def lid_screw(self) -> Screw:
        """Return the screw that holds the lids of the box, the cups and the console."""
        return self.screws["m3"]


@cache
def load_measures(path: Path = ENCLOSURE) -> Measures:
    """Load the measures; raise `BadMeasures` if there is a mistake in the file."""
    try:
        table = read_toml(path)
        check_numbers(table, MOST_MM, SIGNED)
        measures = msgspec.convert(table, Measures)
        for fault in measures.faults():
            raise ValueError(fault)
    except (OSError, ValueError) as error:  # This includes the errors of msgspec and tomllib.
        raise BadMeasures(f"{path.name} cannot be used: {reason(error)}") from error
    return measures


def run_command(make: Callable[[], int]) -> int:
    """Run a command and return its status.

    If the measures or the disk cause an error, print it and return 1.
    """
    try:
        return make()
    except (BadMeasures, OSError) as error:
        print(error, file=sys.stderr)
        return 1
