"""The walk for the panel: lamps, buttons and buzzer.

Each seat's lamp is lit, and the person must press the button of the lit lamp. So one press finds a
dark lamp, a dead button and swapped wires. At the end a tone sounds, and any button confirms it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from firmware.board import place
from firmware.checking.findings import Finding, found
from firmware.panel.panel import Panel
from firmware.presses.debounce import Edge
from referee.contract import Value

PRESS_S = 20.0  # A person needs this time to see the lamp and reach its button.
HELD_S = 0.02  # Minimum contact in seconds, because a finger presses longer.
QUIET_S = 0.2  # Seconds without an edge that end a release and its chatter.
LET_GO_S = 3.0
TONE_HZ = 2800.0


def walk(panel: Panel, wait_s: float = PRESS_S) -> Iterator[Finding]:
    """Yield instructions (`well` is None) and results, seat by seat, then for the buzzer."""
    stuck = {edge.seat for edge in panel.resting() if edge.down}
    for seat in range(panel.seats):
        wires = panel.pins.seats[seat]
        places: dict[str, Value] = {
            "seat": seat,
            "button": place(wires.button),
            "lamp": place(wires.led),
        }
        if seat in stuck:
            yield found("walk.seat", False, "cli.walk.stuck", **places)
            continue
        panel.light(seat, 1.0)
        yield found("walk.seat", None, "cli.walk.press")
        pressed = _pressed(panel, stuck, wait_s)
        panel.light(seat, 0.0)
        if pressed is None:
            yield found("walk.seat", False, "cli.walk.none", **places)
        elif pressed != seat:
            yield found("walk.seat", False, "cli.walk.other", **places, other_seat=pressed)
        else:
            yield found("walk.seat", True, "cli.walk.well", **places)
        _let_go(panel)
    if panel.pins.buzzer is not None:
        yield from _buzzer(panel, stuck, wait_s)


def _buzzer(panel: Panel, stuck: set[int], wait_s: float) -> Iterator[Finding]:
    """Sound a tone until a button confirms it."""
    assert panel.pins.buzzer is not None
    at = place(panel.pins.buzzer)
    if len(stuck) == panel.seats:
        return  # Nobody could confirm the tone.
    yield found("walk.buzzer", None, "cli.walk.tone")
    panel.tone(TONE_HZ)
    try:
        heard = _pressed(panel, stuck, wait_s) is not None
    finally:
        panel.tone(None)
    key = "cli.walk.heard" if heard else "cli.walk.not_heard"
    yield found("walk.buzzer", heard, key, buzzer=at)
    _let_go(panel)


def _pressed(panel: Panel, stuck: set[int], wait_s: float) -> int | None:
    """Return the seat whose button somebody presses, or None after `wait_s`."""
    until = time.monotonic() + wait_s
    while (left := until - time.monotonic()) > 0:
        for edge in panel.edges_within(left):
            if isinstance(edge, Edge) and edge.down and edge.seat not in stuck:
                time.sleep(HELD_S)
                if panel.resting()[edge.seat].down:
                    return edge.seat
    return None


def _let_go(panel: Panel) -> None:
    """Wait until no edge has come for `QUIET_S` seconds."""
    until = time.monotonic() + LET_GO_S
    while time.monotonic() < until and list(panel.edges_within(QUIET_S)):
        pass
