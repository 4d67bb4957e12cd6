"""The ratings of players over all tables, computed from the club's results."""

from __future__ import annotations

from collections.abc import Iterable

from referee.club.meetings import latest
from referee.club.results import CountedResult
from referee.match.past.ended import EndedMatch
from referee.match.stretches import Stretch
from referee.players import Player, rank_players


def ratings(results: Iterable[CountedResult], game: str) -> tuple[Player, ...]:
    """Return the players of one game by rating. All results that count are included.

    Of each match, the newest version is used. Matches are rated in the order in which the hub
    learned their results, because a table's clock may be wrong.
    """
    ended = sorted(latest(results), key=lambda one: (one.counted, one.result.ended_s))
    return rank_players([_played(one) for one in ended if one.places], game)


def _played(one: CountedResult) -> EndedMatch:
    result = one.result
    people = enumerate((*result.players, *result.others))
    parts = tuple(Stretch(at, name, 1, 2, acted=True) for at, name in people)
    match = int(result.match, 16)
    return EndedMatch(match, result.game, result.players, one.places, stretches=parts)
