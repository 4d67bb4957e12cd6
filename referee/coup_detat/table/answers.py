"""How a bot answers when everybody is asked to end a deal early: honestly, from its own hand."""

from __future__ import annotations

from referee.coup_detat.rules.early import deal_so_far
from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import COUP, remove_cards, strength
from referee.coup_detat.state.deals import Tricks
from referee.coup_detat.state.state import State


def agrees(state: State, move: moves.Move, seat: int, hand: tuple[str, ...]) -> bool:
    """Return whether the bot at a seat agrees to a move that needs everybody's agreement.

    That the rest changes nothing is proved. The bot objects to a claim if it may still take a
    trick, or if it does not know its hand.
    """
    deal = deal_so_far(state)
    if not isinstance(move, moves.ClaimRest) or not isinstance(deal, Tricks):
        return True
    return len(hand) == deal.held[seat] and not _may_take_trick(deal, seat, hand)


def _may_take_trick(deal: Tricks, seat: int, hand: tuple[str, ...]) -> bool:
    """Whether a hand may take one of the remaining tricks.

    It may if it leads, if its card wins so far, or if it beats a card that others may lead.
    """
    trick = deal.trick
    wins = bool(trick.cards) and trick.winner == seat
    leads = not trick.cards and trick.leader == seat
    if wins or (hand and leads) or COUP in hand:
        return True
    others = [card for card in (*remove_cards(deal.unseen, hand), *trick.cards) if card != COUP]
    return any(
        own[-1] == other[-1] and strength(own) > strength(other) for own in hand for other in others
    )
