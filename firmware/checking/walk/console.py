"""The walk for the console: turn the knob both ways and push it, then check a pattern."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from PIL import Image, ImageDraw

from firmware.board import place
from firmware.checking.findings import Finding, found
from firmware.console.display import Display
from firmware.console.drawing import SIZE
from firmware.console.knob import Knob, Turned
from firmware.console.quadrature import QUARTERS
from firmware.errors import BadWiring, DisplayLost
from firmware.panel.console_pins import DETENTS
from firmware.panel.gpio import Gpio
from firmware.panel.pins import ConsolePins
from firmware.presses.gestures import Gesture
from referee.contract import Value

TURN_S = 20.0  # A person needs this time to read the line and reach the knob.
# If no detent comes for this time, the hand has stopped turning. With half of it, a slow hand's
# next click would count as the turn back. With double, the next instruction would come late.
REST_S = 1.0
LOOK_S = 0.05  # Some knobs turn several clicks before the table counts one.
MOST_REST_S = 8.0
TURNED_NOT = "cli.walk.turned_not"
Event = Turned | Gesture
CLICKS = 9
SOAK_PICTURES = 60  # They take 6 s at the bus's usual 100 kHz.
MOVED = 6  # Fewer quarters are a mere touch, or a turn that has just begun.


def walk_console(
    pins: ConsolePins,
    gpio: Gpio,
    opener: Callable[[ConsolePins], Display],
    wait_s: float = TURN_S,
) -> Iterator[Finding]:
    """Yield instructions (`well` is None) and results, first for the knob, then for the display.

    If no display answers and nobody turns the knob, the table has no console. That is no fault.
    """
    try:
        knob = Knob(pins, gpio)
    except BadWiring as error:
        yield Finding("walk.knob", False, error.message)
        return
    display, lost = None, None
    try:
        try:
            display = opener(pins)
        except DisplayLost as error:
            lost = error
        for finding in walk_knob(knob, pins, wait_s):
            if lost is not None and finding.message.key == TURNED_NOT:
                yield found("walk.knob", None, "cli.walk.no_console")
                return
            yield finding
        if lost is not None:
            yield Finding("walk.display", False, lost.message)
        elif display is not None:
            yield from walk_display(knob, display, wait_s)
    finally:
        if display is not None:
            display.close()
        knob.close()


def walk_knob(knob: Knob, pins: ConsolePins, wait_s: float) -> Iterator[Finding]:
    """Yield instructions and results for a turn clockwise, a turn back, and a push.

    Both turns together tell how many clicks the knob has in a cycle of its contacts.
    """
    places: dict[str, Value] = {
        "a": place(pins.encoder_a),
        "b": place(pins.encoder_b),
        "push": place(pins.encoder_push),
        "reversed": "false" if pins.reversed else "true",
    }
    turns: list[int] = []
    for way, ask, well in (
        (1, "cli.walk.clockwise", "cli.walk.clockwise_well"),
        (-1, "cli.walk.back", "cli.walk.back_well"),
    ):
        before = knob.quarters
        yield found("walk.knob", None, ask)
        quarters = _turned(knob, before, wait_s)
        if abs(quarters) < MOVED:
            yield found("walk.knob", False, TURNED_NOT, **places)
            continue
        turns.append(abs(quarters))
        if (quarters > 0) == (way > 0):
            yield found("walk.knob", True, well)
        else:
            yield found("walk.knob", False, "cli.walk.turned_other", **places)
    if len(turns) == 2 and (detents := detents_of(turns)) != pins.detents:
        params = {"detents": detents, "given": pins.detents}
        yield found("walk.knob", False, "cli.walk.detents", **params)
    yield found("walk.knob", None, "cli.walk.push")
    pushed = _pushed(knob, wait_s)
    key = "cli.walk.pushed" if pushed else "cli.walk.pushed_not"
    yield found("walk.knob", pushed, key, **places)


def walk_display(knob: Knob, display: Display, wait_s: float) -> Iterator[Finding]:
    """Try the display's bus, then show a pattern until a push of the knob confirms it."""
    try:
        tried = soak(display)
        yield tried
        if not tried.well:
            return
        display.show(pattern())
        yield found("walk.display", None, "cli.walk.pattern")
        seen = _pushed(knob, wait_s)
        key = "cli.walk.pattern_seen" if seen else "cli.walk.pattern_not"
        yield found("walk.display", seen, key)
    except DisplayLost as error:
        yield Finding("walk.display", False, error.message)


def soak(display: Display) -> Finding:
    """Write pictures without a pause, and say whether all arrived.

    A cable that is too long loses one of many. Raise `DisplayLost` if not even the first arrives.
    """
    for shown in range(SOAK_PICTURES):
        try:
            display.show(Image.new("1", SIZE, shown % 2))  # Every pixel changes.
        except DisplayLost:
            if not shown:
                raise
            params: dict[str, Value] = {"shown": shown, "pictures": SOAK_PICTURES}
            return found("walk.display", False, "cli.walk.bus_loses", **params)
    return found("walk.display", True, "cli.walk.bus_well", pictures=SOAK_PICTURES)


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


def _turned(knob: Knob, before: int, wait_s: float) -> int:
    """Return the quarters that the knob has turned since `before`, once it is still again.

    Wait up to `wait_s` for the turn to begin.
    """
    for _ in _events(knob, wait_s, LOOK_S):
        if abs(knob.quarters - before) >= MOVED:
            break
    until = time.monotonic() + MOST_REST_S
    last = before
    while time.monotonic() < until and knob.quarters != last:
        last = knob.quarters
        _rest(knob)
    return knob.quarters - before


def _rest(knob: Knob) -> None:
    """Wait for `REST_S` seconds, in which a hand may go on turning."""
    for _ in _events(knob, REST_S):
        pass


def _pushed(knob: Knob, wait_s: float) -> bool:
    return any(isinstance(event, Gesture) for event in _events(knob, wait_s))


def _events(knob: Knob, wait_s: float, step_s: float | None = None) -> Iterator[Event | None]:
    """Yield the knob's events for `wait_s` seconds. With `step_s`, yield None after each step."""
    until = time.monotonic() + wait_s
    while (left := until - time.monotonic()) > 0:
        yield from knob.events(left if step_s is None else min(left, step_s))
        if step_s is not None:
            yield None


def detents_of(turns: Sequence[int]) -> int:
    """Return the clicks in a cycle of the knob's contacts, from the quarters of each turn.

    Each turn is by `CLICKS`, an odd number. A cycle has four quarters. So a knob with one click a
    cycle is back where it was, one with two is half a cycle away, and one with four a quarter. That
    holds for any odd number, so a wrong count of clicks does little harm. If the turns disagree,
    somebody miscounted. Then the number whose turns would be nearest counts.
    """
    told = {_by_rest(quarters) for quarters in turns}
    if len(told) == 1:
        return told.pop()
    mean = sum(turns) / len(turns)
    return min(DETENTS, key=lambda detents: abs(CLICKS * QUARTERS // detents - mean))


def _by_rest(quarters: int) -> int:
    """Return the clicks in a cycle, from where in the cycle the knob came to rest."""
    return {0: 1, 2: 2}.get(quarters % QUARTERS, QUARTERS)
