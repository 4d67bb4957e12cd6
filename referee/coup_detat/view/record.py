"""The record of a match: cash after each deal, where the francs came from, and highlights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.contract import Column, Highlight, Message, Record, Series, Value
from referee.coup_detat.state.contracts import FINE
from referee.coup_detat.state.notes import PURSE
from referee.coup_detat.state.state import Result, State
from referee.coup_detat.view.review import net_gain
from referee.kit import vary_rulings


def record(states: Sequence[State]) -> Record:
    """Return the record of a match, given the state after each of its moves."""
    ends = _deal_ends(states)
    return Record(
        series=(_cash_series(states, ends),) if ends else (),
        columns=tuple(_columns(states[-1])),
        highlights=vary_rulings(_highlights(states, ends)),
    )


def _deal_ends(states: Sequence[State]) -> list[int]:
    """Return the index of the first state after each deal."""
    many = len(states[-1].results)
    found: dict[int, int] = {}
    for at, state in enumerate(states):
        found.setdefault(len(state.results), at)
    return [found[number] for number in range(1, many + 1)]


def _cash_series(states: Sequence[State], ends: Sequence[int]) -> Series:
    """Return each seat's cash after each deal. The last value includes the repayment of debts."""
    seats = range(states[0].seats)
    values = tuple(tuple(states[at].accounts.cash[seat] for at in ends) for seat in seats)
    return Series("francs", tuple(range(1, len(ends) + 1)), values)


def _columns(last: State) -> Iterator[Column]:
    """Yield columns: all francs, and the gains as President, as an opponent and from loans."""
    seats, results = range(last.seats), tuple(last.results)
    cash = last.accounts.cash
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
    return sum(net_gain(one.flows, seat) for one in results if (one.president == seat) == presided)


# -- highlights -----------------------------------------------------------------------------


def _highlights(states: Sequence[State], ends: Sequence[int]) -> Iterator[Highlight | None]:
    results, seats = tuple(states[-1].results), range(states[0].seats)
    deals = [
        (net_gain(result.flows, seat), number, seat)
        for number, result in enumerate(results)
        for seat in seats
    ]

    def highlight(key: str, deal: int, **params: Value) -> Highlight:
        return Highlight(Message(key, params), deal + 1, ends[deal])

    for number in reversed(range(len(results))):
        result, word = results[number], results[number].deal.terms.word
        if result.won is not None:
            key = "coup_detat.highlight.secret"
            if result.deal.attempter is not None:
                key = "coup_detat.highlight.coup"
            yield highlight(key, number, seat=result.won, word=word)
            break
    if deals:
        amount, number, seat = min(deals)
        if amount < 0:
            word = results[number].deal.terms.word
            key = "coup_detat.highlight.dearest"
            yield highlight(key, number, seat=seat, amount=-amount, word=word)
    for number, result in enumerate(results):
        failed = result.deal.attempter
        if failed is not None and result.won is None:
            word = result.deal.terms.word
            yield highlight(
                "coup_detat.highlight.failed", number, seat=failed, word=word, amount=FINE
            )
            break
    if deals:
        amount, number, seat = max(deals)
        if amount > 0:
            word = results[number].deal.terms.word
            yield highlight(
                "coup_detat.highlight.best", number, seat=seat, amount=amount, word=word
            )
    if ends:
        yield _longest_presidency(results, ends)
        purses = [
            (states[at].accounts.cash[seat], -deal, seat)
            for deal, at in enumerate(ends)
            for seat in seats
        ]
        for key, (has, deal, seat) in (
            ("coup_detat.highlight.richest", max(purses)),
            ("coup_detat.highlight.poorest", min(purses)),
        ):
            yield highlight(key, -deal, seat=seat, amount=has)


def _longest_presidency(results: Sequence[Result], ends: Sequence[int]) -> Highlight:
    """Return the longest Presidency: the seat, how many deals it lasted, and its last deal."""
    best = (0, 0)
    row = 0
    for number, result in enumerate(results):
        row = row + 1 if number and results[number - 1].president == result.president else 1
        best = max(best, (row, number))
    many, number = best
    params: dict[str, Value] = {"seat": results[number].president, "count": many}
    return Highlight(Message("coup_detat.highlight.president", params), number + 1, ends[number])
