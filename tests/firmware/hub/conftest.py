"""A hub whose tables are only said to be there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.hub.pages import Club


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    result = Club(tmp_path)
    yield result
    result.store.close()
