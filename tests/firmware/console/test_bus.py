"""The display's bus: luma.oled itself writes, and what a display makes of that is the picture."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from firmware.console.bus import USUAL_BUS
from firmware.console.display import Oled
from tests.firmware.console.ssd1306 import Ssd1306
from tests.firmware.console.test_resting import PINS

GOLDEN = sorted(Path(__file__).with_name("golden").glob("*/*.png"))


class Wire:
    """What smbus2 offers of a bus to luma.oled, with a display at its end."""

    display = Ssd1306()

    def __init__(self, port: int) -> None:
        assert port == USUAL_BUS

    def write_i2c_block_data(self, address: int, first: int, content: list[int]) -> None:
        self.i2c_rdwr((address, [first, *content]))

    def i2c_rdwr(self, message: tuple[int, list[int]]) -> None:
        address, content = message
        assert address == PINS.address
        self.display.take(bytes(content))

    def close(self) -> None:
        """Do nothing."""


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated")  # luma's own affair
def test_each_golden_screen_comes_out_of_the_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("luma.oled.device")
    write = SimpleNamespace(write=lambda address, content: (address, content))
    monkeypatch.setitem(sys.modules, "smbus2", SimpleNamespace(SMBus=Wire, i2c_msg=write))
    oled = Oled(PINS)
    assert len(GOLDEN) > 40
    for file in GOLDEN:
        with Image.open(file) as golden:
            oled.show(golden.convert("1"))
            assert Wire.display.picture().tobytes() == golden.convert("1").tobytes(), file
    oled.close()
    assert not Wire.display.on
