"""Whether a bot agrees to end a deal early, honestly from its own hand (SL-25)."""

from __future__ import annotations

from referee.coup_detat.rules.rest import deal_so_far
from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import COUP, remove_cards, strength
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import Tricks


def agrees(state: State, move: moves.Move, seat: int, hand: tuple[str, ...]) -> bool:
    """Return whether a hand does not tell against a move that concerns everybody's hands.

    A rest that changes nothing is proved. A bot objects to a claim if it may still take a trick, or
    if it does not know its hand. While a player holds the Coup card, it was not the table card.
    """
    if isinstance(move, moves.OnTable):
        return COUP not in hand
    deal = deal_so_far(state)
    if not isinstance(move, moves.ClaimRest) or not isinstance(deal, Tricks):
        return True
    return len(hand) == deal.held[seat] and not _may_take_trick(deal, move.seat, seat, hand)


def _may_take_trick(deal: Tricks, claimant: int, seat: int, hand: tuple[str, ...]) -> bool:
    """Whether a hand may take one of the tricks that another seat claims.

    It may if it leads, holds the Coup card, or beats a card that may be led. If the claim is true,
    the claimant leads all tricks but the first.
    """
    leader = deal.trick.leader
    if leader == seat or COUP in hand:
        return True
    lacks = deal.lacked_by(leader) & deal.lacked_by(claimant)
    led = remove_cards(deal.unseen, {*hand, *lacks})
    return any(
        own[-1] == other[-1] and strength(own) > strength(other) for own in hand for other in led
    )
