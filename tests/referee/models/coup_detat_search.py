"""What the last tricks of a deal are worth with all cards known, each for himself: every line of
play is tried, and nothing is remembered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.referee.models.coup_detat import Match
from tests.referee.models.coup_detat_deal import Play, TrickDeal
from tests.referee.models.coup_detat_money import BANK, trick_due

Worth = tuple[int, ...]


def worths(
    deal: TrickDeal, price: Callable[[TrickDeal], Worth], order: Sequence[str] = ()
) -> dict[Play, Worth]:
    """Return for each legal play what every seat ends with, all playing their best from then on.

    `price` says what a finished deal brings each seat. Of plays equally good for whoever makes
    them the first is made: by `order`, or as the rules have the pack.
    """
    found = {}
    legal = deal.legal()
    if order:
        legal.sort(key=lambda play: order.index(play.card))
    for play in legal:
        deal.acts.append(play)
        found[play] = best(deal, price, order)
        deal.acts.pop()
    return found


def best(deal: TrickDeal, price: Callable[[TrickDeal], Worth], order: Sequence[str] = ()) -> Worth:
    """Return what every seat ends with when all play their best."""
    if deal.over:
        return price(deal)
    seat = deal.turn
    lines = list(worths(deal, price, order).values())
    most = max(line[seat] for line in lines)
    return next(line for line in lines if line[seat] == most)


def francs(match: Match) -> Worth:
    """Return what a finished deal's payments bring each seat, the bank's content left out."""
    result = match.outcome()
    dues = result.dues()
    if result.first is not None and result.attempter is None:
        dues += trick_due(result.contract, result.president, result.first)
    change = [0] * result.seats
    for due in dues:
        change[due.payer] -= due.amount
        if due.payee != BANK:
            change[due.payee] += due.amount
    return tuple(change)
