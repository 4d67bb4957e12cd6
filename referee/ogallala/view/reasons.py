"""Why a move of Ogallala was good: the points that it brings, or what a canoe then lacks."""

from __future__ import annotations

from collections.abc import Sequence

from referee.contract import Message, RefereeError
from referee.ogallala.bots.sight import fleet
from referee.ogallala.flow import apply
from referee.ogallala.rules.scoring import total
from referee.ogallala.state.moves import End, Move
from referee.ogallala.state.rows import Crew
from referee.ogallala.state.state import State
from referee.ogallala.state.territory import Territory, each_canoe

LACKS = {"ogallala.reason.bow": "bow", "ogallala.reason.stern": "stern"}


def explain(states: Sequence[State], made: Sequence[Move], at: int, move: Move) -> Message | None:
    """Return what a move changes at once, if it does more than the move that was made."""
    state, seat = states[at], move.mover
    if seat is None:
        return None
    if isinstance(move, End):
        return _lead(state, seat)
    after = _after(state, move)
    instead = state if move == made[at] else _after(state, made[at])
    now, was = _changes(state, after), _changes(state, instead)
    if now[seat] > max(0, was[seat]):
        return Message("ogallala.reason.gains", {"seat": seat, "count": now[seat]})
    other = min(range(len(now)), key=now.__getitem__)
    if other != seat and now[other] < min(0, *was):
        return Message("ogallala.reason.costs", {"other_seat": other, "count": -now[other]})
    mine, theirs = after.territories[seat], instead.territories[seat]
    for key, end in LACKS.items():
        if _lacking(mine, end) > max(_lacking(theirs, end), _lacking(state.territories[seat], end)):
            return Message(key)
    tribes = state.options.tribes
    if move != made[at] and (room := _with_room(mine, tribes)) > _with_room(theirs, tribes):
        return Message("ogallala.reason.room", {"count": room})
    return None


def _lead(state: State, seat: int) -> Message | None:
    points = [total(one) for one in state.territories]
    lead = points.pop(seat) - max(points)
    return Message("ogallala.reason.leads", {"seat": seat, "count": lead}) if lead > 0 else None


def _after(state: State, move: Move) -> State:
    try:
        return apply(state, move)[0]
    except RefereeError:
        return state


def _changes(state: State, after: State) -> list[int]:
    """Return by how many points each territory has changed."""
    pairs = zip(state.territories, after.territories, strict=True)
    return [total(then) - total(before) for before, then in pairs]


def _lacking(territory: Territory, end: str) -> int:
    """Return the number of canoes that lack only this end."""
    return sum(_lacks_only(canoe.crew, end) for _, canoe in each_canoe(territory))


def _with_room(territory: Territory, tribes: bool) -> int:
    """Return the number of incomplete canoes that have both ends, or room for them."""
    hopes = fleet(territory, tribes).hopes
    return sum((one.bow or one.crew.bow) and (one.stern or one.crew.stern) for one in hopes)


def _lacks_only(crew: Crew, end: str) -> bool:
    other = crew.stern if end == "bow" else crew.bow
    return other and not crew.complete and "" not in crew.cards and len(crew.cards) > 1
