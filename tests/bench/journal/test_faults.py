"""`coyote bench faults`, run small: nothing acknowledged is lost in silence."""

from __future__ import annotations

import json
import sys

import pytest

from tests.process import run_program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it asks Linux to fail")


@pytest.mark.verify
def test_kills_damage_and_failing_disks_lose_nothing_in_silence() -> None:
    """In a process of its own, as the players are forked from it."""
    counts = {"kills": 6, "damage": 25, "failures": 9, "deletions": 15}
    options = [f"--{name}={count}" for name, count in counts.items()]
    command = [sys.executable, "-m", "firmware.cli", "bench", "faults", "--json", "--seed", "3"]
    done = run_program([*command, *options], check=False)
    assert done.stderr == ""
    figures = [json.loads(line) for line in done.stdout.splitlines()]
    trials = [
        figure["value"]
        for figure in figures
        if figure["unit"] == "trials" and "trials" in figure["name"]
    ]
    assert trials == [*counts.values()]
    assert [item["name"] for item in figures if item["met"] is False] == []
    assert done.returncode == 0
