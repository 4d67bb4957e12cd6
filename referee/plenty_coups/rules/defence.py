"""Defending your camp with one weapon or two (PC-15, PC-16)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kit import Refused, compare_cards, raise_if
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.must import (
    laid,
    must_act,
    must_be,
    must_be_player,
    must_hold,
    one_card,
)
from referee.plenty_coups.rules.raids import may_double
from referee.plenty_coups.rules.turns import acted, call_off
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import WEAPONS, total, value
from referee.plenty_coups.state.hands import may_hold_both
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Defending
from referee.plenty_coups.state.places import RAIDS, SHIELDS
from referee.plenty_coups.state.state import SUMMER, Raid, State, What

# -- refusals ------------------------------------------------------------------------------------


def must_be_raided(state: State) -> Raid:
    """Return the raid on the camp of the tribe on turn.

    Raise `IllegalMove` if there is none (PC-15).
    """
    raid = state.own.raid
    if raid is None:
        refuse("PC-15", "no_raid", tribe_seat=state.turn)
    return raid


def needed(state: State, raid: Raid) -> int:
    """Return the value that repels a raid."""
    return state.strength(raid.tribe, raid.cards)


def bars_weapon(state: State, raid: Raid, card: str) -> Refused:
    """Return why a card repels no raid: no weapon, or too weak even with another (PC-15, PC-16)."""
    if card not in WEAPONS:
        return refuse.refusal("PC-15", "no_weapon", card=card)
    by = needed(state, raid)
    if value(card) >= by or _may_wait(state, by, card):
        return None
    return refuse.refusal("PC-15", "weapon_too_weak", card=card, strength=by, tribe_seat=raid.tribe)


def bars_alone(state: State, raid: Raid, card: str) -> Refused:
    """Return why a weapon alone is too weak (PC-15)."""
    weak, by = bars_weapon(state, raid, card), needed(state, raid)
    if weak is not None or value(card) >= by:
        return weak
    return refuse.refusal("PC-15", "weapon_alone", card=card, strength=by, tribe_seat=raid.tribe)


def bars_both(state: State, raid: Raid, cards: tuple[str, str]) -> Refused:
    """Return why two weapons together are too weak (PC-16)."""
    by = needed(state, raid)
    if total(cards) >= by:
        return None
    return refuse.refusal(
        "PC-16", "weapons_too_weak", cards=cards, strength=by, tribe_seat=raid.tribe
    )


def _may_wait(state: State, by: int, card: str) -> bool:
    """Whether a weapon may wait for a second one: in summer and in round 10 (PC-50)."""
    if not (may_double(state) or (state.round == SUMMER + 1 and state.actions.left)):
        return False
    return any(value(card) + value(one) >= by for one in seconds(state, card))


def seconds(state: State, card: str) -> Iterable[str]:
    """Yield the possible second weapons, perhaps in the same hand."""
    return (one for one in WEAPONS if may_hold_both(state, state.turn, card, one))


# -- actions -------------------------------------------------------------------------------------


def defend(now: Draft, move: moves.Defend) -> None:
    """Repel a raid with a weapon. One too weak alone waits for a second one."""
    state = now.state
    must_act(state, move.seat)
    raid = must_be_raided(state)
    card = laid(state, move.cards)
    raise_if(bars_weapon(state, raid, card))
    if value(card) >= needed(state, raid):
        printed = total(raid.cards)
        young = len(raid.cards) == 1 and printed == 1
        _repel(now, raid, move.cards, 1, value(card) > printed and not young, move)
        return
    now.show(state.turn, card)
    now.goes(Defending(state.actions, card))
    now.says("PC-16", "plenty_coups.defence.waits", proof=move.proof, card=card)


def support(now: Draft, move: moves.Support) -> None:
    """Repel a raid with two weapons together. This marks no coup (PC-16)."""
    state = now.state
    if isinstance(state.phase, Acting) and state.actions.left and len(move.cards) == 1:
        _must_suffice(state, move)
    first = must_be(state, Defending).card
    must_be_player(state, move.seat)
    raid = must_be_raided(state)
    new, gone = compare_cards(move.cards, (first,))
    if gone:
        refuse("PC-16", "first_gone", card=first)
    second = one_card(tuple(new))
    if second not in WEAPONS:
        refuse("PC-15", "no_weapon", card=second)
    both = (first, second)
    must_hold(state, state.turn, both)
    raise_if(bars_both(state, raid, both))
    _repel(now, raid, both, state.actions.left, False, move)


def _must_suffice(state: State, move: moves.Support) -> None:
    """Raise `IllegalMove` if a weapon laid on the raid itself is too weak alone (PC-15, PC-16)."""
    must_be_player(state, move.seat)
    raid = must_be_raided(state)
    card = one_card(move.cards)
    raise_if(bars_alone(state, raid, card))
    must_hold(state, state.turn, (card,))  # it is strong enough


def _repel(
    now: Draft,
    raid: Raid,
    cards: tuple[str, ...],
    cost: int,
    parried: bool,
    move: moves.Defend | moves.Support,
) -> None:
    tribe = now.state.turn
    now.play(tribe, *cards)
    now.use(*cards)
    call_off(now, tribe, raid)
    now.leave(tribe, SHIELDS[tribe], *cards[:-1])
    upon = move.zone == RAIDS[tribe]  # the zone of the last weapon
    now.leave(tribe, RAIDS[tribe] if upon else SHIELDS[tribe], cards[-1])
    rule = "PC-16" if len(cards) > 1 else "PC-15"
    key = "plenty_coups.defence.double" if len(cards) > 1 else "plenty_coups.defence.repels"
    now.says(rule, key, proof=move.proof, cards=cards, raider_seat=raid.tribe)
    acted(now, What.REPELLED, raid.tribe, cost=cost, parried=parried)
