"""The journal under attack: kills, damaged files, a disk that fails, files that vanish.

What players of their own were told is held against the match that is found afterwards. Linux only.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from referee.match.commands import GoOn
from referee.match.desk import Desk, JournalError, Snapshot
from referee.match.journal.matchfiles import match_path, match_paths
from tests.bench import Figure, at_most
from tests.bench.journal import failing
from tests.bench.journal.player import Heard, Player, Tell, Told, digest, play_one

DONE = "done"  # the last word of a player for whom all went as it must


@dataclass
class Tally:
    """What became of the acknowledged moves in all trials of one kind."""

    name: str
    tried: int = 0
    errors: list[str] = field(default_factory=list)  # a trial ended by an error of its own
    stuck: list[str] = field(default_factory=list)  # the desk does not open
    silent: list[str] = field(default_factory=list)  # lost or changed, and nothing said
    back: list[str] = field(default_factory=list)  # refused, and there nevertheless
    mended: int = 0
    warned: int = 0  # trials in which the desk said what was lost
    moves_said: int = 0
    games: set[str] = field(default_factory=set)  # of which a move was acknowledged

    @property
    def wrong(self) -> list[str]:
        """Every trial that went wrong, and how."""
        return [*self.errors, *self.silent, *self.back, *self.stuck]

    def take(self, heard: Heard, where: str) -> bool:
        """Count what a player told; tell whether it came to the end that was meant for it."""
        self.games |= heard.games
        if heard.error:
            self.tried += 1
            self.errors.append(f"{where}: {heard.error}")
        return not heard.error

    def figures(self) -> list[Figure]:
        """Return the counts: what must be zero, and what was said."""
        return [
            Figure(f"{self.name}: trials", self.tried, "trials"),
            Figure(f"{self.name}: games played in them", len(self.games), "games"),
            at_most(f"{self.name}: ended by an error of their own", len(self.errors), 0, "trials"),
            at_most(f"{self.name}: lost or changed in silence", len(self.silent), 0, "trials"),
            at_most(f"{self.name}: refused moves that came back", len(self.back), 0, "trials"),
            at_most(f"{self.name}: the table did not start", len(self.stuck), 0, "trials"),
            Figure(f"{self.name}: damage that was mended whole", self.mended, "trials"),
            Figure(f"{self.name}: loss that was said", self.warned, "trials"),
            Figure(f"{self.name}: moves lost in them", self.moves_said, "moves"),
        ]


# -- judging ----------------------------------------------------------------------------------


@contextmanager
def folder() -> Iterator[Path]:
    """Yield the path of a journal in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="coyote-faults-") as name:
        yield Path(name) / "journal.sqlite"


def judge(path: Path, snapshots: Told, tally: Tally, where: str) -> None:
    """Open a journal and hold it against what was acknowledged."""
    tally.tried += 1
    try:
        desk = Desk.open(path)
    except Exception as error:  # whatever it is, the table does not start
        tally.stuck.append(f"{where}: {error!r}")
        return
    try:
        _judge(desk, snapshots, tally, where)
    finally:
        desk.close()


def _judge(desk: Desk, snapshots: Told, tally: Tally, where: str) -> None:
    last = max(snapshots, default=0)
    match = desk.snapshot()
    if match is not None and match.seq >= last and desk.waiting is None:
        if match.seq == last and digest(match) != snapshots[last]:
            tally.silent.append(f"{where}: another state after move {last}")
        elif match.seq > last + 1:
            tally.back.append(f"{where}: {match.seq} after {last}")
        elif desk.notices:
            tally.mended += 1
        return
    if not desk.notices:
        tally.silent.append(f"{where}: {match and match.seq} after {last}, and nothing said")
        return
    tally.warned += 1
    whole = 0 if desk.waiting is None else desk.waiting.to
    tally.moves_said += sum(seq > whole for seq in snapshots)
    if desk.waiting is not None:
        match = desk.do(GoOn())
        if match is not None and whole in snapshots and digest(match) != snapshots[whole]:
            tally.silent.append(f"{where}: another state up to move {whole}")


# -- the trials -------------------------------------------------------------------------------


def kills(count: int, random: Random) -> Tally:
    """Kill a player again and again, at random moments."""
    tally = Tally("kills")
    while tally.tried < count:
        with folder() as path:
            values: Told = {}
            for _ in range(min(20, count - tally.tried)):
                player = Player(path, random.getrandbits(32), None)
                heard = player.heard(kill_after_s=random.uniform(0, 0.15))
                values |= heard.snapshots
                where = f"kill {tally.tried}"
                if tally.take(heard, where):
                    judge(path, values, tally, where)
    return tally


def damage(count: int, random: Random) -> Tally:
    """Damage one file of a journal, each time in another way."""
    tally = Tally("damaged files")
    while tally.tried < count:
        with folder() as base:
            player = Player(base, random.getrandbits(32), lambda *_: DONE)
            heard = player.heard(kill_after_s=None)
            if not tally.take(heard, "before any damage"):
                continue
            for _ in range(min(10, count - tally.tried)):
                with folder() as path:
                    shutil.copytree(base.parent, path.parent, dirs_exist_ok=True)
                    where = spoil(path, random)
                    before = _files(path.parent)
                    judge(path, heard.snapshots, tally, where)
                    if not _kept(path, before):
                        tally.silent.append(f"{where}: written over, and not kept aside")
    return tally


def _files(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def _kept(path: Path, before: dict[str, bytes]) -> bool:
    """Whether the damaged files, where one was told of, are kept aside as they were."""
    asides = {name: data for name, data in _files(path.parent).items() if ".damaged-" in name}
    kept = {path.name + name.partition("Z")[2]: data for name, data in asides.items()}
    return all(before.get(name, b"") == data for name, data in kept.items())


def spoil(path: Path, random: Random) -> str:
    """Damage one file of a journal in one way, and return how."""
    database, log, *matches = path, Path(f"{path}-wal"), *match_paths(path).values()
    file = random.choice((database, database, log, log, random.choice(matches or [database])))
    data = bytearray(file.read_bytes() if file.exists() else b"")
    ways: list[Callable[[bytearray, Random], str]] = [
        _flip, _flip, _flip, _flip, _cut, _cut, _zero, _garbage, _swap, _word, _drop,
    ]  # fmt: skip
    how = random.choice(ways)(data, random) if data else "left as it was"
    if how == "gone":
        file.unlink()
    elif data or how == "cut":
        file.write_bytes(data)
    return f"{file.name}: {how}"


def _flip(data: bytearray, random: Random) -> str:
    at = random.randrange(len(data))
    data[at] ^= 1 << random.randrange(8)
    return f"a bit flipped at {at}"


def _cut(data: bytearray, random: Random) -> str:
    del data[random.randrange(len(data)) :]
    return "cut"


def _zero(data: bytearray, random: Random) -> str:
    at = random.randrange(len(data)) // 4096 * 4096
    data[at : at + 4096] = bytes(len(data[at : at + 4096]))
    return f"a page of zeros at {at}"


def _garbage(data: bytearray, random: Random) -> str:
    at, length = random.randrange(len(data)), random.randint(1, 2000)
    data[at : at + length] = random.randbytes(len(data[at : at + length]))
    return f"{length} random bytes at {at}"


def _swap(data: bytearray, random: Random) -> str:
    to, at = (random.randrange(len(data)) // 4096 * 4096 for _ in range(2))
    page = data[to : to + 4096]
    data[to : to + len(page)] = data[at : at + len(page)].ljust(len(page), b"\0")
    return f"the page at {at} written to {to}, too"


def _word(data: bytearray, random: Random) -> str:
    """Break the UTF-8 or the sense of something that a move says."""
    at = data.find(b"seat", random.randrange(len(data)))
    if at < 0:
        return _flip(data, random)
    data[at : at + 4] = random.choice((b"\xff\xfe\xc3\x28", b"seas", b'":1}'))[:4].ljust(4)
    return f"a broken word at {at}"


def _drop(data: bytearray, random: Random) -> str:  # noqa: ARG001
    return "gone"


def failures(count: int, random: Random) -> Tally:
    """Let the disk fail under a player, who tells whether the move was refused; then kill it."""
    tally = Tally("failing disk")
    ways = (_flushless, _unwritable, _vanished)
    for number in range(count):
        with folder() as path:
            then = ways[number % len(ways)]
            heard = Player(path, random.getrandbits(32), then).heard(kill_after_s=None)
            where = f"{then.__name__} {number}: {heard.last}"
            if not tally.take(heard, where):
                continue
            if heard.last != DONE:
                tally.tried += 1
                tally.silent.append(where)
                continue
            judge(path, heard.snapshots, tally, where)
            last = _last(path)
            if last > max(heard.snapshots):
                tally.back.append(f"{where}: {last} after {max(heard.snapshots)}")
    return tally


def _last(path: Path) -> int:
    desk = Desk.open(path)
    try:
        match = desk.snapshot()
        return 0 if match is None else match.seq
    finally:
        desk.close()


def _flushless(desk: Desk, random: Random, tell: Tell) -> str:  # noqa: ARG001
    """Flush no more, and be killed once a move was refused."""
    failing.flush_no_more()
    for _ in range(random.randint(1, 3)):
        if not isinstance(_tried(desk, random), JournalError):
            return "acknowledged without a flush"
    return DONE


def _unwritable(desk: Desk, random: Random, tell: Tell) -> str:  # noqa: ARG001
    """Let no file grow, or none be written; see the move refused; make room again, or not."""
    path = desk.journal.path
    match = match_path(path, _current(desk))
    file = random.choice((Path(f"{path}-wal"), match))
    size = random.choice((0, match.stat().st_size))
    with random.choice((failing.full(size), failing.read_only(file))):
        for _ in range(random.randint(1, 3)):
            refused = isinstance(_tried(desk, random), JournalError)
            if not refused or desk.journal.trouble() is None:
                return "acknowledged, and not written"
        if random.random() < 0.5:
            return DONE
    desk.journal.retry()
    trouble = desk.journal.trouble()
    return DONE if trouble is None else f"no move although there is room: {trouble}"


def _vanished(desk: Desk, random: Random, tell: Tell) -> str:
    """Take a file or the whole folder away, see the move refused, and put it back.

    A match that begins then writes the journal again, whole: what was taken away stays away.
    """
    path = desk.journal.path
    file = random.choice([path, path.parent, Path(f"{path}-wal"), match_path(path, _current(desk))])
    away = file.with_name(file.name + "-away")
    file.rename(away)
    done = _tried(desk, random)
    if isinstance(done, JournalError) and random.random() < 0.3 and file != path.parent:
        file.write_bytes(b"somebody else's")
        done = _tried(desk, random)
    if isinstance(done, JournalError):
        away.replace(file)
        desk.journal.retry()
        trouble = desk.journal.trouble()
        return DONE if trouble is None else f"no move although it is back: {trouble}"
    if away.is_dir():
        shutil.rmtree(away)
    if done.seq != done.match or desk.journal.trouble() is not None:
        return "acknowledged in a file that is gone"
    tell(done)
    return DONE


def _current(desk: Desk) -> int:
    match = desk.snapshot()
    assert match is not None
    return match.match


def _tried(desk: Desk, random: Random) -> Snapshot | JournalError:
    """Make a move; return what it came to, or how the journal refused it."""
    try:
        return play_one(desk, random)
    except JournalError as error:
        return error
