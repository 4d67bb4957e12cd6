"""What several rooms of firmware are tested with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware.panel.gpio import open_gpio
from firmware.panel.panel import Panel
from firmware.panel.pins import load_pins


@pytest.fixture
def panel() -> Iterator[Panel]:
    """Yield a panel of mock pins, wired as the kit is."""
    panel = Panel(load_pins(), open_gpio("mock"))
    yield panel
    panel.close()
