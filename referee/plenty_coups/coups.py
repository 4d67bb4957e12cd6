"""Marking a coup: as a raid comes home, or after a defence (PC-17, PC-18)."""

from __future__ import annotations

from referee.contract import Ruling
from referee.kit import Played
from referee.plenty_coups import moves
from referee.plenty_coups.cards import STICK
from referee.plenty_coups.hands import discarded, must_hold, one_card, played
from referee.plenty_coups.moves import refuse
from referee.plenty_coups.prestige import gains
from referee.plenty_coups.state import Event, State, What, tribes
from referee.plenty_coups.turns import acted, leaves, must_act, said


def may_coup(state: State, camp: int) -> None:
    """Refuse a coup on what came home from a camp, or on the raid on one's own (PC-17, PC-18)."""
    if camp == state.turn:
        if not state.parried:
            refuse("PC-18", "no_parry")
    elif camp not in state.returned:
        if camp not in tribes(state):
            refuse("PC-17", "no_other", number=camp + 1)
        refuse("PC-17", "none_home", camp_seat=camp)


def coup_place(camp: int) -> str:
    """Return where a stick marks a coup: upon the raid; one beside the camp is disdain (PC-80)."""
    return f"raid:{camp}"


def must_be_stick(cards: tuple[str, ...], rule: str) -> None:
    """Refuse any card but a coup stick."""
    card = one_card(cards)
    if card != STICK:
        refuse(rule, "no_stick", card=card)


def coup(state: State, move: moves.Coup) -> Played[State]:
    """Mark a coup; it turns a marker to prestige."""
    must_act(state, move.seat)
    tribe, camp = state.turn, move.camp
    may_coup(state, camp)
    own = camp == tribe
    rule = "PC-18" if own else "PC-17"
    must_be_stick(move.cards, rule)
    must_hold(state, tribe, move.cards)
    state = discarded(played(state, tribe, STICK), (STICK,))
    state = leaves(state, coup_place(camp), STICK)
    rulings: tuple[Ruling, ...]
    if own:
        rulings = (said("plenty_coups.coup.in_defence", rule, state, move.proof),)
    else:
        rulings = (said("plenty_coups.coup.marked", rule, state, move.proof, camp_seat=camp),)
    state, rulings = gains(state, tribe, rule, rulings)
    rest = tuple(one for one in state.returned if one != camp)
    event = Event(What.PARRIED if own else What.COUP, tribe, None if own else camp)
    return acted(state, rulings, event=event, returned=() if own else rest)
