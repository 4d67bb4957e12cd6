"""The standings: places, points and tie-breaks, with the arithmetic that explains them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.club.format import Format
from referee.club.meetings import Pairing, meetings
from referee.club.pairing import all_players
from referee.club.points import gains, totals
from referee.club.results import CountedResult
from referee.club.tiebreaks import TIE_BREAKS, Board, Sum, points_parts
from referee.values import Frozen

Sums = Mapping[str, Sequence[Sum]]  # The points of each player, then the tie-breaks so far.
_NO_NAMES: Mapping[str, str] = {}


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
    sums = {player: [Sum("points", points_parts(board, player))] for player in all_}
    groups = _split([all_], sums)
    for name in format_.tie_breaks:
        for group in groups:
            for player in group:
                sums[player].append(Sum(name, TIE_BREAKS[name](board, player, group)))
        groups = _split(groups, sums)
    return tuple(_lines(groups, board, sums))


def _split(groups: Iterable[Sequence[str]], sums: Sums) -> list[list[str]]:
    """Return the groups of equal players, best first, after their last sum has split them."""
    split = []
    for group in groups:
        last = {player: sums[player][-1].total for player in group}
        for value in sorted(set(last.values()), reverse=True):
            split.append([player for player in group if last[player] == value])
    return split


def _lines(
    groups: Iterable[Sequence[str]], board: Board, sums: Mapping[str, Sequence[Sum]]
) -> Iterator[StandingsLine]:
    place = 1
    for group in groups:
        for player in group:
            points, gains_ = float(board.points[player]), board.gains[player]
            matches = sum(gain.meeting is not None for gain in gains_)
            yield StandingsLine(place, player, points, matches, tuple(sums[player]))
        place += len(group)
