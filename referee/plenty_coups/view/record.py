"""The record of a match: raids, defences, coups, alliances, and prestige in each round.

The record does not know the hands. It counts a missed defence only if everybody saw the tribe take
the weapon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from referee.contract import Against, Column, Figure, Record, Series
from referee.kit import vary_rulings
from referee.plenty_coups.rules.ending import adding_ally, ranked_result, tribe_result
from referee.plenty_coups.state.cards import WEAPONS, total, value
from referee.plenty_coups.state.phases import Acting, InTurn, Over, Taking
from referee.plenty_coups.state.state import Raid, State, What
from referee.plenty_coups.view.highlights import highlights
from referee.plenty_coups.view.returning_raids import LAUNCHED, came_home
from referee.statistics import no_figures

FIGURES = dict.fromkeys(("raids", "defences", "undefended", "coups", "allied_raids"))


class Moved(NamedTuple):
    """A move: the index of the state after it, and the states before and after it."""

    at: int
    before: State
    after: State


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, given the state after each of its moves."""
    seats = range(states[0].setup.seats)
    moved = tuple(Moved(at, *pair) for at, pair in enumerate(pairwise(states), 1))
    figures = (one for seat in seats for one in _figures(seat, states[-1], moved))
    return Record(
        (*no_figures(FIGURES, len(seats)), *figures),
        tuple(_attacks_on_seats(moved, seats)),
        (
            _by_round("prestige", states, lambda state, seat: tribe_result(state, seat).total()),
            _by_round("honour", states, lambda state, seat: tribe_result(state, seat).honour),
        ),
        tuple(_columns(states[-1])),
        vary_rulings(highlights(states)),
    )


def _columns(last: State) -> Iterator[Column]:
    """Yield columns: prestige, its parts on markers and in herds, an ally's share, and horses."""
    own = [tribe_result(last, tribe) for tribe in last.camps]
    yield Column("prestige", tuple(ranked_result(last, tribe).total() for tribe in last.camps))
    yield Column("honour", tuple(one.honour for one in own))
    yield Column("herd", tuple(one.herd for one in own))
    allies = tuple(
        ranked_result(last, tribe).total() - one.total()
        for tribe, one in zip(last.camps, own, strict=True)
    )
    if any(allies):
        yield Column("ally", allies)
    yield Column("horses", tuple(one.horses for one in own))


def _figures(seat: int, last: State, moved: Sequence[Moved]) -> Iterator[Figure]:
    yield from _raids(seat, moved)
    yield from _used_chances(
        "defences",
        seat,
        ((one.at, _repels(one.after, seat), _is_raided(one.after, seat)) for one in moved),
    )
    yield from _missed_defences(seat, moved)
    coups = ((one.at, _marks_coup(one.after, seat), _coup_chances(seat, one)) for one in moved)
    yield from _used_chances("coups", seat, coups)
    if isinstance(last.phase, Over):
        other = adding_ally(last, seat)
        brought = 0 if other is None else tribe_result(last, other).total()
        yield Figure("ally_prestige", seat, brought, ranked_result(last, seat).total())


def _used_chances(name: str, seat: int, moves: Iterable[tuple[int, int, int]]) -> Iterator[Figure]:
    """Yield a figure for each chance: of the move that used it, or else of the one that gave it.

    Each of the `moves` has its state, the number of chances that it used, and the number that it
    gave.
    """
    open_at: list[int] = []
    for at, used, given in moves:
        for _ in range(used):
            yield Figure(name, seat, 1, int(bool(open_at)), state=at)
            del open_at[-1:]
        open_at += [at] * given
    for at in open_at:
        yield Figure(name, seat, 0, 1, state=at)


def _repels(after: State, tribe: int) -> bool:
    return after.last.what is What.REPELLED and after.last.tribe == tribe


def _is_raided(after: State, tribe: int) -> bool:
    return after.last.what in LAUNCHED and after.last.target == tribe


def _marks_coup(after: State, tribe: int) -> bool:
    return after.last.what in (What.COUP, What.PARRIED) and after.last.tribe == tribe


# -- raids ---------------------------------------------------------------------------------------


def _launches(after: State, tribe: int) -> bool:
    return after.last.what in LAUNCHED and after.last.tribe == tribe


def _raids(tribe: int, moved: Sequence[Moved]) -> Iterator[Figure]:
    """Yield the raids of a tribe. One that came home counts for whoever sent it."""
    sent_at: dict[int, int] = {}  # By the raided camp.
    for one in moved:
        if not isinstance(one.after.phase, Over):
            for camp, _ in one.before.raids(tribe):
                if came_home(camp, one.after, tribe):
                    yield Figure("raids", tribe, 1, 0, state=sent_at.get(camp, one.at))
        if _launches(one.after, tribe):
            if one.after.last.target is not None:
                sent_at[one.after.last.target] = one.at
            allied = _is_stronger_by_alliance(one.after, tribe)
            yield Figure("raids", tribe, 0, 1, state=one.at)
            yield Figure("allied_raids", tribe, int(allied), 1, state=one.at)


def _is_stronger_by_alliance(after: State, tribe: int) -> bool:
    """Whether an alliance adds strength to the launched raid (PC-35, PC-39)."""
    camp = after.last.target
    raid = None if camp is None else after.tribes[camp].raid
    if raid is None or raid.tribe != tribe or after.camp_of(raid.cards[0]) == tribe:
        return False
    return after.strength(tribe, raid.cards) > total(raid.cards)


def _coup_chances(tribe: int, moved: Moved) -> int:
    """Return how many chances for a coup a move gave this tribe (PC-17, PC-18)."""
    _, before, after = moved
    if after.turn != tribe or not isinstance(after.phase, Acting):
        return 0
    opens = before.turn != tribe or isinstance(before.phase, Taking)
    now = after.phase.actions
    return len(now.returned) * opens + (now.parried and not before.actions.parried)


# -- missed defences -----------------------------------------------------------------------------


def _missed_defences(tribe: int, moved: Sequence[Moved]) -> Iterator[Figure]:
    """Yield each turn in which a tribe let a raid stand, and whether it surely held a weapon."""
    could = False
    for at, before, after in moved:
        if before.turn != tribe:
            continue
        raid = before.tribes[tribe].raid
        if raid is not None and isinstance(before.phase, Acting) and before.actions.left:
            could = could or _could_repel(before, raid)
        if after.turn != tribe or isinstance(after.phase, Over):
            if (
                raid is not None
                and isinstance(before.phase, InTurn)
                and not _removed_raid(after, tribe)
            ):
                yield Figure("undefended", tribe, int(could), 1, state=at)
            could = False


def _could_repel(state: State, raid: Raid) -> bool:
    must = state.strength(raid.tribe, raid.cards)
    return any(card in WEAPONS and value(card) >= must for card in state.own_tribe.known)


def _removed_raid(after: State, tribe: int) -> bool:
    """Whether the last action of the turn removed the raid, by a defence or a proposal (PC-32)."""
    last = after.last
    return last.tribe == tribe and last.what in (What.REPELLED, What.PROPOSED)


# -- raids by victim, values by round ------------------------------------------------------------


def _attacks_on_seats(moved: Sequence[Moved], seats: range) -> Iterator[Against]:
    """Yield who raided or disdained whom. Tribes without a seat do not count."""
    for one in moved:
        last = one.after.last
        hostile = last.what in (*LAUNCHED, What.DISDAIN)
        if hostile and last.tribe in seats and last.target in seats and last.target is not None:
            yield Against(last.tribe, last.target, 1, one.at)


def _by_round(name: str, states: Sequence[State], value_of: Callable[[State, int], int]) -> Series:
    """Return a series with the value of each tribe at the end of each round."""
    last = {state.round: state for state in states}
    rounds = tuple(sorted(last))
    values = tuple(
        tuple(value_of(last[number], tribe) for number in rounds) for tribe in states[0].camps
    )
    return Series(name, rounds, values)
