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


_MODEL = PlackettLuce()


@dataclass
class Player:
    """A player's results in one game.

    `matches` are those in which the player made a move or took a place. In `placed` of them, the
    player took a place, and `wins` of these were first places. `against` counts by key whom this
    player targeted. `victims` are those targeted most often, `times` times each. `strengths` has
    the value of the rating at the start and after each match that changed it.
    """

    name: str
    matches: int = 0
    placed: int = 0
    wins: int = 0
    skill: PlackettLuceRating = field(default_factory=_MODEL.rating)
    figures: dict[str, Sum] = field(default_factory=dict)
    against: Counter[str] = field(default_factory=Counter)
    victims: tuple[str, ...] = ()
    times: int = 0
    strengths: list[float] = field(default_factory=lambda: [_MODEL.mu])

    @property
    def rating(self) -> Rating | None:
        """The rating, or None before `RATED` matches in which the player took a place."""
        rated = self.placed >= RATED
        return Rating(self.skill.mu, CERTAIN * self.skill.sigma) if rated else None

    @property
    def curve(self) -> tuple[float, ...]:
        """The `strengths` of a player who has a rating."""
        return tuple(self.strengths) if self.placed >= RATED else ()


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
    names: dict[str, str] = {}
    for counted in map(count_players, matches):
        names |= counted.present if counted.counts else {}
    return names


@dataclass(frozen=True)
class CountedPlayers:
    """The keys of the players that a match counts for.

    `places` has the players who take a place, by seat, and `parts` the players who sat there, by
    the number of their stretch. `present` has the name of each player who made a move or takes a
    place.
    """

    places: Mapping[int, str]
    parts: Mapping[int, str]
    present: Mapping[str, str]

    @property
    def counts(self) -> bool:
        """Whether the match counts: at least two of its players have names."""
        return len(self.present) > 1


def count_players(match: EndedMatch, same: Mapping[str, str] = _NONE) -> CountedPlayers:
    """Return the players that a match counts for.

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


def rank_players(
    matches: Iterable[EndedMatch], game: str, same: Mapping[str, str] = _NONE
) -> tuple[Player, ...]:
    """Return the players of one game: rated players by rating, then the others by matches.

    `same` says which names are one player: see `merge_names`.
    """
    players: dict[str, Player] = {}
    for match in matches:
        counted = count_players(match, same)
        if match.game == game and counted.counts:
            _add(players, match, counted)
    for player in players.values():
        player.times = max(player.against.values(), default=0)
        most = (key for key, times in player.against.items() if times == player.times)
        player.victims = tuple(sorted((players[key].name for key in most), key=player_key))
    return tuple(sorted(players.values(), key=_order))


def _order(player: Player) -> tuple[bool, float, int, str]:
    rating = player.rating
    strength = rating.value if rating else 0.0
    return rating is None, -strength, -player.matches, player_key(player.name)


def _add(all_: dict[str, Player], match: EndedMatch, counted: CountedPlayers) -> None:
    """Add one match to the players' results."""
    for key, name in counted.present.items():
        sums = all_.setdefault(key, Player(name))
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
    all_: dict[str, Player], there: Mapping[int, str], ranking: Sequence[Sequence[int]]
) -> None:
    """Update the ratings after a match. Players who share a place also share its rank."""
    places = {seat: place for place, seats in enumerate(ranking) for seat in seats}
    seats = [seat for seat in there if seat in places]
    if len(seats) < 2:
        return
    skills, ranks = [[all_[there[seat]].skill] for seat in seats], [places[seat] for seat in seats]
    rated = _MODEL.rate(skills, ranks=[*map(float, ranks)])
    for seat, (skill,) in zip(seats, rated, strict=True):
        all_[there[seat]].skill = skill
        all_[there[seat]].strengths.append(skill.mu)
