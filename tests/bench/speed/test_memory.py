"""A table holds little with pages open; `coyote bench memory` looks for longer."""

from __future__ import annotations

import sys

import pytest
from playwright.sync_api import Browser

from tests.bench.speed import memory, per_move

UNIT_MB = 600.0  # from which on the service is slowed down (`MemoryHigh`)


@pytest.mark.verify
@pytest.mark.skipif(sys.platform != "linux", reason="only its kernel tells what is held")
def test_a_table_with_six_pages_open_holds_no_more_than_it_should(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "REST_MS", 100)  # what has grown meanwhile is for the bench
    figures = memory.measure(browser, "virtual", 0.05, 3, 3, 1)
    assert len(figures) == 4
    assert figures[0].value < UNIT_MB, figures[0].line()  # the goals are for a machine in peace


@pytest.mark.verify
def test_a_table_keeps_nothing_of_moves_whose_match_is_over() -> None:
    (figure,) = per_move.measure(60, 120)
    assert figure.met, figure.line()
