"""Make the guide's tables and drawings from `hardware/pins.toml` and `parts.toml`: `make hardware`.

A table stands on its page between two comments, the first of which names it.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from textwrap import indent

import hardware
from firmware.board import place
from firmware.commands.wiring import ends
from firmware.games import open_games
from firmware.install.address import project_address
from firmware.panel.pins import load_pins
from firmware.parts import Part, Step, load_parts
from firmware.wiring.boards import hole_name
from firmware.wiring.currents import current_of, sums_ma
from firmware.wiring.drawing import BOARD_SEATS, draw
from firmware.wiring.hookup import DRIVER, drivers, ohms_of, wires_of
from firmware.wiring.layout import lay_out
from hardware.enclosure.arm import Arm
from hardware.enclosure.cables import CableLengths, Hung
from hardware.enclosure.measured_parts import display_driver, load_measured_parts
from hardware.enclosure.measures import load_measures
from hardware.enclosure.plan import Box, Console, cup_screws
from hardware.flatpack.kit import boxes
from hardware.flatpack.sheets import place_panels, svg
from referee import words
from referee.contract import Message
from referee.words.sentences import SYMBOLS
from tests.firmware.cameras.framing import Framing, MatSet, framing, heights_of, mat_sets
from tests.guide_cores import cores_of
from tests.guide_lines import from_one_pin_ma, slip_ma
from tests.guide_meter import readings
from tests.guide_pictures import draw_pictures
from tests.guide_reflections import BESIDE_MM, CEILING_MM, least_away_mm
from tests.guide_sheets import draw_cards, draw_sheets
from tests.printed_board import board_parts
from vision.calibration.field import Field

FOLDER = Path(hardware.__file__).parent
PICTURES = FOLDER / "pictures"
# In an item of a list, a table stands as far to the right as its comment.
BLOCK = re.compile(
    r"^(?P<head>(?P<left> *)<!-- table: (?P<name>[a-z-]+), by make hardware -->\n).*?"
    r"(?P<foot> *<!-- end -->)",
    re.S | re.M,
)
A2_MM = (594.0, 420.0)
GRAMS_PER_CM3 = 1.24  # of PLA
CENT = 0.01  # Smaller parts of a sum come from its floating point.
LENS_MM = (780.0, 900.0, 980.0)
NO_ADDRESS = (
    "`ADDRESS` is where you found these pages, such as `https://example.org/coyote-table`: the "
    "project has no address of its own yet."
)
FIXED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
STEPS = {Step(name): text for name, text in FIXED["steps"].items()}
HEADS: dict[str, list[str]] = FIXED["heads"]
PINS, PARTS = load_pins(), load_parts()

Rows = Iterable[Sequence[str]]


def main() -> None:
    """Write every table and draw every picture."""
    open_games()
    for page in pages():
        page.write_text(filled(page.read_text("utf-8")), "utf-8")
    for path in drawn(PICTURES):
        print(path.relative_to(FOLDER.parent))


def drawn(folder: Path) -> tuple[Path, ...]:
    """Draw every picture of the guide into a folder; return them."""
    paths = (*draw(PINS, PARTS, folder), *draw_pictures(PARTS, folder))
    return (*paths, plywood(folder), draw_cards(folder), *draw_sheets(folder))


def plywood(folder: Path) -> Path:
    """Draw the boxes of the thinnest plywood on one sheet; return the file."""
    measures = load_measures()
    made = boxes(measures, display_driver(), min(measures.flatpack.sheets_mm))
    panels = [panel for box in made for panel in box.panels()]
    path = folder / "flatpack.svg"
    path.write_text(svg(place_panels(panels, measures.flatpack.spread_mm)), "utf-8")
    return path


def pages() -> list[Path]:
    """Return the guide's pages."""
    return sorted(FOLDER.glob("*.md"))


def filled(text: str) -> str:
    """Return a page with its tables made again."""
    return BLOCK.sub(_made, text)


def _made(match: re.Match[str]) -> str:
    return match["head"] + indent(text_of(match["name"]), match["left"]) + match["foot"]


def text_of(name: str) -> str:
    """Return the text of a table."""
    made = TABLES[name]()
    return made if isinstance(made, str) else table(HEADS[name], made)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def measured() -> Rows:
    """Yield what to measure before printing, its line in enclosure.toml, and the kit's value."""
    measures = load_measures()
    for part, lines in FIXED["measured"].items():
        for line, what in lines.items():
            value = getattr(getattr(measures, part), f"{line}_mm")
            yield what, f"`[{part}] {line}`", f"{value:g} mm"


def bill() -> Rows:
    """Yield the bill of materials, with what each part costs."""
    seats = len(PINS.seats)
    for part in PARTS.part:
        instead, without = part.instead or "–", part.without or "required"
        count = str(number(part, seats))
        yield part.name, count, part.purpose, instead, without, euros([part], seats)


def costs() -> str:
    """Return what the parts of each step cost, and what they cost together with all before."""
    seats, rows = len(PINS.seats), []
    bought: list[Part] = []
    for step, name in STEPS.items():
        of_step = [part for part in PARTS.part if part.step is step]
        bought += of_step
        rows.append((name, euros(of_step, seats), euros(bought, seats)))
    least = euros([part for part in PARTS.part if not part.without], seats)
    return f"{table(HEADS['costs'], rows)}\nThe required parts alone cost {least} €.\n"


def number(part: Part, seats: int) -> int:
    """Return how many of a part a table of so many seats takes."""
    if part.name.startswith(DRIVER):
        return part.count * drivers(PINS, PARTS)
    return seats if part.each_seat else part.count


def euros(parts: Sequence[Part], seats: int) -> str:
    """Return what parts cost, from and to; from ten on in whole euros, rounded outwards."""
    low, high = (sum(number(p, seats) * p.euros[end] for p in parts) for end in (0, 1))
    least = math.floor(low) if low >= 10 else low
    most = math.ceil(high - CENT) if high >= 10 else high
    return f"{least:g} to {most:g}"


def seats() -> Rows:
    """Yield the pins of each seat: GPIO, and the place on the header in brackets."""
    for seat, row in enumerate(PINS.seats):
        colour = f"{SYMBOLS[seat]} {PARTS.colour_of(seat).name}" if seat < len(SYMBOLS) else "–"
        yield str(seat + 1), colour, *(f"{pin} ({place(pin)})" for pin in (row.button, row.led))


def hookup() -> Rows:
    """Yield every wire."""
    for wire in wires_of(PINS, PARTS):
        yield "own" if wire.place is None else str(wire.place), wire.carries, ends(wire, "en")


def cores() -> Rows:
    """Yield what each core of each cable connects."""
    for core in cores_of(PINS, PARTS):
        yield core.cable, core.colour, str(core.pin), *core[3:]


def links() -> Rows | str:
    """Return the wires on the back of the soldering board, from hole to hole."""
    board = lay_out(PINS, PARTS)
    if board is None:
        return f"{words.say(Message('cli.wiring.no_board', {'most': BOARD_SEATS}), 'en')}\n"
    return ((name, hole_name(one_end), hole_name(end)) for name, one_end, end in board.links())


def terminals() -> Rows:
    """Yield each pole of the printed board's terminals and plugs, from the left, and its core."""
    for part in board_parts().values():
        if part.label and not part.name.startswith("JP"):
            cores = ", ".join(core_at(part.label, pole) for pole in part.poles)
            yield part.label, ", ".join(part.poles), cores


def core_at(terminal: str, mark: str) -> str:
    """Return the colour of the core at a pole of the printed board, or a dash if there is none."""
    cable = terminal.lower() if terminal in ("DISPLAY", "KNOB", "BUZZER") else "seat"
    if terminal == "12V IN":
        return "–"
    if (terminal, mark) == ("KNOB", "3V3"):
        if PINS.buzzer is None:
            return "–"  # The display's cable brings the knob's + along.
        cable = "buzzer"  # The knob's own cable has no core left for it.
    colours = (
        core.colour
        for core in cores_of(PINS, PARTS)
        if cable in core.cable and core.terminal == FIXED["marks"].get(mark, mark)
    )
    colour = next(colours, "–")
    return f"{colour} of the buzzer’s" if (terminal, mark) == ("KNOB", "3V3") else colour


def meter() -> Rows:
    """Return what a multimeter must read before the first 5 V."""
    return readings(PINS, PARTS)


def clone() -> str:
    """Return the commands that fetch the project, and where it is if that is not known yet."""
    address = project_address((FOLDER.parent / "pyproject.toml").read_text("utf-8"))
    lines = f"    git clone {address or 'ADDRESS'} coyote-table\n    cd coyote-table\n"
    return lines if address else f"{lines}\n{NO_ADDRESS}\n"


def search() -> Rows:
    """Return what to type into a shop's search for each part."""
    return ((part.name, part.search) for part in PARTS.part if part.search)


def lamps() -> str:
    """Return what flows through the lamp of each colour, in mA, by the way that it is fed."""
    rows = []
    for fed, lamp in PARTS.lamps.items():
        flows = [current_of(lamp, colour, PARTS) for colour in PARTS.colour]
        cells = (
            f"{flow.ma:.{0 if flow.ma >= 5 else 1}f}{' †' if flow.dim else ''}" for flow in flows
        )
        rows.append((lamp.what, f"`{fed}`", *cells))
    return table(("mA", "`fed`", *(colour.name for colour in PARTS.colour)), rows)


def currents() -> str:
    """Return what all that is wired takes of each supply, and what each Pi gives, in mA."""
    rows = []
    for supply, ma in sums_ma(PINS, PARTS).items():
        own = (board.limit_ma(supply) or PARTS.limits_ma.get(supply, 0.0) for board in PARTS.board)
        if ma:
            what = FIXED["supplies"][supply]
            rows.append((what, f"{ma:.0f}", *(f"{limit:.0f}" for limit in own)))
    each = (f"{board.each_pin_ma:.0f}" for board in PARTS.board)
    rows.append(("the strongest GPIO pin", f"{from_one_pin_ma(PINS, PARTS):.1f}", *each))
    available = (f"available on a {board.name}" for board in PARTS.board)
    return table(("mA", "with all lamps on", *available), rows)


def slips() -> Rows:
    """Yield what flows into a pin when a button's wire touches a supply by mistake."""
    wire = PARTS.button
    for supply, ohms in (("5V", wire.ohms), ("12V", wire.ohms), ("12V", wire.ohms_12v)):
        ma = slip_ma(PARTS, supply, ohms)
        then = "the pin survives" if ma <= wire.slip_ma else "the pin may die, and the Pi with it"
        yield supply, ohms_of(ohms), f"{ma:.1f} mA", then


def heights() -> str:
    """Return how high each kind of camera hangs over the mats of each game."""
    rows = []
    for layout in mat_sets():
        width, depth = layout.size_mm
        cells = (hangs(framing(layout, camera)) for camera in PARTS.camera)
        rows.append((mats_named(layout), f"{width:.0f} × {depth:.0f} mm", *cells))
    return table(("mats", "area", *(camera.name for camera in PARTS.camera)), rows)


def mats_named(layout: MatSet) -> str:
    """Return the name of a game's mats, and for how many players they are."""
    ends = sorted({*layout.players[:1], *layout.players[-1:]})
    who = f", {' to '.join(map(str, ends))} players" if ends else ""
    return f"`{layout.name}`{who}"


def hangs(view: Framing | None) -> str:
    """Return a framing in a cell of a table."""
    if view is None:
        return "–"
    values = heights_of(view)
    several = f"{values['count']} cameras: " if view.cameras > 1 else ""
    large = " ‡" if view.size[0] > 2304 else ""
    return f"{several}{values['least']} to {values['most']} cm{large}"


def reflections() -> Rows:
    """Yield how far lamps must be from each game's mats, so that no camera sees them reflected."""
    for layout in mat_sets():
        hung = (framing(layout, camera) for camera in PARTS.camera)
        (lens, *_) = [item.least_mm for item in hung if item is not None and item.cameras == 1]
        half = [size / 2 for size in layout.size_mm]
        away = (in_steps(least_away_mm(side, CEILING_MM, lens), 100.0) / 1000 for side in half)
        ceiling = " or ".join(f"{metres:.1f} m" for metres in away)
        beside = max(least_away_mm(side, BESIDE_MM, lens) - side for side in half)
        yield mats_named(layout), in_cm(lens), ceiling, in_cm(beside)


def sight() -> Rows:
    """Yield what each camera sees of a table from some heights, and what is left beside A2."""
    for camera, height in product(PARTS.camera, (700, 800)):
        width, depth = Field(*camera.field_deg).view_mm(height)
        beside = min(width - A2_MM[0], depth - A2_MM[1]) / 2
        seen = f"{width:.0f} × {depth:.0f} mm"
        yield camera.name, f"{height / 10:.0f} cm", seen, f"{beside:.0f} mm"


def printed() -> Rows:
    """Yield every part to print: how it lies, how large it is, what it weighs if it were solid."""
    for part in load_measured_parts().part:
        lies = "upside down" if part.turned else "upright"
        size = " × ".join(f"{side:.0f}" for side in part.size) + " mm"
        grams = f"{part.volume_cm3 * GRAMS_PER_CM3:.0f} g"
        yield f"`{part.name}`", str(part.count), lies, size, grams, f"{part.thinnest:.1f} mm"


def screws() -> Rows:
    """Yield what the enclosure is screwed with."""
    measures = load_measures()
    console = Console(measures, display_driver())
    counts = {
        "pi": len(measures.pi.holes_mm),
        "driver": len(measures.driver.holes_mm),
        "camera": len(measures.camera.holes_mm),
        "display": len(console.display_holes()),
        "lid": len(Box(measures).lid_posts()),
        "cups": len(PINS.seats) * len(cup_screws(measures)),
        "back": len(console.posts()),
        "caps": 8,
        "foot": 4,
    }
    return ((FIXED["screws"][at][0], str(n), FIXED["screws"][at][1]) for at, n in counts.items())


def stock() -> str:
    """Return how an arm bends, of each stock and with its lens at some heights."""
    measures = load_measures()
    arm, middle = Arm(measures), sum(CableLengths(measures).box_along_mm) / 2
    rows = []
    for item in measures.stock.values():
        for name, box in (("", None), (", box on the boom", middle)):
            bends = [arm.bend(item, height, arm.reaches[1], box) for height in LENS_MM]
            cells = (
                f"sags {b.sags_mm:.1f} mm, pushed {b.pushed_mm:.1f} mm, {b.swings_hz:.0f} Hz"
                for b in bends
            )
            rows.append((f"{item.what}{name}", *cells))
    return table(("stock", *(f"lens at {height / 10:.0f} cm" for height in LENS_MM)), rows)


def arm() -> Rows:
    """Yield what to cut, and how far the arm reaches."""
    measures = load_measures()
    plan, of = Arm(measures), measures.arm
    heights, reach = plan.lens_heights, plan.reaches
    field, foot = Field(*PARTS.camera[0].field_deg), of.foot_mm[1] / 2
    away = [(height, field.view_mm(height)[1] / 2 + foot) for height in LENS_MM]
    clear = (f"{in_cm(far)} with the lens at {in_cm(height)}" for height, far in away)
    hung = (side / 10 for side in CableLengths(measures).box_heights_mm(LENS_MM[0]))
    boom = CableLengths(measures, hung=Hung.BOOM)
    along = (side / 10 for side in boom.box_along_mm)
    thick = f"{of.stock_mm:.0f} × {of.stock_mm:.0f} mm"
    yield "post", f"{thick}, {of.post_mm:.0f} mm long"
    yield "boom", f"{thick}, {of.boom_mm:.0f} mm long"
    yield "height of the lens", f"up to {heights[1] / 10:.0f} cm above the table"
    yield "distance from post to lens", f"{reach[0] / 10:.0f} to {reach[1] / 10:.0f} cm"
    unseen = f"post to lens, so that a {PARTS.camera[0].name} does not see the foot"
    yield unseen, ", ".join(clear)
    above = "{:.0f} to {:.0f} cm above the table"
    yield "height of the box on the post", above.format(*hung)
    ends = "{:.0f} and {:.0f} cm from the post’s middle"
    yield "or: ends of a box on the boom", ends.format(*along)
    power = f"up to {in_cm(boom.power_mm(heights[1]))}; a power supply’s has"
    yield "its power cable, down to the table", f"{power} {measures.cables.power_mm / 10:.0f} cm"


def cables() -> Rows:
    """Yield the cables that each game's mats need, for both places of the box."""
    measures = load_measures()
    highest = Arm(measures).lens_heights[1]
    for name, ways in cable_ways():
        reach = ways.least_reach_mm
        cells = [name, in_cm(reach), in_cm(boom_mm(reach))]
        for hung in Hung:
            there = replace(ways, hung=hung)
            ribbon, wire = there.ribbon_mm(highest, reach), there.longest_wire_mm(highest)
            fits = next((item for item in measures.cables.ribbons_mm if item >= ribbon), None)
            assert fits is not None, name
            cells += [bought(ribbon, fits), bought(wire, in_steps(wire, measures.cables.step_mm))]
        yield cells


def cable_ways() -> Iterator[tuple[str, CableLengths]]:
    """Yield the cables for each game's mats, with the name of the mats."""
    for layout in mat_sets():
        yield mats_named(layout), CableLengths(load_measures(), layout.size_mm)


def boom_mm(reach: float) -> float:
    """Return the length of the boom that brings the lens as far from the post as `reach`."""
    return max(load_measures().arm.boom_mm, in_steps(reach + load_measures().arm.cap_mm, 50.0))


def in_steps(length: float, step: float) -> float:
    """Return a length rounded up to a multiple of a step.

    >>> in_steps(1842.0, 500.0)
    2000.0
    """
    return math.ceil(length / step) * step


def bought(needed: float, sold: float) -> str:
    """Return a length in a cell of a table, and the one to buy."""
    return f"{in_cm(needed)}, buy {sold / 1000:g} m"


def in_cm(needed_mm: float) -> str:
    """Return a length that something needs at least, rounded up to whole centimetres."""
    return f"{in_steps(needed_mm, 10.0) / 10:.0f} cm"


MADE: tuple[Callable[[], Rows | str], ...] = (
    *(measured, bill, costs, seats, hookup, cores, links, terminals, meter, clone, search, lamps),
    *(currents, slips, heights, sight, reflections, printed, screws, arm, cables, stock),
)
TABLES = {make.__name__: make for make in MADE}


if __name__ == "__main__":
    main()
