"""The end of a match: prestige, the sums of allies, and the ranking (PC-8, PC-36, PC-52, PC-53)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.contract import Frozen, Message, Outcome, Ranking, Ruling, Step, Value
from referee.kit import outcome_of, ranked
from referee.plenty_coups.state.phases import Over
from referee.plenty_coups.state.state import State, herd_prestige

ALLY_PRESTIGE = 2  # Minimum prestige on markers that each ally needs (PC-36).


class TribeResult(Frozen):
    """The result of a tribe or of two allies: prestige on markers, prestige of the herd, and
    horses.
    """

    honour: int
    herd: int
    horses: int

    def total(self) -> int:
        """Return the sum of all prestige."""
        return self.honour + self.herd

    def ranking_key(self) -> tuple[int, int, int]:
        """Return the key of the ranking: all prestige, prestige on markers, and horses (PC-52)."""
        return self.total(), self.honour, self.horses

    def plus(self, other: TribeResult) -> TribeResult:
        """Return the sum of this result and an ally's (PC-36)."""
        return TribeResult(
            self.honour + other.honour, self.herd + other.herd, self.horses + other.horses
        )


def tribe_result(state: State, tribe: int) -> TribeResult:
    """Return a tribe's result. At the end, an empty herd costs one prestige on markers (PC-8)."""
    honour, horses = state.tribes[tribe].prestige, state.tribes[tribe].horses
    if not horses and isinstance(state.phase, Over):
        honour = max(0, honour - 1)
    return TribeResult(honour, herd_prestige(horses), horses)


def adding_ally(state: State, tribe: int) -> int | None:
    """Return the ally whose prestige counts for this tribe too, or None (PC-36)."""
    other = state.ally(tribe)
    if other is None:
        return None
    enough = all(tribe_result(state, number).honour >= ALLY_PRESTIGE for number in (tribe, other))
    return other if enough else None


def ranked_result(state: State, tribe: int) -> TribeResult:
    """Return the result by which a tribe is ranked: its own, or the sum of it and its ally."""
    other = adding_ally(state, tribe)
    own = tribe_result(state, tribe)
    return own if other is None else own.plus(tribe_result(state, other))


def ranking(state: State) -> Ranking:
    """Return the seats by place, the best first.

    Seats whose players left come last. A tribe without a seat has no place (PC-52).
    """
    return (*_ranked_places(state, state.players), *_ranked_places(state, state.gone))


def _ranked_places(state: State, seats: tuple[int, ...]) -> Ranking:
    return ranked({seat: standing(state, seat) for seat in seats})


def standing(state: State, seat: int) -> tuple[int, int, int]:
    """Return how well a seat stands: as at the end of the match (PC-52)."""
    return ranked_result(state, seat).ranking_key()


def outcome(state: State) -> Outcome | None:
    """Return the winners and all places, or None while the match goes on."""
    if not isinstance(state.phase, Over):
        return None
    places = ranking(state)
    count = ranked_result(state, places[0][0]).total()
    return outcome_of(places, "plenty_coups.outcome", count=count)


# -- rulings --------------------------------------------------------------------------------


def final_rulings(state: State) -> Iterator[Ruling]:
    """Yield a ruling on each tribe's prestige, step by step, and on each sum of two allies."""
    yield Ruling("PC-3", Message("plenty_coups.over"))
    for tribe in state.camps:
        result, prestige = tribe_result(state, tribe), state.tribes[tribe].prestige
        steps = [_step("plenty_coups.step.honour", tribe, prestige, prestige)]
        if result.honour < prestige:
            steps.append(_step("plenty_coups.step.no_horse", tribe, -1, result.honour))
        if result.herd:
            herd = "plenty_coups.step.herd"
            steps.append(_step(herd, tribe, result.herd, result.total(), horses=result.horses))
        message = Message("plenty_coups.counts", {"tribe_seat": tribe, "count": result.total()})
        rule = "PC-8" if result.herd else "PC-7"
        yield Ruling(rule, message, tuple(steps), (state.player_of(tribe),))
    for tribe in state.camps:
        other = adding_ally(state, tribe)
        if other is not None and tribe < other:
            both, total = (tribe, other), ranked_result(state, tribe).total()
            message = Message("plenty_coups.allies_count", {"seats": both, "count": total})
            yield Ruling("PC-36", message, (), both)
    yield from _tie_rulings(state)
    for tribe in state.neutral:
        yield from _neutral_tribe_rulings(state, tribe)


def _tie_rulings(state: State) -> Iterator[Ruling]:
    """Yield a ruling on each tie-break between tribes with equal prestige (PC-52)."""
    for first, second in pairwise(_ranked_places(state, state.players)):
        ahead, behind = ranked_result(state, first[0]), ranked_result(state, second[0])
        if ahead.total() != behind.total():
            continue
        key, more, less = "plenty_coups.tie.horses", ahead.horses, behind.horses
        if ahead.honour != behind.honour:
            key, more, less = "plenty_coups.tie.honour", ahead.honour, behind.honour
        params: dict[str, Value] = {"seats": first, "count": ahead.total()}
        answer = Message(key, {**params, "more": more, "less": less})
        yield Ruling("PC-52", answer, (), (*first, *second))


def _neutral_tribe_rulings(state: State, tribe: int) -> Iterator[Ruling]:
    """Yield a ruling if a neutral tribe beats or equals the best player (PC-53)."""
    best = max(ranked_result(state, seat).ranking_key() for seat in state.players)
    own = tribe_result(state, tribe).ranking_key()
    if own >= best:
        key = "plenty_coups.neutral.first" if own > best else "plenty_coups.neutral.level"
        yield Ruling("PC-53", Message(key, {"tribe_seat": tribe}))


def _step(key: str, tribe: int, by: int, total: int, **params: Value) -> Step:
    return Step(Message(key, {"tribe_seat": tribe, "points": by, **params}), (), total)
