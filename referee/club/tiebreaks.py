"""Tie-breaks, which decide between players with equal points. Each has parts with explanations.

Values are exact: a third of six equals two thirds of three.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from referee.club.format import Format, exact
from referee.club.points import Gain, Gains
from referee.club.seating import draw_lot
from referee.values import Message


@dataclass(frozen=True)
class Part:
    """A number in a sum, with its meaning. If `counts` is false, it is shown but not counted."""

    value: Fraction
    message: Message
    counts: bool = True


Parts = Sequence[Part]
HALF = Fraction(1, 2)
MEANS = {"opponents_mean"}  # All other tie-breaks are sums.


@dataclass(frozen=True)
class Sum:
    """Points (``points``) or a tie-break, by its parts.

    Its name in the catalogue is ``club.sum.<name>``.
    """

    name: str
    parts: Parts

    @property
    def mean(self) -> bool:
        """Whether the total is the mean of the parts that count, and not their sum."""
        return self.name in MEANS

    @cached_property
    def total(self) -> Fraction:
        """The sum or the mean of the parts that count."""
        counting = [part.value for part in self.parts if part.counts]
        total = sum(counting, Fraction())
        return total / max(len(counting), 1) if self.mean else total


@dataclass(frozen=True)
class Board:
    """The data for tie-breaks. `names` are the players' names by key."""

    format: Format
    gains: Gains
    points: Mapping[str, Fraction]
    names: Mapping[str, str]
    seed: int

    @cached_property
    def met(self) -> Mapping[str, Sequence[tuple[str, Fraction]]]:
        """Each player's opponents, one for each match, with the player's score: 1, 0.5 or 0."""
        met: dict[str, list[tuple[str, Fraction]]] = {player: [] for player in self.gains}
        for player, had in self.gains.items():
            for meeting in [gain.meeting for gain in had if gain.meeting]:
                others = [other for other in meeting.players() if other != player]
                scores = (exact(meeting.score_against(player, other)) for other in others)
                met[player] += zip(others, scores, strict=True)
        return met

    @cached_property
    def opponents(self) -> Mapping[str, Set[str]]:
        """The different opponents of each player."""
        return {player: {other for other, _ in met} for player, met in self.met.items()}

    def named(self, key: str, player: str) -> Message:
        """Return a message with a player's name."""
        return Message(key, {"name": self.names.get(player, player)})


def points_parts(board: Board, player: str) -> Parts:
    """Return the parts of a player's points."""
    return [Part(gain.points, _gained(gain), gain.counts) for gain in board.gains[player]]


def _gained(gain: Gain) -> Message:
    if gain.meeting is None:
        return Message("club.part.bye", {"round": gain.round})
    kind = "shared" if gain.sharing > 1 else "place"
    params = {"place": gain.place + 1, "of": len(gain.meeting.players())}
    if not gain.round:
        return Message(f"club.part.undrawn_{kind}", {**params})
    params |= {"round": gain.round, "table": gain.meeting.table}
    return Message(f"club.part.{kind}", {**params})


def _byes(board: Board, player: str) -> int:
    return sum(gain.meeting is None for gain in board.gains[player])


def _opponents_mean(board: Board, player: str, _: Sequence[str]) -> Parts:
    others = (other for other, _ in board.met[player])
    return [Part(board.points[it], board.named("club.part.points_of", it)) for it in others]


def _buchholz(board: Board, player: str, group: Sequence[str]) -> Parts:
    """Return the opponents' points. A bye counts as an opponent with the player's own points."""
    own = Part(board.points[player], Message("club.part.own_points"))
    return [*_opponents_mean(board, player, group)] + [own] * _byes(board, player)


def _cut1(board: Board, player: str, group: Sequence[str]) -> Parts:
    """Return the same parts, of which the lowest does not count."""
    parts = list(_buchholz(board, player, group))
    if parts:
        lowest = min(range(len(parts)), key=lambda at: parts[at].value)
        parts[lowest] = replace(parts[lowest], counts=False)
    return parts


def _sonneborn_berger(board: Board, player: str, _: Sequence[str]) -> Parts:
    """Return the points of beaten opponents, and half the points of those with an equal place.

    A bye adds the player's own points, times the share of a first place that the bye is worth.
    """
    keys = {Fraction(1): "club.part.ahead_of", HALF: "club.part.level_with"}
    parts = [
        Part(board.points[other] * ahead, board.named(keys[ahead], other))
        for other, ahead in board.met[player]
        if ahead
    ]
    best = board.format.points_for(board.format.seats.best, 0)
    share = exact(board.format.bye) / best if best else Fraction()
    own = Part(board.points[player] * share, Message("club.part.bye_share"))
    return parts + [own] * _byes(board, player)


def _direct(board: Board, player: str, group: Sequence[str]) -> Parts:
    """Return the scores against the players who are still equal, if all of them have met."""
    if len(group) == 1:
        return []
    all_ = {*group}
    if any(all_ - board.opponents[name] - {name} for name in group):
        return [Part(Fraction(), Message("club.part.not_met"))]
    keys = {Fraction(1): "club.part.ahead", HALF: "club.part.level", Fraction(): "club.part.behind"}
    return [
        Part(ahead, board.named(keys[ahead], other))
        for other, ahead in board.met[player]
        if other in group
    ]


def _wins(board: Board, player: str, _: Sequence[str]) -> Parts:
    first = [gain for gain in board.gains[player] if gain.meeting and not gain.place]
    return [Part(Fraction(1), _gained(gain)) for gain in first if gain.sharing == 1]


def _firsts(board: Board, player: str, _: Sequence[str]) -> Parts:
    first = (gain for gain in board.gains[player] if gain.meeting and not gain.place)
    return [Part(Fraction(1), _gained(gain)) for gain in first]


def _lot(board: Board, player: str, group: Sequence[str]) -> Parts:
    """Return the player's position when lots order the players who are still equal."""
    if len(group) == 1:
        return []
    order = sorted(group, key=lambda one: draw_lot(board.seed, "lot", one), reverse=True)
    drawn = Message("club.part.lot", {"seed": str(board.seed)})
    return [Part(Fraction(order.index(player) + 1), drawn)]


TIE_BREAKS: Mapping[str, Callable[[Board, str, Sequence[str]], Parts]] = {
    "buchholz": _buchholz,
    "buchholz_cut1": _cut1,
    "sonneborn_berger": _sonneborn_berger,
    "opponents_mean": _opponents_mean,
    "direct": _direct,
    "wins": _wins,
    "firsts": _firsts,
    "lot": _lot,
}
