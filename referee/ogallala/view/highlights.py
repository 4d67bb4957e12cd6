"""The highlights of a match of Ogallala. All cards are open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.contract import Highlight, Message, Value
from referee.ogallala.rules.scoring import points, total
from referee.ogallala.state.cards import MAD_AXE
from referee.ogallala.state.rows import Canoe
from referee.ogallala.state.state import EventKind, Phase, State
from referee.ogallala.state.territory import cells, complete_canoes

AIMING = (Phase.LASSO, Phase.ARCHER, Phase.ATTACK)


def is_draw(before: State, after: State) -> bool:
    """Whether the last move drew a card other than Mad Axe."""
    return before.phase is Phase.DRAW and after.last.cards != (MAD_AXE,)


def highlights(states: Sequence[State]) -> Iterator[Highlight | None]:
    """Yield the highlights, the most remarkable first."""
    yield _canoe(states)
    yield _attack(states)
    yield _leap(states)
    yield _lead(states)
    yield _discarded(states)
    yield _cards(states)
    yield _widest(states)
    yield _wreck(states)


def _canoe(states: Sequence[State]) -> Highlight | None:
    """Return a highlight about the most valuable complete canoe, when it was first complete."""
    best: tuple[int, int, int, Canoe] | None = None
    for at, state in enumerate(states):
        for seat, territory in enumerate(state.territories):
            if at and territory is states[at - 1].territories[seat]:
                continue
            for _, canoe in complete_canoes(territory):
                if best is None or points(canoe) > best[0]:
                    best = (points(canoe), at, seat, canoe)
    if best is None:
        return None
    worth, at, seat, canoe = best
    params: dict[str, Value] = {"seat": seat, "count": len(canoe.cards), "points": worth}
    return Highlight(Message("ogallala.highlight.canoe", params), states[at].round, at)


def _attack(states: Sequence[State]) -> Highlight | None:
    """Return a highlight about the attack, lasso or shot that cost an opponent most."""
    best: tuple[int, int] | None = None
    for at, (before, after) in enumerate(pairwise(states), 1):
        target = after.last.target
        if target is None or before.phase not in AIMING:
            continue
        cost = total(before.territories[target]) - total(after.territories[target])
        if cost > 0 and (best is None or cost > best[0]):
            best = (cost, at)
    if best is None:
        return None
    cost, at = best
    last = states[at].last
    params: dict[str, Value] = {"seat": last.seat, "points": cost}
    if last.target is not None:
        params["target_seat"] = last.target
    return Highlight(Message("ogallala.highlight.attack", params), states[at].round, at)


def _leap(states: Sequence[State]) -> Highlight | None:
    """Return a highlight about the move that gained the most points."""
    gains = [
        (total(after.territories[seat]) - total(before.territories[seat]), -at, seat)
        for at, (before, after) in enumerate(pairwise(states), 1)
        for seat in range(after.setup.seats)
        if before.territories[seat] is not after.territories[seat]
    ]
    gain, at, seat = max(gains, default=(0, 0, 0))
    if gain <= 0:
        return None
    params: dict[str, Value] = {"seat": seat, "points": gain}
    return Highlight(Message("ogallala.highlight.leap", params), states[-at].round, -at)


def _lead(states: Sequence[State]) -> Highlight | None:
    """Return a highlight about the last seat to take the lead, and the number of lead changes."""
    leader: int | None = None
    found: tuple[int, int] | None = None
    many = 0
    for at, state in enumerate(states):
        sums = [total(one) for one in state.territories]
        if sums.count(max(sums)) > 1 or sums.index(max(sums)) == leader:
            continue
        many += leader is not None
        leader = sums.index(max(sums))
        found = (leader, at)
    if found is None or not many:
        return None
    params: dict[str, Value] = {"seat": found[0], "count": many}
    return Highlight(Message("ogallala.highlight.lead", params), states[found[1]].round, found[1])


def _discarded(states: Sequence[State]) -> Highlight | None:
    """Return a highlight about the seat that discarded the most drawn cards."""
    found: dict[int, list[int]] = {}
    for at, (before, after) in enumerate(pairwise(states), 1):
        if is_draw(before, after) and after.last.what is EventKind.DISCARDED:
            found.setdefault(after.last.seat, []).append(at)
    if not found:
        return None
    seat = max(found, key=lambda one: (len(found[one]), -one))
    at = found[seat][-1]
    params: dict[str, Value] = {"seat": seat, "count": len(found[seat])}
    return Highlight(Message("ogallala.highlight.discarded", params), states[at].round, at)


def _cards(states: Sequence[State]) -> Highlight | None:
    """Return a highlight about the fullest territory, when it first had that many cards."""
    counts = [
        (len(cells(territory)), -at, seat)
        for at, state in enumerate(states)
        for seat, territory in enumerate(state.territories)
        if not at or territory is not states[at - 1].territories[seat]
    ]
    many, at, seat = max(counts)
    if not many:
        return None
    params: dict[str, Value] = {"seat": seat, "count": many}
    return Highlight(Message("ogallala.highlight.cards", params), states[-at].round, -at)


def _widest(states: Sequence[State]) -> Highlight | None:
    """Return a highlight about the fullest row, when it first had that many cards."""
    rows = [
        (sum(1 for _ in row.cells()), -at, seat, -number)
        for at, state in enumerate(states)
        for seat, territory in enumerate(state.territories)
        if not at or territory is not states[at - 1].territories[seat]
        for number, row in enumerate(territory.rows)
    ]
    many, at, seat, number = max(rows)
    if not many:
        return None
    params: dict[str, Value] = {"seat": seat, "row": 1 - number, "count": many}
    return Highlight(Message("ogallala.highlight.row", params), states[-at].round, -at)


def _wreck(states: Sequence[State]) -> Highlight | None:
    """Return a highlight about the last wrecked canoe."""
    for at in range(len(states) - 1, 0, -1):
        if states[at - 1].phase is Phase.AXE and states[at].last.what is EventKind.WRECKED:
            params: dict[str, Value] = {"seat": states[at].last.seat}
            return Highlight(Message("ogallala.highlight.wrecked", params), states[at].round, at)
    return None
