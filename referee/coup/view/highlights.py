"""The highlights of a match of Coup, from the public record and what it proves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.contract import Highlight, Message, Value
from referee.coup.state.phases import Over
from referee.coup.state.state import CLAIMED, EventKind, State, influence, is_in
from referee.coup.view.claims import Claim, claims


def highlights(states: Sequence[State]) -> Iterator[Highlight | None]:
    """Yield the highlights, the most remarkable first."""
    last = states[-1]
    where = _states_of_events(states)
    events = tuple(last.history)
    at = [number for number, event in enumerate(events) if event.what is CLAIMED]
    told = list(zip(claims(last), at, strict=True))
    for claim, number in reversed(told):  # The latest claim comes first, with more at stake.
        if claim.fate is CLAIMED and claim.true is False:
            yield _claim_highlight("coup.highlight.bluff", claim, where[number])
            break
    for fate in (EventKind.FAILED, EventKind.SHOWN):
        for claim, number in reversed(told):
            if claim.fate is fate:
                ends = next(
                    n
                    for n in range(number, len(events))
                    if (events[n].what, events[n].seat) == (fate, claim.seat)
                )
                other = events[ends].other
                key = (
                    "coup.highlight.caught" if fate is EventKind.FAILED else "coup.highlight.shown"
                )
                if other is not None:
                    yield _claim_highlight(key, claim, where[ends], other_seat=other)
                break
    yield _first_out(states)
    yield _purse(states)
    yield _most_claims(told, where, len(last.coins))
    if isinstance(last.phase, Over):
        params: dict[str, Value] = {"seat": last.turn, "count": influence(last, last.turn)}
        yield Highlight(Message("coup.highlight.won", params), last.round, len(states) - 1)


def _states_of_events(states: Sequence[State]) -> dict[int, int]:
    """Return, for each event of the record, the index of the first state that includes it."""
    found: dict[int, int] = {}
    for at, (before, after) in enumerate(pairwise(states), 1):
        for event in range(len(before.history), len(after.history)):
            found[event] = at
    return found


def _claim_highlight(key: str, claim: Claim, state: int, **more: int) -> Highlight:
    params: dict[str, Value] = {"seat": claim.seat, "cards": claim.cards, **more}
    return Highlight(Message(key, params), claim.round, state)


def _first_out(states: Sequence[State]) -> Highlight | None:
    """Return a highlight about the first seat that loses its last card."""
    for at, state in enumerate(states):
        for seat in range(len(state.coins)):
            if not is_in(state, seat):
                return Highlight(
                    Message("coup.highlight.first_out", {"seat": seat}), state.round, at
                )
    return None


def _purse(states: Sequence[State]) -> Highlight:
    """Return a highlight about the fullest purse, at the time when it was fullest."""
    at = max(range(1, len(states)), key=lambda number: max(states[number].coins), default=0)
    state, most = states[at], max(states[at].coins)
    params: dict[str, Value] = {"seat": state.coins.index(most), "count": most}
    return Highlight(Message("coup.highlight.purse", params), state.round, at)


def _most_claims(
    told: Sequence[tuple[Claim, int]], where: dict[int, int], seats: int
) -> Highlight | None:
    """Return a highlight about the seat with the most claims, at the time of its last claim."""
    if not told:
        return None
    counts = [sum(claim.seat == seat for claim, _ in told) for seat in range(seats)]
    seat = counts.index(max(counts))
    claim, number = next(one for one in reversed(told) if one[0].seat == seat)
    params: dict[str, Value] = {"seat": seat, "count": counts[seat]}
    return Highlight(Message("coup.highlight.claims", params), claim.round, where[number])
