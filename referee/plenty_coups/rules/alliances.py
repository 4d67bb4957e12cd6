"""Alliances: proposed, outbid, accepted, changed; with a clan that nobody plays (PC-30 … 41)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import IllegalMove, Message, Ruling, Value
from referee.kit import Played, Refused, Rulings, must, replaced
from referee.plenty_coups.rules.prestige import gains
from referee.plenty_coups.rules.turns import (
    acted,
    comes_home,
    dropped,
    ended,
    leaves,
    must_act,
    said,
)
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import clan_of, value
from referee.plenty_coups.state.hands import discarded, laid, played
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.places import ALLIANCES
from referee.plenty_coups.state.state import (
    PLAYER_ALLIES,
    Bond,
    Event,
    Proposal,
    State,
    What,
    ally,
    attacks,
    player,
    proposed_to,
    proposes,
    tribes,
)

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
        state = leaves(discarded(state, (one.card,)), camp, ALLIANCES[camp], one.card)
    return state


def _withdrawn(state: State, tribe: int, rulings: Rulings) -> Played[State]:
    """Withdraw what a tribe proposes, as it sealed an alliance (PC-30)."""
    proposals = tuple(one for one in state.proposals if one.tribe == tribe)
    return ended(state, proposals, "plenty_coups.proposal.withdrawn", rulings)


# -- proposed ------------------------------------------------------------------------------------


def bars_players(state: State) -> Refused:
    """Say why players do not ally: two or three play (PC-41)."""
    if state.setup.seats < PLAYER_ALLIES:
        return refuse.because("PC-41", "no_player_alliances", least=PLAYER_ALLIES)
    return None


def bars_player(state: State, tribe: int) -> Refused:
    """Say why a tribe does not ally: its player has left, and those who stay play it (PC-53)."""
    return refuse.because("PC-53", "no_player", tribe_seat=tribe) if tribe in state.gone else None


def bars_proposing(state: State) -> Refused:
    """Say why whose turn it is proposes to nobody (PC-30, PC-35, PC-41, PC-53)."""
    tribe = state.turn
    alone, bond = bars_players(state) or bars_player(state, tribe), state.bonds[tribe]
    if alone is not None or bond is None:
        return alone
    rule = "PC-30" if bond.partner is None else "PC-35"
    return refuse.because(rule, "is_allied", tribe_seat=tribe, card=bond.card)


def bars_proposal(state: State, card: str) -> Refused:
    """Say why a card proposes no alliance to the tribe of its clan (PC-30, PC-31, PC-38)."""
    tribe, target = state.turn, clan_of(card)
    if target < 0:
        return refuse.because("PC-30", "no_warrior", card=card)
    if target == tribe:
        return refuse.because("PC-30", "own_clan", card=card)
    if target not in tribes(state):
        return refuse.because("PC-30", "nobodys_clan", card=card)
    if target in state.gone:
        return bars_player(state, target)
    if proposes(state, tribe, target):
        return refuse.because("PC-30", "already", camp_seat=target)
    if attacks(state, tribe, target):
        return refuse.because("PC-30", "you_attack", camp_seat=target)
    standing = proposed_to(state, target)
    if standing is not None and value(card) <= value(standing.card):
        return _not_above("PC-31", card, standing.card)
    return _bars_by_ally(state, target, card)


def _bars_by_ally(state: State, tribe: int, card: str) -> Refused:
    """Say why a card is no proposal to an allied tribe: its ally's is as high (PC-38)."""
    partner = ally(state, tribe)
    sealed = None if partner is None else state.bonds[partner]
    if sealed is not None and value(card) <= value(sealed.card):
        return _not_above("PC-38", card, sealed.card)
    return None


def _not_above(rule: str, card: str, than: str) -> IllegalMove:
    return refuse.because(rule, "not_above", card=card, than_card=than)


def propose(state: State, move: moves.Propose) -> Played[State]:
    """Propose an alliance; a lower proposal is driven off, a raid of that tribe goes home."""
    must_act(state, move.seat)
    must(bars_proposing(state))
    card, tribe = laid(state, move.cards), state.turn
    must(bars_proposal(state, card))
    target = clan_of(card)
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


def accepted(state: State, card: str) -> Proposal | None:
    """Return the proposal that a warrior would accept: that of its clan's tribe."""
    mine = (one for one in state.proposals if one.target == state.turn)
    return next((one for one in mine if one.tribe == clan_of(card)), None)


def bars_accepting(state: State, card: str) -> Refused:
    """Say why a card accepts no proposal (PC-34, PC-38, PC-40, PC-41, PC-84)."""
    if clan_of(card) < 0:
        return refuse.because("PC-34", "no_warrior", card=card)
    alone, proposal = bars_players(state), accepted(state, card)
    if alone is not None:
        return alone
    if proposal is None:
        return refuse.because("PC-34", "no_proposal", card=card)
    low, bond = _bars_by_ally(state, state.turn, proposal.card), state.bonds[state.turn]
    if low is not None or bond is None or value(card) >= value(bond.card):
        return low
    rule = "PC-40" if bond.partner is None else "PC-38"
    return refuse.because(rule, "below", card=card, than_card=bond.card)


def accept(state: State, move: moves.Accept) -> Played[State]:
    """Accept a proposal: both are allied, and the proposer gains prestige (PC-34)."""
    must_act(state, move.seat)
    card, tribe = laid(state, move.cards), state.turn
    must(bars_accepting(state, card))
    proposal = accepted(state, card)
    assert proposal is not None
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


def bars_befriending(state: State) -> Refused:
    """Say why whose turn it is makes no neutral alliance: a player is their ally (PC-35)."""
    bond = state.bonds[state.turn]
    if bond is None or bond.partner is None:
        return None
    return refuse.because("PC-35", "is_allied", tribe_seat=state.turn, card=bond.card)


def bars_friend(state: State, card: str) -> Refused:
    """Say why a card makes no alliance with its clan (PC-39, PC-40)."""
    clan, own = clan_of(card), state.bonds[state.turn]
    if clan < 0:
        return refuse.because("PC-39", "no_warrior", card=card)
    if clan in tribes(state):
        return refuse.because("PC-39", "played_clan", card=card)
    if own is not None and clan_of(own.card) == clan:
        return refuse.because("PC-40", "same_clan", card=card)
    if own is not None and value(card) < value(own.card):
        return refuse.because("PC-40", "below", card=card, than_card=own.card)
    other = friend_of(state, clan)
    bond = None if other is None else state.bonds[other]
    if bond is not None and value(card) <= value(bond.card):
        return _not_above("PC-40", card, bond.card)
    return None


def friend_of(state: State, clan: int) -> int | None:
    """Return the tribe that is allied with a clan that nobody plays."""
    for tribe, bond in enumerate(state.bonds):
        if bond is not None and bond.partner is None and clan_of(bond.card) == clan:
            return tribe
    return None


def befriend(state: State, move: moves.Befriend) -> Played[State]:
    """Ally with a clan that nobody plays, which may end another's alliance (PC-39, PC-40)."""
    must_act(state, move.seat)
    must(bars_befriending(state))
    card, tribe = laid(state, move.cards), state.turn
    must(bars_friend(state, card))
    other = friend_of(state, clan_of(card))
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
