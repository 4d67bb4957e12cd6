"""The actions pending in each phase: draw, turn up, take, lay, discard or clear cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.contract import By, Message
from referee.pending import Clear, Draw, Lay, PendingAction, Take, TurnUp, draw
from referee.plenty_coups.rules import defence, raids
from referee.plenty_coups.rules.changes import add_cards
from referee.plenty_coups.rules.market import turnable_cards
from referee.plenty_coups.state import phases
from referee.plenty_coups.state.cards import PROOF_CARDS
from referee.plenty_coups.state.hands import possible_cards
from referee.plenty_coups.state.moves import offer
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import DISCARD, MARKET, PILE, RAIDS, SHIELDS
from referee.plenty_coups.view.action_offers import ask_second_card
from referee.plenty_coups.view.focus import phase_focus
from referee.table import Zone

Said = tuple[str, str, Message]  # The tag of a move, a rule, and the message of a pending action.
CLEAR_MARKET = Message("plenty_coups.focus.sweep")

# -- the market ------------------------------------------------------------------------------------


def cards_to_turn_up(state: State, _phase: phases.Turning) -> tuple[PendingAction, ...]:
    """Return the cards that anybody turns up until the market is full (PC-4, PC-6)."""
    market, possible = state.market, add_cards(turnable_cards(state), state.market)
    count = state.market_target - len(market)
    at = (Message("plenty_coups.want.market", {"count": count}), MARKET, None, possible, market)
    return (offer.by_hand(TurnUp, "market_read", "PC-6", *at, source=PILE, count=count),)


def market_to_clear(state: State, _phase: phases.Sweeping) -> tuple[PendingAction, ...]:
    """Return the market, which anybody clears, as three of its cards are alike (PC-4)."""
    market, at = state.market, ("PC-4", CLEAR_MARKET, MARKET, None)
    return (offer.by_hand(Clear, "swept", *at, count=len(market), cards=market),)


def cards_to_take(state: State, phase: phases.Taking) -> tuple[PendingAction, ...]:
    """Return the cards of the market that the tribe on turn takes (PC-5, PC-50).

    After disdain, it first draws (PC-22).
    """
    count, possible = phase.left, add_cards({}, state.market)
    at = (state.turn_rule, phase_focus(state, phase).label, MARKET, state.seat, possible)
    fixed: dict[str, Any] = {"count": count, "says": {"count": count}, "by": By.SEAT}
    return (*cards_to_draw(state), offer.by_hand(Take, "take", *at, **fixed))


# -- double actions --------------------------------------------------------------------------------


def second_warrior(state: State, phase: phases.Raiding) -> tuple[PendingAction, ...]:
    """Return the second warrior, for which the first one waits (PC-13, PC-14)."""
    first, camp = phase.card, phase.camp
    others = raids.second_warriors(state, first)
    cards = (card for card in others if raids.beats(state, camp, (first, card)))
    says = Message("plenty_coups.want.reinforce", {"card": first, "camp_seat": camp})
    said = ("reinforce", "PC-14", says)
    return (_second_card(state, said, RAIDS[camp], first, cards, camp=camp),)


def second_weapon(state: State, phase: phases.Defending) -> tuple[PendingAction, ...]:
    """Return the second weapon, for which the first one waits (PC-16)."""
    first, zone, raid = phase.card, SHIELDS[state.turn], defence.must_be_raided(state)
    bars, others = defence.weapon_pair_objection, defence.second_weapons(state, first)
    cards = (card for card in others if bars(state, raid, (first, card)) is None)
    says = Message("plenty_coups.want.support", {"card": first})
    return (_second_card(state, ("support", "PC-16", says), zone, first, cards),)


def _second_card(
    state: State, said: Said, zone: Zone, first: str, cards: Iterable[str], **given: Any
) -> Lay:
    """Return one of the `cards`, to be laid next to the first one."""
    fixed: dict[str, Any] = {"have": 1, "count": 2, "given": given, "by": By.SEAT}
    at = (zone, state.seat, ask_second_card(zone, first, cards))
    return offer.by_hand(Lay, *said, *at, says=said[2].params, **fixed)


# -- discards --------------------------------------------------------------------------------------


def cards_to_discard(state: State, phase: phases.Hunting) -> tuple[PendingAction, ...]:
    """Return the cards that a hunt draws, and then discards (PC-21)."""
    count, possible = phase.drawn, possible_cards(state, state.turn)
    prompt = Message("plenty_coups.want.hunted", {"tribe_seat": state.turn, "count": count})
    at = (prompt, DISCARD, state.seat, possible)
    fixed: dict[str, Any] = {"count": count, "says": {"count": count}, "by": By.SEAT}
    return (*cards_to_draw(state), offer.by_hand(Lay, "hunted", "PC-21", *at, **fixed))


def proof(state: State, phase: phases.Answering) -> tuple[PendingAction, ...]:
    """Return the card with which a disdained tribe may prove its worth (PC-22).

    It is no move if the hand cannot hold such a card.
    """
    tribe, seat, rule = phase.tribe, state.player_of(phase.tribe), "PC-22"
    loses = bool(state.tribes[tribe].prestige)
    key = "plenty_coups.want.prove" if loses else "plenty_coups.want.prove_nothing"
    answer = Message(key, {"tribe_seat": tribe})
    cards = dict.fromkeys(possible_cards(state, tribe, PROOF_CARDS), 1)
    if not cards:
        return (PendingAction(answer, DISCARD, seat, rule=rule),)
    return (offer.by_hand(Lay, "prove", rule, answer, DISCARD, seat, cards, by=By.SEAT),)


def cards_to_draw(state: State) -> tuple[Draw, ...]:
    """Return the cards that the tribe on turn draws from the pile: on a hunt, or after disdain."""
    match state.phase:
        case phases.Hunting(drawn=count) | phases.Taking(draws=count) if count:
            return (draw(PILE, state.seat, count),)
    return ()
