"""Exchanging gifts and giving horses (PC-19, PC-20, PC-35)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kit import Refused, raise_if
from referee.plenty_coups.rules.coups import gains
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.must import (
    bars_other,
    bars_own,
    laid,
    must_act,
    must_be,
    must_be_player,
)
from referee.plenty_coups.rules.turns import acted, may_exchange, rests
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import WEAPONS
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Taking
from referee.plenty_coups.state.places import DISCARD, HERDS, SHIELDS
from referee.plenty_coups.state.state import State, What

GIVEN = 2  # horses given at once (PC-20)


def bars_gift(state: State, camp: int) -> Refused:
    """Return why no gifts can be exchanged with a tribe (PC-19, PC-53)."""
    tribe = state.turn
    mine = bars_own(state, camp, "PC-19")
    if mine is not None:
        return mine
    if camp in state.neutral:
        return refuse.refusal("PC-19", "gift_neutral", camp_seat=camp)
    if state.attacks(tribe, camp):
        return refuse.refusal("PC-19", "raids", tribe_seat=tribe, camp_seat=camp)
    if state.attacks(camp, tribe):
        return refuse.refusal("PC-19", "raids", tribe_seat=camp, camp_seat=tribe)
    if not state.tribes[camp].hand:
        return refuse.refusal("PC-19", "no_card", tribe_seat=camp)
    if state.own.hand < 2:
        return refuse.refusal("PC-19", "no_gift", tribe_seat=tribe)
    return None


def would_defend(state: State, camp: int, card: str) -> bool:
    """Whether a card on a tribe's shield is a defence.

    A gift must then be discarded elsewhere (PC-15).
    """
    return card in WEAPONS and state.tribes[camp].raid is not None


def gift(now: Draft, move: moves.Gift) -> None:
    """Discard a card and exchange a hidden card. The other tribe gave theirs first (PC-19)."""
    state, camp = now.state, move.camp
    must_act(state, move.seat)
    raise_if(bars_gift(state, camp))
    card = laid(state, move.cards)
    away = move.zone == DISCARD or would_defend(state, camp, card)
    now.play(state.turn, card, away=DISCARD if away else SHIELDS[camp])
    now.forget(state.turn, camp)
    now.says("PC-19", "plenty_coups.gift", proof=move.proof, card=card, camp_seat=camp)
    acted(now)


def exchange(now: Draft, move: moves.Exchange) -> None:
    """Exchange gifts with the ally. It costs no action and no card (PC-35)."""
    state, phase = now.state, now.state.phase
    if not isinstance(phase, Taking):
        phase = must_be(state, Acting)
    must_be_player(state, move.seat)
    other = state.ally(state.turn)
    if other is None:
        refuse("PC-35", "no_ally", tribe_seat=state.turn)
    if state.exchanged:
        refuse("PC-35", "once", tribe_seat=state.turn)
    if not may_exchange(state):
        refuse("PC-35", "no_card", tribe_seat=other if state.own.hand else state.turn)
    now.forget(state.turn, other)
    now.says("PC-35", "plenty_coups.exchange", camp_seat=other)
    if isinstance(phase, Taking):
        now.goes(Taking(phase.left, exchanged=True))
    else:
        now.goes(Acting(replace(phase.actions, exchanged=True)))
        if not phase.actions.left:
            rests(now)


def bars_horses(state: State, camp: int) -> Refused:
    """Return why no horses can be given to a tribe (PC-20)."""
    mine = bars_other(state, camp, "PC-20")
    if mine is not None:
        return mine
    for one in (state.turn, camp):
        if state.tribes[one].raid is not None:
            return refuse.refusal("PC-20", "raided", camp_seat=one)
    if state.ally(state.turn) == camp:
        return refuse.refusal("PC-20", "between_allies", tribe_seat=state.turn, camp_seat=camp)
    has, other = state.own.horses, state.tribes[camp].horses
    if has < GIVEN:
        return refuse.refusal("PC-20", "too_few", count=has, least=GIVEN)
    if other > has:
        return refuse.refusal(
            "PC-20", "richer", tribe_seat=state.turn, camp_seat=camp, given=other, most=has
        )
    return None


def give_horses(now: Draft, move: moves.GiveHorses) -> None:
    """Give two horses to a tribe with as many or fewer, for prestige (PC-20)."""
    state, tribe, camp = now.state, now.state.turn, move.camp
    must_act(state, move.seat)
    raise_if(bars_horses(state, camp))
    card = laid(state, move.cards)
    now.play(tribe, card, away=DISCARD if move.zone == DISCARD else HERDS[camp])
    now.tribe(tribe, horses=state.own.horses - GIVEN)
    now.tribe(camp, horses=state.tribes[camp].horses + GIVEN)
    now.says("PC-20", "plenty_coups.gives_horses", proof=move.proof, card=card, camp_seat=camp)
    gains(now, tribe, "PC-20")
    acted(now, What.GIVEN, camp)
