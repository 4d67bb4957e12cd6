"""What a table costs is measured at rest, at an unchanged table, and while cards are laid."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.speed import load, loaded


@pytest.mark.verify
def test_a_table_goes_through_all_phases_and_tells_what_each_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for phase in ("REST_S", "STILL_S", "SETTLE_S", "LAID_S"):
        monkeypatch.setattr(loaded, phase, 0.4)
    load.render(tmp_path)
    told = loaded.run(tmp_path)
    assert set(told) == {"rest", "still", "frames", "laid", "memory", "peak"}
    assert told["laid"] > 0
    assert 20 < told["memory"] <= told["peak"]
