"""The record of a match: raids, defences, coups, alliances, and prestige in each round.

The record does not know the hands. It counts a missed defence only if everybody saw the tribe take
the weapon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from referee.contract import Against, Column, Figure, Record, Series
from referee.kit import vary_rulings
from referee.plenty_coups.rules.ending import adding_ally, ranked_result, tribe_result
from referee.plenty_coups.state.cards import WEAPONS, total, value
from referee.plenty_coups.state.phases import Acting, InTurn, Over, Taking
from referee.plenty_coups.state.state import Raid, State, What
from referee.plenty_coups.view.highlights import highlights
from referee.plenty_coups.view.returning_raids import LAUNCHED, came_home

StatePairs = Sequence[tuple[State, State]]  # Each pair is the state before a move and after it.


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, given the state after each of its moves."""
    seats, moved = range(states[0].setup.seats), tuple(pairwise(states))
    figures = (one for seat in seats for one in _figures(seat, states[-1], moved))
    return Record(
        tuple(figures),
        _attacks_on_seats(states),
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


def _figures(seat: int, last: State, moved: StatePairs) -> Iterator[Figure]:
    events = [after.last for _, after in moved]
    sent = [after for _, after in moved if _launches(after, seat)]
    yield Figure("raids", seat, sum(_raids_brought_home(seat, *one) for one in moved), len(sent))
    against = sum(one.what in LAUNCHED and one.target == seat for one in events)
    repelled = sum(one.what is What.REPELLED and one.tribe == seat for one in events)
    yield Figure("defences", seat, repelled, against)
    stood, missed = _missed_defences(seat, moved)
    yield Figure("undefended", seat, missed, stood)
    marked = sum(one.what in (What.COUP, What.PARRIED) and one.tribe == seat for one in events)
    yield Figure("coups", seat, marked, sum(_coup_chances(seat, *one) for one in moved))
    yield Figure(
        "allied_raids", seat, sum(_is_stronger_by_alliance(one, seat) for one in sent), len(sent)
    )
    if isinstance(last.phase, Over):
        other = adding_ally(last, seat)
        brought = 0 if other is None else tribe_result(last, other).total()
        yield Figure("ally_prestige", seat, brought, ranked_result(last, seat).total())


# -- raids ---------------------------------------------------------------------------------------


def _launches(after: State, tribe: int) -> bool:
    return after.last.what in LAUNCHED and after.last.tribe == tribe


def _raids_brought_home(tribe: int, before: State, after: State) -> int:
    """Return how many raids of a tribe came home with a move."""
    if isinstance(after.phase, Over):
        return 0
    return sum(came_home(camp, after, tribe) for camp, _ in before.raids(tribe))


def _is_stronger_by_alliance(after: State, tribe: int) -> bool:
    """Whether an alliance adds strength to the launched raid (PC-35, PC-39)."""
    camp = after.last.target
    raid = None if camp is None else after.tribes[camp].raid
    if raid is None or raid.tribe != tribe or after.camp_of(raid.cards[0]) == tribe:
        return False
    return after.strength(tribe, raid.cards) > total(raid.cards)


def _coup_chances(tribe: int, before: State, after: State) -> int:
    """Return how many chances for a coup a move gave this tribe (PC-17, PC-18)."""
    if after.turn != tribe or not isinstance(after.phase, Acting):
        return 0
    opens = before.turn != tribe or isinstance(before.phase, Taking)
    now = after.phase.actions
    return len(now.returned) * opens + (now.parried and not before.actions.parried)


# -- missed defences -----------------------------------------------------------------------------


def _missed_defences(tribe: int, moved: StatePairs) -> tuple[int, int]:
    """Return how often a tribe let a raid stand, and how often it surely held a weapon for it."""
    stood = missed = 0
    could = False
    for before, after in moved:
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
                stood, missed = stood + 1, missed + could
            could = False
    return stood, missed


def _could_repel(state: State, raid: Raid) -> bool:
    must = state.strength(raid.tribe, raid.cards)
    return any(card in WEAPONS and value(card) >= must for card in state.own_tribe.known)


def _removed_raid(after: State, tribe: int) -> bool:
    """Whether the last action of the turn removed the raid, by a defence or a proposal (PC-32)."""
    last = after.last
    return last.tribe == tribe and last.what in (What.REPELLED, What.PROPOSED)


# -- raids by victim, values by round ------------------------------------------------------------


def _attacks_on_seats(states: Sequence[State]) -> tuple[Against, ...]:
    """Return how often each seat raided or disdained each other seat in the match."""
    seats = range(states[0].setup.seats)
    counts = Counter(
        (state.last.tribe, state.last.target)
        for state in states[1:]
        if state.last.what in (*LAUNCHED, What.DISDAIN)
        if state.last.tribe in seats and state.last.target in seats
    )
    return tuple(
        Against(one, other, many)
        for (one, other), many in sorted(counts.items(), key=str)
        if other is not None
    )


def _by_round(name: str, states: Sequence[State], value_of: Callable[[State, int], int]) -> Series:
    """Return a series with the value of each tribe at the end of each round."""
    last = {state.round: state for state in states}
    rounds = tuple(sorted(last))
    values = tuple(
        tuple(value_of(last[number], tribe) for number in rounds) for tribe in states[0].camps
    )
    return Series(name, rounds, values)
