"""The cards that still lie about once a deal was ended early: the last trick, and the hands."""

from __future__ import annotations

from referee.contract import Frozen
from referee.coup_detat.state.cards import COUP
from referee.coup_detat.state.deals import AnyDeal, Rows
from referee.coup_detat.state.rows import Turn


class Leftovers(Frozen):
    """The open cards of a trick that was not gathered, and the cards that were never played.

    People may throw their hands anywhere until they deal again.
    """

    trick: tuple[Turn, ...] = ()
    hands: tuple[str, ...] = ()


NOTHING = Leftovers()


def leftovers_of(deal: AnyDeal | None) -> Leftovers:
    """Return what a deal leaves behind. If it was played to its end, that is nothing."""
    if deal is None or deal.rest is None:
        return NOTHING
    if isinstance(deal, Rows):
        return Leftovers(hands=deal.unlaid_cards)
    coup = () if deal.coup is None else (COUP,)
    return Leftovers(deal.open_turns, (*deal.unseen, *coup))
