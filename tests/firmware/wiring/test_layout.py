"""The soldering board: every wire of the kit is on it, and its rules find what is wrong."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from firmware.board import places
from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.wiring.boards import Point, wire_way
from firmware.wiring.hookup import wires_of
from firmware.wiring.layout import BOARD_MM, COLUMNS, PITCH_MM, ROWS, Hole, Layout, lay_out

PARTS, PINS = load_parts(), load_pins()


@pytest.fixture
def board() -> Layout:
    layout = lay_out(PINS, PARTS)
    assert layout is not None
    return layout


def leads(board: Layout, name: str) -> dict[int, Hole]:
    return next(part.leads for part in board.parts if part.name == name)


def reached(board: Layout, start: Hole) -> set[Hole]:
    """Follow nets, resistors, the fuse and the driver's channels from a hole.

    The resistor beside the buzzer leads nowhere: it joins the buzzer's two poles.
    """
    beside = board.nets.get("buzzer −", ())
    ways = [set(net) for net in board.nets.values()]
    for part in board.parts:
        if len(part.leads) == 2 and set(part.leads.values()).isdisjoint(beside):
            ways.append(set(part.leads.values()))
    chip = leads(board, "ULN2803A")
    ways += [{chip[pin], chip[19 - pin]} for pin in range(1, 9)]
    results = {start}
    while more := set().union(*(way for way in ways if way & results)) - results:
        results |= more
    return results


def faults(board: Layout) -> Iterator[str]:
    """Yield each lead, body or wire that cannot be where it is."""
    held = Counter(hole for part in board.parts for hole in part.leads.values())
    yield from (f"two leads in hole {hole}" for hole, count in held.items() if count > 1)
    for part in board.parts:
        left, top, right, bottom = part.body
        across, down = (side / PITCH_MM / 2 for side in BOARD_MM)
        middle, centre = (COLUMNS + 1) / 2, (ROWS + 1) / 2
        if max(middle - left, right - middle) > across or max(centre - top, bottom - centre) > down:
            yield f"{part.name} stands out over the board"
    for part, other in combinations(board.parts, 2):
        if all(part.body[at] < other.body[at + 2] for at in (0, 1)) and all(
            other.body[at] < part.body[at + 2] for at in (0, 1)
        ):
            yield f"{part.name} and {other.name} stand in each other's way"
    joined = Counter(hole for net in board.nets.values() for hole in set(net))
    yield from (f"two nets meet in hole {hole}" for hole, count in joined.items() if count > 1)
    yield from (f"no lead in hole {hole}, where a wire ends" for hole in joined - held)


def test_the_kits_board_breaks_no_rule(board: Layout) -> None:
    assert list(faults(board)) == []


def test_every_wire_is_drawn_round_the_joints_of_others(board: Layout) -> None:
    """A builder lays the wires as they are drawn, and a wire over a joint may melt into it."""
    bent = 0
    for name, start, end in board.links():
        way = wire_way(start, end, board.joints)
        assert (way[0], way[-1]) == (start, end)
        bent += len(way) > 2
        for piece in pairwise(way):
            near = {joint for joint in board.joints if distance(joint, *piece) < 0.25}
            assert near <= {start, end}, name
    assert bent > 0


def distance(at: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a line between two others."""
    across, down = end[0] - start[0], end[1] - start[1]
    along = (at[0] - start[0]) * across + (at[1] - start[1]) * down
    share = min(1.0, max(0.0, along / math.dist(start, end) ** 2))
    return math.dist(at, (start[0] + share * across, start[1] + share * down))


def side(along: tuple[Hole, Hole], to: Hole) -> int:
    """Return on which side of a way between two holes, seen from above, a third lies."""
    (x, y), (end_x, end_y) = along
    across = (end_x - x) * (to[1] - y) - (end_y - y) * (to[0] - x)
    return (across > 0) - (across < 0)


def test_header_and_driver_are_numbered_as_they_are_from_above_and_not_from_below(
    board: Layout,
) -> None:
    header, chip = leads(board, "to the Pi"), leads(board, "ULN2803A")
    upright = 0, 0  # as guide and makers draw the Pi: pin 1 at the upper left, 2 beside it
    as_drawn = side((upright, (0, 19)), (1, 0))
    assert side((header[1], header[39]), header[2]) == as_drawn
    assert side((chip[1], chip[9]), chip[18]) == as_drawn


def test_every_wire_of_the_kit_leads_from_its_pin_to_one_terminal_and_no_further(
    board: Layout,
) -> None:
    header = leads(board, "to the Pi")
    edges = {*leads(board, "seats").values(), *leads(board, "strips and console").values()}
    met: list[Hole] = []
    for wire in wires_of(PINS, PARTS):
        if wire.to.key.endswith("knob_power"):
            continue  # the same 3.3 V as the display's, from its terminal
        ends = reached(board, header[wire.place or 0]) & edges
        assert len(ends) == (2 if wire.carries in ("GND", "5V") else 1), wire
        met += ends
    assert len(met) == len(set(met)), "two wires meet"
    assert len(met) == 6 * 2 + 2 + 2 + 1 + 5 + 1  # seats; ground; 5 V; 3.3 V; console; buzzer −


def test_a_button_goes_through_its_resistor_and_a_lamp_through_its_own_channel(
    board: Layout,
) -> None:
    top = leads(board, "seats")
    assert reached(board, top[1]) != reached(board, top[3])
    for seat, row in enumerate(PINS.seats):
        button, lamp = top[2 * seat + 1], top[2 * seat + 2]
        assert board.nets[f"GPIO{row.button}"][0] not in board.nets[f"button {seat + 1}"]
        assert set(board.nets[f"GPIO{row.led}"]).isdisjoint(board.nets[f"lamp {seat + 1} −"])
        assert set(board.nets[f"GPIO{row.button}"]) <= reached(board, button)
        assert set(board.nets[f"GPIO{row.led}"]) <= reached(board, lamp)


def test_fewer_seats_and_no_console_have_a_board_and_leds_on_pins_have_none() -> None:
    small = lay_out(replace(PINS, seats=PINS.seats[:3], console=None, buzzer=None), PARTS)
    assert small is not None
    assert list(faults(small)) == []
    assert not any(item in small.nets for item in ("3V3", "buzzer −"))
    assert lay_out(replace(PINS, lamps="led-pin"), PARTS) is None
    own = lay_out(replace(PINS, lamps="lamp-12v"), PARTS)
    assert own is not None
    assert not any(hole in own.nets["12V"] for hole in leads(own, "to the Pi").values())
    assert str(places()["5V"][0]) not in own.nets
