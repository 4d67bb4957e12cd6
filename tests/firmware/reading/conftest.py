"""Cards are seen at one look: an equal one is another at once."""

from __future__ import annotations

import pytest

from firmware.reading.ledger import ledger


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no equal card that may be one that was moved: `test_moved.py` does."""
    monkeypatch.setattr(ledger, "BESIDE_S", 0.0)
