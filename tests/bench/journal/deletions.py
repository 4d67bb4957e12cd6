"""The journal under attack in the midst of a deletion: a kill at each step of it. Linux only.

Matches are deleted, or dropped for want of room; what is found afterwards is held against what was
there before. A process of its own is killed at one of the function calls that a deletion takes; of
some one file is damaged besides.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from referee.match.commands import Forget
from referee.match.desk import Desk
from referee.match.journal.trimming import fit
from referee.match.resuming import resume_match
from referee.match.running import PlayedMatch
from tests.bench.journal.faults import Tally, folder, spoil
from tests.bench.journal.player import begin, digest, play_one

Matches = dict[int, str]  # a match's state, hashed, by its id

MATCHES = (3, 6)
MOVES = (2, 25)  # of each match
SPOILED = 0.3  # of the trials


def deletions(count: int, random: Random) -> Tally:
    """Kill a process in the midst of a deletion, at another step of it each time."""
    tally = Tally("killed deletions")
    while tally.tried < count:
        with folder() as base:
            before, trims = _played(base, random, tally), random.random() < 0.5
            steps = _steps(base, trims)
            for _ in range(min(20, count - tally.tried)):
                at = random.randint(1, steps)
                with folder() as path:
                    _copy(base, path)
                    where = f"{'trim' if trims else 'deletion'}, killed at step {at} of {steps}"
                    status = _killed(path, at, trims)
                    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
                        tally.tried += 1
                        tally.errors.append(f"{where}: status {os.WEXITSTATUS(status)}")
                        continue
                    spoiled = random.random() < SPOILED
                    if spoiled:
                        where += f", {spoil(path, random)}"
                    _judge(path, before, status == 0, spoiled, tally, where)
    return tally


def _played(path: Path, random: Random, tally: Tally) -> Matches:
    """Play some matches, each to no end, and return what each came to."""
    desk = Desk.open(path)
    results: Matches = {}
    for _ in range(random.randint(*MATCHES)):
        match = begin(desk, random)
        for _ in range(random.randint(*MOVES)):
            if match.outcome is None:
                match = play_one(desk, random)
        tally.games.add(match.game.name)
        results[match.match] = digest(match)
    desk.close()
    return results


def _delete(desk: Desk, trims: bool) -> None:
    """Delete the oldest match; or drop the pictures of all past ones, and some whole."""
    if trims:
        weight = desk.journal.disk_use()
        fit(desk.journal, round(0.9 * (weight.used - sum(weight.pictures.values()))), desk.current)
    else:
        desk.do(Forget(min(desk.journal.matches(MATCHES[1]))))


def _steps(base: Path, trims: bool) -> int:
    """Return how many function calls a deletion takes."""
    steps = 0

    def count(frame: FrameType, event: str, arg: Any) -> None:  # noqa: ARG001
        nonlocal steps
        steps += 1

    with folder() as path:
        _copy(base, path)
        desk = Desk.open(path)
        _watched(lambda: _delete(desk, trims), count)
        desk.close()
    return steps


def _killed(path: Path, at: int, trims: bool) -> int:
    """Delete in a process that is killed at a step; return how it ended, as `os.waitpid` does."""
    child = os.fork()
    if child == 0:
        steps = 0

        def kill(frame: FrameType, event: str, arg: Any) -> None:  # noqa: ARG001
            nonlocal steps
            steps += 1
            if steps == at:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            desk = Desk.open(path)
            _watched(lambda: _delete(desk, trims), kill)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1]


def _watched(do: Callable[[], None], watch: Callable[[FrameType, str, Any], None]) -> None:
    sys.setprofile(watch)
    try:
        do()
    finally:
        sys.setprofile(None)


def _copy(base: Path, path: Path) -> None:
    shutil.copytree(base.parent, path.parent, dirs_exist_ok=True)


def _judge(
    path: Path, before: Matches, done: bool, spoiled: bool, tally: Tally, where: str
) -> None:
    """Hold a journal against what was there before: whole, with what was to go or without it.

    Of one that was damaged besides, what is lost is said.
    """
    tally.tried += 1
    try:
        desk = Desk.open(path)
    except Exception as error:  # whatever it is, the table does not start
        tally.stuck.append(f"{where}: {error!r}")
        return
    try:
        there = desk.journal.matches(len(before))
        newest = max(before)
        lost = [match for match in before if match not in there and match > min(there, default=0)]
        if spoiled and desk.notices:
            tally.warned += 1
            return
        if desk.notices:
            tally.silent.append(f"{where}: {desk.notices}")
        elif lost or newest not in there:
            tally.silent.append(f"{where}: of {sorted(before)} there are {there}")
        elif done and len(there) == len(before):
            tally.back.append(f"{where}: done, and all are there")
        for match in there:
            result = resume_match(desk.journal.lines(match))
            if not isinstance(result, PlayedMatch) or digest(result.snapshot()) != before[match]:
                tally.silent.append(f"{where}: match {match} is another")
        if desk.snapshot() is not None:
            play_one(desk, Random(1))
    finally:
        desk.close()
    Desk.open(path).close()
