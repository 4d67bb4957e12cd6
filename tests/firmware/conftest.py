"""What several rooms of firmware are tested with."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.panel.gpio import open_gpio
from firmware.panel.panel import Panel
from firmware.panel.pins import load_pins


@pytest.fixture
def panel() -> Iterator[Panel]:
    """Yield a panel of mock pins, wired as the kit is."""
    with closing(Panel(load_pins(), open_gpio("mock"))) as panel:
        yield panel


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands speak English, whatever the language of the terminal."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give commands a data folder of this test alone."""
    monkeypatch.setenv("COYOTE_DATA", str(tmp_path / "data"))


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """The root of all loggers, which a test may send elsewhere."""
    logger = logging.getLogger()
    handlers, level = logger.handlers[:], logger.level
    logger.handlers.clear()
    yield logger
    for handler in logger.handlers:
        handler.close()
    logger.handlers[:] = handlers
    logger.setLevel(level)
