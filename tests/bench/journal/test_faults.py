"""`coyote bench faults`, run small: nothing acknowledged is lost in silence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from referee import library
from referee.match.commands import Begin
from referee.match.desk import Desk, Snapshot
from tests.bench.journal import deletions, faults, player
from tests.bench.journal.faults import DONE, Tally, judge
from tests.bench.journal.player import Player, digest, play_one
from tests.process import PATIENCE_S

Trials = Callable[[int, Random], Tally]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it asks Linux to fail")


@pytest.mark.verify
def test_kills_damage_and_failing_disks_lose_nothing_in_silence() -> None:
    """In a process of its own, as the players are forked from it."""
    counts = ("--kills", "6", "--damage", "25", "--failures", "9", "--deletions", "15")
    command = [sys.executable, "-m", "firmware.cli", "bench", "faults", "--json", "--seed", "3"]
    done = subprocess.run(
        [*command, *counts], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.stderr == ""
    figures = {one["name"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert figures["kills: trials"]["value"] == 6
    assert figures["damaged files: trials"]["value"] == 25
    assert figures["failing disk: trials"]["value"] == 9
    assert figures["killed deletions: trials"]["value"] == 15
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


@pytest.mark.parametrize("game", library.names())
def test_a_match_of_every_game_is_played_and_only_moves_that_take_a_proof_are_given_one(
    desk: Desk, game: str
) -> None:
    random = Random(1)
    desk.do(Begin(game, {}, 4))
    for _ in range(150):
        match = play_one(desk, random)
        assert match.game.name == game or match.seq == match.match
        if match.outcome is not None:
            desk.do(Begin(game, {}, 4))


def test_a_proposal_is_answered_as_a_move_is_made(desk: Desk) -> None:
    random = Random(1)
    match = desk.do(Begin("coup_detat", {}, 3))
    while match.proposal is None:
        match = play_one(desk, random)
        assert match.outcome is None
    answers = {"agree_to_proposal", "object_to_proposal"}
    assert {offer.move for offer in match.offers} <= answers
    while match.proposal is not None:
        match = play_one(desk, random)


def _fails(*_: object) -> str:
    raise LookupError("of the bench's own")


def test_an_error_of_the_players_own_is_no_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.sqlite"
    assert "LookupError" in Player(path, 1, _fails).heard(None).error
    assert Player(path, 1, None).heard(0.05).error == ""
    done = Player(path, 1, lambda *_: DONE).heard(None)
    assert (done.last, done.error) == (DONE, "")
    monkeypatch.setattr(player, "LIMIT_S", 0.05)
    assert "nothing more was heard" in Player(path, 1, _never_done).heard(None).error


def _never_done(*_: object) -> str:
    threading.Event().wait(PATIENCE_S)
    raise AssertionError


@pytest.mark.parametrize("trials", [faults.kills, faults.damage, faults.failures])
def test_a_trial_that_ends_by_an_error_of_its_own_fails_the_bench(
    monkeypatch: pytest.MonkeyPatch, trials: Trials
) -> None:
    moves = iter(range(3))

    def play(desk: Desk, random: Random) -> Snapshot:
        next(moves)  # forked with the player: each has three
        return play_one(desk, random)

    monkeypatch.setattr(player, "play_one", play)
    monkeypatch.setattr(faults, "play_one", play)
    random = Random(1)
    monkeypatch.setattr(random, "uniform", lambda *_: PATIENCE_S)  # it ends before it is killed
    tally = trials(1, random)
    assert tally.tried == 1
    assert "StopIteration" in tally.errors[0]
    assert tally.wrong == tally.errors
    assert [one.met for one in tally.figures() if "of their own" in one.name] == [False]


def test_a_deletion_that_ends_by_an_error_of_its_own_is_no_kill(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = os.getpid()

    def delete(desk: Desk, trims: bool) -> None:
        del desk, trims
        assert os.getpid() == real

    monkeypatch.setattr(deletions, "_delete", delete)
    monkeypatch.setattr(deletions, "_steps", lambda *_: 10_000)
    tally = deletions.deletions(2, Random(1))
    assert (tally.tried, len(tally.errors)) == (2, 2)


@pytest.mark.parametrize("seed", range(8))
def test_a_journal_that_a_new_match_wrote_anew_is_not_gone(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "folder" / "journal.sqlite"
    desk = Desk.open(path)
    told: dict[int, str] = {}

    def tell(match: Snapshot) -> None:
        told[match.seq] = digest(match)

    assert faults._vanished(desk, Random(seed), tell) == DONE
    desk.close()
    tally = Tally("vanished")
    judge(path, told, tally, "")
    assert tally.wrong == []
    assert len(told) == 1


@pytest.mark.parametrize("seed", range(20))
def test_every_way_of_damage_changes_a_file_or_removes_it(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "journal.sqlite"
    for ending in ("", "-wal", "-mirror"):
        path.with_name(path.name + ending).write_bytes(b'{"seat": 1}' * 2000)
    before = {one: one.read_bytes() for one in tmp_path.iterdir()}
    assert faults.spoil(path, Random(seed)).startswith("journal.sqlite")
    after = {one: one.read_bytes() for one in tmp_path.iterdir()}
    assert sum(after.get(one) != data for one, data in before.items()) <= 1
