"""The measures in `hardware/enclosure.toml`, in mm."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec

from hardware import ENCLOSURE

Pair = tuple[float, float]


class BadMeasures(ValueError):
    """Measures that cannot be used; the message says which and why."""


class Print(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the printer can make, and how thick it makes it."""

    bed: tuple[float, float, float]
    wall: float
    least_wall: float
    floor: float
    clearance: float
    corner: float


class Screw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A screw: the hole that it cuts its thread in, that it passes, and its head."""

    pilot: float
    through: float
    head: float


class Nut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hexagonal nut."""

    flats: float
    high: float


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board on posts: its size, holes from a corner, and how far it is lifted."""

    size: Pair
    thick: float
    holes: tuple[Pair, ...]
    screw: str
    lift: float


class Pi(Board, frozen=True, forbid_unknown_fields=True):
    """A Raspberry Pi; its sockets from and to, along the sides that they stand on."""

    high: float
    ports: Pair
    plugs: Pair
    plugs_high: float
    card: Pair


class BoxOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The box for Pi and driver."""

    inner_high: float
    apart: float
    beside: float
    post: float
    cable: Pair
    cables: int
    ear_hole: float
    vent: Pair
    vents: int
    ribbon: Pair


class Button(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's button."""

    hole: float
    bezel: float
    nut: float
    depth: float


class CupOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cup that a button stands in."""

    plate: float
    across: float
    symbol: float
    engraved: float
    cable: float


class ConsoleOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The console's case; its parts from the plate's middle."""

    size: Pair
    inner_high: float
    plate: float
    tilt: float
    display_at: Pair
    knob_at: Pair
    buzzer_at: Pair
    cable: Pair


class Display(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A display: its board, the pattern of its holes, and the window that shows all its pixels."""

    board: Pair
    holes: Pair
    window: Pair
    window_up: float
    screw: str
    lift: float


class Knob(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An encoder: its hole, its cap, and the board behind."""

    hole: float
    across: float
    body: Pair
    deep: float


class Buzzer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A buzzer in its ring."""

    across: float
    deep: float
    ring: float
    sound: float


class Camera(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A camera's board: its holes and lens from the top left corner, seen from behind."""

    board: Pair
    holes: tuple[Pair, ...]
    lens: Pair
    screw: str
    lift: float
    deep: float


class ArmOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arm: square stock, and the printed parts that join it."""

    stock: float
    post: float
    boom: float
    wall: float
    sleeve: float
    slot: float
    ear: float
    ear_thick: float
    plate: float
    cap: float
    cap_screws: float
    rim: float
    aside: float
    foot: Pair
    foot_thick: float
    foot_floor: float
    foot_socket: float
    foot_screw: float
    rib: float


class Stock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What post and boom may be of; `bore` is a tube's inner width."""

    what: str
    e_gpa: float
    bore: float
    grams_per_cm3: float


class Flatpack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variant of plywood."""

    sheets: tuple[float, ...]
    kerf: float
    finger: float
    spread: float


class Measures(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"printed": "print"}
):
    """All of `hardware/enclosure.toml`."""

    printed: Print
    screws: dict[str, Screw]
    nut_m4: Nut
    pi: Pi
    driver: Board
    box: BoxOf
    button: Button
    cup: CupOf
    console: ConsoleOf
    display: dict[str, Display]
    knob: Knob
    buzzer: Buzzer
    camera: Camera
    arm: ArmOf
    stock: dict[str, Stock]
    flatpack: Flatpack


@cache
def load_measures(path: Path = ENCLOSURE) -> Measures:
    """Read the measures; raises `BadMeasures` that says what is wrong in the file."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Measures)
    except (OSError, ValueError) as error:  # msgspec's and tomllib's are of the latter
        raise BadMeasures(f"{path.name} cannot be used: {error}") from error


def told(make: Callable[[], int]) -> int:
    """Return a command's status, 1 where measures or disk will not do: a sentence says why."""
    try:
        return make()
    except (BadMeasures, OSError) as error:
        print(error, file=sys.stderr)
        return 1
