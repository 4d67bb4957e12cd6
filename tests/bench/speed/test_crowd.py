"""A small crowd, on loopback: `coyote bench crowd` sends a larger one for longer."""

from __future__ import annotations

import sys

import pytest

from tests.bench.speed import crowd
from webui.app import STREAMS


@pytest.mark.verify
@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.0/8 is one address here")
def test_a_small_crowd_is_stood() -> None:
    figures = {figure.name: figure for figure in crowd.measure(120, 40, 1.0)}
    times = {"ms", "s", "MB"}  # how long it takes is the machine's doing, not the table's
    missed = [one for one in figures.values() if one.met is False and one.unit not in times]
    assert missed == []
    assert "120 phones drop and are all served again" in figures
    assert figures["streams that 15 addresses hold"].value == STREAMS
    judged = [name for name, one in figures.items() if one.met is not None and "refused" in name]
    assert len(judged) == 4
