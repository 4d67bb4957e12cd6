"""A player in a process of its own, who tells each move once the desk has acknowledged it."""

from __future__ import annotations

import hashlib
import os
import select
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec

from referee import library
from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk, Snapshot
from tests.bench.rules.randomplay import choose

LIMIT_S = 300.0
MOVES = (5, 90)  # of a player who has something to do after them
PNG_BYTES = 20_000

Told = dict[int, str]  # by the number of an acknowledged entry: the state after it, hashed
Tell = Callable[[Snapshot], None]  # that a move was acknowledged
Then = Callable[[Desk, Random, Tell], str]  # what a player does after its moves


def digest(snapshot: Snapshot) -> str:
    """Return a state as a short text that no other state has."""
    return hashlib.sha256(msgspec.json.encode(library.to_plain(snapshot.state))).hexdigest()[:16]


def begin(desk: Desk, random: Random) -> Snapshot:
    """Begin a match of any game."""
    name = random.choice(library.names())
    seats = [number for number in library.game(name).seats if 3 <= number <= 6]
    return desk.do(Begin(name, {}, random.choice(seats)))


def play_one(desk: Desk, random: Random) -> Snapshot:
    """Make one random legal move, an undo now and then; begin a match where none is on.

    A move that takes a proof is given a picture.
    """
    match = desk.snapshot()
    if match is None or match.outcome is not None:
        return begin(desk, random)
    if match.can_undo and random.random() < 0.1:
        return desk.do(Undo())
    move = library.move_or_answer(match.game, choose(match.offers, random))
    if not hasattr(move, "proof"):
        return desk.do(Move(move))
    name = f"p{match.seq}"
    shown = msgspec.structs.replace(move, proof=(name,))
    return desk.do(Move(shown), evidence={name: random.randbytes(PNG_BYTES)})


@dataclass(frozen=True)
class Heard:
    """What a player told until its end.

    `last` is the last word of one that had something to do after its moves; `error` says why it
    ended, where that was neither its work's end nor a kill that was meant.
    """

    snapshots: Told
    games: frozenset[str]
    last: str = ""
    error: str = ""


class Player:
    """A process that plays on a journal and tells, a line each, what was acknowledged."""

    def __init__(self, path: Path, seed: int, then: Then | None) -> None:
        """With `then` it plays some moves and does that, whose answer is its last line."""
        self._read, self._write = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            status = 1
            try:
                os.close(self._read)
                self._play(path, Random(seed), then)
                status = 0
            except BaseException as error:
                traceback.print_exc()
                self._say("error", repr(error).replace("\n", " "))
            finally:
                os._exit(status)
        os.close(self._write)

    def _play(self, path: Path, random: Random, then: Then | None) -> None:
        desk = Desk.open(path)
        for _ in range(random.randint(*MOVES) if then else 1_000_000):
            self._tell(play_one(desk, random))
        if then is not None:
            self._say("last", then(desk, random, self._tell))

    def _tell(self, match: Snapshot) -> None:
        self._say("told", f"{match.seq} {digest(match)} {match.game.name}")

    def _say(self, what: str, words: str) -> None:
        os.write(self._write, f"{what} {words}\n".encode())

    def heard(self, kill_after_s: float | None) -> Heard:
        """Return what it told until its end, or until it is killed so long after its first word."""
        until_s, data, meant = time.monotonic() + LIMIT_S, b"", False
        while select.select([self._read], [], [], max(0, until_s - time.monotonic()))[0]:
            more = os.read(self._read, 65536)
            if not more:
                break  # it has closed its end: it exits by itself
            data += more
            if kill_after_s is not None and not meant:
                meant, until_s = True, time.monotonic() + kill_after_s
        else:
            os.kill(self.process, signal.SIGKILL)
        while more := os.read(self._read, 65536):
            data += more
        _, status = os.waitpid(self.process, 0)
        os.close(self._read)
        return _heard(data.decode(), status, meant)


def _heard(text: str, status: int, meant: bool) -> Heard:
    """Return what was told in whole lines; `meant` is a kill that the process did not foresee."""
    lines = [line.partition(" ")[::2] for line in text.split("\n")[:-1]]
    results: dict[str, list[str]] = {"told": [], "last": [], "error": []}
    for what, words in lines:
        results[what].append(words)
    texts = [words.split() for words in results["told"]]
    error = "".join(results["error"])
    if not error and os.WIFSIGNALED(status) and not meant:
        error = f"nothing more was heard for {LIMIT_S:g} s"
    elif not error and os.WIFEXITED(status) and (meant or os.WEXITSTATUS(status)):
        error = f"it ended with status {os.WEXITSTATUS(status)}"
    return Heard(
        {int(seq): state for seq, state, _ in texts},
        frozenset(game for _, _, game in texts),
        "".join(results["last"]),
        error,
    )
