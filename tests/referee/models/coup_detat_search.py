"""What the last tricks of a deal are worth with all cards known, each for himself: every line of
play is tried, and nothing is remembered."""

from __future__ import annotations

from collections.abc import Callable

from tests.referee.models.coup_detat import Match
from tests.referee.models.coup_detat_deal import Play, TrickDeal
from tests.referee.models.coup_detat_money import BANK, first_trick_due

Worth = tuple[int, ...]


def worths(
    deal: TrickDeal, price: Callable[[TrickDeal], Worth], first: int = 0
) -> dict[Play, Worth]:
    """Return for each legal play what every seat ends with, all playing their best from then on.

    `price` says what a finished deal brings each seat. Of plays equally good for whoever makes
    them the first in the pack's order is made, the last where `first` is -1.
    """
    found = {}
    for play in deal.legal():
        deal.acts.append(play)
        found[play] = best(deal, price, first)
        deal.acts.pop()
    return found


def best(deal: TrickDeal, price: Callable[[TrickDeal], Worth], first: int = 0) -> Worth:
    """Return what every seat ends with when all play their best."""
    if deal.over:
        return price(deal)
    seat = deal.turn
    lines = list(worths(deal, price, first).values())
    most = max(line[seat] for line in lines)
    return [line for line in lines if line[seat] == most][first]


def francs(match: Match) -> Worth:
    """Return what a finished deal's payments bring each seat, the bank's content left out."""
    result = match.outcome()
    dues = result.dues()
    if result.first is not None and result.attempter is None:
        dues += first_trick_due(result.contract, result.president, result.first)
    change = [0] * result.seats
    for due in dues:
        change[due.payer] -= due.amount
        if due.payee != BANK:
            change[due.payee] += due.amount
    return tuple(change)
