"""The walk (`coyote doctor --walk`): a person at the table tries each part.

Each seat's lamp is lit, and the person presses the button of the lit lamp. So one press finds a
dark lamp, a dead button and swapped wires. Enter goes on if nothing happens, and at once past the
seats that have no wires yet.
"""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Iterator

from PIL import Image, ImageDraw

from firmware.board import place
from firmware.checking.case import Case
from firmware.checking.findings import Finding, result
from firmware.checking.service import UNIT
from firmware.console.display import Display, Oled
from firmware.console.drawing import SIZE
from firmware.console.knob import Knob
from firmware.console.quadrature import QUARTERS
from firmware.errors import BadWiring, DisplayLost
from firmware.panel.console_pins import DETENTS, ConsolePins
from firmware.panel.panel import Panel, open_panel
from firmware.presses.debounce import Edge
from firmware.presses.gestures import Gesture

STEP_S = 0.1  # How often the walk looks whether somebody has pressed Enter.
HELD_S = 0.02  # Minimum contact in seconds, because a finger presses longer.
QUIET_S = 0.2  # Seconds without an edge that end a release and its chatter.
TONE_HZ = 2800.0
CLICKS = 9
MOVED = 6  # Fewer quarters are a mere touch.


def walk(case: Case) -> Iterator[Finding]:
    """Yield instructions (`well` is None) and results: seat by seat, the buzzer, the console."""
    if case.pages.state is not None:
        yield result("walk", False, "cli.walk.runs", unit=UNIT)
        return
    try:
        panel = open_panel(case.pin_table, "gpio") if case.pin_table else None
    except BadWiring:
        panel = None  # The check `gpio` reports the fault.
    if panel is None:
        return
    try:
        yield from walk_panel(panel, enter_pressed)
        if panel.pins.console is not None:
            yield from walk_console(panel.pins.console, panel, Oled, enter_pressed)
    finally:
        panel.close()


def enter_pressed() -> bool:
    """Whether somebody has pressed Enter, or nobody can, because the input has ended."""
    if not select.select([sys.stdin], [], [], 0)[0]:
        return False
    os.read(sys.stdin.fileno(), 1024)
    return True


# -- lamps, buttons and buzzer --------------------------------------------------------------------


def walk_panel(panel: Panel, entered: Callable[[], bool]) -> Iterator[Finding]:
    """Yield instructions and results for each seat, then for the buzzer."""
    stuck = {edge.seat for edge in panel.resting() if edge.down}
    for seat, wires in enumerate(panel.pins.seats):
        places = {"button": place(wires.button), "lamp": place(wires.led)}
        if seat in stuck:
            yield result("walk.seat", False, "cli.walk.stuck", seat=seat, **places)
            continue
        panel.light(seat, 1.0)
        yield result("walk.seat", None, "cli.walk.press")
        pressed = _pressed(panel, stuck, entered)
        panel.light(seat, 0.0)
        if pressed is None:
            yield result("walk.seat", False, "cli.walk.none", seat=seat, **places)
        elif pressed != seat:
            params = {"seat": seat, "other_seat": pressed, **places}
            yield result("walk.seat", False, "cli.walk.other", **params)
        else:
            yield result("walk.seat", True, "cli.walk.well", seat=seat)
    if panel.pins.buzzer is None or len(stuck) == panel.seats:
        return  # There is nothing to hear, or nobody could confirm it.
    yield result("walk.buzzer", None, "cli.walk.tone")
    panel.tone(TONE_HZ)
    heard = _pressed(panel, stuck, entered) is not None
    panel.tone(None)
    key = "cli.walk.heard" if heard else "cli.walk.not_heard"
    yield result("walk.buzzer", heard, key, buzzer=place(panel.pins.buzzer))


def _pressed(panel: Panel, stuck: set[int], entered: Callable[[], bool]) -> int | None:
    """Return the seat whose button somebody presses, or None after Enter."""
    while not entered():
        for edge in panel.edges_within(STEP_S):
            if isinstance(edge, Edge) and edge.down and edge.seat not in stuck:
                time.sleep(HELD_S)
                if panel.resting()[edge.seat].down:
                    while list(panel.edges_within(QUIET_S)) and not entered():
                        pass  # The press and its chatter have not ended.
                    return edge.seat
    return None


# -- the console ----------------------------------------------------------------------------------


def walk_console(
    pins: ConsolePins,
    panel: Panel,
    opener: Callable[[ConsolePins], Display],
    entered: Callable[[], bool],
) -> Iterator[Finding]:
    """Yield instructions and results, first for the knob, then for the display.

    A display that does not answer is no fault, because a table needs no console.
    """
    try:
        display = opener(pins)
    except DisplayLost as error:
        yield Finding("walk.display", None, error.message)
        return
    try:
        knob = Knob(pins, panel.gpio)
        yield from walk_knob(knob, pins, entered)
        yield from walk_display(knob, display, entered)
        knob.close()
    except BadWiring as error:
        yield Finding("walk.knob", False, error.message)
    except DisplayLost as error:
        yield Finding("walk.display", False, error.message)
    finally:
        display.close()


def walk_knob(knob: Knob, pins: ConsolePins, entered: Callable[[], bool]) -> Iterator[Finding]:
    """Yield instructions and results for a turn clockwise, a turn back, and a push.

    Both turns together tell how many clicks the knob has in a cycle of its contacts.
    """
    places = {
        "a": place(pins.encoder_a),
        "b": place(pins.encoder_b),
        "push": place(pins.encoder_push),
        "reversed": "false" if pins.reversed else "true",
    }
    turns: list[int] = []
    for way, key in ((1, "clockwise"), (-1, "back")):
        before = knob.quarters
        yield result("walk.knob", None, f"cli.walk.{key}")
        while not entered():
            time.sleep(STEP_S)
        turn = way * (knob.quarters - before)
        turns.append(abs(turn))
        if abs(turn) < MOVED:
            yield result("walk.knob", False, "cli.walk.turned_not", **places)
        elif turn > 0:
            yield result("walk.knob", True, f"cli.walk.{key}_well")
        else:
            yield result("walk.knob", False, "cli.walk.turned_other", **places)
    detents = min(DETENTS, key=lambda detents: abs(sum(turns) - 2 * CLICKS * QUARTERS / detents))
    if min(turns) >= MOVED and detents != pins.detents:
        params = {"detents": detents, "given": pins.detents}
        yield result("walk.knob", False, "cli.walk.detents", **params)
    yield result("walk.knob", None, "cli.walk.push")
    pushed = _pushed(knob, entered)
    key = "cli.walk.pushed" if pushed else "cli.walk.pushed_not"
    yield result("walk.knob", pushed, key, **places)


def walk_display(knob: Knob, display: Display, entered: Callable[[], bool]) -> Iterator[Finding]:
    """Show a pattern until a push of the knob confirms it. Raise `DisplayLost`."""
    display.show(pattern())
    yield result("walk.display", None, "cli.walk.pattern")
    seen = _pushed(knob, entered)
    key = "cli.walk.pattern_seen" if seen else "cli.walk.pattern_not"
    yield result("walk.display", seen, key)


def pattern() -> Image.Image:
    """Return a picture with a frame along all four edges, and a cross from corner to corner.

    With the wrong driver, a display leaves out columns or shows snow at the edge.
    """
    image = Image.new("1", SIZE)
    pen, (right, bottom) = ImageDraw.Draw(image), (SIZE[0] - 1, SIZE[1] - 1)
    pen.rectangle((0, 0, right, bottom), outline=1)
    pen.line((0, 0, right, bottom), fill=1)
    pen.line((0, bottom, right, 0), fill=1)
    return image


def _pushed(knob: Knob, entered: Callable[[], bool]) -> bool:
    """Whether somebody pushes the knob before Enter."""
    while not entered():
        if any(isinstance(event, Gesture) for event in knob.events(STEP_S)):
            return True
    return False
