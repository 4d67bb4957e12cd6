"""Alliances: proposed, outbid, accepted, changed, and with unplayed clans (PC-30 … 41)."""

from __future__ import annotations

from referee.contract import IllegalMove
from referee.kit import Refused, raise_if
from referee.plenty_coups.rules.coups import gains
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.must import laid, must_act
from referee.plenty_coups.rules.turns import acted, come_home, drop, withdraw
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import clan_of, value
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.places import ALLIANCES
from referee.plenty_coups.state.state import Bond, Proposal, State, What

PLAYER_ALLIES = 4  # fewest players at which players may ally (PC-41)

# -- endings -----------------------------------------------------------------------------------


def part(now: Draft, tribe: int) -> None:
    """End a tribe's alliance and discard its cards."""
    partner = now.state.ally(tribe)
    for camp in (tribe,) if partner is None else (tribe, partner):
        bond = now.state.tribes[camp].bond
        if bond is not None:
            now.tribe(camp, bond=None)
            now.discard(camp, ALLIANCES[camp], bond.card)


def _withdraw_all(now: Draft, tribe: int) -> None:
    """Withdraw the tribe's proposals after it sealed an alliance (PC-30)."""
    proposals = [one for one in now.state.proposals if one.tribe == tribe]
    withdraw(now, proposals, "plenty_coups.proposal.withdrawn")


# -- proposals ---------------------------------------------------------------------------------


def bars_players(state: State) -> Refused:
    """Return why players cannot ally: only two or three play (PC-41)."""
    if state.setup.seats < PLAYER_ALLIES:
        return refuse.refusal("PC-41", "no_player_alliances", least=PLAYER_ALLIES)
    return None


def bars_player(state: State, tribe: int) -> Refused:
    """Return why a tribe cannot ally: its player has left (PC-53)."""
    return refuse.refusal("PC-53", "no_player", tribe_seat=tribe) if tribe in state.gone else None


def bars_proposing(state: State) -> Refused:
    """Return why the tribe on turn cannot propose at all (PC-30, PC-35, PC-41, PC-53)."""
    tribe, bond = state.turn, state.own.bond
    alone = bars_players(state) or bars_player(state, tribe)
    if alone is not None or bond is None:
        return alone
    rule = "PC-30" if bond.partner is None else "PC-35"
    return refuse.refusal(rule, "is_allied", tribe_seat=tribe, card=bond.card)


def bars_proposal(state: State, card: str) -> Refused:
    """Return why a card proposes no alliance to its clan's tribe (PC-30, PC-31, PC-38)."""
    tribe, target = state.turn, clan_of(card)
    if target < 0:
        return refuse.refusal("PC-30", "no_warrior", card=card)
    if target == tribe:
        return refuse.refusal("PC-30", "own_clan", tribe_seat=tribe, card=card)
    if target not in state.camps:
        return refuse.refusal("PC-30", "nobodys_clan", tribe_seat=tribe, card=card)
    if target in state.gone:
        return bars_player(state, target)
    standing = state.proposed_to(target)
    if standing is not None and standing.tribe == tribe:
        return refuse.refusal("PC-30", "already", tribe_seat=tribe, camp_seat=target)
    if state.attacks(tribe, target):
        return refuse.refusal("PC-30", "raids", tribe_seat=tribe, camp_seat=target)
    if standing is not None and value(card) <= value(standing.card):
        return _not_above("PC-31", card, standing.card)
    return _bars_by_ally(state, target, card)


def _bars_by_ally(state: State, tribe: int, card: str) -> Refused:
    """Return why a card is too low for an allied tribe: it must beat its ally's card (PC-38)."""
    partner = state.ally(tribe)
    sealed = None if partner is None else state.tribes[partner].bond
    if sealed is not None and value(card) <= value(sealed.card):
        return _not_above("PC-38", card, sealed.card)
    return None


def _not_above(rule: str, card: str, than: str) -> IllegalMove:
    return refuse.refusal(rule, "not_above", card=card, than_card=than)


def propose(now: Draft, move: moves.Propose) -> None:
    """Propose an alliance. A lower proposal goes, and so does a raid of the target tribe."""
    state, tribe = now.state, now.state.turn
    must_act(state, move.seat)
    raise_if(bars_proposing(state))
    card = laid(state, move.cards)
    raise_if(bars_proposal(state, card))
    target = clan_of(card)
    now.play(tribe, card)
    made = "plenty_coups.proposal.made"
    now.says("PC-30", made, proof=move.proof, target_seat=target, card=card)
    standing, raid = state.proposed_to(target), state.own.raid
    if standing is not None:
        drop(now, standing)
        now.says("PC-31", "plenty_coups.proposal.outbid", standing.tribe, card=standing.card)
    now.set(proposals=(*now.state.proposals, Proposal(tribe, target, card)))
    if raid is not None and raid.tribe == target:
        come_home(now, tribe, raid, "PC-32")
    acted(now, What.PROPOSED, target)


# -- acceptance --------------------------------------------------------------------------------


def accepted(state: State, card: str) -> Proposal | None:
    """Return the proposal that a warrior would accept: the one of its clan's tribe."""
    mine = (one for one in state.proposals if one.target == state.turn)
    return next((one for one in mine if one.tribe == clan_of(card)), None)


def bars_sealing(state: State, proposal: Proposal, card: str) -> Refused:
    """Return why a card cannot accept a proposal (PC-38, PC-40, PC-84)."""
    low, bond = _bars_by_ally(state, state.turn, proposal.card), state.own.bond
    if low is not None or bond is None or value(card) >= value(bond.card):
        return low
    rule = "PC-40" if bond.partner is None else "PC-38"
    return refuse.refusal(rule, "below", card=card, than_card=bond.card)


def _must_be_proposed(state: State, card: str) -> Proposal:
    """Return the proposal that a card accepts.

    Raise `IllegalMove` if there is none (PC-34, PC-41).
    """
    if clan_of(card) < 0:
        refuse("PC-34", "no_warrior", card=card)
    raise_if(bars_players(state))
    proposal = accepted(state, card)
    if proposal is None:
        refuse("PC-34", "no_proposal", tribe_seat=state.turn, card=card)
    raise_if(bars_sealing(state, proposal, card))
    return proposal


def accept(now: Draft, move: moves.Accept) -> None:
    """Accept a proposal: both tribes are allied, and the proposer gains prestige (PC-34)."""
    state, tribe = now.state, now.state.turn
    must_act(state, move.seat)
    card = laid(state, move.cards)
    proposal = _must_be_proposed(state, card)
    other = proposal.tribe
    sealed = "plenty_coups.alliance.sealed"
    now.says("PC-34", sealed, proof=move.proof, camp_seat=other, card=card)
    now.play(tribe, card)
    _leave_for_another(now)
    now.set(proposals=tuple(one for one in now.state.proposals if one is not proposal))
    now.tribe(tribe, bond=Bond(card, other))
    now.tribe(other, bond=Bond(proposal.card, tribe))
    for one in (tribe, other):
        _withdraw_all(now, one)
    now.says("PC-34", "plenty_coups.alliance.moves", other, card=proposal.card)
    gains(now, other, "PC-34")
    acted(now, target=other)


def _leave_for_another(now: Draft) -> None:
    """End the alliance that a new one replaces (PC-38, PC-40)."""
    bond = now.state.own.bond
    if bond is None:
        return
    part(now, now.state.turn)
    if bond.partner is None:
        now.says("PC-40", "plenty_coups.alliance.neutral_ends", card=bond.card)
    else:
        now.says("PC-38", "plenty_coups.alliance.changes", camp_seat=bond.partner)


# -- neutral alliances -------------------------------------------------------------------------


def bars_befriending(state: State) -> Refused:
    """Return why the tribe on turn cannot make a neutral alliance: a player is its ally (PC-35)."""
    bond = state.own.bond
    if bond is None or bond.partner is None:
        return None
    return refuse.refusal("PC-35", "is_allied", tribe_seat=state.turn, card=bond.card)


def bars_friend(state: State, card: str) -> Refused:
    """Return why a card makes no neutral alliance (PC-39, PC-40)."""
    clan, own = clan_of(card), state.own.bond
    if clan < 0:
        return refuse.refusal("PC-39", "no_warrior", card=card)
    if clan in state.camps:
        return refuse.refusal("PC-39", "played_clan", card=card)
    if own is not None and clan_of(own.card) == clan:
        return refuse.refusal("PC-40", "same_clan", tribe_seat=state.turn, card=card)
    if own is not None and value(card) < value(own.card):
        return refuse.refusal("PC-40", "below", card=card, than_card=own.card)
    other = _friend_of(state, clan)
    if other is not None and value(card) <= value(other[1].card):
        return _not_above("PC-40", card, other[1].card)
    return None


def _friend_of(state: State, clan: int) -> tuple[int, Bond] | None:
    """Return the tribe with a neutral alliance with this clan, and its bond."""
    for camp, tribe in enumerate(state.tribes):
        if tribe.bond and tribe.bond.partner is None and clan_of(tribe.bond.card) == clan:
            return camp, tribe.bond
    return None


def befriend(now: Draft, move: moves.Befriend) -> None:
    """Make a neutral alliance. It may end another tribe's alliance (PC-39, PC-40)."""
    state, tribe = now.state, now.state.turn
    must_act(state, move.seat)
    raise_if(bars_befriending(state))
    card = laid(state, move.cards)
    raise_if(bars_friend(state, card))
    other = _friend_of(state, clan_of(card))
    now.play(tribe, card)
    now.says("PC-39", "plenty_coups.alliance.neutral", proof=move.proof, card=card)
    _leave_for_another(now)
    if other is not None:
        part(now, other[0])
        now.says("PC-40", "plenty_coups.alliance.broken", other[0])
    now.tribe(tribe, bond=Bond(card))
    _withdraw_all(now, tribe)
    acted(now)
