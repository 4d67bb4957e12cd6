"""The record of a match of Coup: bluffs, challenges, targets, cards left by round, and highlights.

It is made of what everybody saw and of what that proves (`claims`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from referee import statistics as stats
from referee.contract import Against, Column, Figure, Frozen, Record, sum_figures
from referee.coup.state.phases import Over, Show, Turn
from referee.coup.state.state import (
    CLAIMED,
    FAILED,
    SHOWN,
    Event,
    EventKind,
    State,
    influence,
    is_in,
)
from referee.coup.view.claims import Claim, claims

FIGURES = {"bluffs": None, "caught": None, "right": None}


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, from the states after each of its moves."""
    seats = range(len(states[-1].faces))
    figures = (*stats.no_figures(FIGURES, len(seats)), *_figures(states))
    return Record(
        figures,
        tuple(_against(states)),
        (stats.chart("influence", stats.round_ends(states), seats, influence, is_in=is_in),),
        tuple(_columns(states[-1], sum_figures(figures))),
        stats.pick_highlights(states, HIGHLIGHTS),
    )


class _Happened(Frozen):
    """An event, the index of the state `at` it, and that of the state after its challenge."""

    event: Event
    at: int
    challenged_at: int


def _happened(states: Sequence[State]) -> tuple[_Happened, ...]:
    """Return all events of the match. A challenged player answers some states later."""
    found = []
    happened_at = stats.appended_at(states, lambda state: state.history)
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


def _decided_claims(states: Sequence[State]) -> Iterator[tuple[Claim, _Happened, _Happened]]:
    """Yield each claim with its event and the one that decided its fate.

    If nobody challenged it, they are the same.
    """
    happened = _happened(states)
    made = (at for at, one in enumerate(happened) if one.event.what is CLAIMED)
    for claim, at in zip(claims(states[-1]), made, strict=True):
        fate = (claim.fate, claim.seat)
        deciding = (one for one in happened[at:] if (one.event.what, one.event.seat) == fate)
        yield claim, happened[at], next(deciding)


def _figures(states: Sequence[State]) -> Iterator[Figure]:
    """Yield each claim and challenge. A bluff failed, or was proved later."""
    for claim, made, _ in _decided_claims(states):
        caught = claim.fate is FAILED
        bluff = caught or claim.true is False
        yield Figure("bluffs", claim.seat, int(bluff), 1, state=made.at)
        if bluff:
            yield Figure("caught", claim.seat, int(caught), 1, state=made.at)
    for seat, one in _challenges(_happened(states)):
        right = one.event.what is FAILED
        yield Figure("right", seat, int(right), 1, state=one.challenged_at)


def _columns(end: State, figures: Sequence[Figure]) -> Iterator[Column]:
    """Yield the columns: cards left, coins left, known bluffs and successful challenges."""
    seats = range(len(end.coins))
    yield Column("influence", tuple(influence(end, seat) for seat in seats))
    yield Column("coins", end.coins)
    for name in ("bluffs", "right"):
        found = [one for one in figures if one.name == name]
        yield Column(name, tuple(one.count for one in found), tuple(one.of for one in found))


def _against(states: Sequence[State]) -> Iterator[Against]:
    """Yield who challenged or targeted whom."""
    happened = _happened(states)
    for seat, one in _challenges(happened):
        yield Against(seat, one.event.seat, 1, one.challenged_at, _claimed_at(one, happened))
    for at, before, after in stats.steps(states):
        play = after.phase.play if isinstance(before.phase, Turn) else None
        if play is not None and play.target is not None:
            yield Against(after.turn, play.target, 1, at)


def _claimed_at(answer: _Happened, happened: Sequence[_Happened]) -> int:
    """Return the state after the claim that a challenged player proved, or failed to prove."""
    claimed = (one for one in happened if one.event.what is CLAIMED and one.at <= answer.at)
    return max(one.at for one in claimed if one.event.seat == answer.event.seat)


# -- highlights ----------------------------------------------------------------------------------


def _passed_bluffs(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield the claims that nobody challenged and that were proved false later."""
    for claim, made, _ in _decided_claims(states):
        if claim.fate is CLAIMED and claim.true is False:
            yield stats.Candidate(made.at, seat=claim.seat, cards=claim.cards)


def _challenged_claims(fate: EventKind, states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield the challenged claims with this fate."""
    for claim, _, answer in _decided_claims(states):
        other = answer.event.other
        if claim.fate is fate and other is not None:
            yield stats.Candidate(answer.at, seat=claim.seat, cards=claim.cards, other_seat=other)


def _eliminations(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for at, state in enumerate(states):
        for seat in range(len(state.coins)):
            if not is_in(state, seat):
                yield stats.Candidate(at, seat=seat)


def _fullest_purses(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield the fullest purse after each move."""
    for at, _, state in stats.steps(states):
        count = max(state.coins)
        yield stats.Candidate(at, count, seat=state.coins.index(count), count=count)


def _claims_made(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for one in _happened(states):
        if one.event.what is CLAIMED:
            yield stats.Candidate(one.at, seat=one.event.seat)


def _victory(states: Sequence[State]) -> Iterator[stats.Candidate]:
    end = states[-1]
    if isinstance(end.phase, Over):
        yield stats.Candidate(len(states) - 1, seat=end.turn, count=influence(end, end.turn))


HIGHLIGHTS = (  # The most remarkable first. Of claims, the latest: more is at stake.
    stats.Last("coup.highlight.bluff", _passed_bluffs),
    stats.Last("coup.highlight.caught", partial(_challenged_claims, FAILED)),
    stats.Last("coup.highlight.shown", partial(_challenged_claims, SHOWN)),
    stats.First("coup.highlight.first_out", _eliminations),
    stats.Best("coup.highlight.purse", _fullest_purses),
    stats.Most("coup.highlight.claims", _claims_made),
    stats.Last("coup.highlight.won", _victory),
)
