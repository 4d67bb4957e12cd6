"""The standings: places, points and tie-breaks, with the arithmetic that explains them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from referee.club.format import Format
from referee.club.meetings import Pairing, meetings
from referee.club.pairing import all_players
from referee.club.points import gains, totals
from referee.club.results import CountedResult
from referee.club.tiebreaks import MEANS, TIE_BREAKS, Board, Parts, points_parts, total
from referee.values import Frozen

Sums = dict[str, list[tuple[str, Parts, Fraction]]]  # The sums of each player, as exact numbers.
_NO_NAMES: Mapping[str, str] = {}


class Sum(Frozen, omit_defaults=False):
    """Points (``points``) or a tie-break: its parts, and either their sum or their `mean`.

    Its name in the catalogue is ``club.sum.<name>``.
    """

    name: str
    parts: Parts
    total: float
    mean: bool


class StandingsLine(Frozen, omit_defaults=False):
    """One player's line. `place` counts from 1; players who are equal in everything share it.

    `sums` has the points, then each tie-break of the format.
    """

    place: int
    player: str
    points: float
    matches: int
    sums: tuple[Sum, ...]


def standings(
    format_: Format,
    players: Sequence[str],
    pairings: Sequence[Pairing],
    results: Iterable[CountedResult],
    seed: int = 0,
    names: Mapping[str, str] = _NO_NAMES,
) -> tuple[StandingsLine, ...]:
    """Return the standings, first place first. Players who share a place are in order of entry.

    `players` are the keys of all participants. Players who were drawn and have left are included.
    `names` are their names. `seed` decides lots.
    """
    all_ = list(dict.fromkeys([*players, *all_players((), pairings)]))
    had = gains(format_, all_, pairings, meetings(all_, pairings, results))
    board = Board(format_, had, totals(had), names, seed)
    sums: Sums = {}
    for player in all_:
        sums[player] = [("points", points_parts(board, player), board.points[player])]
    groups = _split([all_], sums)
    for name in format_.tie_breaks:
        for group in groups:
            for player in group:
                parts = TIE_BREAKS[name](board, player, group)
                sums[player].append((name, parts, total(name, parts)))
        groups = _split(groups, sums)
    return tuple(_lines(groups, board, sums))


def _split(groups: Iterable[Sequence[str]], sums: Sums) -> list[list[str]]:
    """Return the groups of equal players, best first, after their last sum has split them."""
    found = []
    for group in groups:
        last = {player: sums[player][-1][2] for player in group}
        for value in sorted(set(last.values()), reverse=True):
            found.append([player for player in group if last[player] == value])
    return found


def _lines(groups: Iterable[Sequence[str]], board: Board, sums: Sums) -> Iterator[StandingsLine]:
    place = 1
    for group in groups:
        for player in group:
            yield StandingsLine(
                place,
                player,
                float(board.points[player]),
                sum(gain.meeting is not None for gain in board.gains[player]),
                tuple(
                    Sum(name, parts, float(total), mean=name in MEANS)
                    for name, parts, total in sums[player]
                ),
            )
        place += len(group)
