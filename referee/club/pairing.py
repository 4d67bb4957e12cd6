"""The draw of a round: who plays at which table and seat, who sits out, and who comes late.

The players, the earlier draws, the results that count and the seed alone determine it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations
from math import lcm
from random import Random

from msgspec.structs import replace

from referee.club.format import Format, FormatError, table_sizes
from referee.club.groups import group_players
from referee.club.matching import Cost, match_pairs
from referee.club.meetings import Pairing, meeting_counts, meetings
from referee.club.points import gains, totals
from referee.club.results import CountedResult
from referee.club.seating import SeatBalance, shuffled_by_lot
from referee.values import Message

Tables = tuple[list[tuple[str, ...]], list[str]]  # The tables, and who sits out.

AGAIN = 1  # Cost of a repeated meeting, in squares of the points for first place (see README.md).


def rounds_needed(format_: Format, players: Sequence[str], pairings: Sequence[Pairing]) -> int:
    """Return the number of rounds, or 0 if it is not known beforehand.

    A Swiss event without a number goes on until at most one player can have won every match. All
    who ever played count for that, so it ends no earlier because somebody has left.

    >>> from referee.club.format import FOLDER, load
    >>> rounds_needed(load(FOLDER / "swiss_of_two.toml"), "abcde", [])
    3
    """
    if format_.rounds or format_.kind != "swiss":
        return format_.rounds
    count, rounds = len(all_players(players, pairings)), 0
    while format_.seats.best**rounds < count:
        rounds += 1
    return rounds


def is_over(format_: Format, players: Sequence[str], pairings: Sequence[Pairing]) -> bool:
    """Whether all rounds were drawn."""
    if format_.rounds or format_.kind == "swiss":
        return rounds_needed(format_, players, pairings) <= len(pairings)
    if format_.kind in ("league", "free"):
        return False
    had = meeting_counts(pairings)
    return all(frozenset(pair) in had for pair in combinations(players, 2))


def draw(
    format_: Format,
    players: Sequence[str],
    pairings: Iterable[Pairing],
    results: Iterable[CountedResult],
    number: int,
    seed: int,
) -> Pairing:
    """Return round `number` (from 1) for the `players` who are present, in order of entry.

    The `pairings` and `results` of earlier rounds include players who have left. Raise
    `FormatError` if no round can be drawn.
    """
    if format_.kind == "free":
        raise FormatError(Message("club.no_draw"))
    if 0 < format_.rounds < number:
        raise FormatError(Message("club.no_more_rounds", {"count": format_.rounds}))
    if twice := [name for name, often in Counter(players).items() if often > 1]:
        raise FormatError(Message("club.twice", {"names": tuple(twice)}))
    table_sizes(len(players), format_.seats)  # This raises an error if there are too few players.
    before = [pairing for pairing in pairings if pairing.round < number]
    points: Mapping[str, Fraction] = {}
    if format_.kind == "swiss":
        everybody = all_players(players, before)
        met = meetings(everybody, before, results)
        points = totals(gains(format_, everybody, before, met))
    whole = lcm(*(point.denominator for point in points.values()))
    counted = {player: int(points.get(player, 0) * whole) for player in players}
    first_place = format_.points_for(format_.seats.best, 0) * whole
    again = max(int(first_place), 1) ** 2 * AGAIN
    this = _Round(format_, players, before, counted, again, number, seed)
    if format_.seats.most > 2:
        tables, byes = this.groups()
    elif format_.kind != "swiss" and (turned := this.circle_round()):
        return turned
    else:
        tables, byes = this.pairs()
    balance = SeatBalance(before)
    seated = tuple(balance.assign_seats(table, seed, number) for table in tables)
    return Pairing(number, seated, tuple(byes))


def add_late_player(
    format_: Format,
    pairing: Pairing,
    player: str,
    present: Collection[str],
    open_tables: Collection[int],
    clubs_tables: Sequence[str],
) -> tuple[Pairing, int]:
    """Return a round with one more player, and the player's table from 1, or 0 for a bye.

    Those who have a bye and are `present` play against the newcomer at a new table. If nobody has a
    bye, the newcomer joins the smallest of the `open_tables` (from 1) that has a free seat. If
    there is none, the newcomer has a bye. The new table is the first of the `clubs_tables` without
    a match.

    >>> from referee.club.format import FOLDER, load
    >>> two, four = (load(FOLDER / f"{name}.toml") for name in ("swiss_of_two", "swiss"))
    >>> drawn = Pairing(1, (("a", "b"),), ("c",), ("t1",))
    >>> late, table = add_late_player(two, drawn, "d", "abcd", [1], ["t1", "t2"])
    >>> late.tables, late.byes, late.at, table
    ((('a', 'b'), ('c', 'd')), (), ('t1', 't2'), 2)
    >>> add_late_player(four, Pairing(1, (("a", "b", "c"),)), "d", "abcd", [1], [])[0].tables
    (('a', 'b', 'c', 'd'),)
    >>> late, table = add_late_player(two, Pairing(1, (("a", "b"),)), "c", "abc", [1], [])
    >>> late.byes, table
    (('c',), 0)
    """
    waiting = tuple(bye for bye in pairing.byes if bye in present)
    if format_.seats.least <= len(waiting) + 1 <= format_.seats.most:
        free = [clubs_table for clubs_table in clubs_tables if clubs_table not in pairing.at]
        at = (*pairing.at, *free[:1]) if len(pairing.at) == len(pairing.tables) else pairing.at
        byes = tuple(bye for bye in pairing.byes if bye not in waiting)
        tables = (*pairing.tables, (*waiting, player))
        return replace(pairing, tables=tables, byes=byes, at=at), len(tables)
    sizes = {number: len(pairing.tables[number - 1]) for number in open_tables}
    room = [number for number, size in sizes.items() if size < format_.seats.most]
    if not room:
        return replace(pairing, byes=(*pairing.byes, player)), 0
    table = min(room, key=sizes.__getitem__)
    joined = [*pairing.tables]
    joined[table - 1] += (player,)
    return replace(pairing, tables=tuple(joined)), table


def all_players(players: Iterable[str], pairings: Iterable[Pairing]) -> list[str]:
    """Return all players who were ever drawn, then the newcomers."""
    drawn = (
        player
        for pairing in sorted(pairings, key=lambda pairing_: pairing_.round)
        for player in (*chain.from_iterable(pairing.tables), *pairing.byes)
    )
    return list(dict.fromkeys([*drawn, *players]))


@dataclass(frozen=True)
class _Round:
    """A round to be drawn: the players who are present, and the earlier rounds.

    `points` are whole numbers in the same proportion as the players' points.
    """

    format: Format
    players: Sequence[str]
    before: Sequence[Pairing]
    points: Mapping[str, int]
    again: int  # The cost of a repeated meeting.
    number: int
    seed: int

    @cached_property
    def order(self) -> list[str]:
        """The players by points. Those who are equal are in an order drawn by lot."""
        order = shuffled_by_lot(self.players, self.seed, "order", self.number)
        return sorted(order, key=lambda player: -self.points[player])

    @cached_property
    def byes(self) -> Counter[str]:
        """How often each player has sat out."""
        return Counter(player for pairing in self.before for player in pairing.byes)

    @cached_property
    def met(self) -> Counter[frozenset[str]]:
        """How often each pair of players was drawn to the same table."""
        return meeting_counts(self.before)

    def roster(self) -> list[str]:
        """Return the order of the players in the circle.

        It is drawn by lot at first. Later players follow in order of entry.
        """
        first = [pairing for pairing in self.before if pairing.round == 1]
        begun = all_players((), first) or list(self.points)
        late = all_players(self.points, self.before)
        return list(dict.fromkeys([*shuffled_by_lot(sorted(begun), self.seed, "circle"), *late]))

    def circle_round(self) -> Pairing | None:
        """Return the round by the circle method.

        If an opponent has left, the other player sits out. Return None if earlier rounds did not
        follow the circle, or if two players would sit out.
        """
        roster = self.roster()
        for pairing in self.before:
            drawn, turned = pairing.tables, circle(roster, pairing.round)[0]
            if not {*map(frozenset, drawn)} <= {*map(frozenset, turned)}:
                return None
        pairs, out = circle(roster, self.number)
        every = [*pairs, (*out,)]
        there = [tuple(player for player in pair if player in self.points) for pair in every]
        byes = tuple(pair[0] for pair in there if len(pair) == 1)
        if len(byes) > 1:
            return None
        return Pairing(self.number, tuple(pair for pair in there if len(pair) == 2), byes)

    def pairs(self) -> Tables:
        """Return pairs of equal opponents with balanced seats. Avoid repeated pairs if possible.

        If one player must sit out, it is the lowest in the standings of the players who did so
        least often.
        """
        order = self.order
        odd = len(order) % 2
        seated = SeatBalance(self.before)

        def cost(item: int, other: int) -> Cost:
            here = order[item]
            if other == len(order):
                return self.byes[here], 0, self.points[here], 0, 0, 0
            there = order[other]
            apart = self.points[here] - self.points[there]
            again = self.met[frozenset((here, there))]
            return 0, again, 0, apart, apart**2, seated.unevenness(here, there)

        pairs = match_pairs(len(order) + odd, cost)
        tables: list[tuple[str, ...]] = [
            (order[first], order[other]) for first, other in pairs if other < len(order)
        ]
        return tables, [order[first] for first, other in pairs if other == len(order)]

    def groups(self) -> Tables:
        """Return larger tables of equally strong players who have seldom met before."""
        seats, out = table_sizes(len(self.order), self.format.seats)
        lowest = sorted(self.order, key=lambda player: (self.byes[player], self.points[player]))
        byes = lowest[:out]
        order = [player for player in self.order if player not in byes]
        cost = [[self._pair_cost(player, other) for other in order] for player in order]
        groups = group_players(cost, seats, Random(f"{self.seed}:{self.number}"))
        return [tuple(order[item] for item in table) for table in sorted(groups)], byes

    def _pair_cost(self, player: str, other: str) -> int:
        again = self.again * self.met[frozenset((player, other))] ** 2
        return (self.points[player] - self.points[other]) ** 2 + again


def circle(players: Sequence[str], number: int) -> tuple[list[tuple[str, ...]], list[str]]:
    """Return the pairs of round `number` (from 1) of a round robin, and the player who sits out.

    The players sit in two rows, and opposite players meet. After each round, one player stays, and
    all others move by one seat. With an odd number of players, the player without an opponent sits
    out.

    After the last round, the circle starts again with the two seats of each pair swapped. All
    players except one sit first as often as second.

    >>> circle("ABCD", 1), circle("ABC", 2)
    (([('D', 'C'), ('B', 'A')], []), ([('A', 'C')], ['B']))
    """
    *move, stays = [*players, *[""] * (len(players) % 2)]
    by = (number - 1) % len(move)
    ring = [stays, *move[len(move) - by :], *move[: len(move) - by]]
    half = len(ring) // 2
    pairs, out = list[tuple[str, ...]](), list[str]()
    for at, pair in enumerate(zip(ring[:half], reversed(ring[half:]), strict=True)):
        # The player who stays sits first in every second round. Of the other pairs, every second
        # one is swapped.
        swapped = (at % 2 if at else by % 2) != (number - 1) // len(move) % 2
        if "" in pair:
            out.append(pair[0] or pair[1])
        else:
            pairs.append(pair[::-1] if swapped else pair)
    return pairs, out
