"""Fixtures for all tests: a real browser, and no process that outlives its test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.process import stop_all
from tests.webui.conftest import browser

__all__ = ["browser"]


@pytest.fixture(autouse=True)
def nothing_runs_on() -> Iterator[None]:
    yield
    stop_all()
