"""What a match comes to: prestige, allies' sums, the ranking (PC-8, PC-36, PC-52, PC-53)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.contract import Frozen, Message, Outcome, Ruling, Step, Value
from referee.plenty_coups.state.phases import Over
from referee.plenty_coups.state.state import State, herd_prestige

ALLY_PRESTIGE = 2  # off the herd, with which allies add theirs (PC-36)


class Worth(Frozen):
    """What a tribe, or two allies together, came to: off the herd, and horses with their worth."""

    honour: int
    herd: int
    horses: int

    def total(self) -> int:
        """Return all prestige."""
        return self.honour + self.herd

    def rank(self) -> tuple[int, int, int]:
        """Return what is compared, one after the other: who has more is ahead (PC-52)."""
        return self.total(), self.honour, self.horses

    def plus(self, other: Worth) -> Worth:
        """Return what two allies have together (PC-36)."""
        return Worth(self.honour + other.honour, self.herd + other.herd, self.horses + other.horses)


def worth(state: State, tribe: int) -> Worth:
    """Return what a tribe has; an empty herd costs one off the herd, at the end (PC-8)."""
    one = state.tribes[tribe]
    honour, horses = one.prestige, one.horses
    if not horses and isinstance(state.phase, Over):
        honour = max(0, honour - 1)
    return Worth(honour, herd_prestige(horses), horses)


def adds(state: State, tribe: int) -> int | None:
    """Return the ally whose prestige is added to a tribe's; None where none is (PC-36)."""
    other = state.ally(tribe)
    if other is None:
        return None
    enough = all(worth(state, one).honour >= ALLY_PRESTIGE for one in (tribe, other))
    return other if enough else None


def shared(state: State, tribe: int) -> Worth:
    """Return what a tribe is ranked by: with its ally's, where they add up."""
    other = adds(state, tribe)
    own = worth(state, tribe)
    return own if other is None else own.plus(worth(state, other))


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the places of the seats, who left the last; a tribe beside them has none (PC-52)."""
    return (*_places(state, state.players), *_places(state, state.gone))


def _places(state: State, seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    ranks = {seat: shared(state, seat).rank() for seat in seats}
    return tuple(
        tuple(seat for seat, one in ranks.items() if one == rank)
        for rank in sorted(set(ranks.values()), reverse=True)
    )


def outcome(state: State) -> Outcome | None:
    """Return who won and the places of all, once the match is over."""
    if not isinstance(state.phase, Over):
        return None
    places = ranking(state)
    best = places[0]
    key = "plenty_coups.outcome" if len(best) == 1 else "plenty_coups.outcome_shared"
    won = Message(key, {"seats": best, "count": shared(state, best[0]).total()})
    return Outcome(won, best, places)


# -- as it is told -------------------------------------------------------------------------------


def counted(state: State) -> Iterator[Ruling]:
    """Yield each tribe's prestige at the end, step by step, and what allies have together."""
    yield Ruling("PC-3", Message("plenty_coups.over"))
    for tribe in state.camps:
        one, prestige = worth(state, tribe), state.tribes[tribe].prestige
        steps = [_step("plenty_coups.step.honour", tribe, prestige, prestige)]
        if one.honour < prestige:
            steps.append(_step("plenty_coups.step.no_horse", tribe, -1, one.honour))
        if one.herd:
            herd = "plenty_coups.step.herd"
            steps.append(_step(herd, tribe, one.herd, one.total(), horses=one.horses))
        said = Message("plenty_coups.counts", {"tribe_seat": tribe, "count": one.total()})
        rule = "PC-8" if one.herd else "PC-7"
        yield Ruling(rule, said, tuple(steps), (state.player(tribe),))
    for tribe in state.camps:
        other = adds(state, tribe)
        if other is not None and tribe < other:
            both, total = (tribe, other), shared(state, tribe).total()
            said = Message("plenty_coups.allies_count", {"seats": both, "count": total})
            yield Ruling("PC-36", said, (), both)
    yield from _ties(state)
    for tribe in state.neutral:
        yield from _beside(state, tribe)


def _ties(state: State) -> Iterator[Ruling]:
    """Say what puts one ahead of another who has as much prestige (PC-52)."""
    for first, second in pairwise(_places(state, state.players)):
        ahead, behind = shared(state, first[0]), shared(state, second[0])
        if ahead.total() != behind.total():
            continue
        key, more, less = "plenty_coups.tie.horses", ahead.horses, behind.horses
        if ahead.honour != behind.honour:
            key, more, less = "plenty_coups.tie.honour", ahead.honour, behind.honour
        params: dict[str, Value] = {"seats": first, "count": ahead.total()}
        said = Message(key, {**params, "more": more, "less": less})
        yield Ruling("PC-52", said, (), (*first, *second))


def _beside(state: State, tribe: int) -> Iterator[Ruling]:
    """Say what becomes of a neutral tribe that is ahead of all players or level (PC-53)."""
    best = max(shared(state, seat).rank() for seat in state.players)
    own = worth(state, tribe).rank()
    if own >= best:
        key = "plenty_coups.neutral.first" if own > best else "plenty_coups.neutral.level"
        yield Ruling("PC-53", Message(key, {"tribe_seat": tribe}))


def _step(key: str, tribe: int, by: int, total: int, **params: Value) -> Step:
    return Step(Message(key, {"tribe_seat": tribe, "points": by, **params}), (), total)
