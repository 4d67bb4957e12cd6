"""The record of a match of Coup: bluffs, challenges, targets, and cards left by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.contract import (
    Against,
    Column,
    Figure,
    Frozen,
    Record,
    Series,
    sum_figures,
)
from referee.coup.state.phases import Show, Turn
from referee.coup.state.state import CLAIMED, FAILED, SHOWN, Event, State, influence, is_in
from referee.coup.view.claims import claims
from referee.coup.view.highlights import highlights
from referee.kit import vary_rulings
from referee.statistics import appended_at, no_figures

FIGURES = {"bluffs": None, "caught": None, "right": None}


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, from the states after each of its moves."""
    happened = _happened(states)
    none = no_figures(FIGURES, len(states[-1].faces))
    figures = (*none, *_figures(states[-1], happened))
    columns = tuple(_columns(states[-1], sum_figures(figures)))
    return Record(
        figures,
        tuple(_against(states, happened)),
        (_influence_series(states),),
        columns,
        vary_rulings(highlights(states)),
    )


class _Happened(Frozen):
    """An event, the index of the state `at` it, and that of the state after its challenge."""

    event: Event
    at: int
    challenged_at: int


def _happened(states: Sequence[State]) -> tuple[_Happened, ...]:
    """Return all events of the match. A challenged player answers some states later."""
    found = []
    happened_at = appended_at(states, lambda state: tuple(state.history))
    for event, at in zip(states[-1].history, happened_at, strict=True):
        asked = at
        while asked and isinstance(states[asked - 1].phase, Show):
            asked -= 1
        found.append(_Happened(event, at, asked))
    return tuple(found)


def _challenges(happened: Sequence[_Happened]) -> Iterator[tuple[int, _Happened]]:
    """Yield each challenge: the challenger and the answer."""
    for one in happened:
        if one.event.other is not None and one.event.what in (SHOWN, FAILED):
            yield one.event.other, one


def _figures(last: State, happened: Sequence[_Happened]) -> Iterator[Figure]:
    """Yield each claim and challenge. A bluff failed, or was proved later."""
    claimed = (one.at for one in happened if one.event.what is CLAIMED)
    for claim, at in zip(claims(last), claimed, strict=True):
        caught = claim.fate is FAILED
        bluff = caught or claim.true is False
        yield Figure("bluffs", claim.seat, int(bluff), 1, state=at)
        if bluff:
            yield Figure("caught", claim.seat, int(caught), 1, state=at)
    for seat, one in _challenges(happened):
        right = one.event.what is FAILED
        yield Figure("right", seat, int(right), 1, state=one.challenged_at)


def _columns(last: State, figures: Sequence[Figure]) -> Iterator[Column]:
    """Yield the columns: cards left, coins left, known bluffs and successful challenges."""
    seats = range(len(last.coins))
    yield Column("influence", tuple(influence(last, seat) for seat in seats))
    yield Column("coins", last.coins)
    for name in ("bluffs", "right"):
        found = [one for one in figures if one.name == name]
        yield Column(name, tuple(one.count for one in found), tuple(one.of for one in found))


def _against(states: Sequence[State], happened: Sequence[_Happened]) -> Iterator[Against]:
    """Yield who challenged or targeted whom."""
    for seat, one in _challenges(happened):
        yield Against(seat, one.event.seat, 1, one.challenged_at, _claimed_at(one, happened))
    for at, (before, after) in enumerate(pairwise(states), 1):
        play = after.phase.play if isinstance(before.phase, Turn) else None
        if play is not None and play.target is not None:
            yield Against(after.turn, play.target, 1, at)


def _claimed_at(answer: _Happened, happened: Sequence[_Happened]) -> int:
    """Return the state after the claim that a challenged player proved, or failed to prove."""
    claimed = (one for one in happened if one.event.what is CLAIMED and one.at <= answer.at)
    return max(one.at for one in claimed if one.event.seat == answer.event.seat)


def _influence_series(states: Sequence[State]) -> Series:
    """Return each seat's number of cards after each round, until the seat is eliminated."""
    last = {state.round: state for state in states}
    rounds = tuple(sorted(last))
    ends = [last[number] for number in rounds]
    seats = range(len(states[0].faces))
    values = tuple(
        tuple(
            influence(end, seat) if at == 0 or is_in(ends[at - 1], seat) else None
            for at, end in enumerate(ends)
        )
        for seat in seats
    )
    return Series("influence", rounds, values)
