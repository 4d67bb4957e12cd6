"""Defending your camp with one or two weapons (PC-15, PC-16)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kit import Refused, compare_cards, raise_if
from referee.plenty_coups.rules import changes
from referee.plenty_coups.rules.checks import laid_card, must_be_player, must_hold, single_card
from referee.plenty_coups.rules.raids import may_double
from referee.plenty_coups.rules.turns import count_action, end_raid
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import WEAPONS, total, value
from referee.plenty_coups.state.hands import may_hold_both
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Defending
from referee.plenty_coups.state.state import LAST_SUMMER_ROUND, Raid, State, What
from referee.plenty_coups.state.zones import RAIDS, SHIELDS

_Defence = moves.Defend | moves.Support

# -- refusals ------------------------------------------------------------------------------------


def must_be_raided(state: State) -> Raid:
    """Return the raid on the camp of the tribe on turn.

    Raise `IllegalMove` if nobody raids it (PC-15).
    """
    raid = state.own_tribe.raid
    if raid is None:
        refuse("PC-15", "no_raid", tribe_seat=state.turn)
    return raid


def weapon_objection(state: State, raid: Raid, card: str) -> Refused:
    """Return why a card cannot repel a raid, alone or with a second one, or None (PC-15, PC-16)."""
    if card not in WEAPONS:
        return refuse.refusal("PC-15", "no_weapon", card=card)
    by = state.strength(raid.tribe, raid.cards)
    if value(card) >= by or _may_wait(state, by, card):
        return None
    return refuse.refusal("PC-15", "weapon_too_weak", card=card, strength=by, tribe_seat=raid.tribe)


def lone_weapon_objection(state: State, raid: Raid, card: str) -> Refused:
    """Return why a weapon is too weak on its own, or None if it is strong enough (PC-15)."""
    weak, by = weapon_objection(state, raid, card), state.strength(raid.tribe, raid.cards)
    if weak is not None or value(card) >= by:
        return weak
    return refuse.refusal("PC-15", "weapon_alone", card=card, strength=by, tribe_seat=raid.tribe)


def weapon_pair_objection(state: State, raid: Raid, cards: tuple[str, str]) -> Refused:
    """Return why two weapons together are too weak, or None if they are strong enough (PC-16)."""
    by = state.strength(raid.tribe, raid.cards)
    if total(cards) >= by:
        return None
    return refuse.refusal(
        "PC-16", "weapons_too_weak", cards=cards, strength=by, tribe_seat=raid.tribe
    )


def may_double_defence(state: State) -> bool:
    """Whether the tribe on turn may defend with two weapons, as in summer and in round 10."""
    return may_double(state) or (state.round == LAST_SUMMER_ROUND + 1 and state.actions.left > 0)


def double_defence_objection(state: State) -> Refused:
    """Return why no double defence is possible now, or None if one is (PC-16, PC-50)."""
    if may_double_defence(state):
        return None
    if state.summer:
        return refuse.refusal("PC-16", "no_second_weapon")
    return refuse.refusal("PC-50", "no_double_defence")


def _may_wait(state: State, by: int, card: str) -> bool:
    """Whether a weapon may wait for a second one from the same hand."""
    return may_double_defence(state) and any(
        value(card) + value(weapon) >= by for weapon in second_weapons(state, card)
    )


def second_weapons(state: State, card: str) -> Iterable[str]:
    """Yield the other weapons that the same hand may hold."""
    return (weapon for weapon in WEAPONS if may_hold_both(state, state.turn, card, weapon))


# -- actions -------------------------------------------------------------------------------------


def defend(state: State, phase: Acting, move: moves.Defend) -> State:
    """Repel a raid with one weapon. If it is too weak alone, it waits for a second one."""
    raid = must_be_raided(state)
    card = laid_card(state, move.cards)
    raise_if(weapon_objection(state, raid, card))
    if value(card) >= state.strength(raid.tribe, raid.cards):
        printed = total(raid.cards)
        young = len(raid.cards) == 1 and printed == 1
        return _repel(state, raid, move.cards, 1, value(card) > printed and not young, move)
    state = changes.make_known(state, state.turn, card)
    state = changes.enter_phase(state, Defending(phase.actions, card))
    return state.tell("PC-16", "plenty_coups.defence.waits", proof=move.proof, card=card)


def support(state: State, phase: Defending, move: moves.Support) -> State:
    """Repel a raid with two weapons together. This defence marks no coup (PC-16)."""
    must_be_player(state, move.seat)
    raid, first = must_be_raided(state), phase.card
    new, missing = compare_cards(move.cards, (first,))
    if missing:
        refuse("PC-16", "first_gone", card=first)
    second = single_card(tuple(new))
    if second not in WEAPONS:
        refuse("PC-15", "no_weapon", card=second)
    both = (first, second)
    must_hold(state, state.turn, both)
    raise_if(weapon_pair_objection(state, raid, both))
    return _repel(state, raid, both, phase.actions.left, False, move)


def must_have_first_weapon(state: State, phase: Acting, move: moves.Support) -> None:
    """Raise `IllegalMove` if no weapon waits, and those laid are too weak (PC-15) or too many."""
    if phase.actions.left and len(move.cards) == 1:
        must_be_player(state, move.seat)
        raise_if(lone_weapon_objection(state, must_be_raided(state), move.cards[0]))
        must_hold(state, state.turn, move.cards)  # the weapon is strong enough
    if len(move.cards) > 1 and state.own_tribe.raid is not None:
        must_be_player(state, move.seat)
        raise_if(double_defence_objection(state))


def _repel(
    state: State, raid: Raid, cards: tuple[str, ...], cost: int, parried: bool, move: _Defence
) -> State:
    tribe = state.turn
    state = changes.add_used(changes.play_cards(state, tribe, *cards), *cards)
    state = end_raid(state, tribe, raid)
    state = changes.mark_to_clear(state, tribe, SHIELDS[tribe], *cards[:-1])
    upon = move.zone == RAIDS[tribe]  # `zone` is that of the last weapon
    state = changes.mark_to_clear(state, tribe, RAIDS[tribe] if upon else SHIELDS[tribe], cards[-1])
    rule = "PC-16" if len(cards) > 1 else "PC-15"
    key = "plenty_coups.defence.double" if len(cards) > 1 else "plenty_coups.defence.repels"
    state = state.tell(rule, key, proof=move.proof, cards=cards, raider_seat=raid.tribe)
    return count_action(state, What.REPELLED, raid.tribe, cost=cost, parried=parried)
