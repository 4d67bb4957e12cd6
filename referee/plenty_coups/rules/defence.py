"""Defending one's camp with a weapon, or with two (PC-15, PC-16)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.contract import Value
from referee.kit import Played, Refused, must, told_apart
from referee.plenty_coups.rules.raids import may_double
from referee.plenty_coups.rules.turns import (
    acted,
    called_off,
    leaves,
    must_act,
    must_be,
    must_be_player,
    said,
)
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import WEAPONS, total, value
from referee.plenty_coups.state.hands import (
    discarded,
    laid,
    may_hold_both,
    must_hold,
    one_card,
    played,
    shown,
)
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.places import RAIDS, SHIELDS
from referee.plenty_coups.state.state import SUMMER, Event, Phase, Raid, State, What, strength


def must_be_raided(state: State) -> Raid:
    """Return the raid on the camp of whose turn it is; refuses where none stands (PC-15)."""
    raid = state.raids[state.turn]
    if raid is None:
        refuse("PC-15", "no_raid", tribe_seat=state.turn)
    return raid


def needed(state: State, raid: Raid) -> int:
    """Return the value that repels a raid."""
    return strength(state, raid.tribe, raid.cards)


def may_double_defend(state: State) -> bool:
    """Tell whether a double defence may be made: in summer and in round 10 (PC-16, PC-50)."""
    return may_double(state) or (state.round == SUMMER + 1 and state.left > 0)


def bars_weapon(state: State, raid: Raid, card: str) -> Refused:
    """Say why a weapon is none, or repels no raid, alone or with a second one (PC-15, PC-16)."""
    if card not in WEAPONS:
        return refuse.because("PC-15", "no_weapon", card=card)
    by = needed(state, raid)
    if value(card) >= by or _may_wait(state, by, card):
        return None
    return refuse.because("PC-15", "weapon_too_weak", card=card, strength=by, tribe_seat=raid.tribe)


def bars_alone(state: State, raid: Raid, card: str) -> Refused:
    """Say why a weapon repels no raid without a second one (PC-15)."""
    weak, by = bars_weapon(state, raid, card), needed(state, raid)
    if weak is not None or value(card) >= by:
        return weak
    return refuse.because("PC-15", "weapon_alone", card=card, strength=by, tribe_seat=raid.tribe)


def bars_both(state: State, raid: Raid, cards: tuple[str, str]) -> Refused:
    """Say why two weapons together repel no raid (PC-16)."""
    by = needed(state, raid)
    if total(cards) >= by:
        return None
    return refuse.because(
        "PC-16", "weapons_too_weak", cards=cards, strength=by, tribe_seat=raid.tribe
    )


def _may_wait(state: State, by: int, card: str) -> bool:
    if not may_double_defend(state):
        return False
    return any(value(card) + value(one) >= by for one in seconds(state, card))


def seconds(state: State, card: str) -> Iterable[str]:
    """Yield the weapons that may come beside one, perhaps in the same hand."""
    return (one for one in WEAPONS if may_hold_both(state, state.turn, card, one))


def defend(state: State, move: moves.Defend) -> Played[State]:
    """Repel a raid with a weapon, or have one that is too weak alone wait for a second one."""
    must_act(state, move.seat)
    raid = must_be_raided(state)
    card = laid(state, move.cards)
    must(bars_weapon(state, raid, card))
    if value(card) >= needed(state, raid):
        printed = total(raid.cards)
        young = len(raid.cards) == 1 and printed == 1
        parried = value(card) > printed and not young
        return _repelled(state, raid, (card,), 1, parried, move)
    state = shown(state, state.turn, card)
    last = Event(What.OTHER, state.turn)
    state = replace(state, phase=Phase.DEFENDING, waits=card, waits_at=state.turn, last=last)
    return state, (said("plenty_coups.defence.waits", "PC-16", state, move.proof, card=card),)


def support(state: State, move: moves.Support) -> Played[State]:
    """Repel a raid with two weapons together, which marks no coup (PC-16)."""
    if state.phase is Phase.ACT and state.left and len(move.cards) == 1:
        _must_suffice(state, move)
    must_be(state, Phase.DEFENDING)
    must_be_player(state, move.seat)
    raid = must_be_raided(state)
    new, gone = told_apart(move.cards, (state.waits,))
    if gone:
        refuse("PC-16", "first_gone", card=state.waits)
    second = one_card(tuple(new))
    if second not in WEAPONS:
        refuse("PC-15", "no_weapon", card=second)
    both = (state.waits, second)
    must_hold(state, state.turn, both)
    must(bars_both(state, raid, both))
    return _repelled(replace(state, waits=""), raid, both, state.left, False, move)


def _must_suffice(state: State, move: moves.Support) -> None:
    """Refuse a weapon upon the raid itself that alone is too weak for it (PC-15, PC-16)."""
    must_be_player(state, move.seat)
    raid = must_be_raided(state)
    card = one_card(move.cards)
    must(bars_alone(state, raid, card))
    must_hold(state, state.turn, (card,))  # it would be enough


def _repelled(
    state: State,
    raid: Raid,
    cards: tuple[str, ...],
    cost: int,
    parried: bool,
    move: moves.Defend | moves.Support,
) -> Played[State]:
    tribe = state.turn
    state = called_off(discarded(played(state, tribe, *cards), cards), tribe, raid)
    state = leaves(state, tribe, SHIELDS[tribe], *cards[:-1])
    upon = move.zone == RAIDS[tribe]  # the last of them lies there
    state = leaves(state, tribe, RAIDS[tribe] if upon else SHIELDS[tribe], cards[-1])
    params: dict[str, Value] = {"cards": cards, "raider_seat": raid.tribe}
    rule = "PC-16" if len(cards) > 1 else "PC-15"
    key = "plenty_coups.defence.double" if len(cards) > 1 else "plenty_coups.defence.repels"
    repels = said(key, rule, state, move.proof, **params)
    event = Event(What.REPELLED, tribe, raid.tribe)
    return acted(state, (repels,), cost=cost, event=event, parried=parried)
