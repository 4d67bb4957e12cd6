"""Marking a coup: as a raid comes home, or after a defence (PC-17, PC-18)."""

from __future__ import annotations

from referee.contract import Ruling
from referee.kit import Played, Refused, must
from referee.plenty_coups.rules.prestige import gains
from referee.plenty_coups.rules.turns import acted, leaves, must_act, said
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import STICK
from referee.plenty_coups.state.hands import discarded, must_hold, one_card, played
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.places import RAIDS
from referee.plenty_coups.state.state import Event, State, What, tribes


def bars_coup(state: State, camp: int) -> Refused:
    """Say why no coup is marked on what came home from a camp, or on the raid on one's own."""
    if camp == state.turn:
        return None if state.parried else refuse.because("PC-18", "no_parry")
    if camp in state.returned:
        return None
    if camp not in tribes(state):
        return refuse.because("PC-17", "no_other", number=camp + 1)
    return refuse.because("PC-17", "none_home", camp_seat=camp)


def must_be_stick(cards: tuple[str, ...], rule: str) -> None:
    """Refuse any card but a coup stick."""
    card = one_card(cards)
    if card != STICK:
        refuse(rule, "no_stick", card=card)


def coup(state: State, move: moves.Coup) -> Played[State]:
    """Mark a coup; it turns a marker to prestige."""
    must_act(state, move.seat)
    tribe, camp = state.turn, move.camp
    must(bars_coup(state, camp))
    own = camp == tribe
    rule = "PC-18" if own else "PC-17"
    must_be_stick(move.cards, rule)
    must_hold(state, tribe, move.cards)
    state = discarded(played(state, tribe, STICK), (STICK,))
    state = leaves(state, tribe, RAIDS[camp], STICK)
    rulings: tuple[Ruling, ...]
    if own:
        rulings = (said("plenty_coups.coup.in_defence", rule, state, move.proof),)
    else:
        rulings = (said("plenty_coups.coup.marked", rule, state, move.proof, camp_seat=camp),)
    state, rulings = gains(state, tribe, rule, rulings)
    rest = tuple(one for one in state.returned if one != camp)
    event = Event(What.PARRIED if own else What.COUP, tribe, None if own else camp)
    return acted(state, rulings, event=event, returned=() if own else rest)
