"""Players over many matches: wins, a rating, figures, and their favourite targets.

Players are known by the names that they typed. The same name is the same player; a host can declare
two names to be one player. Everything is computed from the ended matches
(`referee.match.past.ended`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from openskill.models import PlackettLuce, PlackettLuceRating

from referee.match.past.ended import EndedMatch
from referee.names import player_key

RATED = 5  # A rating is shown after this number of matches.
_NONE: Mapping[str, str] = {}
CERTAIN = 1.96  # 95 % of all values are within this number of standard deviations of the mean.


@dataclass(frozen=True)
class Rating:
    """A player's strength. With 95 % probability, it is within `error` of `value`.

    Ratings follow the Plackett-Luce model (Weng and Lin, 2011). A newcomer has 25 ± 16.3.
    """

    value: float
    error: float


@dataclass(frozen=True)
class Sum:
    """A figure over all matches: `count` out of `of`.

    If the figure is an average, `mean` is its average over `count` cases. Otherwise it is None.
    """

    count: int
    of: int
    mean: float | None = None


@dataclass(frozen=True)
class Player:
    """A player's results in one game.

    `rating` is None before `RATED` matches. `victims` are the players whom this player targeted
    most often, `times` times each.
    """

    name: str
    matches: int
    wins: int
    rating: Rating | None
    figures: dict[str, Sum]
    victims: tuple[str, ...] = ()
    times: int = 0


def merge_names(same: Mapping[str, str], one: str, other: str) -> dict[str, str]:
    """Return the merged names `same`, after declaring two names to be one player.

    `same` maps a key to the key that its matches count for. Merging a name with itself separates it
    again.

    >>> merge_names({"ad": "ada"}, "ada", "adele"), merge_names({"ad": "ada"}, "ad", "ad")
    ({'ad': 'adele', 'ada': 'adele'}, {})
    """
    stands = same.get(other, other) if one != other else one
    found = {**same, one: stands} | {of: stands for of, root in same.items() if root == one}
    return {of: root for of, root in found.items() if of != root}


def player_names(matches: Iterable[EndedMatch]) -> dict[str, str]:
    """Return all names in matches that count, by key. Each name is as somebody last wrote it."""
    return {
        player_key(match.names[seat]): match.names[seat].strip()
        for match in matches
        if is_counted(match)
        for seat in keys_by_seat(match)
    }


def keys_by_seat(match: EndedMatch, same: Mapping[str, str] = _NONE) -> dict[int, str]:
    """Return the key of each named player by seat. A name that occurs twice is left out."""
    keys = {seat: player_key(name) for seat, name in enumerate(match.names) if name.strip()}
    keys = {seat: same.get(one, one) for seat, one in keys.items()}
    counts = Counter(keys.values())
    return {seat: one for seat, one in keys.items() if counts[one] == 1}


def is_counted(match: EndedMatch, same: Mapping[str, str] = _NONE) -> bool:
    """Whether a match counts: at least two of its players have names."""
    return len(keys_by_seat(match, same)) > 1


def rank_players(
    matches: Iterable[EndedMatch], game: str, same: Mapping[str, str] = _NONE
) -> tuple[Player, ...]:
    """Return the players of one game: rated players by rating, then the others by matches.

    `same` says which names are one player: see `merge_names`.
    """
    all_: dict[str, _Sums] = {}
    for match in matches:
        if match.game == game and is_counted(match, same):
            _add(all_, match, keys_by_seat(match, same))
    found = [one.player(all_) for one in all_.values()]
    return tuple(sorted(found, key=_order))


def _order(player: Player) -> tuple[bool, float, int, str]:
    rating = player.rating
    return (
        rating is None,
        -rating.value if rating else 0.0,
        -player.matches,
        player_key(player.name),
    )


_MODEL = PlackettLuce()


@dataclass
class _Sums:
    """The running totals of one player."""

    name: str
    matches: int = 0
    wins: int = 0
    skill: PlackettLuceRating = field(default_factory=_MODEL.rating)
    figures: dict[str, list[tuple[int, int, float | None]]] = field(default_factory=dict)
    against: Counter[str] = field(default_factory=Counter)

    def player(self, all_: dict[str, _Sums]) -> Player:
        """Return the player's results so far."""
        most = max(self.against.values(), default=0)
        victims = [all_[one].name for one, times in self.against.items() if times == most]
        rated = self.matches >= RATED
        return Player(
            self.name,
            self.matches,
            self.wins,
            Rating(self.skill.mu, CERTAIN * self.skill.sigma) if rated else None,
            {name: _sum(found) for name, found in self.figures.items()},
            tuple(sorted(victims, key=player_key)),
            most,
        )


def _add(all_: dict[str, _Sums], match: EndedMatch, there: dict[int, str]) -> None:
    """Add one match to the totals. `there` has the key of each player by seat."""
    for seat, one in there.items():
        name = match.names[seat].strip()
        sums = all_.setdefault(one, _Sums(name))
        if player_key(name) == one:
            sums.name = name  # This is the newest spelling.
        sums.matches += 1
        sums.wins += seat in match.ranking[0]
    for figure in match.figures:
        if figure.seat in there:
            found = all_[there[figure.seat]].figures.setdefault(figure.name, [])
            found.append((figure.count, figure.of, figure.mean))
    for pair in match.against:
        if pair.seat in there and pair.other in there:
            all_[there[pair.seat]].against[there[pair.other]] += pair.count
    _rate(all_, there, match.ranking)


def _rate(all_: dict[str, _Sums], there: dict[int, str], ranking: Sequence[Sequence[int]]) -> None:
    """Update the ratings after a match. Players who share a place also share its rank."""
    places = {seat: place for place, seats in enumerate(ranking) for seat in seats}
    seats = [seat for seat in there if seat in places]
    if len(seats) < 2:
        return
    rated = _MODEL.rate(
        [[all_[there[seat]].skill] for seat in seats],
        ranks=[float(places[seat]) for seat in seats],
    )
    for seat, (skill,) in zip(seats, rated, strict=True):
        all_[there[seat]].skill = skill


def _sum(found: Sequence[tuple[int, int, float | None]]) -> Sum:
    count, of = sum(one for one, _, _ in found), sum(one for _, one, _ in found)
    if any(mean is None for _, _, mean in found):
        return Sum(count, of)
    total = fsum(many * (mean or 0.0) for many, _, mean in found)
    return Sum(count, of, total / count if count else 0.0)
