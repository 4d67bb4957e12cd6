"""Players over many matches: wins, a rating, figures, and their favourite targets.

Players are known by the names that they typed. The same name is the same player; a host can declare
two names to be one player. Everything is computed from the ended matches
(`referee.match.past.ended`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from openskill.models import PlackettLuce, PlackettLuceRating

from referee.match.past.ended import EndedMatch
from referee.match.people.names import player_key

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
    """A figure over all matches: `count` out of `of`."""

    count: int
    of: int


@dataclass(frozen=True)
class Player:
    """A player's results in one game.

    `matches` are those in which the player made a move or took a place. In `placed` of them, the
    player took a place, and `wins` of these were first places. `rating` is None before `RATED`
    such matches. `victims` are the players whom this player targeted most often, `times` times
    each. `curve` has the value of the rating at the start and after each match that changed it.
    """

    name: str
    matches: int
    placed: int
    wins: int
    rating: Rating | None
    figures: dict[str, Sum]
    victims: tuple[str, ...] = ()
    times: int = 0
    curve: tuple[float, ...] = ()


def merge_names(same: Mapping[str, str], name: str, other: str) -> dict[str, str]:
    """Return the merged names `same`, after declaring two names to be one player.

    `same` maps a key to the key that its matches count for. Merging a name with itself separates it
    again.

    >>> merge_names({"ad": "ada"}, "ada", "adele"), merge_names({"ad": "ada"}, "ad", "ad")
    ({'ad': 'adele', 'ada': 'adele'}, {})
    """
    stands = same.get(other, other) if name != other else name
    merged = {**same, name: stands} | {of: stands for of, root in same.items() if root == name}
    return {of: root for of, root in merged.items() if of != root}


def player_names(matches: Iterable[EndedMatch]) -> dict[str, str]:
    """Return all names in matches that count, by key. Each name is as somebody last wrote it."""
    return {
        key: name
        for counted in map(count_players, matches)
        if counted.counts
        for key, name in counted.present.items()
    }


@dataclass(frozen=True)
class CountedPlayers:
    """The keys of the players for whom a match counts.

    `places` has those who take a place, by seat, and `parts` those who sat there, by the number of
    their stretch. `present` has the name of each player who made a move or takes a place.
    """

    places: Mapping[int, str]
    parts: Mapping[int, str]
    present: Mapping[str, str]

    @property
    def counts(self) -> bool:
        """Whether the match counts: at least two of its players have names."""
        return len(self.present) > 1


def count_players(match: EndedMatch, same: Mapping[str, str] = _NONE) -> CountedPlayers:
    """Return the players for whom a match counts.

    A name that two players have at the same time counts for nobody. Nor does a second place.
    """

    def key(name: str) -> str:
        return same.get(player_key(name), player_key(name))

    named = [(at, part, key(part.name)) for at, part in enumerate(match.parts) if part.name.strip()]
    twice = {
        first
        for (_, here, first), (_, other, second) in combinations(named, 2)
        if first == second and here.seat != other.seat and here.overlaps(other)
    }
    keys = {seat: key(name) for seat, name in enumerate(match.names) if name.strip()}
    often = Counter(keys.values())
    places = {seat: one for seat, one in keys.items() if one not in twice and often[one] == 1}
    parts = {at: one for at, _, one in named if one not in twice}
    acted = {one: stretch.name for _, stretch, one in named if stretch.acted and one not in twice}
    present = acted | {place: match.names[seat] for seat, place in places.items()}
    return CountedPlayers(places, parts, {one: name.strip() for one, name in present.items()})


def is_counted(match: EndedMatch) -> bool:
    """Whether a match counts: at least two of its players have names."""
    return count_players(match).counts


def rank_players(
    matches: Iterable[EndedMatch], game: str, same: Mapping[str, str] = _NONE
) -> tuple[Player, ...]:
    """Return the players of one game: rated players by rating, then the others by matches.

    `same` says which names are one player: see `merge_names`.
    """
    all_: dict[str, _Sums] = {}
    for match in matches:
        counted = count_players(match, same)
        if match.game == game and counted.counts:
            _add(all_, match, counted)
    players = [sums.player(all_) for sums in all_.values()]
    return tuple(sorted(players, key=_order))


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
    placed: int = 0
    wins: int = 0
    skill: PlackettLuceRating = field(default_factory=_MODEL.rating)
    figures: dict[str, Sum] = field(default_factory=dict)
    against: Counter[str] = field(default_factory=Counter)
    curve: list[float] = field(default_factory=lambda: [_MODEL.mu])

    def player(self, all_: dict[str, _Sums]) -> Player:
        """Return the player's results so far."""
        most = max(self.against.values(), default=0)
        victims = [all_[key].name for key, times in self.against.items() if times == most]
        rated = self.placed >= RATED
        return Player(
            self.name,
            self.matches,
            self.placed,
            self.wins,
            Rating(self.skill.mu, CERTAIN * self.skill.sigma) if rated else None,
            dict(self.figures),
            tuple(sorted(victims, key=player_key)),
            most,
            tuple(self.curve) if rated else (),
        )


def _add(all_: dict[str, _Sums], match: EndedMatch, counted: CountedPlayers) -> None:
    """Add one match to the totals."""
    for key, name in counted.present.items():
        sums = all_.setdefault(key, _Sums(name))
        if player_key(name) == key:
            sums.name = name  # This is the newest spelling.
        sums.matches += 1
    for seat, key in counted.places.items():
        all_[key].placed += 1
        all_[key].wins += seat in match.ranking[0]
    parts = {at: all_[part] for at, part in counted.parts.items() if part in counted.present}
    for figure in match.figures:
        if figure.seat in parts:
            sums = parts[figure.seat]
            before = sums.figures.get(figure.name, Sum(0, 0))
            added = Sum(before.count + figure.count, before.of + figure.of)
            sums.figures[figure.name] = added
    for pair in match.against:
        if pair.seat in parts and pair.other in parts:
            parts[pair.seat].against[counted.parts[pair.other]] += pair.count
    _rate(all_, counted.places, match.ranking)


def _rate(
    all_: dict[str, _Sums], there: Mapping[int, str], ranking: Sequence[Sequence[int]]
) -> None:
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
        all_[there[seat]].curve.append(skill.mu)
