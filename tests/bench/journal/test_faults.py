"""`coyote bench faults`, run small: nothing acknowledged is lost in silence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from referee.match.desk import Desk
from tests.bench.journal import faults
from tests.bench.journal.faults import Tally, digest, judge, play_one
from tests.process import PATIENCE_S

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it asks Linux to fail")


def test_kills_damage_and_failing_disks_lose_nothing_in_silence() -> None:
    """In a process of its own, as the players are forked from it."""
    counts = ("--kills", "6", "--damage", "40", "--failures", "9", "--deletions", "40")
    command = [sys.executable, "-m", "firmware.cli", "bench", "faults", "--json", "--seed", "3"]
    done = subprocess.run(
        [*command, *counts], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.stderr == ""
    figures = {one["name"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert figures["kills: trials"]["value"] == 6
    assert figures["damaged files: trials"]["value"] == 40
    assert figures["failing disk: trials"]["value"] == 9
    assert figures["killed deletions: trials"]["value"] == 40
    assert figures["damaged files: damage that was mended whole"]["value"] > 0
    assert [one["name"] for one in figures.values() if one["met"] is False] == []
    assert done.returncode == 0


def test_a_loss_and_a_move_that_comes_back_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    desk = Desk.open(path)
    random = Random(1)
    told = {match.seq: digest(match) for match in (play_one(desk, random) for _ in range(9))}
    desk.close()
    last = max(told)
    tallies = [Tally(name) for name in ("good", "lost", "changed", "back")]
    judge(path, told, tallies[0], "")
    judge(path, {**told, last + 3: "more"}, tallies[1], "")
    judge(path, {**told, last: "other"}, tallies[2], "")
    judge(path, {seq: told[seq] for seq in told if seq < last - 1}, tallies[3], "")
    assert [len(tally.silent) for tally in tallies] == [0, 1, 1, 0]
    assert [len(tally.back) for tally in tallies] == [0, 0, 0, 1]
    (tmp_path / "folder.sqlite").mkdir()
    stuck = Tally("stuck")
    judge(tmp_path / "folder.sqlite", told, stuck, "")
    assert len(stuck.stuck) == 1


@pytest.mark.parametrize("seed", range(20))
def test_every_way_of_damage_changes_a_file_or_removes_it(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "journal.sqlite"
    for ending in ("", "-wal", "-mirror"):
        path.with_name(path.name + ending).write_bytes(b'{"seat": 1}' * 2000)
    before = {one: one.read_bytes() for one in tmp_path.iterdir()}
    assert faults.spoil(path, Random(seed)).startswith("journal.sqlite")
    after = {one: one.read_bytes() for one in tmp_path.iterdir()}
    assert sum(after.get(one) != data for one, data in before.items()) <= 1
