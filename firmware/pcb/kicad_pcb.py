"""Writes the printed board for KiCad: outline, parts, tracks, ground on both sides, and words."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.pcb.plan import GROUND, HOLE_MM, HOLES, OUTLINE, Placed
from firmware.pcb.router import VIA_DRILL_MM, Track
from firmware.pcb.sexpr import Value, Word, identity, known_as, listed, text
from firmware.pcb.shapes import Point

AWAY_MM = 50.0  # From the corner of the sheet to that of the Pi.
LAYERS = (
    (0, "F.Cu", "signal"),
    (2, "B.Cu", "signal"),
    (5, "F.SilkS", "user"),
    (7, "B.SilkS", "user"),
    (1, "F.Mask", "user"),
    (3, "B.Mask", "user"),
    (25, "Edge.Cuts", "user"),
    (31, "F.CrtYd", "user"),
    (29, "B.CrtYd", "user"),
    (35, "F.Fab", "user"),
    (33, "B.Fab", "user"),
)
COPPER = ("F.Cu", "B.Cu")
LETTER_MM, SMALL_MM, STROKE_MM = 1.2, 0.9, 0.15
Item = tuple[Value, ...]


def kicad_pcb(board: tuple[Placed, ...], tracks: tuple[Track, ...], title: str) -> str:
    """Return the board's file. KiCad still has to fill the ground in."""
    names = ["", *sorted({net for part in board for net in part.nets if net}), *_open_pads(board)]
    numbers = {name: number for number, name in enumerate(names)}
    items: list[Value] = [
        listed("version", Word("20241229")),
        listed("generator", "coyote"),
        listed("general", listed("thickness", 1.6)),
        listed("paper", "A4"),
        listed("title_block", listed("title", title)),
        listed("layers", *((number, name, Word(kind)) for number, name, kind in LAYERS)),
        listed("setup", listed("pad_to_mask_clearance", 0.05)),
        *(listed("net", number, name) for name, number in numbers.items()),
        *(_footprint(part, numbers) for part in board),
        *(_hole(number, at) for number, at in enumerate(HOLES, start=1)),
        *_outline(),
        *(_track(number, track, numbers) for number, track in enumerate(tracks)),
        *(_pour(layer, numbers) for layer in COPPER),
        *_words(board, title),
    ]
    return text(listed("kicad_pcb", *items)) + "\n"


def open_pad(part: Placed, number: int) -> str:
    """Return the name that KiCad gives to a pad without a net."""
    return f"unconnected-({part.name}-Pad{number})"


def _open_pads(board: tuple[Placed, ...]) -> Iterator[str]:
    for part in board:
        yield from (open_pad(part, n) for n, net in enumerate(part.nets, start=1) if not net)


def _at(point: Point) -> Item:
    return listed("at", *_on_sheet(point))


def _on_sheet(point: Point) -> Point:
    return (round(point[0] + AWAY_MM, 4), round(point[1] + AWAY_MM, 4))


def _footprint(part: Placed, numbers: dict[str, int]) -> Item:
    """Return a part with its pads; the first pad is square."""
    left, top, right, bottom = part.shape.body
    middle, shape = ((left + right) / 2, (top + bottom) / 2), part.shape
    silk = "B.SilkS" if shape.below else "F.SilkS"
    angle = 180 if part.turned else 0
    pads: list[Value] = []
    for number, (pad, net) in enumerate(zip(shape.pads, part.nets, strict=True), start=1):
        name = net or open_pad(part, number)
        pads.append(
            listed(
                "pad",
                str(number),
                Word("thru_hole"),
                Word("rect" if number == 1 else "circle"),
                listed("at", *pad, angle),
                listed("size", shape.pad_mm, shape.pad_mm),
                listed("drill", shape.drill_mm),
                listed("layers", "*.Cu", "*.Mask"),
                listed("net", numbers[name], name),
                listed("pinfunction", str(number)),
                listed("pintype", "passive" if net else "passive+no_connect"),
                known_as(f"{part.name} pad {number}"),
            )
        )
    lines = [
        listed(
            "fp_rect",
            listed("start", left - by, top - by),
            listed("end", right + by, bottom + by),
            listed("stroke", listed("width", wide), listed("type", Word("solid"))),
            listed("fill", Word("no")),
            listed("layer", layer),
            known_as(f"{part.name} {layer}"),
        )
        for layer, by, wide in (
            (silk, 0.0, STROKE_MM),
            (f"{silk[0]}.CrtYd", 0.1, 0.05),
            (f"{silk[0]}.Fab", 0.0, 0.1),
        )
    ]
    return listed(
        "footprint",
        f"coyote:{shape.name}",
        listed("layer", "F.Cu"),
        known_as(part.name),
        listed("at", *_on_sheet(part.at), angle),
        _property("Reference", part, part.name, middle, f"{silk[0]}.Fab"),
        _property("Value", part, part.what, (middle[0], middle[1] + 1.2), f"{silk[0]}.Fab"),
        listed("path", f"/{identity(f'symbol {part.name}')}"),
        listed("sheetname", "/"),
        listed("sheetfile", "coyote-board.kicad_sch"),
        listed("attr", Word("through_hole")),
        *lines,
        *pads,
    )


def _property(name: str, part: Placed, said: str, at: Point, layer: str) -> Item:
    return listed(
        "property",
        name,
        said,
        listed("at", *at, 0),
        listed("layer", layer),
        known_as(f"{part.name} {name}"),
        _effects(0.8, layer),
    )


def _effects(size: float, layer: str) -> Item:
    mirrored = (listed("justify", Word("mirror")),) if layer.startswith("B.") else ()
    font = listed("font", listed("size", size, size), listed("thickness", STROKE_MM))
    return listed("effects", font, *mirrored)


def _hole(number: int, at: Point) -> Item:
    """Return a hole for a screw, without copper."""
    return listed(
        "footprint",
        "coyote:Hole_M2.5",
        listed("layer", "F.Cu"),
        known_as(f"hole {number}"),
        _at(at),
        listed(
            "attr", Word("exclude_from_pos_files"), Word("exclude_from_bom"), Word("board_only")
        ),
        listed(
            "pad",
            "",
            Word("np_thru_hole"),
            Word("circle"),
            listed("at", 0, 0),
            listed("size", HOLE_MM, HOLE_MM),
            listed("drill", HOLE_MM),
            listed("layers", "*.Cu", "*.Mask"),
            known_as(f"hole {number} pad"),
        ),
    )


def _outline() -> Iterator[Item]:
    for number, (start, end) in enumerate(zip(OUTLINE, (*OUTLINE[1:], OUTLINE[0]), strict=True)):
        yield _line(f"edge {number}", start, end, "Edge.Cuts", 0.1)


def _line(name: str, start: Point, end: Point, layer: str, wide: float) -> Item:
    return listed(
        "gr_line",
        listed("start", *_on_sheet(start)),
        listed("end", *_on_sheet(end)),
        listed("stroke", listed("width", wide), listed("type", Word("solid"))),
        listed("layer", layer),
        known_as(name),
    )


def _track(number: int, track: Track, numbers: dict[str, int]) -> Item:
    net, name = listed("net", numbers[track.net]), known_as(f"track {number}")
    if track.layer is None:
        size, drill = listed("size", track.wide_mm), listed("drill", VIA_DRILL_MM)
        return listed("via", _at(track.start), size, drill, listed("layers", *COPPER), net, name)
    return listed(
        "segment",
        listed("start", *_on_sheet(track.start)),
        listed("end", *_on_sheet(track.end)),
        listed("width", track.wide_mm),
        listed("layer", COPPER[track.layer]),
        net,
        name,
    )


def _pour(layer: str, numbers: dict[str, int]) -> Item:
    """Return the ground of one side; KiCad fills it in around everything else."""
    return listed(
        "zone",
        listed("net", numbers[GROUND]),
        listed("net_name", GROUND),
        listed("layer", layer),
        known_as(f"ground {layer}"),
        listed("name", f"ground {layer}"),
        listed("hatch", Word("edge"), 0.5),
        listed("connect_pads", listed("clearance", 0.3)),
        listed("min_thickness", 0.25),
        listed(
            "fill",
            Word("yes"),
            listed("thermal_gap", 0.4),
            listed("thermal_bridge_width", 0.6),
        ),
        listed("polygon", listed("pts", *(listed("xy", *_on_sheet(one)) for one in OUTLINE))),
    )


def _words(board: tuple[Placed, ...], title: str) -> Iterator[Item]:
    """Yield the words on the board: each part's name, and what each pole of a terminal carries."""
    for part in board:
        left, top, right, bottom = part.body
        middle, half = (left + right) / 2, (top + bottom) / 2
        if part.shape.marks:
            yield from _marks(part)
        elif part.shape.below:
            yield _said(part.name, "1", (left - 0.9, bottom - 1.27), LETTER_MM, "B.SilkS")
            yield _said(f"{part.name} side", SOCKET, (middle, bottom + 1.4), LETTER_MM, "B.SilkS")
        elif right - left < 4:
            yield _said(part.name, part.name, (middle, half - 1.2), SMALL_MM)
            yield _said(f"{part.name} ohms", _short(part.what), (middle, half + 1.2), SMALL_MM)
        else:
            row = half if bottom - top > 4 else bottom + 0.9
            yield _said(part.name, f"{part.name} {part.said}", (middle, row), LETTER_MM)
    yield _said("title", title, (18.5, 30.0), 1.6)
    for row, said in enumerate(NOTES):
        yield _said(f"note {row}", said, (18.5, 34.0 + 2.2 * row), 1.0)


def _marks(part: Placed) -> Iterator[Item]:
    """Yield what each pole carries, in two lines where the poles are close, and the part's name."""
    left, top, right, bottom = part.body
    edge, down = (top, -1) if part.turned else (bottom, 1)
    apart = abs(part.pads[1][0] - part.pads[0][0])
    close = all(part.shape.marks) and max(map(len, part.shape.marks)) > apart
    for number, (mark, pad) in enumerate(zip(part.shape.marks, part.pads, strict=True)):
        away = 0.8 + (1.2 if close and number % 2 else 0.0)
        if mark:
            yield _said(f"{part.name} pole {number}", mark, (pad[0], edge + down * away), SMALL_MM)
    away = 2.3 + (1.2 if close else 0.0)
    yield _said(part.name, part.said.upper(), ((left + right) / 2, edge + down * away), LETTER_MM)


def _short(ohms: str) -> str:
    """Return a resistor's value in letters that a board can show, as short as its body is narrow.

    >>> _short("4.7 kΩ"), _short("1 kΩ")
    ('4k7', '1k')
    """
    number, _, unit = ohms.removesuffix("Ω").partition(" ")
    return number.replace(".", unit) if "." in number else number + unit


SOCKET = "the Pi's socket is on this side"
NOTES = (
    "Measure before the first 5 V.",
    "L+: lamps' supply, behind the fuse.",
    "Jumper LAMPS: 5V, or 12V from 12V IN.",
    "Display, knob, buzzer: JST XH.",
    "Spacers M2.5 to the Pi at all holes.",
)


def _said(name: str, said: str, at: Point, size: float, layer: str = "F.SilkS") -> Item:
    return listed(
        "gr_text",
        said,
        listed("at", *_on_sheet(at), 0),
        listed("layer", layer),
        known_as(f"words {name}"),
        _effects(size, layer),
    )
