"""Fixtures for all tests: a real browser."""

from __future__ import annotations

from tests.webui.conftest import browser

__all__ = ["browser"]
