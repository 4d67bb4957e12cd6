"""Alliances: proposed, outbid, accepted, changed; with a clan that nobody plays (PC-30 … 41)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.kit import Played, Rulings, replaced
from referee.plenty_coups import moves
from referee.plenty_coups.cards import clan_of, value
from referee.plenty_coups.hands import discarded, laid, played
from referee.plenty_coups.moves import refuse
from referee.plenty_coups.prestige import gains
from referee.plenty_coups.state import (
    PLAYER_ALLIES,
    Bond,
    Event,
    Proposal,
    State,
    What,
    ally,
    player,
    proposed_to,
    proposes,
    tribes,
)
from referee.plenty_coups.turns import acted, comes_home, dropped, ended, leaves, must_act, said

# -- what ends -----------------------------------------------------------------------------------


def parted(state: State, tribe: int) -> State:
    """Return the state in which a tribe's alliance has ended; its cards are discarded."""
    bond = state.bonds[tribe]
    if bond is None:
        return state
    gone = [(tribe, bond)]
    if bond.partner is not None:
        other = state.bonds[bond.partner]
        assert other is not None
        gone.append((bond.partner, other))
    for camp, one in gone:
        state = replace(state, bonds=replaced(state.bonds, camp, None))
        state = leaves(discarded(state, (one.card,)), f"alliance:{camp}", one.card)
    return state


def _withdrawn(state: State, tribe: int, rulings: Rulings) -> Played[State]:
    """Withdraw what a tribe proposes, as it sealed an alliance (PC-30)."""
    proposals = tuple(one for one in state.proposals if one.tribe == tribe)
    return ended(state, proposals, "plenty_coups.proposal.withdrawn", rulings)


# -- proposed ------------------------------------------------------------------------------------


def must_have_players(state: State) -> None:
    """Refuse alliances between players where two or three play (PC-41)."""
    if state.setup.seats < PLAYER_ALLIES:
        refuse("PC-41", "no_player_alliances", least=PLAYER_ALLIES)


def must_have_player(state: State, tribe: int) -> None:
    """Refuse an alliance with a tribe whose player has left: those who stay play it (PC-53)."""
    if tribe in state.gone:
        refuse("PC-53", "no_player", tribe_seat=tribe)


def may_propose(state: State) -> None:
    """Refuse a proposal, to whomever (PC-35, PC-38, PC-41)."""
    must_have_players(state)
    must_have_player(state, state.turn)
    bond = state.bonds[state.turn]
    if bond is not None:
        rule = "PC-30" if bond.partner is None else "PC-35"
        refuse(rule, "is_allied", tribe_seat=state.turn, card=bond.card)


def must_propose(state: State, card: str) -> int:
    """Return the tribe that a warrior proposes an alliance to; refuses it (PC-30, 31, 38)."""
    tribe, target = state.turn, clan_of(card)
    if target < 0:
        refuse("PC-30", "no_warrior", card=card)
    if target == tribe:
        refuse("PC-30", "own_clan", card=card)
    if target not in tribes(state):
        refuse("PC-30", "nobodys_clan", card=card)
    must_have_player(state, target)
    if proposes(state, tribe, target):
        refuse("PC-30", "already", camp_seat=target)
    raid = state.raids[target]
    if raid is not None and raid.tribe == tribe:
        refuse("PC-30", "you_attack", camp_seat=target)
    standing = proposed_to(state, target)
    if standing is not None and value(card) <= value(standing.card):
        refuse("PC-31", "not_above", card=card, than_card=standing.card)
    partner = ally(state, target)
    if partner is not None:
        sealed = state.bonds[partner]
        assert sealed is not None
        if value(card) <= value(sealed.card):
            refuse("PC-38", "not_above", card=card, than_card=sealed.card)
    return target


def propose(state: State, move: moves.Propose) -> Played[State]:
    """Propose an alliance; a lower proposal is driven off, a raid of that tribe goes home."""
    must_act(state, move.seat)
    may_propose(state)
    card, tribe = laid(state, move.cards), state.turn
    target = must_propose(state, card)
    state = played(state, tribe, card)
    offers = said(
        "plenty_coups.proposal.made", "PC-30", state, move.proof, target_seat=target, card=card
    )
    rulings: Rulings = (offers,)
    standing = proposed_to(state, target)
    if standing is not None:
        state = dropped(state, standing)
        params: dict[str, Value] = {"tribe_seat": standing.tribe, "card": standing.card}
        outbid = Message("plenty_coups.proposal.outbid", params)
        rulings = (*rulings, Ruling("PC-31", outbid, (), (player(state, standing.tribe),)))
    state = replace(state, proposals=(*state.proposals, Proposal(tribe, target, card)))
    raid = state.raids[tribe]
    if raid is not None and raid.tribe == target:
        state, rulings = comes_home(state, tribe, raid, "PC-32", rulings)
    return acted(state, rulings, event=Event(What.PROPOSED, tribe, target))


# -- accepted ------------------------------------------------------------------------------------


def must_accept(state: State, card: str) -> Proposal:
    """Return the proposal that a warrior accepts; refuses it (PC-34, 38, 40, 84)."""
    tribe, clan = state.turn, clan_of(card)
    proposal = next(
        (one for one in state.proposals if one.target == tribe and one.tribe == clan), None
    )
    if proposal is None:
        refuse("PC-34", "no_proposal", card=card)
    bond = state.bonds[tribe]
    if bond is None:
        return proposal
    if bond.partner is not None:
        sealed = state.bonds[bond.partner]
        assert sealed is not None
        if value(proposal.card) <= value(sealed.card):
            refuse("PC-38", "not_above", card=proposal.card, than_card=sealed.card)
    if value(card) < value(bond.card):
        rule = "PC-40" if bond.partner is None else "PC-38"
        refuse(rule, "below", card=card, than_card=bond.card)
    return proposal


def accept(state: State, move: moves.Accept) -> Played[State]:
    """Accept a proposal: both are allied, and the proposer gains prestige (PC-34)."""
    must_act(state, move.seat)
    must_have_players(state)
    card, tribe = laid(state, move.cards), state.turn
    proposal = must_accept(state, card)
    other = proposal.tribe
    rulings: Rulings = (
        said(
            "plenty_coups.alliance.sealed", "PC-34", state, move.proof, camp_seat=other, card=card
        ),
    )
    state = played(state, tribe, card)
    state, rulings = _left_for(state, rulings)
    rest = tuple(one for one in state.proposals if one is not proposal)
    state = replace(state, proposals=rest)
    bonds = replaced(state.bonds, tribe, Bond(card, other))
    state = replace(state, bonds=replaced(bonds, other, Bond(proposal.card, tribe)))
    for one in (tribe, other):
        state, rulings = _withdrawn(state, one, rulings)
    moves_ = Message("plenty_coups.alliance.moves", {"tribe_seat": other, "card": proposal.card})
    rulings = (*rulings, Ruling("PC-34", moves_, (), (player(state, other),)))
    state, rulings = gains(state, other, "PC-34", rulings)
    return acted(state, rulings, event=Event(What.OTHER, tribe, other))


def _left_for(state: State, rulings: Rulings) -> Played[State]:
    """End the alliance that another takes the place of (PC-38, PC-40)."""
    bond = state.bonds[state.turn]
    if bond is None:
        return state, rulings
    if bond.partner is None:
        ends = said("plenty_coups.alliance.neutral_ends", "PC-40", state, card=bond.card)
    else:
        ends = said("plenty_coups.alliance.changes", "PC-38", state, camp_seat=bond.partner)
    return parted(state, state.turn), (*rulings, ends)


# -- with a clan that nobody plays ---------------------------------------------------------------


def may_befriend(state: State) -> None:
    """Refuse a neutral alliance, with whatever clan (PC-35)."""
    bond = state.bonds[state.turn]
    if bond is not None and bond.partner is not None:
        refuse("PC-35", "is_allied", tribe_seat=state.turn, card=bond.card)


def must_befriend(state: State, card: str) -> int | None:
    """Return who loses the alliance with a card's clan; refuses the card (PC-39, PC-40)."""
    clan = clan_of(card)
    if clan < 0:
        refuse("PC-39", "no_warrior", card=card)
    if clan in tribes(state):
        refuse("PC-39", "played_clan", card=card)
    own = state.bonds[state.turn]
    if own is not None:
        if clan_of(own.card) == clan:
            refuse("PC-40", "same_clan", card=card)
        if value(card) < value(own.card):
            refuse("PC-40", "below", card=card, than_card=own.card)
    for other, bond in enumerate(state.bonds):
        if bond is not None and bond.partner is None and clan_of(bond.card) == clan:
            if value(card) <= value(bond.card):
                refuse("PC-40", "not_above", card=card, than_card=bond.card)
            return other
    return None


def befriend(state: State, move: moves.Befriend) -> Played[State]:
    """Ally with a clan that nobody plays, which may end another's alliance (PC-39, PC-40)."""
    must_act(state, move.seat)
    may_befriend(state)
    card, tribe = laid(state, move.cards), state.turn
    other = must_befriend(state, card)
    state = played(state, tribe, card)
    rulings: Rulings = (
        said("plenty_coups.alliance.neutral", "PC-39", state, move.proof, card=card),
    )
    state, rulings = _left_for(state, rulings)
    if other is not None:
        state = parted(state, other)
        broken = Message("plenty_coups.alliance.broken", {"tribe_seat": other})
        rulings = (*rulings, Ruling("PC-40", broken, (), (player(state, other),)))
    state = replace(state, bonds=replaced(state.bonds, tribe, Bond(card)))
    state, rulings = _withdrawn(state, tribe, rulings)
    return acted(state, rulings)
