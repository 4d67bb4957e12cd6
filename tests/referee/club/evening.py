"""Evenings of a club as tests play them: results for what was drawn, by places or by chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from referee.club.format import Format, FormatError, formats
from referee.club.meetings import Pairing, latest
from referee.club.pairing import draw
from referee.club.results import CountedResult, Places, Result, count_result


def named(name: str) -> Format:
    """Return a format of the project's."""
    result = formats()[name]
    assert not isinstance(result, FormatError)
    return result


def people(count: int) -> list[str]:
    """Return the keys of so many players."""
    return [f"p{number:02}" for number in range(count)]


def newest_results(results: Iterable[Result]) -> dict[str, Result]:
    """Return the newest result of each match by match id, as a club counts them."""
    return {result.result.match: result.result for result in latest(map(count_result, results))}


def told(
    number: int, players: Sequence[str], places: Places, began_s: float = 0.0
) -> CountedResult:
    """Return the result of match `number`, of players by seat, seen to its end."""
    return count_result(
        Result(f"{number:016x}", (9, 0), "coyote", "", began_s, began_s, tuple(players), places)
    )


def by_chance(pairing: Pairing, chance: Random, shared: float = 0.2) -> list[CountedResult]:
    """Return results of all tables of a round; two neighbours share a place now and then."""
    found = []
    for table, players in enumerate(pairing.tables):
        places = list[tuple[int, ...]]()
        for seat in sorted(range(len(players)), key=lambda _: chance.random()):
            if places and chance.random() < shared:
                places[-1] += (seat,)
            else:
                places.append((seat,))
        number = pairing.round * 1000 + table
        found.append(told(number, players, tuple(places), began_s=float(number)))
    return found


def evening(
    format_: Format, players: Sequence[str], rounds: Iterable[int], seed: int
) -> tuple[list[Pairing], list[CountedResult]]:
    """Return all rounds of an evening and their results."""
    pairings, results, chance = list[Pairing](), list[CountedResult](), Random(seed)
    for number in rounds:
        pairings.append(draw(format_, players, pairings, results, number, seed))
        results += by_chance(pairings[-1], chance)
    return pairings, results
