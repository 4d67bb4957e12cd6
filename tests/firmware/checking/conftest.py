"""The machine in a folder that checks look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware.checking.box import Box


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """A Raspberry Pi without anything else."""
    return Box(tmp_path)
