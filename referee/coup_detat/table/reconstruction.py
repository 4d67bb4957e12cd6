"""The part of a hand that the cards played later in the deal reveal."""

from __future__ import annotations

from collections.abc import Sequence

from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import COUP
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import Tricks
from referee.determinization import KnownHands


def reconstruct_hand(
    states: Sequence[State], made: Sequence[moves.Move], at: int, seat: int
) -> KnownHands:
    """Return the cards that a seat held before move `at` and played later in that deal.

    Until a player puts the Coup card away, only that card is certain: a card that they play later
    may be the table card, which they take in exchange.
    """
    cards, deal = list[str](), states[at].deals
    for number in range(at, len(made)):
        move = made[number]
        if states[number].deals != deal or isinstance(move, moves.CardsCorrected):
            break
        if isinstance(move, moves.Decline) and move.seat == seat:
            return {seat: (COUP,)}
        match move:
            case moves.CardPlayed(player=player, cards=(card,)) if player == seat:
                cards.append(card)
            case moves.CardLaid(player=player, laid=laid) if player == seat:
                cards.append(laid.card)
            case moves.CardLeft(player=player, laid=laid) if player == seat:
                cards.append(laid.card)
            case moves.TakeBack():
                return {}
    phase = states[at].phase
    held = phase.deal
    holder = held.coup if isinstance(held, Tricks) else phase.attempter
    if holder == seat and COUP not in cards and not isinstance(held, Rows):
        cards.append(COUP)
    if held is not None and len(cards) > held.held[seat]:
        return {}
    return {seat: tuple(cards)} if cards else {}
