"""Two hundred small evenings by chance: what holds in each, whoever comes late or leaves."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.club.meetings import Pairing
from referee.club.pairing import draw
from referee.club.results import CountedResult
from referee.club.seating import TURN, SeatBalance
from referee.club.standings import standings
from tests.breadth import breadth
from tests.referee.club.evening import by_chance, named, people

FORMATS = ["swiss_of_two", "round_robin_of_two", "swiss", "league"]


@pytest.mark.parametrize("seed", breadth(range(200), *range(5)))
def test_an_evening_keeps_its_promises(seed: int) -> None:
    chance = Random(seed)
    format_ = named(FORMATS[seed % len(FORMATS)])
    players = people(chance.randrange(format_.seats.least + 1, 14))
    pairings, results, byes = list[Pairing](), list[CountedResult](), Counter[str]()
    for number in range(1, 6):
        if chance.random() < 0.15:
            players.append(f"late{number}")
        elif chance.random() < 0.15 and len(players) > format_.seats.least:
            players.remove(chance.choice(players))
        drawn = draw(format_, players, pairings, results, number, seed)

        there = [name for table in drawn.tables for name in table]
        assert sorted([*there, *drawn.byes]) == sorted(players), "each once, none twice at once"
        lengths = {len(table) for table in drawn.tables}
        assert max(lengths) - min(lengths) <= 1
        assert format_.seats.least <= min(lengths) <= max(lengths) <= format_.seats.most
        if format_.kind == "swiss":
            fewest = min(byes[player] for player in players)
            assert all(byes[bye] == fewest for bye in drawn.byes), "all had one before the next"
        again = draw(format_, list(players), tuple(pairings), results[::-1], number, seed)
        assert again == drawn, "all is decided by the seed"
        pairings.append(drawn)
        results += by_chance(drawn, chance)
        byes.update(drawn.byes)
    seated = SeatBalance(pairings)
    assert max(abs(seated.surplus(item)) for item in players) <= 2 * TURN
    lines = standings(format_, players, pairings, results, seed)
    assert {line.player for line in lines} >= {*players}
    assert sum(line.matches for line in lines) == sum(
        len(table) for pairing in pairings for table in pairing.tables
    )
    for line in lines:
        assert line.points == float(line.sums[0].total)
        assert line.place == 1 + sum(other.place < line.place for other in lines)
        for item in line.sums:
            counting = [part.value for part in item.parts if part.counts]
            mean = len(counting) if item.mean and counting else 1
            assert sum(counting) / mean == pytest.approx(float(item.total)), (
                "the sum is what it shows"
            )
