"""Each pixel of the console's display, from what the kernel's bus was given."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from firmware.console.display import Oled
from tests.bench import Figure, at_least
from tests.firmware.console.ssd1306 import Ssd1306
from tests.process import eventually
from tests.rig.bus import Bus
from tests.rig.fingers import PINS, Played, playing, resting
from tests.rig.hand import Shaft
from tests.rig.header import Header

GOLDEN = Path(__file__).parents[2] / "firmware" / "console" / "golden"
TURNS = 20


def promises() -> Iterator[Figure]:
    """Yield how many screens came through."""
    random.seed(1)
    assert PINS.console is not None
    header, bus, display = Header(resting()), Bus(), Ssd1306()
    oled = Oled(PINS.console)
    golden = [file.read_bytes() for file in sorted(GOLDEN.glob("*/*.png"))]
    same = 0
    for file in golden:
        oled.show(_picture(file))
        same += _shown(bus, display) == _picture(file).tobytes()
    name = f"golden screens read off the bus, pixel by pixel, of {len(golden)}"
    yield at_least(name, same, len(golden), "screens")
    with playing(header) as played:
        eventually(lambda: _screen(played))
        same = sum(_turned(played, way, bus, display) for way in (1, -1) * (TURNS // 2))
        name = f"turns of the knob that the running table showed on the bus, of {TURNS}"
        yield at_least(name, same, TURNS, "screens")
    _shown(bus, display)
    yield at_least("the display is dark when the table has stopped", not display.on, 1, "times")


def _turned(played: Played, way: int, bus: Bus, display: Ssd1306) -> bool:
    """Turn the knob by a detent; return whether another screen, the console's own, is shown."""
    before = _shown(bus, display)
    Shaft(played.header).turn(way)
    played.pause()
    after = _shown(bus, display)
    return before != after == _picture(_screen(played)).tobytes()


def _screen(played: Played) -> bytes:
    """Return what the console has drawn, as PNG; nothing before it has."""
    assert played.table.console is not None
    return played.table.console.shown.png


def _shown(bus: Bus, display: Ssd1306) -> bytes:
    """Return what the display shows after all that has been written to it."""
    assert PINS.console is not None
    for message in bus.written(PINS.console.address):
        display.take(message)
    return display.picture().tobytes()


def _picture(file: bytes) -> Image.Image:
    with Image.open(io.BytesIO(file)) as picture:
        return picture.convert("1")
