"""The journal under attack: kills, damaged files, a disk that fails, files that vanish.

A player in a process of its own tells each move once the desk has acknowledged it; the match
that is found afterwards is held against that. Linux only.
"""

from __future__ import annotations

import hashlib
import os
import select
import shutil
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from referee import library
from referee.match.commands import Begin, GoOn, Move, Undo
from referee.match.desk import Desk, JournalError, Snapshot
from tests.bench import Figure, at_most
from tests.bench.journal import failing
from tests.bench.rules.randomplay import choose

LIMIT_S = 30.0
MOVES = (5, 90)  # entries of a journal before it is damaged
PNG_BYTES = 20_000
REFUSED = "refused"

Told = dict[int, str]  # by the number of an acknowledged entry: the state after it, hashed


@dataclass
class Tally:
    """What became of the acknowledged moves of so many trials of one kind."""

    name: str
    tried: int = 0
    stuck: list[str] = field(default_factory=list)  # the desk does not open
    silent: list[str] = field(default_factory=list)  # lost or changed, and nothing said
    back: list[str] = field(default_factory=list)  # refused, and there nevertheless
    mended: int = 0
    said: int = 0  # trials in which the desk said what was lost
    moves_said: int = 0

    @property
    def wrong(self) -> list[str]:
        """Every trial that went wrong, and how."""
        return [*self.silent, *self.back, *self.stuck]

    def figures(self) -> list[Figure]:
        """Return the counts: what must be zero, and what was said."""
        return [
            Figure(f"{self.name}: trials", self.tried, "trials"),
            at_most(f"{self.name}: lost or changed in silence", len(self.silent), 0, "trials"),
            at_most(f"{self.name}: refused moves that came back", len(self.back), 0, "trials"),
            at_most(f"{self.name}: the table did not start", len(self.stuck), 0, "trials"),
            Figure(f"{self.name}: damage that was mended whole", self.mended, "trials"),
            Figure(f"{self.name}: loss that was said", self.said, "trials"),
            Figure(f"{self.name}: moves lost in them", self.moves_said, "moves"),
        ]


def digest(snapshot: Snapshot) -> str:
    """Return a state as a short text that no other state has."""
    return hashlib.sha256(msgspec.json.encode(library.to_plain(snapshot.state))).hexdigest()[:16]


# -- the player -------------------------------------------------------------------------------


def play_one(desk: Desk, random: Random) -> Snapshot:
    """Make one random legal move, an undo now and then; begin a match where none is on."""
    match = desk.snapshot()
    if match is None or match.outcome is not None:
        name = random.choice(library.names())
        seats = [number for number in library.game(name).seats if 3 <= number <= 6]
        return desk.do(Begin(name, {}, random.choice(seats)))
    if match.can_undo and random.random() < 0.1:
        return desk.do(Undo())
    move = choose(match.offers, random)
    proofs = {}
    if "cards" in move:
        name = f"p{match.seq}"
        move["proof"], proofs = [name], {name: random.randbytes(PNG_BYTES)}
    return desk.do(Move(move), proofs=proofs)


class Player:
    """A process that plays on a journal and tells, a line each, what was acknowledged."""

    def __init__(self, path: Path, seed: int, then: Callable[[Desk, Random], str] | None) -> None:
        """With `then` it plays some moves and does that, whose answer is its last line."""
        self._read, write = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            status = 1
            try:
                os.close(self._read)
                self._play(path, Random(seed), then, write)
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        os.close(write)

    def _play(
        self, path: Path, random: Random, then: Callable[[Desk, Random], str] | None, out: int
    ) -> None:
        desk = Desk.open(path)
        for _ in range(random.randint(*MOVES) if then else 1_000_000):
            match = play_one(desk, random)
            os.write(out, f"{match.seq} {digest(match)}\n".encode())
        if then is not None:
            os.write(out, f"{then(desk, random)}\n".encode())

    def told(self, kill_after_s: float | None) -> tuple[Told, list[str]]:
        """Return what it told until its end, or until it is killed so long after its first word."""
        until_s, data, first = time.monotonic() + LIMIT_S, b"", True
        while time.monotonic() < until_s:
            ready, _, _ = select.select([self._read], [], [], max(0, until_s - time.monotonic()))
            more = os.read(self._read, 65536) if ready else b""
            if not more:
                break
            data += more
            if first and kill_after_s is not None:
                first, until_s = False, time.monotonic() + kill_after_s
        with suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        while more := os.read(self._read, 65536):
            data += more
        os.waitpid(self.process, 0)
        os.close(self._read)
        lines = [line.split() for line in data.decode().split("\n")[:-1]]
        told = {int(words[0]): words[1] for words in lines if words[0].isdecimal()}
        return told, [" ".join(words) for words in lines if not words[0].isdecimal()]


# -- judging ----------------------------------------------------------------------------------


@contextmanager
def folder() -> Iterator[Path]:
    """Yield the path of a journal in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="coyote-faults-") as name:
        yield Path(name) / "journal.sqlite"


def judge(path: Path, told: Told, tally: Tally, where: str) -> None:
    """Open a journal and hold it against what was acknowledged."""
    tally.tried += 1
    try:
        desk = Desk.open(path)
    except Exception as error:  # whatever it is, the table does not start
        tally.stuck.append(f"{where}: {error!r}")
        return
    try:
        _judge(desk, told, tally, where)
    finally:
        desk.close()


def _judge(desk: Desk, told: Told, tally: Tally, where: str) -> None:
    last = max(told, default=0)
    match = desk.snapshot()
    if match is not None and match.seq >= last and desk.waiting is None:
        if match.seq == last and digest(match) != told[last]:
            tally.silent.append(f"{where}: another state after move {last}")
        elif match.seq > last + 1:
            tally.back.append(f"{where}: {match.seq} after {last}")
        elif desk.notices:
            tally.mended += 1
        return
    if not desk.notices:
        tally.silent.append(f"{where}: {match and match.seq} after {last}, and nothing said")
        return
    tally.said += 1
    whole = 0 if desk.waiting is None else desk.waiting.to
    tally.moves_said += sum(seq > whole for seq in told)
    if desk.waiting is not None:
        match = desk.do(GoOn())
        if match is not None and whole in told and digest(match) != told[whole]:
            tally.silent.append(f"{where}: another state up to move {whole}")


# -- the trials -------------------------------------------------------------------------------


def kills(count: int, random: Random) -> Tally:
    """Kill a player again and again, at random moments."""
    tally = Tally("kills")
    while tally.tried < count:
        with folder() as path:
            told: Told = {}
            for _ in range(min(20, count - tally.tried)):
                player = Player(path, random.getrandbits(32), None)
                new, _ = player.told(kill_after_s=random.uniform(0, 0.15))
                told |= new
                judge(path, told, tally, f"kill {tally.tried}")
    return tally


def damage(count: int, random: Random) -> Tally:
    """Damage one file of a journal, each time in another way."""
    tally = Tally("damaged files")
    while tally.tried < count:
        with folder() as base:
            player = Player(base, random.getrandbits(32), lambda *_: "done")
            told, _ = player.told(kill_after_s=None)
            for _ in range(min(20, count - tally.tried)):
                with folder() as path:
                    for file in base.parent.iterdir():
                        shutil.copyfile(file, path.with_name(file.name))
                    where = spoil(path, random)
                    before = {one.name: one.read_bytes() for one in path.parent.iterdir()}
                    judge(path, told, tally, where)
                    if not _kept(path, before):
                        tally.silent.append(f"{where}: written over, and not kept aside")
    return tally


def _kept(path: Path, before: dict[str, bytes]) -> bool:
    """Tell whether the damaged files, where one was told of, are kept aside as they were."""
    asides = [one for one in path.parent.iterdir() if ".damaged-" in one.name]
    kept = {path.name + one.name.partition("Z")[2]: one.read_bytes() for one in asides}
    return all(before.get(name, b"") == data for name, data in kept.items())


def spoil(path: Path, random: Random) -> str:
    """Damage one file of a journal in one way, and return how."""
    ending = random.choice(("", "", "-wal", "-wal", "-mirror"))
    file = path.with_name(path.name + ending)
    data = bytearray(file.read_bytes() if file.exists() else b"")
    ways: list[Callable[[bytearray, Random], str]] = [
        _flip, _flip, _flip, _flip, _cut, _cut, _zero, _garbage, _swap, _word, _drop,
    ]  # fmt: skip
    how = random.choice(ways)(data, random) if data else "left as it was"
    if how == "gone":
        file.unlink()
    elif data or how == "cut":
        file.write_bytes(data)
    return f"{path.name}{ending}: {how}"


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
    one, other = (random.randrange(len(data)) // 4096 * 4096 for _ in range(2))
    page = data[one : one + 4096]
    data[one : one + len(page)] = data[other : other + len(page)].ljust(len(page), b"\0")
    return f"the page at {other} written to {one}, too"


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
    ways: tuple[Callable[[Desk, Random], str], ...] = (_flushless, _unwritable, _vanished)
    for number in range(count):
        with folder() as path:
            then = ways[number % len(ways)]
            told, said = Player(path, random.getrandbits(32), then).told(kill_after_s=None)
            where = f"{then.__name__} {number}: {said}"
            if said != [REFUSED]:
                tally.tried += 1
                tally.silent.append(where)
                continue
            judge(path, told, tally, where)
            last = _last(path)
            if last > max(told):
                tally.back.append(f"{where}: {last} after {max(told)}")
    return tally


def _last(path: Path) -> int:
    desk = Desk.open(path)
    try:
        match = desk.snapshot()
        return 0 if match is None else match.seq
    finally:
        desk.close()


def _flushless(desk: Desk, random: Random) -> str:
    """Flush no more, and be killed once a move was refused."""
    failing.flush_no_more()
    for _ in range(random.randint(1, 3)):
        if _refused(desk, random) is None:
            return "acknowledged without a flush"
    return _end()


def _unwritable(desk: Desk, random: Random) -> str:
    """Let no file grow, or none be written; see the move refused; make room again, or not."""
    path = desk.journal.path
    file = path.with_name(path.name + random.choice(("-wal", "-mirror")))
    size = random.choice((0, path.with_name(path.name + "-mirror").stat().st_size))
    with random.choice((failing.full(size), failing.read_only(file))):
        for _ in range(random.randint(1, 3)):
            if _refused(desk, random) is None or desk.journal.trouble() is None:
                return "acknowledged, and not written"
        if random.random() < 0.5:
            return _end()
    desk.journal.retry()
    trouble = desk.journal.trouble()
    return _end() if trouble is None else f"no move although there is room: {trouble}"


def _vanished(desk: Desk, random: Random) -> str:
    """Take a file or the whole folder away, see the move refused, and put it back."""
    path = desk.journal.path
    file = random.choice(
        [path, path.parent, *(path.with_name(path.name + one) for one in ("-wal", "-mirror"))]
    )
    away = file.with_name(file.name + "-away")
    file.rename(away)
    refused = _refused(desk, random)
    if random.random() < 0.3 and file != path.parent:
        file.write_bytes(b"somebody else's")
        refused = refused and _refused(desk, random)
    away.replace(file)
    desk.journal.retry()
    if refused is None:
        return "acknowledged in a file that is gone"
    trouble = desk.journal.trouble()
    return _end() if trouble is None else f"no move although it is back: {trouble}"


def _refused(desk: Desk, random: Random) -> JournalError | None:
    """Make a move, and return how the journal refused it."""
    try:
        play_one(desk, random)
    except JournalError as error:
        return error
    return None


def _end() -> str:
    return REFUSED
