"""The points of each player, from matches and byes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.club.format import Format, exact
from referee.club.meetings import Meeting, Pairing


@dataclass(frozen=True)
class Gain:
    """The points that a player gets from a match, or for sitting out a round.

    `place` counts from 0, and `sharing` is the number of players who share it. `meeting` is None
    for a bye. `counts` is false if only a player's best results count and this is not one of them.
    """

    points: Fraction
    round: int
    meeting: Meeting | None = None
    place: int = 0
    sharing: int = 1
    counts: bool = True


Gains = Mapping[str, Sequence[Gain]]


def gains(
    format_: Format,
    players: Iterable[str],
    pairings: Iterable[Pairing],
    meetings: Iterable[Meeting],
) -> Gains:
    """Return each player's gains, in the order of the rounds.

    Only a league and free play count matches that were not drawn. A match gives no points if the
    format has none for its number of players.
    """
    by_player: dict[str, list[Gain]] = {player: [] for player in players}
    for pairing in pairings:
        for player in pairing.byes:
            if player in by_player:
                by_player[player].append(Gain(exact(format_.bye), pairing.round))
    for meeting in meetings:
        seats, place = len(meeting.players()), 0
        if seats not in format_.points or not (meeting.round or format_.kind in ("league", "free")):
            continue
        for sharing in meeting.places:
            points = format_.points_for(seats, place, len(sharing))
            for player in sharing:
                by_player[player].append(Gain(points, meeting.round, meeting, place, len(sharing)))
            place += len(sharing)
    return {player: _mark_counting(format_.best, had) for player, had in by_player.items()}


def _mark_counting(best: int, had: list[Gain]) -> list[Gain]:
    had.sort(key=lambda gain: (gain.round == 0, gain.round))
    kept = sorted(range(len(had)), key=lambda at: -had[at].points)[: best or len(had)]
    return [replace(gain, counts=at in kept) for at, gain in enumerate(had)]


def totals(gains_: Gains) -> dict[str, Fraction]:
    """Return the points of each player."""
    return {
        player: sum((gain.points for gain in had if gain.counts), Fraction())
        for player, had in gains_.items()
    }
