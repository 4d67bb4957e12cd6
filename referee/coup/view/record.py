"""The record of a match of Coup: bluffs, challenges, targets, cards left by round, and highlights.

It uses the events that everybody saw, and the facts that they prove (`claims`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from referee import statistics as stats
from referee.contract import Against, Column, Figure, Frozen, Record, sum_figures
from referee.coup.state.phases import Over, Show, Turn
from referee.coup.state.state import EventKind, State, influence, is_in
from referee.coup.view.claims import Claim, claims

FIGURES = ("bluffs", "caught", "right")


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


class _Told(Frozen):
    """A claim: the index of the state after it, and those after its challenge and its answer."""

    claim: Claim
    at: int
    challenger: int | None
    challenged_at: int
    answered_at: int


def _told_claims(states: Sequence[State]) -> Iterator[_Told]:
    """Yield all claims of the match. A challenged player answers some states later."""
    events = states[-1].history
    happened_at = stats.appended_at(states, lambda state: state.history)
    made = (number for number, event in enumerate(events) if event.what is EventKind.CLAIMED)
    for claim, number in zip(claims(states[-1]), made, strict=True):
        fate = (claim.fate, claim.seat)  # Without a challenge, this is the claim itself.
        answer = next(
            at for at in range(number, len(events)) if (events[at].what, events[at].seat) == fate
        )
        answered = asked = happened_at[answer]
        while asked and isinstance(states[asked - 1].phase, Show):
            asked -= 1
        yield _Told(claim, happened_at[number], events[answer].other, asked, answered)


def _figures(states: Sequence[State]) -> Iterator[Figure]:
    """Yield each claim and challenge. A bluff failed, or was proved later."""
    results = tuple(_told_claims(states))
    for item in results:
        seat, caught = item.claim.seat, item.claim.fate is EventKind.FAILED
        bluff = caught or item.claim.true is False
        yield Figure("bluffs", seat, int(bluff), 1, state=item.at)
        if bluff:
            yield Figure("caught", seat, int(caught), 1, state=item.at)
    for item in results:
        if item.challenger is not None:
            right = item.claim.fate is EventKind.FAILED
            yield Figure("right", item.challenger, int(right), 1, state=item.challenged_at)


def _columns(end: State, figures: Sequence[Figure]) -> Iterator[Column]:
    """Yield the columns: cards left, coins left, known bluffs and successful challenges."""
    seats = range(len(end.coins))
    yield Column("influence", tuple(influence(end, seat) for seat in seats))
    yield Column("coins", end.coins)
    for name in ("bluffs", "right"):
        found = [figure for figure in figures if figure.name == name]
        yield Column(
            name, tuple(item.count for item in found), tuple(figure.of for figure in found)
        )


def _against(states: Sequence[State]) -> Iterator[Against]:
    """Yield who challenged or targeted whom."""
    for claim in _told_claims(states):
        if claim.challenger is not None:
            yield Against(claim.challenger, claim.claim.seat, 1, claim.challenged_at, claim.at)
    for at, before, after in stats.steps(states):
        play = after.phase.play if isinstance(before.phase, Turn) else None
        if play is not None and play.target is not None:
            yield Against(after.turn, play.target, 1, at)


# -- highlights ----------------------------------------------------------------------------------


def _passed_bluffs(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield the claims that nobody challenged and that were proved false later."""
    for claim in _told_claims(states):
        if claim.claim.fate is EventKind.CLAIMED and claim.claim.true is False:
            yield stats.Candidate(claim.at, seat=claim.claim.seat, cards=claim.claim.cards)


def _challenged_claims(fate: EventKind, states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield the challenged claims with this fate."""
    for claim in _told_claims(states):
        seat, cards, other = claim.claim.seat, claim.claim.cards, claim.challenger
        if claim.claim.fate is fate and other is not None:
            yield stats.Candidate(claim.answered_at, seat=seat, cards=cards, other_seat=other)


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
    for claim in _told_claims(states):
        yield stats.Candidate(claim.at, seat=claim.claim.seat)


def _victory(states: Sequence[State]) -> Iterator[stats.Candidate]:
    end = states[-1]
    if isinstance(end.phase, Over):
        yield stats.Candidate(len(states) - 1, seat=end.turn, count=influence(end, end.turn))


HIGHLIGHTS = (  # The most remarkable first. Of claims, the latest: more is at stake.
    stats.Last("coup.highlight.bluff", _passed_bluffs),
    stats.Last("coup.highlight.caught", partial(_challenged_claims, EventKind.FAILED)),
    stats.Last("coup.highlight.shown", partial(_challenged_claims, EventKind.SHOWN)),
    stats.First("coup.highlight.first_out", _eliminations),
    stats.Best("coup.highlight.purse", _fullest_purses),
    stats.Most("coup.highlight.claims", _claims_made),
    stats.Last("coup.highlight.won", _victory),
)
