"""The walk of `coyote doctor --walk`: each lamp is lit in turn, and its button must answer.

Whoever presses the button whose lamp is lit tells of both at once: of a lamp that stays dark, a
press that does not come, and wires that were changed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from firmware.board import place
from firmware.commands.checks import Finding
from firmware.panel.panel import Panel
from firmware.presses.debounce import Edge
from referee.contract import Message, Value

PRESS_S = 20.0  # for a person to see the lamp and reach its button
HELD_S = 0.02  # a contact that is over before that is no finger
QUIET_S = 0.2  # let go, chatter included
LET_GO_S = 3.0
TONE_HZ, TONE_S = 440.0, 0.4


def walk(panel: Panel, wait_s: float = PRESS_S) -> Iterator[Finding]:
    """Yield what to do (`well` is None) and what came of it, lamp by lamp; sound the buzzer."""
    stuck = {edge.seat for edge in panel.resting() if edge.down}
    for seat in range(panel.seats):
        wires = panel.pins.seats[seat]
        said: dict[str, Value] = {
            "seat": seat,
            "button": place(wires.button),
            "lamp": place(wires.led),
        }
        if seat in stuck:
            yield Finding(False, Message("cli.walk.stuck", said))
            continue
        panel.light(seat, 1.0)
        yield Finding(None, Message("cli.walk.press"))
        pressed = _pressed(panel, stuck, wait_s)
        panel.light(seat, 0.0)
        if pressed is None:
            yield Finding(False, Message("cli.walk.none", said))
        elif pressed != seat:
            yield Finding(False, Message("cli.walk.other", {**said, "other_seat": pressed}))
        else:
            yield Finding(True, Message("cli.walk.well", said))
        _let_go(panel)
    if panel.pins.buzzer is not None:
        panel.tone(TONE_HZ)
        time.sleep(TONE_S)
        panel.tone(None)
        yield Finding(None, Message("cli.walk.tone", {"buzzer": place(panel.pins.buzzer)}))


def _pressed(panel: Panel, stuck: set[int], wait_s: float) -> int | None:
    """Return the seat whose button is pressed, None where none is within the time."""
    until = time.monotonic() + wait_s
    while (left := until - time.monotonic()) > 0:
        for edge in panel.edges_within(left):
            if isinstance(edge, Edge) and edge.down and edge.seat not in stuck:
                time.sleep(HELD_S)
                if panel.resting()[edge.seat].down:
                    return edge.seat
    return None


def _let_go(panel: Panel) -> None:
    """Wait until no edge has come for a while."""
    until = time.monotonic() + LET_GO_S
    while time.monotonic() < until and list(panel.edges_within(QUIET_S)):
        pass
