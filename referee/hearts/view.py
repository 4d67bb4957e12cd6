"""The views of a match of Hearts, and its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from referee import statistics as stats
from referee.contract import Column, Deal, Message, Record, SeatView, Token, View
from referee.hearts.flow import FLOW
from referee.hearts.rules import outcome, points
from referee.hearts.state import Phase, State


def view(state: State, seat: int | None) -> View:
    """Return what `seat` may see. The referee knows no secrets, so all see the same."""
    phase, seats = Message(f"hearts.phase.{state.phase}"), tuple(_seats(state))
    facts, deal, end = tuple(_facts(state)), _deal(state), outcome(state)
    return View("hearts", state.round, phase, FLOW.focus(state), seats, seat, facts, deal, end)


def _seats(state: State) -> Iterator[SeatView]:
    piles, jack = state.taken_by_seat(), state.options.jack
    for seat, (cue, score) in enumerate(zip(FLOW.cues(state), state.scores, strict=True)):
        taken = Token("taken", max(0, points(piles[seat], jack)))
        below = (Message("hearts.note.below", {"count": -score}),) if score < 0 else ()
        yield SeatView(seat, cue, (Token("point", max(0, score)), taken), notes=below)


def _facts(state: State) -> Iterator[Message]:
    if state.phase is not Phase.OVER:
        yield Message(f"hearts.fact.{state.way}")
        yield Message("hearts.fact.broken" if state.broken else "hearts.fact.unbroken")


def _deal(state: State) -> Deal | None:
    """Return what to deal, as long as nothing has happened in a deal."""
    passing = state.phase is Phase.PASSING and len(state.due) == len(state.seats)
    if passing or (state.phase is Phase.OPENING and state.way == "hold"):
        return Deal(state.round, state.held, shuffle=True)
    return None


def record(states: Sequence[State]) -> Record:
    """Return the points after each deal, and the most remarkable deals."""
    end, ends = states[-1], {len(state.deals): state for state in states if state.deals}
    chart = stats.chart("points", ends, end.seats, lambda state, seat: state.scores[seat])
    clean = tuple(sum(deal[seat] <= 0 for deal in end.deals) for seat in end.seats)
    columns = (Column("points", end.scores), Column("clean", clean))
    highlights = stats.pick_highlights(states, HIGHLIGHTS, lambda state: len(state.deals))
    return Record(series=(chart,) if ends else (), columns=columns, highlights=highlights)


def _counts(states: Sequence[State], behind: bool = False) -> Iterator[stats.Candidate]:
    """Yield what each deal cost each seat, or how far a seat was `behind` the first after it."""
    for step in stats.steps(states):
        if step.after.deals != step.before.deals:
            scores = step.after.scores
            gaps = tuple(score - min(scores) for score in scores)
            for seat, count in enumerate(gaps if behind else step.after.deals[-1]):
                yield stats.Candidate(step.at, count, seat=seat, count=count)


def _clean(states: Sequence[State]) -> Iterator[stats.Candidate]:
    free = (count for count in _counts(states) if count.worth[0] <= 0)
    yield from (stats.Candidate(count.state, seat=count.params["seat"]) for count in free)


HIGHLIGHTS = (
    stats.Best("hearts.highlight.dearest", _counts),
    stats.Best("hearts.highlight.behind", partial(_counts, behind=True)),
    stats.Most("hearts.highlight.clean", _clean),
)
