"""What an evening comes to, counted from the rule files and from who did what.

Nothing of the product's own arithmetic is used here. A test writes down each act with the person
who made it, and compares what the pages say with what is counted here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import exp, sqrt

# Coyote, tomahawk edition: the 30 feathers, and what the figures of a person are called.
FIGURES = {
    "coyote": ("Bluffs", "Bluffs caught", "Right challenges"),
    "coup": ("Bluffs", "Bluffs caught", "Right challenges"),
}
TITLES = {"coyote": "Coyote", "coup": "Coup", "coup_detat": "Coup d’État"}

# Plackett-Luce after Weng and Lin (2011): everybody starts at 25, and is uncertain by a third.
MEAN, BETA, DRIFT, LEAST = 25.0, 25 / 6, 25 / 300, 0.0001
SHOWN_AFTER, CERTAIN = 5, 1.96


@dataclass(frozen=True)
class Said:
    """A number that somebody at a seat announced. A bot is nobody: its `who` is empty."""

    seat: int
    number: int
    who: str


@dataclass(frozen=True)
class Round:
    """A round of Coyote: the numbers, the seat and the person that challenged, and the cards."""

    bids: tuple[Said, ...]
    challenger: int
    doubter: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """A match as the players saw it. `places` has who takes each place, or "" for nobody.

    `tries` are figures: the name, the person, and whether it came true. `aimed` says
    who went for whom.
    """

    game: str
    places: tuple[tuple[str, ...], ...]
    acted: frozenset[str]
    tries: tuple[tuple[str, str, bool], ...] = ()
    aimed: tuple[tuple[str, str], ...] = ()

    @property
    def people(self) -> frozenset[str]:
        """All who made a move or take a place."""
        return (self.acted | {name for place in self.places for name in place}) - {""}

    def renamed(self, names: dict[str, str]) -> Played:
        """Return the match after people got other names."""

        def now(name: str) -> str:
            return names.get(name, name)

        return replace(
            self,
            places=tuple(tuple(map(now, place)) for place in self.places),
            acted=frozenset(map(now, self.acted)),
            tries=tuple((what, now(who), hit) for what, who, hit in self.tries),
            aimed=tuple((now(name), now(other)) for name, other in self.aimed),
        )


# -- Coyote ------------------------------------------------------------------------------------


def total(cards: Iterable[str]) -> int:
    """Return what cards come to, effect by effect (CY-20 to CY-25). All draws are made."""
    cards = list(cards)
    plain = sorted(int(card) for card in cards if card.lstrip("-").isdecimal())
    if "max0" in cards and plain and plain[-1] > 0:
        plain.pop()
    if "max-" in cards and plain and plain[-1] > 0:
        plain[-1] *= -1
    return sum(plain) * (2 if "x2" in cards else 1)


def discards(rounds: Sequence[Round]) -> Counter[str]:
    """Return the cards that are out of the deck after some rounds (CY-8)."""
    gone = Counter[str]()
    for item in rounds:
        gone = Counter() if "night" in item.cards else gone + Counter(item.cards)
    return gone


def loser(round_: Round) -> int:
    """Return the seat that takes the strike (CY-7)."""
    last = round_.bids[-1]
    return round_.challenger if total(round_.cards) >= last.number else last.seat


def order(rounds: Iterable[Round], strikes: int, seats: int) -> tuple[int, ...]:
    """Return the seats by place: whoever is left has won, and who went last is next (CY-9)."""
    lost, out = Counter[int](), list[int]()
    for seat in map(loser, rounds):
        lost[seat] += 1
        if lost[seat] == strikes:
            out.append(seat)
    (winner,) = set(range(seats)) - set(out)
    return winner, *reversed(out)


def coyote(rounds: Sequence[Round], strikes: int, takers: Sequence[str]) -> Played:
    """Count a match of Coyote. `takers` are those who take the place of each seat (SL-27)."""
    tries, aimed = [], []
    acted = set[str]()
    for item in rounds:
        last, came = item.bids[-1], total(item.cards)
        for bid in item.bids:
            bluff = bid.number > came
            tries.append(("Bluffs", bid.who, bluff))
            if bluff:
                tries.append(("Bluffs caught", bid.who, bid is last))
        tries.append(("Right challenges", item.doubter, last.number > came))
        aimed.append((item.doubter, last.who))
        acted |= {*(bid.who for bid in item.bids), item.doubter}
    places = tuple((takers[seat],) for seat in order(rounds, strikes, len(takers)))
    return Played("coyote", places, frozenset(acted), tuple(tries), tuple(aimed))


# -- what a person has in a game -----------------------------------------------------------------


@dataclass
class Tally:
    """What one person has in one game."""

    matches: int = 0
    placed: int = 0
    wins: int = 0
    mean: float = MEAN
    deviation: float = MEAN / 3
    tries: defaultdict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    aimed: Counter[str] = field(default_factory=Counter)

    @property
    def error(self) -> float:
        """Within how much of its mean a strength is, with 95 % probability."""
        return CERTAIN * self.deviation


def tallies(matches: Iterable[Played], game: str) -> dict[str, Tally]:
    """Return what each person has in a game, after all matches with at least two people."""
    result = defaultdict[str, Tally](Tally)
    for match in matches:
        if match.game == game and len(match.people) > 1:
            _add(result, match)
    return dict(result)


def _add(tallies: dict[str, Tally], match: Played) -> None:
    for who in match.people:
        tallies[who].matches += 1
    for at, place in enumerate(match.places):
        for who in filter(None, place):
            tallies[who].placed += 1
            tallies[who].wins += at == 0
    for what, who, hit in match.tries:
        if who:
            tallies[who].tries[what].append(hit)
    for who, other in match.aimed:
        if who and other:
            tallies[who].aimed[other] += 1
    _rate([(at, tallies[who]) for at, place in enumerate(match.places) for who in place if who])


def _rate(places: Sequence[tuple[int, Tally]]) -> None:
    """Change the strengths of those who take a place, given their places."""
    if len(places) < 2:
        return
    spread = [tally.deviation**2 + DRIFT**2 for _, tally in places]
    scale = sqrt(sum(item + BETA**2 for item in spread))
    strength = [exp(tally.mean / scale) for _, tally in places]
    ranks = [at for at, _ in places]
    behind = [sum(s for s, at in zip(strength, ranks, strict=True) if at >= rank) for rank in ranks]
    news = []
    for me, (rank, _) in enumerate(places):
        gain = loss = 0.0
        for other, at in enumerate(ranks):
            if at <= rank:
                share = strength[me] / behind[other]
                gain += ((me == other) - share) / ranks.count(at)
                loss += share * (1 - share) / ranks.count(at)
        news.append((gain, loss))
    for (_, tally), variance, (gain, loss) in zip(places, spread, news, strict=True):
        tally.mean += variance / scale * gain
        narrower = loss * variance / scale**2 * sqrt(variance) / scale
        tally.deviation = sqrt(variance * max(1 - narrower, LEAST))


# -- what the pages should say ---------------------------------------------------------------------


def figures(tally: Tally, game: str) -> dict[str, str]:
    """Return what the players' page should say of a person, by label."""
    results = {"Matches": str(tally.matches), "Wins": str(tally.wins)}
    if tally.placed < tally.matches:
        results["Without a place"] = str(tally.matches - tally.placed)
    few = f"after {SHOWN_AFTER} matches ({tally.placed} so far)"
    rated = f"{round(tally.mean)}, give or take {max(1, round(tally.error))}"
    results["Strength"] = few if tally.placed < SHOWN_AFTER else rated
    results |= {label: _figure(tally, label) for label in FIGURES.get(game, ())}
    if tally.aimed:
        most = max(tally.aimed.values())
        names = sorted(name for name, many in tally.aimed.items() if many == most)
        results["Favourite victim"] = f"{join(names)}, {f'{most} times' if most > 1 else 'once'}"
    return {label: value for label, value in results.items() if value != "–"}


def _figure(tally: Tally, label: str) -> str:
    hits = tally.tries[label]
    return f"{sum(hits)} of {len(hits)}" if hits else "–"


def join(names: Sequence[str]) -> str:
    """Return names as an English sentence lists them."""
    comma = "," if len(names) > 2 else ""
    return f"{', '.join(names[:-1])}{comma} and {names[-1]}" if len(names) > 1 else names[0]


def club_points(matches: Iterable[Played], members: Iterable[str]) -> dict[str, int]:
    """Return each member's points in a club's free play of Coyote: 12 times the share beaten.

    Only members have a place there, so whoever takes none is nobody's opponent.
    """
    fractions = dict.fromkeys(members, Fraction(0))
    for match in matches:
        places = [[who for who in place if who in fractions] for place in match.places]
        behind = there = sum(map(len, places))
        if match.game == "coyote" and there > 1:
            for place in places:
                behind -= len(place)
                for who in place:
                    fractions[who] += Fraction(12 * behind + 6 * (len(place) - 1), there - 1)
    return {who: int(points) for who, points in fractions.items()}


def wins(matches: Iterable[Played]) -> str:
    """Return the sentence about who won how often."""
    won = Counter(who for match in matches for who in match.places[0])
    each = (f"{who} won {f'{n} times' if n > 1 else 'once'}" for who, n in won.most_common())
    return f"{join([*each])}."
