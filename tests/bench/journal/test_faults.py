"""`coyote bench faults`, run small: nothing acknowledged is lost in silence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from referee.match.desk import Desk
from tests.bench.journal.faults import DONE, Tally, judge
from tests.bench.journal.player import Player, digest, play_one
from tests.process import PATIENCE_S

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it asks Linux to fail")


@pytest.mark.verify
def test_kills_damage_and_failing_disks_lose_nothing_in_silence() -> None:
    """In a process of its own, as the players are forked from it."""
    counts = {"kills": 6, "damage": 25, "failures": 9, "deletions": 15}
    options = [f"--{name}={count}" for name, count in counts.items()]
    command = [sys.executable, "-m", "firmware.cli", "bench", "faults", "--json", "--seed", "3"]
    done = subprocess.run(
        [*command, *options], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.stderr == ""
    figures = [json.loads(line) for line in done.stdout.splitlines()]
    trials = [
        one["value"] for one in figures if one["unit"] == "trials" and "trials" in one["name"]
    ]
    assert trials == [*counts.values()]
    assert [one["name"] for one in figures if one["met"] is False] == []
    assert done.returncode == 0


def test_a_loss_and_a_move_that_comes_back_are_seen(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    desk = Desk.open(path)
    random = Random(1)
    told = {match.seq: digest(match) for match in (play_one(desk, random) for _ in range(9))}
    desk.close()
    last = max(told)
    tallies = [Tally(name) for name in ("good", "lost", "changed", "back", "stuck")]
    judge(path, told, tallies[0], "")
    judge(path, {**told, last + 3: "more"}, tallies[1], "")
    judge(path, {**told, last: "other"}, tallies[2], "")
    judge(path, {seq: told[seq] for seq in told if seq < last - 1}, tallies[3], "")
    (tmp_path / "folder.sqlite").mkdir()
    judge(tmp_path / "folder.sqlite", told, tallies[4], "")
    assert [len(tally.silent) for tally in tallies] == [0, 1, 1, 0, 0]
    assert [len(tally.back) for tally in tallies] == [0, 0, 0, 1, 0]
    assert [len(tally.stuck) for tally in tallies] == [0, 0, 0, 0, 1]


def _fails(*_: object) -> str:
    raise LookupError("of the bench's own")


def test_an_error_of_the_players_own_is_no_kill(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    assert "LookupError" in Player(path, 1, _fails).heard(None).error
    assert Player(path, 1, None).heard(0.05).error == ""
    done = Player(path, 1, lambda *_: DONE).heard(None)
    assert (done.last, done.error) == (DONE, "")
