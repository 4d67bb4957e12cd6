"""The highlights of a match of Plenty Coups. Face-up cards give them all; hands stay secret."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from referee.contract import Highlight, Message, Value
from referee.plenty_coups.rules.ending import ranked_result, tribe_result
from referee.plenty_coups.state.phases import Over
from referee.plenty_coups.state.state import State, What
from referee.plenty_coups.view.returning_raids import came_home


def highlights(states: Sequence[State]) -> Iterator[Highlight | None]:
    """Yield the highlights, starting with the most remarkable."""
    yield _strongest_raid(states)
    yield _strongest_repelled_raid(states)
    yield _last_alliance(states)
    yield _best_round(states)
    yield _most_coups(states)
    yield _last_disdain(states)
    yield _first_rich_herd(states)
    yield _last_lead_change(states)
    yield _most_horses(states)


def _highlight(key: str, states: Sequence[State], at: int, **params: Value) -> Highlight:
    return Highlight(Message(key, params), states[at].round, at)


def _strongest_raid(states: Sequence[State]) -> Highlight | None:
    """Return the highlight of the strongest raid that came home."""
    home = (
        (before.strength(raid.tribe, raid.cards), at, raid.tribe, camp)
        for at, (before, after) in enumerate(pairwise(states), 1)
        if not isinstance(after.phase, Over)
        for camp, raid in before.raids()
        if came_home(camp, after, raid.tribe)
    )
    return _strongest_highlight("plenty_coups.highlight.raid", states, home)


def _strongest_repelled_raid(states: Sequence[State]) -> Highlight | None:
    """Return the highlight of the strongest raid that a camp repelled."""
    repelled = (
        (before.strength(raid.tribe, raid.cards), at, raid.tribe, camp)
        for at, (before, after) in enumerate(pairwise(states), 1)
        if after.last.what is What.REPELLED
        for camp in (after.last.tribe,)
        if (raid := before.tribes[camp].raid) is not None and after.tribes[camp].raid != raid
    )
    return _strongest_highlight("plenty_coups.highlight.repelled", states, repelled)


def _strongest_highlight(
    key: str, states: Sequence[State], raids: Iterable[tuple[int, int, int, int]]
) -> Highlight | None:
    """Return the highlight of the strongest raid.

    Each raid is a tuple of its strength, the index of its state, its tribe and its camp.
    """
    strength, at, tribe, camp = max(raids, key=lambda one: one[0], default=(0, 0, 0, 0))
    if not strength:
        return None
    return _highlight(key, states, at, tribe_seat=tribe, camp_seat=camp, strength=strength)


def _last_alliance(states: Sequence[State]) -> Highlight | None:
    """Return the highlight of the last alliance between two tribes."""
    for at in range(len(states) - 1, 0, -1):
        for tribe in states[at].camps:
            other = states[at].ally(tribe)
            if other is not None and states[at - 1].ally(tribe) != other:
                key = "plenty_coups.highlight.ally"
                return _highlight(key, states, at, seats=(min(tribe, other), max(tribe, other)))
    return None


def _best_round(states: Sequence[State]) -> Highlight | None:
    """Return the highlight of the largest gain of prestige in one round."""
    ends = {state.round: at for at, state in enumerate(states)}
    rounds = sorted(ends)
    gains = [
        (
            tribe_result(states[ends[number]], tribe).total()
            - tribe_result(states[first], tribe).total(),
            -at,
            tribe,
        )
        for at, number in enumerate(rounds)
        for first in (ends[rounds[at - 1]] if at else 0,)
        for tribe in states[0].camps
    ]
    gain, at, tribe = max(gains)
    if gain <= 0:
        return None
    state = ends[rounds[-at]]
    return _highlight("plenty_coups.highlight.year", states, state, tribe_seat=tribe, count=gain)


def _most_coups(states: Sequence[State]) -> Highlight | None:
    """Return the highlight of the tribe with the most coups. It points to the last of them."""
    found: dict[int, list[int]] = {}
    for at, (before, after) in enumerate(pairwise(states), 1):
        if after.last.what in (What.COUP, What.PARRIED) and after.last is not before.last:
            found.setdefault(after.last.tribe, []).append(at)
    if not found:
        return None
    tribe = max(found, key=lambda one: (len(found[one]), -one))
    key = "plenty_coups.highlight.coups"
    return _highlight(key, states, found[tribe][-1], tribe_seat=tribe, count=len(found[tribe]))


def _last_disdain(states: Sequence[State]) -> Highlight | None:
    """Return the highlight of the last time that one tribe disdained another."""
    for at in range(len(states) - 1, 0, -1):
        last = states[at].last
        if (
            last.what is What.DISDAIN
            and last is not states[at - 1].last
            and last.target is not None
        ):
            key = "plenty_coups.highlight.disdain"
            return _highlight(key, states, at, tribe_seat=last.tribe, target_seat=last.target)
    return None


def _first_rich_herd(states: Sequence[State]) -> Highlight | None:
    """Return the highlight of the first tribe whose herd was worth prestige."""
    for at, state in enumerate(states):
        for tribe in state.camps:
            one = tribe_result(state, tribe)
            if one.herd:
                key = "plenty_coups.highlight.herd"
                return _highlight(key, states, at, tribe_seat=tribe, horses=one.horses)
    return None


def _last_lead_change(states: Sequence[State]) -> Highlight | None:
    """Return the highlight of the last time that the lead changed."""
    leader: int | None = None
    found: tuple[int, int] | None = None
    for at, state in enumerate(states):
        sums = [ranked_result(state, seat).total() for seat in state.players]
        if sums.count(max(sums)) > 1 or state.players[sums.index(max(sums))] == leader:
            continue
        if leader is not None:
            found = (state.players[sums.index(max(sums))], at)
        leader = state.players[sums.index(max(sums))]
    if found is None:
        return None
    return _highlight("plenty_coups.highlight.lead", states, found[1], tribe_seat=found[0])


def _most_horses(states: Sequence[State]) -> Highlight:
    """Return the highlight of the largest herd, at the first moment it reached that size."""
    many, at, tribe = max(
        (one.horses, -at, tribe)
        for at, state in enumerate(states)
        for tribe, one in enumerate(state.tribes)
    )
    return _highlight("plenty_coups.highlight.horses", states, -at, tribe_seat=tribe, count=many)
