"""Ending a deal early: the rest changes no payment, or a player claims all of it (SL-25)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.coup_detat.rules.ending import gather_trick, settle_rows, settle_tricks
from referee.coup_detat.rules.proof import decided_rest
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.cards import HAND_SIZE
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.phases import AnyDeal
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.state import State
from referee.coup_detat.state.trick import Rest
from referee.coup_detat.state.tricks import Tricks

# -- what may be ended -----------------------------------------------------------------------


def deal_so_far(state: State) -> AnyDeal | None:
    """Return the deal as it stands once a full trick is gathered. None if it cannot be ended now.

    A deal of tricks can be ended between two tricks. The first one must be gathered: it may have to
    be paid at once, and secret answers wait for it (CE-37, CE-61).
    """
    match state.phase:
        case phases.Laying(deal=rows):
            return rows
        case phases.Playing(deal=deal) if deal.tricks and not deal.trick.cards:
            return deal
        case phases.Gathering(deal=deal) if _is_gathered_freely(deal):
            return deal.gathered
    return None


def _is_gathered_freely(deal: Tricks) -> bool:
    """Whether gathering this full trick neither ends the deal nor lets a payment fall due."""
    pays = not deal.tricks and deal.attempter is None and deal.terms.ends
    return not pays and len(deal.tricks) < HAND_SIZE - 1


def claimants(deal: Tricks) -> tuple[int, ...]:
    """Return the seats that may claim the rest: only its holder while the Coup card is out."""
    return tuple(range(deal.trick.seats)) if deal.coup is None else (deal.coup,)


# -- the moves -------------------------------------------------------------------------------


def end_deal(state: State, _phase: phases.Phase, _move: moves.EndDeal) -> State:
    """End a deal whose rest changes no payment."""
    if (deal := deal_so_far(state)) is None:
        refuse("SL-25", "trick_first")
    rest = decided_rest(state, deal)
    if rest is None:
        refuse("SL-25", "not_decided")
    return _settle(state, rest, "coup_detat.ended_early")


def claim_rest(state: State, _phase: phases.Phase, move: moves.ClaimRest) -> State:
    """Give a player all the remaining tricks. Nobody has objected."""
    seat, deal = move.seat, deal_so_far(state)
    if not isinstance(deal, Tricks):
        refuse("SL-25", "trick_first")
    if seat not in claimants(deal):
        refuse("SL-25", "coup_still_out", seat=seat, holder_seat=deal.coup or 0)
    cards = deal.terms.costly(deal.unseen)
    rest = Rest(seat, tuple(cards if item == seat else () for item in range(state.seats)))
    many = HAND_SIZE - len(deal.tricks)
    return _settle(state, rest, "coup_detat.claimed", seat=seat, count=many)


def _settle(state: State, rest: Rest, key: str, **params: int) -> State:
    """Settle the deal with its rest. A full trick is gathered first."""
    phase = state.phase
    if isinstance(phase, phases.Gathering):
        lies = moves.Cleared(beside=phase.deal.trick.cards)
        state = replace(gather_trick(state, phase, lies), rulings=())  # nobody leads the next one
    deal, state = state.phase.deal, state.say("SL-25", key, **params)
    if isinstance(deal, Rows):
        return settle_rows(state, replace(deal, rest=rest))
    assert isinstance(deal, Tricks)
    return settle_tricks(state, replace(deal, rest=rest))
