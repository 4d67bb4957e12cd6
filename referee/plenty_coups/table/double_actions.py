"""Actions of one card, and double actions: two cards laid together, or one after the other.

A double action is an attack (PC-14) or a defence (PC-16, SL-24).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.contract import Message
from referee.judging import Ambiguity, Meaning, why_illegal
from referee.plenty_coups.flow import apply
from referee.plenty_coups.rules.defence import double_defence_objection
from referee.plenty_coups.rules.defence import lone_weapon_objection as bars_weapon_alone
from referee.plenty_coups.rules.raids import double_attack_objection
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.cards import WARRIORS, WEAPONS, clan_of
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import MARKET, RAIDS, SHIELDS
from referee.table import Changes, Laid, Zone, cards_taken_from, laid_face_up, picture_ids

# -- one card -----------------------------------------------------------------------------------


def own_move(state: State, kind: Any, laid: Laid, **fields: Any) -> moves.Move:
    """Return an action of the tribe on turn that uses one card."""
    seat = state.seat
    move: moves.Move = kind(seat=seat, cards=(laid.card,), proof=picture_ids((laid,)), **fields)
    return move


def owner_moves(state: State, kind: Any, laid: Laid, camp: int) -> Iterator[moves.Move]:
    """Yield an action of the player who owns `camp` but is not on turn (PC-1)."""
    if camp in state.camps and (owner := state.player_of(camp)) != state.seat:
        yield kind(seat=owner, cards=(laid.card,), proof=picture_ids((laid,)))


# -- two cards ----------------------------------------------------------------------------------


def weapon_move(state: State, laid: Laid, left: Changes) -> moves.Move:
    """Return the defence with a card that lies on the tribe's own shield, or on the raid.

    A weapon too weak alone waits for a second one on the shield, but not on the raid itself.
    """
    raid, upon = state.own_tribe.raid, laid.zone == RAIDS[state.turn]
    second = second_card_move(state, laid, left)
    if second is not None:
        return second
    weak = raid is not None and bars_weapon_alone(state, raid, laid.card) is not None
    alone = upon and weak and laid_pair(state, laid, left) is None
    return own_move(state, moves.Support if alone else moves.Defend, laid, zone=laid.zone)


def second_card_move(state: State, laid: Laid, left: Changes) -> moves.Move | None:
    """Return the double action of two cards, laid together or one after the other."""
    first, zone = _waiting_cards(state, laid.zone)
    if first:
        removed = [change.was.name for change in cards_taken_from(left, zone)]
        return _double_move(state, laid, tuple(card for card in first if card not in removed))
    pair = laid_pair(state, laid, left)
    return _double_move(state, laid, (pair[0].card,)) if pair and pair[1] == laid else None


def _waiting_cards(state: State, zone: Zone | None) -> tuple[tuple[str, ...], Zone]:
    """Return the cards that a second card in this zone would join, and their zone."""
    phase, fresh, own = state.phase, state.actions.fresh, state.turn
    if isinstance(phase, phases.Defending) and zone in (SHIELDS[own], RAIDS[own]):
        return (phase.card,), SHIELDS[own]
    if isinstance(phase, phases.Raiding) and zone == RAIDS[phase.camp]:
        return (phase.card,), RAIDS[phase.camp]
    if fresh is not None and zone == RAIDS[fresh]:
        raid = state.tribes[fresh].raid
        return raid.cards if raid is not None else (), RAIDS[fresh]
    return (), MARKET


def laid_pair(state: State, laid: Laid, left: Changes) -> tuple[Laid, Laid] | None:
    """Return two cards that were laid together as one action, in their order, or None.

    Of two weapons, the weapon that is too weak alone comes first.
    """
    kind = WEAPONS if laid.card in WEAPONS else WARRIORS
    both = [change for change in laid_face_up(left, laid.zone) if change.card in kind]
    if len(both) != 2 or laid not in both:
        return None
    for first, second in (both, both[::-1]):
        alone = _lone_move(state, first)
        if why_illegal(apply, state, alone) is None:
            after, _ = apply(state, alone)
            if why_illegal(apply, after, _double_move(state, second, (first.card,))) is None:
                return first, second
    return None


def barred_pair(state: State, laid: Laid, left: Changes) -> tuple[Meaning, ...] | Ambiguity | None:
    """Return what two cards of a double action mean if no double action is possible now, or None.

    If one of them is enough, people are asked which one counts (SL-5). Otherwise both are refused.
    """
    both, zone = laid_face_up(left, laid.zone), laid.zone
    if zone is None or zone not in (*RAIDS, *SHIELDS) or len(both) != 2 or laid not in both:
        return None
    if not isinstance(state.phase, phases.Acting):
        return None
    if zone.seat == state.turn:
        kind = all(change.card in WEAPONS for change in both) and state.own_tribe.raid is not None
        why = double_defence_objection(state) if kind else None
    else:
        clans = {clan_of(laid.card) for laid in both}
        kind = zone in RAIDS and len(clans) == 1 and -1 not in clans
        why = double_attack_objection(state) if kind else None
    if why is None:
        return None
    lone = [(item, _lone_move(state, item)) for item in both]
    legal = [(item, move) for item, move in lone if why_illegal(apply, state, move) is None]
    labels = (Message("table.way.cards", {"cards": (item.card,)}) for item, _ in legal)
    ways = tuple(Meaning(move, (item,), next(labels)) for item, move in legal)
    if ways:
        return Ambiguity(state.seat, ways, both, why.message, why.rule)
    return (Meaning(_double_move(state, both[1], (both[0].card,)), both),)


def _lone_move(state: State, laid: Laid) -> moves.Move:
    camp = laid.zone.seat if laid.zone is not None else None
    if camp == state.turn:
        return own_move(state, moves.Defend, laid, zone=laid.zone)
    return own_move(state, moves.Raid, laid, camp=camp)


def _double_move(state: State, laid: Laid, first: tuple[str, ...]) -> moves.Move:
    seat, cards, proof = state.seat, (*first, laid.card), picture_ids((laid,))
    camp = laid.zone.seat if laid.zone is not None else None
    if camp == state.turn or camp is None:
        return moves.Support(seat, cards, proof, laid.zone)
    return moves.Reinforce(seat, camp, cards, proof)
