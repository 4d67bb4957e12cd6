"""How long the guide's evening takes: its hand work counted, by what one such thing takes.

The counts are those of pins.toml, the soldering board, the enclosure and what is printed. What
cannot be counted is said in minutes: `SAID`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from firmware.mats import TABLE, load_mats
from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.printing.layout import layout
from firmware.printing.papers import PAPERS
from firmware.printing.tiles import tiling
from firmware.wiring.layout import lay_out
from firmware.wiring.strips import ground_poles, lamp_poles
from hardware.enclosure.measured_parts import display_driver, load_measured_parts
from hardware.enclosure.measures import load_measures
from hardware.enclosure.plan import Box, Console, cup_screws
from tests.guide_cores import COLOURS, KNOB_POWER, cores_of
from tests.guide_meter import readings
from tests.printed_board import board_parts
from vision.art import deck_art
from vision.decks.deck import load_deck

DECK, PAPER, PLAYERS, STRIKES = "coyote-tomahawk", "A4", 4, 3
STEP_MIN = 5  # a step's minutes are rounded up to so many
GRAMS_PER_CM3, GRAMS_AN_HOUR = 1.24, 20.0  # of PLA
# What one takes of somebody who has soldered before, in seconds, and what it is.
PACES = {
    "cuts": (20, "a straight cut along a ruler"),
    "seams": (60, "a seam of the mat taped from behind"),
    "leads": (15, "a part’s lead put through and soldered"),
    "board wires": (90, "a wire on the board’s back: cut, stripped and soldered at both ends"),
    "links": (60, "a wire from pole to pole: cut, stripped and screwed at both ends"),
    "jackets": (60, "a cable’s end cut and its jacket taken off"),
    "soldered ends": (
        60,
        "a wire stripped and soldered to a button, lamp, knob, display, buzzer or plug",
    ),
    "screwed ends": (30, "a wire stripped and screwed into a terminal"),
    "screws": (30, "a screw driven in, cutting its own thread"),
    "nuts": (60, "a nut on a screw, a button or a knob"),
    "readings": (10, "a multimeter reading"),
    "rounds": (150, "a round: shuffle, deal, announce, turn up, count"),
}
# The time that is no work on a piece, as estimated by somebody who went through the guide on paper.
OTHERWISE = "reading, finding parts, looking again"
# What the enclosure is screwed with: the screw, what for, how many, and the operation that one is.
Screws = tuple[str, str, int, str]

PINS, PARTS, MEASURES = load_pins(), load_parts(), load_measures()
CORES = len(COLOURS)  # of a cable
SEATS_CABLE = cores_of(PINS, PARTS)[0].cable


class Step(NamedTuple):
    """A step of the plan: what is counted of each kind, and minutes that are said."""

    name: str
    done: str
    counted: dict[str, int]
    said: dict[str, int]

    @property
    def minutes(self) -> int:
        """Return how long it takes, rounded up."""
        seconds = sum(PACES[kind][0] * count for kind, count in self.counted.items())
        exact = seconds / 60 + sum(self.said.values())
        return math.ceil(exact / STEP_MIN) * STEP_MIN


def before() -> tuple[Step, ...]:
    """Return what may be done on any day before."""
    return (
        Step(
            f"[print](print/README.md) and cut the {cards()} cards of `{DECK}`: "
            f"{len(sheets())} sheets",
            "they are in a pile",
            {"cuts": card_cuts()},
            {OTHERWISE: 15},
        ),
        Step(
            f"print the mat on {math.prod(grid())} sheets of {PAPER}, cut and tape them",
            "it is one piece",
            {"cuts": 4 * math.prod(grid()), "seams": seams()},
            {OTHERWISE: 10},
        ),
        Step(
            "solder [the printed board](wiring.md#the-printed-board)",
            "every part in its list is on it",
            {"leads": sum(len(part.pads) for part in board_parts().values())},
            {OTHERWISE: 15},
        ),
        Step(
            "or, by hand, solder [the board](wiring.md#the-board)",
            "every wire in its table is ticked off",
            board(),
            {},
        ),
        Step(
            "or, [without soldering](wiring.md#without-soldering), screw its two boards",
            "the same",
            {"screwed ends": screw_board()},
            {},
        ),
        Step(
            "solder [plugs](wiring.md#plugs) into the cables, if the table is packed away",
            "each pin leads to its own in the other half",
            plugs(),
            {},
        ),
    )


def evening() -> tuple[Step, ...]:
    """Return the steps of the evening."""
    seats, console = len(PINS.seats), console_wires()
    box = {screw[1]: screw[2] for screw in screws()}
    pins = [
        reading
        for reading in readings(PINS, PARTS)
        if "," in reading.probe and not is_each(reading.probe)
    ]
    of_seats = [pin for pin in pins if pin.probe.endswith((" button", " lamp"))]
    supplies = len(list(readings(PINS, PARTS))) - len(pins) - 1
    every = next(item.probe for item in readings(PINS, PARTS) if is_each(item.probe)).count(",") + 1
    links = sum(len(poles) - 1 for poles in (ground_poles(PINS, PARTS), lamp_poles(PINS, PARTS)))
    first = seat(1)
    first["screws"] += (
        box["the Pi, or the printed board on its spacers"] + box["the soldering board"]
    )
    first["screwed ends"] += 4  # from the board to both strips
    return (
        Step(
            "[first light](#1-first-light): the Pi alone, then strips, one button and one lamp",
            "a press turns a lamp",
            {"links": links, **first, "readings": supplies + every + 2},
            {"card": 10, "start and packages": 10, "doctor": 3, OTHERWISE: 35},
        ),
        Step(
            "[all buttons and lamps](#2-the-other-seats)",
            "`coyote doctor --walk` finds no fault",
            {**seat(seats - 1), "readings": len(of_seats) - 2},
            {"doctor": 5, OTHERWISE: 20},
        ),
        Step(
            "[console and buzzer](#3-console-and-buzzer), if you have them",
            "`coyote doctor --walk` has tested knob and display",
            {
                "jackets": 2 * math.ceil(console / CORES),
                "soldered ends": console + 1,  # The knob's ground goes on to its push.
                "screwed ends": console,
                "screws": box["the display"] + box["the console’s back"],
                "nuts": 1,
                "readings": len(pins) - len(of_seats),
            },
            {"doctor": 3, OTHERWISE: 30},
        ),
        Step(
            "[the mat and the camera](#4-mat-and-camera)",
            "`coyote calibrate` shows only ✓",
            {
                "screws": box["the camera"] + box["the box’s lid"],
                "nuts": sum(count for _, _, count, kind in screws() if kind == "nuts"),
            },
            {
                "ribbon": 3,
                "mat and lamps": 5,
                "install": 5,
                "height and calibrating": 15,
                OTHERWISE: 35,
            },
        ),
        Step(
            "[a match](#5-the-first-match) of Coyote for four",
            "somebody has won",
            {"rounds": STRIKES * PLAYERS - 1},
            {"practice round": 2, OTHERWISE: 5},
        ),
    )


def seat(many: int) -> dict[str, int]:
    """Return the work on so many seats: cable, button, lamp and cup."""
    of_one = {
        "jackets": 2,
        "soldered ends": CORES,
        "screwed ends": CORES,
        "screws": len(cup_screws(MEASURES)),
        "nuts": 1,
    }
    return {kind: many * count for kind, count in of_one.items()}


def plugs() -> dict[str, int]:
    """Return the work on the plugs: both halves of each cable's, and a reading for each core."""
    console = [core for core in cores_of(PINS, PARTS) if core.cable != SEATS_CABLE]
    cables = len(PINS.seats) + len({core.cable for core in console})
    cores = len(PINS.seats) * CORES + len(console)
    return {"jackets": 2 * cables, "soldered ends": 2 * cores, "readings": 2 * cores}


def board() -> dict[str, int]:
    """Return the work on the soldering board."""
    layout = lay_out(PINS, PARTS)
    if layout is None:
        return {}
    leads = sum(len(part.leads) for part in layout.parts)
    return {"leads": leads, "board wires": len(list(layout.links()))}


def screw_board() -> int:
    """Return how many ends are screwed where header and driver are boards with screws.

    A seat's: from the header to a pole, a resistor over two poles, from the header to the driver.
    The fuse's wire is cut by what lies in it; a resistor is beside the buzzer; the driver has its
    ground.
    """
    return len(PINS.seats) * (2 + 2 + 2) + 2 * 4 + 2


def console_wires() -> int:
    """Return how many cores lead to console and buzzer, without that of a knob on a board."""
    cores = [core for core in cores_of(PINS, PARTS) if core.cable != SEATS_CABLE]
    return sum(item.contact != KNOB_POWER for item in cores)


def screws() -> tuple[Screws, ...]:
    """Return what the enclosure is screwed with."""
    seats, console = len(PINS.seats), Console(MEASURES, display_driver())
    return (
        (
            "M2.5 × 6",
            "the Pi, or the printed board on its spacers",
            len(MEASURES.pi.holes_mm),
            "screws",
        ),
        ("M2 × 6", "the soldering board", len(MEASURES.driver.holes_mm), "screws"),
        ("M2 × 6", "the camera", len(MEASURES.camera.holes_mm), "screws"),
        ("M2 × 5", "the display", len(console.display_holes()), "screws"),
        ("M3 × 10", "the box’s lid", len(Box(MEASURES).lid_posts()), "screws"),
        ("M3 × 10", "the cups’ bottoms", seats * len(cup_screws(MEASURES)), "screws"),
        ("M3 × 10", "the console’s back", len(console.posts()), "screws"),
        ("M4 × 45, with nuts", "elbow and cap; camera plate and cap", 8, "nuts"),
        ("M4 × 20, with nuts", "foot and elbow, around the post", 4, "nuts"),
    )


def cards() -> int:
    """Return how many cards the deck has."""
    return sum(card.count for card in load_deck(DECK, pictures=False).cards)


def card_cuts() -> int:
    """Return how many cuts the deck takes: each sheet into rows, each row into cards."""
    columns, _ = _cards_a_sheet()
    rows = [-(-held // columns) for held in sheets()]
    return sum(row + 1 + row * (columns + 1) for row in rows)


def sheets() -> list[int]:
    """Return how many cards each sheet of the deck holds."""
    most, all_ = math.prod(_cards_a_sheet()), cards()
    return [min(most, all_ - first) for first in range(0, all_, most)]


def _cards_a_sheet() -> tuple[int, int]:
    """Return how many columns and rows of cards a sheet has."""
    grid = layout(cards(), PAPERS[PAPER], deck_art(DECK).size_mm)
    return grid.columns, grid.rows


def grid() -> tuple[int, int]:
    """Return how many rows and columns of tiles the table's mat is printed in."""
    (mat,) = load_mats(TABLE)
    return tiling(mat.size_mm, PAPERS[PAPER]).grid


def seams() -> int:
    """Return between how many pairs of tiles there is a seam."""
    rows, columns = grid()
    return rows * (columns - 1) + (rows - 1) * columns


def is_each(named: str) -> bool:
    """Whether a reading is that of every pin in turn."""
    return named.startswith("each of")


def hours() -> int:
    """Return how long a printer takes for all parts of the enclosure, at most."""
    cm3 = sum(part.count * part.volume_cm3 for part in load_measured_parts().part)
    return round(cm3 * GRAMS_PER_CM3 / GRAMS_AN_HOUR)


def clock(minutes: int) -> str:
    """Return minutes as hours and minutes.

    >>> clock(65)
    '1:05'
    """
    return f"{minutes // 60}:{minutes % 60:02}"


def plan() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the plan: what is done before, the evening's steps and its end."""
    for step in (step for step in before() if step.minutes):
        yield "before", step.name, f"{step.minutes} min", step.done
    yield (
        "before",
        "print [box, cups, case and arm](enclosure.md), if you want them",
        f"{hours()} h of printing",
        "every part is there",
    )
    now = 0
    for step in evening():
        yield clock(now), step.name, f"{step.minutes} min", step.done
        now += step.minutes
    yield clock(now), "the end", "", ""
