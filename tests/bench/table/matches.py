"""Matches by camera, turn by turn or round by round, as each game's `bench.toml` says."""

from __future__ import annotations

from random import Random

from tests.bench.games import section
from tests.bench.table.player import Drive, PlayedRow, Player
from tests.bench.table.watched import played, summed

MATCHES = 20  # at most for so many parts

Plan = tuple[str, int, int, int]  # a bench, a seed, a number and how many parts


def matches(bench: str, count: int, seed: int, processes: int) -> PlayedRow:
    """Play so many turns or rounds by camera; return what came of all."""
    each = section(bench, Drive)[1].parts
    plans = [(bench, seed, one, min(each, count - one)) for one in range(0, count, each)]
    return played(play, plans, processes, bench)


def play(plan: Plan) -> PlayedRow:
    """Play some parts by camera.

    Where a match ends or goes astray before, another one goes on.
    """
    bench, seed, number, count = plan
    game, drive = section(bench, Drive)
    random, turn = Random(f"{bench} {seed} {number}"), number // drive.parts
    seats = drive.seats[turn % len(drive.seats)]
    tilt_deg = drive.tilts_deg[turn % len(drive.tilts_deg)]
    found: list[PlayedRow] = []
    while (left := count - sum(one.parts for one in found)) > 0 and len(found) < MATCHES:
        match = Player(game, drive, seats, tilt_deg, random)
        match.unseen(random.randrange(drive.unseen))
        while match.parts < left and not match.over:
            match.step()
        found.append(match.row(f"match {number}, seed {seed}"))
    return summed(found)
