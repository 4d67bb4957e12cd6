"""Alliances: proposing, outbidding, accepting and changing them; neutral alliances (PC-30 … 41)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import IllegalMove
from referee.kit import Refused, raise_if
from referee.plenty_coups.rules import turns
from referee.plenty_coups.rules.changes import change_tribe, discard, play_cards
from referee.plenty_coups.rules.checks import laid_card
from referee.plenty_coups.rules.coups import gain_prestige
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import clan_of, value
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting
from referee.plenty_coups.state.state import Bond, Proposal, State, What
from referee.plenty_coups.state.zones import ALLIANCES

LEAST_PLAYERS_TO_ALLY = 4  # Minimum number of players for alliances (PC-41).

# -- endings -----------------------------------------------------------------------------------


def end_alliance(state: State, tribe: int) -> State:
    """End a tribe's alliance and discard the cards that sealed it."""
    partner = state.ally(tribe)
    for camp in (tribe,) if partner is None else (tribe, partner):
        bond = state.tribes[camp].bond
        if bond is not None:
            state = change_tribe(state, camp, bond=None)
            state = discard(state, camp, ALLIANCES[camp], bond.card)
    return state


def _withdraw_all_of(state: State, tribe: int) -> State:
    """Withdraw all proposals of a tribe, because it has sealed an alliance (PC-30)."""
    proposals = [proposal for proposal in state.proposals if proposal.tribe == tribe]
    return turns.withdraw_proposals(state, proposals, "plenty_coups.proposal.withdrawn")


# -- proposals ---------------------------------------------------------------------------------


def player_alliance_objection(state: State) -> Refused:
    """Return why players cannot ally, or None: two or three players are too few (PC-41)."""
    if state.setup.seats < LEAST_PLAYERS_TO_ALLY:
        return refuse.refusal("PC-41", "no_player_alliances", least=LEAST_PLAYERS_TO_ALLY)
    return None


def left_player_objection(state: State, tribe: int) -> Refused:
    """Return why a tribe cannot ally, or None: its player may have left (PC-53)."""
    return refuse.refusal("PC-53", "no_player", tribe_seat=tribe) if tribe in state.gone else None


def proposing_objection(state: State) -> Refused:
    """Return why the tribe on turn cannot propose at all, or None (PC-30, PC-35, PC-41, PC-53)."""
    tribe, bond = state.turn, state.own_tribe.bond
    alone = player_alliance_objection(state) or left_player_objection(state, tribe)
    if alone is not None or bond is None:
        return alone
    rule = "PC-30" if bond.partner is None else "PC-35"
    return refuse.refusal(rule, "is_allied", tribe_seat=tribe, card=bond.card)


def proposal_objection(state: State, card: str) -> Refused:
    """Return why a card cannot propose to the tribe of its clan, or None (PC-30, PC-31, PC-38)."""
    tribe, target = state.turn, state.camp_of(card)
    if target < 0:
        return refuse.refusal("PC-30", "no_warrior", card=card)
    if target == tribe:
        return refuse.refusal("PC-30", "own_clan", tribe_seat=tribe, card=card)
    if target not in state.camps:
        return refuse.refusal("PC-30", "nobodys_clan", tribe_seat=tribe, card=card)
    if target in state.gone:
        return left_player_objection(state, target)
    standing = state.proposal_to(target)
    if standing is not None and standing.tribe == tribe:
        return refuse.refusal("PC-30", "already", tribe_seat=tribe, camp_seat=target)
    if state.is_raiding(tribe, target):
        return refuse.refusal("PC-30", "raids", tribe_seat=tribe, camp_seat=target)
    if standing is not None and value(card) <= value(standing.card):
        return _not_above_objection("PC-31", card, standing.card)
    return _allied_target_objection(state, target, card)


def _allied_target_objection(state: State, tribe: int, card: str) -> Refused:
    """Return a refusal unless the card beats the one of the allied tribe's present ally (PC-38)."""
    partner = state.ally(tribe)
    sealed = None if partner is None else state.tribes[partner].bond
    if sealed is not None and value(card) <= value(sealed.card):
        return _not_above_objection("PC-38", card, sealed.card)
    return None


def _not_above_objection(rule: str, card: str, than: str) -> IllegalMove:
    return refuse.refusal(rule, "not_above", card=card, than_card=than)


def propose(state: State, _phase: Acting, move: moves.Propose) -> State:
    """Propose an alliance. It outbids a lower proposal, and brings the target tribe's raid home."""
    tribe = state.turn
    raise_if(proposing_objection(state))
    card = laid_card(state, move.cards)
    raise_if(proposal_objection(state, card))
    target = state.camp_of(card)
    standing, raid = state.proposal_to(target), state.own_tribe.raid
    made = "plenty_coups.proposal.made"
    state = play_cards(state, tribe, card)
    state = state.tell("PC-30", made, proof=move.proof, target_seat=target, card=card)
    if standing is not None:
        state, key = turns.drop_proposal(state, standing), "plenty_coups.proposal.outbid"
        state = state.tell("PC-31", key, standing.tribe, card=standing.card)
    state = replace(state, proposals=(*state.proposals, Proposal(tribe, target, card)))
    if raid is not None and raid.tribe == target:
        state = turns.bring_home(state, tribe, raid, "PC-32")
    return turns.count_action(state, What.PROPOSED, target)


# -- acceptance --------------------------------------------------------------------------------


def accepted_proposal(state: State, card: str) -> Proposal | None:
    """Return the proposal that a warrior would accept: it was made by the tribe of its clan."""
    mine = (proposal for proposal in state.proposals if proposal.target == state.turn)
    return next((item for item in mine if item.tribe == state.camp_of(card)), None)


def acceptance_objection(state: State, proposal: Proposal, card: str) -> Refused:
    """Return why a card cannot accept a proposal, or None if it can (PC-38, PC-40, PC-84)."""
    low, bond = _allied_target_objection(state, state.turn, proposal.card), state.own_tribe.bond
    if low is not None or bond is None or value(card) >= value(bond.card):
        return low
    rule = "PC-40" if bond.partner is None else "PC-38"
    return refuse.refusal(rule, "below", card=card, than_card=bond.card)


def accept(state: State, _phase: Acting, move: moves.Accept) -> State:
    """Accept a proposal (PC-34, PC-41). The tribes are now allied; the proposer gains prestige."""
    tribe = state.turn
    card = laid_card(state, move.cards)
    if clan_of(card) < 0:
        refuse("PC-34", "no_warrior", card=card)
    raise_if(player_alliance_objection(state))
    if (proposal := accepted_proposal(state, card)) is None:
        refuse("PC-34", "no_proposal", tribe_seat=tribe, card=card)
    raise_if(acceptance_objection(state, proposal, card))
    other, sealed = proposal.tribe, "plenty_coups.alliance.sealed"
    state = state.tell("PC-34", sealed, proof=move.proof, camp_seat=other, card=card)
    state = _end_replaced_alliance(play_cards(state, tribe, card))
    left = tuple(item for item in state.proposals if item is not proposal)
    state = change_tribe(replace(state, proposals=left), tribe, bond=Bond(card, other))
    state = change_tribe(state, other, bond=Bond(proposal.card, tribe))
    for number in (tribe, other):
        state = _withdraw_all_of(state, number)
    state = state.tell("PC-34", "plenty_coups.alliance.moves", other, card=proposal.card)
    return turns.count_action(gain_prestige(state, other, "PC-34"), target=other)


def _end_replaced_alliance(state: State) -> State:
    """End the alliance whose place a new one takes (PC-38, PC-40)."""
    bond = state.own_tribe.bond
    if bond is None:
        return state
    state = end_alliance(state, state.turn)
    if bond.partner is None:
        return state.tell("PC-40", "plenty_coups.alliance.neutral_ends", card=bond.card)
    return state.tell("PC-38", "plenty_coups.alliance.changes", camp_seat=bond.partner)


# -- neutral alliances -------------------------------------------------------------------------


def neutral_alliance_objection(state: State) -> Refused:
    """Return why the tribe on turn cannot ally neutrally, or None: it may have an ally (PC-35)."""
    bond = state.own_tribe.bond
    if bond is None or bond.partner is None:
        return None
    return refuse.refusal("PC-35", "is_allied", tribe_seat=state.turn, card=bond.card)


def neutral_card_objection(state: State, card: str) -> Refused:
    """Return why a card cannot make a neutral alliance, or None if it can (PC-39, PC-40)."""
    clan, own = clan_of(card), state.own_tribe.bond
    if clan < 0:
        return refuse.refusal("PC-39", "no_warrior", card=card)
    if state.camp_of(card) in state.camps:
        return refuse.refusal("PC-39", "played_clan", card=card)
    if own is not None and clan_of(own.card) == clan:
        return refuse.refusal("PC-40", "same_clan", tribe_seat=state.turn, card=card)
    if own is not None and value(card) < value(own.card):
        return refuse.refusal("PC-40", "below", card=card, than_card=own.card)
    other = _neutral_alliance_with(state, clan)
    if other is not None and value(card) <= value(other[1].card):
        return _not_above_objection("PC-40", card, other[1].card)
    return None


def _neutral_alliance_with(state: State, clan: int) -> tuple[int, Bond] | None:
    """Return the tribe that has a neutral alliance with this clan, and the bond between them."""
    for camp, tribe in enumerate(state.tribes):
        if tribe.bond and tribe.bond.partner is None and clan_of(tribe.bond.card) == clan:
            return camp, tribe.bond
    return None


def befriend(state: State, _phase: Acting, move: moves.Befriend) -> State:
    """Make a neutral alliance. It may end the alliance of another tribe (PC-39, PC-40)."""
    tribe = state.turn
    raise_if(neutral_alliance_objection(state))
    card = laid_card(state, move.cards)
    raise_if(neutral_card_objection(state, card))
    other = _neutral_alliance_with(state, clan_of(card))
    state = play_cards(state, tribe, card)
    state = state.tell("PC-39", "plenty_coups.alliance.neutral", proof=move.proof, card=card)
    state = _end_replaced_alliance(state)
    if other is not None:
        state = end_alliance(state, other[0])
        state = state.tell("PC-40", "plenty_coups.alliance.broken", other[0])
    state = change_tribe(state, tribe, bond=Bond(card))
    return turns.count_action(_withdraw_all_of(state, tribe))
