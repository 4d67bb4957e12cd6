"""Writes the board's circuit for KiCad: each part is a box whose pins are named by their nets."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.pcb.plan import Placed
from firmware.pcb.sexpr import Value, Word, identity, known_as, listed, text
from firmware.pcb.shapes import Point

NAME = "coyote-board"
STEP_MM, WIDE_MM, LEG_MM = 2.54, 15.24, 2.54
COLUMNS_MM = (63.5, 139.7, 215.9, 292.1, 368.3)
TOP_MM, LOW_MM, BETWEEN_MM = 25.4, 270.0, 10.16
SHEET = identity("sheet")
Item = tuple[Value, ...]


def kicad_sch(board: tuple[Placed, ...], title: str) -> str:
    """Return the circuit's file."""
    places = dict(zip((part.name for part in board), _places(board), strict=True))
    items: list[Value] = [
        listed("version", Word("20250114")),
        listed("generator", "coyote"),
        listed("uuid", SHEET),
        listed("paper", "A3"),
        listed("title_block", listed("title", title)),
        listed("lib_symbols", *(_symbol(count) for count in sorted({len(p.nets) for p in board}))),
    ]
    for part in board:
        items += _placed(part, places[part.name])
    items.append(listed("sheet_instances", listed("path", "/", listed("page", "1"))))
    return text(listed("kicad_sch", *items)) + "\n"


def _places(board: tuple[Placed, ...]) -> Iterator[Point]:
    """Yield the middle of each part's first pin, column after column."""
    column, y = 0, TOP_MM
    for part in board:
        high = len(part.nets) * STEP_MM
        if y + high > LOW_MM:
            column, y = column + 1, TOP_MM
        yield COLUMNS_MM[column], y
        y += high + BETWEEN_MM


def _symbol(pins: int) -> Item:
    """Return the box of a part with so many pins."""
    name = f"Part_{pins}"
    effects = listed("effects", listed("font", listed("size", 1.27, 1.27)))
    legs = [
        listed(
            "pin",
            Word("passive"),
            Word("line"),
            listed("at", 0, -STEP_MM * (number - 1), 0),
            listed("length", LEG_MM),
            listed("name", str(number), effects),
            listed("number", str(number), effects),
        )
        for number in range(1, pins + 1)
    ]
    box = listed(
        "rectangle",
        listed("start", LEG_MM, STEP_MM),
        listed("end", LEG_MM + WIDE_MM, -STEP_MM * pins),
        listed("stroke", listed("width", 0.254), listed("type", Word("default"))),
        listed("fill", listed("type", Word("background"))),
    )
    return listed(
        "symbol",
        f"coyote:{name}",
        listed("pin_names", listed("offset", 1.016), Word("hide")),
        listed("exclude_from_sim", Word("no")),
        listed("in_bom", Word("yes")),
        listed("on_board", Word("yes")),
        *(
            listed("property", key, said, listed("at", 0, 0, 0), effects)
            for key, said in (("Reference", "U"), ("Value", name))
        ),
        listed("symbol", f"{name}_0_1", box),
        listed("symbol", f"{name}_1_1", *legs),
    )


def _placed(part: Placed, at: Point) -> Iterator[Item]:
    """Yield a part's box, and the net's name or a cross at each of its pins."""
    x, y = at
    plain = listed("font", listed("size", 1.27, 1.27))
    fields = (
        ("Reference", part.name, (x + LEG_MM + 2.54, y - 4.0), ()),
        ("Value", part.what, (x + LEG_MM + 2.54, y - 1.0 + len(part.nets) * STEP_MM + 2.0), ()),
        ("Footprint", f"coyote:{part.shape.name}", (x, y), (listed("hide", Word("yes")),)),
    )
    yield listed(
        "symbol",
        listed("lib_id", f"coyote:Part_{len(part.nets)}"),
        listed("at", x, y, 0),
        listed("unit", 1),
        listed("exclude_from_sim", Word("no")),
        listed("in_bom", Word("yes")),
        listed("on_board", Word("yes")),
        listed("dnp", Word("no")),
        listed("uuid", identity(f"symbol {part.name}")),
        *(
            listed(
                "property",
                key,
                said,
                listed("at", *where, 0),
                listed("effects", plain, listed("justify", Word("left")), *hidden),
            )
            for key, said, where, hidden in fields
        ),
        *(
            listed("pin", str(number), known_as(f"{part.name} leg {number}"))
            for number in range(1, len(part.nets) + 1)
        ),
        listed(
            "instances",
            listed(
                "project",
                NAME,
                listed("path", f"/{SHEET}", listed("reference", part.name), listed("unit", 1)),
            ),
        ),
    )
    for number, net in enumerate(part.nets):
        where = (x, round(y + STEP_MM * number, 4))
        named = known_as(f"{part.name} label {number}")
        if net:
            yield listed(
                "global_label",
                net,
                listed("shape", Word("passive")),
                listed("at", *where, 180),
                listed("effects", plain, listed("justify", Word("right"))),
                named,
            )
        else:
            yield listed("no_connect", listed("at", *where), named)
