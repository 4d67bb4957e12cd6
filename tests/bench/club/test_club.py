"""`coyote bench kills` and `coyote bench hub`, run small."""

from __future__ import annotations

import json
from typing import Any

import pytest

from firmware import cli
from tests.firmware.home.broker import MOSQUITTO

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Return what a bench told, of which nothing but times may miss its goal."""
    cli.run(["bench", *words, "--json"])
    out, err = capsys.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert [one for one in found if one["met"] is False and one["unit"] != "s"] == [], (out, err)
    return {one["name"]: one["value"] for one in found}


@pytest.mark.verify
def test_a_club_that_is_killed_counts_each_match_once(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "kills", "--kills", "6", "--tables", "2", "--pause", "1", "--seed", "4")
    assert sum(found[f"kills: {what}"] for what in ("hub", "broker", "table")) == 6
    assert found["matches of all tables"] > 3


@pytest.mark.verify
def test_a_hub_holds_its_tables_and_keeps_their_results(capsys: pytest.CaptureFixture[str]) -> None:
    small = ("--tables", "5", "--seconds", "2", "--walls", "2", "--telling", "4", "--results", "5")
    found = figures(capsys, "hub", *small)
    assert found["5 tables: heard of what was shown"] == 100
    assert found["4 tables, 5 results each: kept"] == 20
