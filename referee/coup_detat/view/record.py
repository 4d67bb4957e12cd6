"""The record of a match: cash after each deal, where the francs came from, and highlights."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial

from referee import statistics as stats
from referee.contract import Column, Record
from referee.coup_detat.state.contracts import FINE
from referee.coup_detat.state.money import net_gain
from referee.coup_detat.state.notes import PURSE
from referee.coup_detat.state.state import Result, State


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, given the state after each of its moves."""
    ends = {_deals_played(states[at]): states[at] for at, _ in _deals(states)}
    seats, cash = range(states[0].seats), lambda state, seat: state.accounts.cash[seat]
    return Record(
        series=(stats.chart("francs", ends, seats, cash),) if ends else (),
        columns=tuple(_columns(states[-1])),
        highlights=stats.pick_highlights(states, HIGHLIGHTS, _deals_played),
    )


def _deals_played(state: State) -> int:
    return len(state.results)


def _deals(states: Sequence[State]) -> Iterator[tuple[int, Result]]:
    """Yield the index of the first state after each deal, and the deal's result.

    The cash of the last one includes the repayment of debts.
    """
    for number, result in enumerate(states[-1].results, 1):
        yield bisect_left(states, number, key=_deals_played), result


def _columns(end: State) -> Iterator[Column]:
    """Yield columns: all francs, and the gains as President, as an opponent and from loans."""
    seats, results = range(end.seats), end.results
    cash = end.accounts.cash
    yield Column("francs", cash)
    presided = tuple(_gain_by_role(results, seat, True) for seat in seats)
    served = tuple(_gain_by_role(results, seat, False) for seat in seats)
    yield Column("presided", presided, signed=True)
    yield Column("served", served, signed=True)
    rest = tuple(cash[seat] - PURSE - presided[seat] - served[seat] for seat in seats)
    if any(rest):
        yield Column("lent", rest, signed=True)


def _gain_by_role(results: Sequence[Result], seat: int, presided: bool) -> int:
    """Return a seat's total gain in the deals that it presided over, or in all the others."""
    return sum(
        net_gain(result.flows, seat) for result in results if (result.president == seat) == presided
    )


# -- highlights ----------------------------------------------------------------------------------


def _last_win(states: Sequence[State], *, attempted: bool) -> Iterator[stats.Candidate]:
    """Yield the last deal that was won by a coup, if that coup was `attempted`, or else secret."""
    won = [(at, result) for at, result in _deals(states) if result.won is not None]
    for at, result in won[-1:]:
        if result.won is not None and attempted == (result.deal.attempter is not None):
            yield stats.Candidate(at, seat=result.won, word=result.deal.terms.word)


def _failed_coups(states: Sequence[State]) -> Iterator[stats.Candidate]:
    for at, result in _deals(states):
        seat, word = result.deal.attempter, result.deal.terms.word
        if seat is not None and result.won is None:
            yield stats.Candidate(at, seat=seat, word=word, amount=FINE)


def _gains(states: Sequence[State], sign: int) -> Iterator[stats.Candidate]:
    """Yield what a deal gave each seat, if `sign` is 1, or cost it, if `sign` is -1."""
    for at, result in _deals(states):
        word = result.deal.terms.word
        for seat in range(states[at].seats):
            amount = sign * net_gain(result.flows, seat)
            worth = (amount, sign * at, sign * seat)
            if amount > 0:
                yield stats.Candidate(at, *worth, seat=seat, amount=amount, word=word)


def _presidencies(states: Sequence[State]) -> Iterator[stats.Candidate]:
    """Yield after each deal for how many deals on end its President has presided."""
    president, count = None, 0
    for at, result in _deals(states):
        count = count + 1 if result.president == president else 1
        president = result.president
        yield stats.Candidate(at, count, at, seat=president, count=count)


def _purses(states: Sequence[State], sign: int) -> Iterator[stats.Candidate]:
    """Yield each purse after each deal, best if it is the fullest (`sign` 1) or emptiest (-1)."""
    for at, _ in _deals(states):
        for seat, cash in enumerate(states[at].accounts.cash):
            worth = (sign * cash, -sign * at, sign * seat)
            yield stats.Candidate(at, *worth, seat=seat, amount=cash)


HIGHLIGHTS = (  # The most remarkable first.
    stats.Last("coup_detat.highlight.coup", partial(_last_win, attempted=True)),
    stats.Last("coup_detat.highlight.secret", partial(_last_win, attempted=False)),
    stats.Best("coup_detat.highlight.dearest", partial(_gains, sign=-1)),
    stats.First("coup_detat.highlight.failed", _failed_coups),
    stats.Best("coup_detat.highlight.best", partial(_gains, sign=1)),
    stats.Best("coup_detat.highlight.president", _presidencies),
    stats.Best("coup_detat.highlight.richest", partial(_purses, sign=1)),
    stats.Best("coup_detat.highlight.poorest", partial(_purses, sign=-1)),
)
