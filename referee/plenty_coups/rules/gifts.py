"""Exchanging gifts with another tribe, and giving it horses (PC-19, PC-20, PC-35)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kit import Refused, raise_if
from referee.plenty_coups.rules import changes, checks
from referee.plenty_coups.rules.coups import gain_prestige
from referee.plenty_coups.rules.turns import count_action, end_turn_if_idle, may_exchange
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import WEAPONS
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Taking
from referee.plenty_coups.state.state import State, What
from referee.plenty_coups.state.zones import DISCARD, HERDS, SHIELDS

HORSES_GIVEN = 2  # Number of horses in one gift (PC-20).


def gift_objection(state: State, camp: int) -> Refused:
    """Return why the tribe on turn cannot exchange gifts with a tribe, or None (PC-19, PC-53)."""
    tribe = state.turn
    if (mine := checks.other_player_objection(state, camp, "PC-19")) is not None:
        return mine
    if camp in state.neutral:
        return refuse.refusal("PC-19", "gift_neutral", camp_seat=camp)
    if state.is_raiding(tribe, camp):
        return refuse.refusal("PC-19", "raids", tribe_seat=tribe, camp_seat=camp)
    if state.is_raiding(camp, tribe):
        return refuse.refusal("PC-19", "raids", tribe_seat=camp, camp_seat=tribe)
    if not state.tribes[camp].hand:
        return refuse.refusal("PC-19", "no_card", tribe_seat=camp)
    if state.own_tribe.hand < 2:
        return refuse.refusal("PC-19", "no_gift", tribe_seat=tribe)
    return None


def would_defend(state: State, camp: int, card: str) -> bool:
    """Whether a card laid on a tribe's shield would count as a defence.

    A player who pays for a gift with such a card must discard it elsewhere (PC-15).
    """
    return card in WEAPONS and state.tribes[camp].raid is not None


def gift(state: State, _phase: Acting, move: moves.Gift) -> State:
    """Discard a card and exchange hidden cards with another tribe, which gives first (PC-19)."""
    camp = move.camp
    raise_if(gift_objection(state, camp))
    card = checks.laid_card(state, move.cards)
    away = move.zone == DISCARD or would_defend(state, camp, card)
    state = changes.play_cards(state, state.turn, card, away=DISCARD if away else SHIELDS[camp])
    state = changes.make_unknown(state, state.turn, camp)
    key = "plenty_coups.gift"
    return count_action(state.tell("PC-19", key, proof=move.proof, card=card, camp_seat=camp))


def exchange(state: State, phase: Taking | Acting, move: moves.Exchange) -> State:
    """Exchange gifts with the ally. The exchange costs neither an action nor a card (PC-35)."""
    checks.must_be_player(state, move.seat)
    other = state.ally(state.turn)
    if other is None:
        refuse("PC-35", "no_ally", tribe_seat=state.turn)
    if state.exchanged:
        refuse("PC-35", "once", tribe_seat=state.turn)
    if not may_exchange(state):
        refuse("PC-35", "no_card", tribe_seat=other if state.own_tribe.hand else state.turn)
    state = changes.make_unknown(state, state.turn, other)
    state = state.tell("PC-35", "plenty_coups.exchange", camp_seat=other)
    if isinstance(phase, Taking):
        return changes.enter_phase(state, Taking(phase.left, exchanged=True))
    state = changes.enter_phase(state, Acting(replace(phase.actions, exchanged=True)))
    return state if phase.actions.left else end_turn_if_idle(state)


def horse_gift_objection(state: State, camp: int) -> Refused:
    """Return why the tribe on turn cannot give horses to a tribe, or None if it can (PC-20)."""
    if (mine := checks.other_camp_objection(state, camp, "PC-20")) is not None:
        return mine
    for number in (state.turn, camp):
        if state.tribes[number].raid is not None:
            return refuse.refusal("PC-20", "raided", camp_seat=number)
    if state.ally(state.turn) == camp:
        return refuse.refusal("PC-20", "between_allies", tribe_seat=state.turn, camp_seat=camp)
    has, other, seat = state.own_tribe.horses, state.tribes[camp].horses, state.turn
    if has < HORSES_GIVEN:
        return refuse.refusal("PC-20", "too_few", count=has, least=HORSES_GIVEN)
    if other <= has:
        return None
    return refuse.refusal("PC-20", "richer", tribe_seat=seat, camp_seat=camp, given=other, most=has)


def give_horses(state: State, _phase: Acting, move: moves.GiveHorses) -> State:
    """Give two horses to a tribe that has as many or fewer, and gain prestige (PC-20)."""
    tribe, camp = state.turn, move.camp
    raise_if(horse_gift_objection(state, camp))
    card = checks.laid_card(state, move.cards)
    away = DISCARD if move.zone == DISCARD else HERDS[camp]
    state = changes.play_cards(state, tribe, card, away=away)
    state = changes.change_tribe(state, tribe, horses=state.tribes[tribe].horses - HORSES_GIVEN)
    state = changes.change_tribe(state, camp, horses=state.tribes[camp].horses + HORSES_GIVEN)
    key = "plenty_coups.gives_horses"
    state = state.tell("PC-20", key, proof=move.proof, card=card, camp_seat=camp)
    return count_action(gain_prestige(state, tribe, "PC-20"), What.GIVEN, camp)
