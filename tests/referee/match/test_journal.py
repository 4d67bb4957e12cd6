"""The journal: on disk before anybody is told, never overwritten, held by one program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.actor import HOST, TABLE
from referee.match.commands import Begin, Move
from referee.match.desk import Desk, Snapshot
from referee.match.journal.bodies import Moved, Unknown
from referee.match.journal.journal import Journal, JournalError
from tests.breadth import breadth
from tests.process import PATIENCE_S, killed_after


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with closing(Journal(path)) as journal:
        yield journal


def test_a_write_is_flushed_to_the_disk_before_it_returns(journal: Journal) -> None:
    def pragma(name: str) -> object:
        return journal._db.execute(f"PRAGMA {name}").fetchone()[0]

    assert (pragma("journal_mode"), pragma("synchronous")) == ("wal", 2)  # 2 is FULL


@pytest.mark.parametrize("clock_s", [-5.0, -1e12, 1e12, 1e308, float("nan"), float("-inf")])
def test_an_entry_at_any_time_of_the_clock_is_intact_at_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, clock_s: float
) -> None:
    journal = Journal(path)
    with monkeypatch.context() as patched:
        patched.setattr("time.time", lambda: clock_s)
        line = journal.append(Unknown("begin", {}), HOST)
    journal.close()
    again = Journal(path)
    assert (again.notices, again.lines(line.match)) == ((), (line,))
    again.close()


def test_small_things_and_pictures_outlive_the_program(path: Path) -> None:
    journal = Journal(path)
    assert journal.get("seats") is None
    assert journal.get("seats", []) == []
    journal.put("seats", {"0": "phone"})
    journal.put("seats", {"0": "tablet"})
    match = journal.append(Unknown("begin", {}), TABLE).match
    journal.append(Moved({}), TABLE, match, {"p": b"\x89PNG"})
    journal.keep_evidence(match, {"q": b"more"})
    journal.close()
    again = Journal(path)
    assert again.get("seats") == {"0": "tablet"}
    assert (again.evidence("p"), again.evidence("q"), again.evidence("r")) == (
        b"\x89PNG",
        b"more",
        None,
    )
    again.close()


def test_a_second_program_is_told_that_the_journal_is_open(path: Path, journal: Journal) -> None:
    with pytest.raises(JournalError) as refusal:
        Journal(path)
    assert refusal.value.message.key == "desk.journal_in_use"
    assert refusal.value.message.params == {"path": str(path)}
    journal.put("still", "working")


def test_a_full_disk_stops_nothing_but_the_move(desk: Desk) -> None:
    before = desk.do(Begin("coyote", seats=3))
    snapshots: list[Snapshot] = []
    desk.listen(snapshots.append)
    pages = desk.journal._db.execute("PRAGMA page_count").fetchone()[0]
    desk.journal._db.execute(f"PRAGMA max_page_count = {pages}")
    move = Move({"move": "announce", "seat": 0, "number": 8})
    with pytest.raises(JournalError) as refusal:
        desk.do(move, evidence={"p": os.urandom(300_000)})
    assert refusal.value.message.key == "desk.journal_full"
    assert desk.snapshot() == before
    assert snapshots == []
    desk.journal._db.execute(f"PRAGMA max_page_count = {pages + 1000}")
    after = desk.do(Move({"move": "announce", "seat": 0, "number": 8}))
    assert [snapshot.seq for snapshot in snapshots] == [after.seq]


# -- the plug -----------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from random import Random
from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk, Snapshot
from tests.bench.rules.randomplay import choose

desk = Desk.open(Path(sys.argv[1]))
random = Random(int(sys.argv[2]))
desk.listen(lambda snapshot: print(snapshot.seq, hash_of(snapshot), flush=True))

def hash_of(snapshot):
    import hashlib, msgspec
    return hashlib.sha256(msgspec.json.encode(snapshot.state)).hexdigest()

while True:
    snapshot = desk.snapshot()
    if snapshot is None or snapshot.outcome is not None:
        desk.do(Begin("coyote", seats=4))
        continue
    if snapshot.can_undo and random.random() < 0.1:
        desk.do(Undo())
        continue
    move = choose(snapshot.offers, random)
    proofs = {}
    if "cards" in move:
        name = f"p{snapshot.seq}"
        move["proof"] = [name]
        proofs = {name: name.encode() * 5000}
    desk.do(Move(move), evidence=proofs)
"""


def told_before_kill(path: Path, seed: int, entries: int) -> list[tuple[int, str]]:
    """Run a program that plays and says so, and kill it in mid-write; return what it said."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert writer.stdout is not None
    results = []
    try:
        with killed_after(writer):
            for line in writer.stdout:
                results.append(line)
                if len(results) == entries:
                    writer.send_signal(signal.SIGKILL)
    finally:
        writer.kill()
        writer.wait(PATIENCE_S)
        writer.stdout.close()
    assert writer.returncode == -signal.SIGKILL
    whole = [line.split() for line in results if line.endswith("\n")]
    return [(int(seq), digest) for seq, digest in whole]


@pytest.mark.parametrize("kills", breadth([3, 8]))
def test_nothing_that_was_told_is_lost_when_the_plug_is_pulled(path: Path, kills: int) -> None:
    import hashlib

    import msgspec

    last = 0
    for seed in range(kills):
        texts = told_before_kill(path, seed, entries=15 + 17 * seed)
        desk = Desk.open(path)
        snapshot = desk.snapshot()
        assert desk.notices == ()
        assert snapshot is not None
        seq, digest = texts[-1]
        assert seq > last
        assert snapshot.seq in (seq, seq + 1)  # a last move may be written and not yet told
        if snapshot.seq == seq:
            state = msgspec.json.encode(snapshot.state)
            assert hashlib.sha256(state).hexdigest() == digest
        cited = {id_ for entry in snapshot.log for id_ in getattr(entry.move, "proof", ())}
        assert all(desk.evidence(id_) for id_ in cited)
        last = snapshot.seq
        desk.close()
