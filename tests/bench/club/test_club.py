"""`coyote bench kills`, run small: each match counts once."""

from __future__ import annotations

import json

import pytest

from firmware import cli
from tests.firmware.home.broker import MOSQUITTO


@pytest.mark.verify
@pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")
def test_a_club_that_is_killed_counts_each_match_once(capsys: pytest.CaptureFixture[str]) -> None:
    small = ("--kills", "6", "--tables", "2", "--pause", "1", "--seed", "4", "--json")
    assert cli.run(["bench", "kills", *small]) == 0
    figures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    results = {figure["name"]: figure["value"] for figure in figures}
    assert sum(results[f"kills: {what}"] for what in ("hub", "broker", "table")) == 6
    assert results["matches of all tables"] > 3
