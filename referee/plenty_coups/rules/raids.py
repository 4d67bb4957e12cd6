"""Raids: warriors before a camp, driving off another raid, and double attacks (PC-11 … 14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.kit import Refused, compare_cards, raise_if
from referee.plenty_coups.rules.checks import (
    laid_card,
    must_act,
    must_be_phase,
    must_be_player,
    must_hold,
    other_camp_objection,
    single_card,
)
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.turns import SUMMER_ACTIONS, count_action, end_raid
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import CARDS_OF_CLAN, clan_of, total
from referee.plenty_coups.state.hands import may_hold, may_hold_both
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Defending, Raiding
from referee.plenty_coups.state.state import Raid, State, What

# -- refusals ------------------------------------------------------------------------------------


def raid_objection(state: State, camp: int) -> Refused:
    """Return why no warrior may raid a camp, or None if one may (PC-11, PC-13, PC-30, 33, 35)."""
    tribe = state.turn
    mine = other_camp_objection(state, camp, "PC-11")
    if mine is not None:
        return mine
    if not state.markers_at_camp(tribe):
        return refuse.refusal("PC-11", "no_marker", tribe_seat=tribe)
    if state.is_raiding(tribe, camp):
        return refuse.refusal("PC-13", "own_raid", tribe_seat=tribe, camp_seat=camp)
    if state.ally(tribe) == camp:
        return refuse.refusal("PC-35", "ally", tribe_seat=tribe, camp_seat=camp)
    if state.proposals and state.is_proposing_to(tribe, camp):
        return refuse.refusal("PC-30", "proposes_to", tribe_seat=tribe, camp_seat=camp)
    if state.proposals and state.is_proposing_to(camp, tribe):
        return refuse.refusal("PC-33", "proposes_to", tribe_seat=camp, camp_seat=tribe)
    return None


def may_double(state: State) -> bool:
    """Whether the tribe on turn may still use two actions for one double action (PC-14, PC-50)."""
    actions = state.actions
    return state.summer and actions.left == SUMMER_ACTIONS and not actions.done


def double_attack_objection(state: State) -> Refused:
    """Return why no double attack is possible now, or None if one is (PC-14, PC-50)."""
    if may_double(state):
        return None
    if state.summer:
        return refuse.refusal("PC-14", "no_second")
    return refuse.refusal("PC-50", "no_double_attack")


def standing_strength(state: State, camp: int) -> int:
    """Return the strength of the raid before a camp, or 0 if there is none."""
    raid = state.tribes[camp].raid
    return 0 if raid is None else state.strength(raid.tribe, raid.cards)


def beats(state: State, camp: int, cards: tuple[str, ...]) -> bool:
    """Whether warriors beat the raid before a camp. Any warrior beats an empty camp (PC-13)."""
    return state.strength(state.turn, cards) > standing_strength(state, camp)


def strong_warriors(state: State, camp: int, cards: Iterable[str]) -> Iterator[str]:
    """Yield the warriors that beat the raid, by themselves or with a second one (PC-13, PC-14)."""
    tribe, least, double = state.turn, standing_strength(state, camp), may_double(state)
    for card in cards:
        if state.strength(tribe, (card,)) > least or (double and _may_wait(state, card, least)):
            yield card


def _may_wait(state: State, card: str, least: int) -> bool:
    return any(
        state.strength(state.turn, (card, one)) > least
        and may_hold_both(state, state.turn, card, one)
        for one in CARDS_OF_CLAN[clan_of(card)]
        if one != card
    )


def second_warriors(state: State, card: str) -> Iterable[str]:
    """Yield the other warriors of the same clan that the hand may hold."""
    return (
        one
        for one in CARDS_OF_CLAN[clan_of(card)]
        if one != card and may_hold(state, state.turn, one)
    )


def warrior_objection(state: State, camp: int, card: str) -> Refused:
    """Return why a card cannot raid, by itself or with a second warrior, or None (PC-13)."""
    if clan_of(card) < 0:
        return refuse.refusal("PC-11", "no_warrior", card=card)
    return (
        None
        if any(strong_warriors(state, camp, (card,)))
        else warrior_pair_objection(state, camp, (card,))
    )


def lone_warrior_objection(state: State, camp: int, card: str) -> Refused:
    """Return why a warrior by itself cannot drive a raid off, or None if it can (PC-13)."""
    raid, cards = state.tribes[camp].raid, (card,)
    if raid is None or beats(state, camp, cards):
        return None
    by, least = state.strength(state.turn, cards), standing_strength(state, camp)
    return refuse.refusal(
        "PC-13", "warrior_alone", cards=cards, strength=by, stands=least, tribe_seat=raid.tribe
    )


def warrior_pair_objection(state: State, camp: int, cards: tuple[str, ...]) -> Refused:
    """Return why warriors together cannot drive a raid off, or None if they can (PC-13)."""
    raid = state.tribes[camp].raid
    if raid is None or beats(state, camp, cards):
        return None
    by, least = state.strength(state.turn, cards), standing_strength(state, camp)
    return refuse.refusal(
        "PC-13", "too_weak", cards=cards, strength=by, stands=least, tribe_seat=raid.tribe
    )


# -- actions -------------------------------------------------------------------------------------


def raid(draft: Draft, move: moves.Raid) -> None:
    """Start a raid. A warrior that is too weak alone waits for a second one."""
    state, camp = draft.state, move.camp
    must_act(state, move.seat)
    raise_if(raid_objection(state, camp))
    card = laid_card(state, move.cards)
    raise_if(warrior_objection(state, camp, card))
    if beats(state, camp, move.cards):
        _launch(draft, move, move.cards, 1, camp if may_double(state) else None)
        return
    draft.make_known(state.turn, card)
    draft.enter_phase(Raiding(state.actions, card, camp))
    draft.add_tribe_ruling(
        "PC-14", "plenty_coups.raid.waits", proof=move.proof, card=card, camp_seat=camp
    )


def reinforce(draft: Draft, move: moves.Reinforce) -> None:
    """Turn a raid of one warrior into a double attack (PC-14)."""
    state, tribe, camp = draft.state, draft.state.turn, move.camp
    if isinstance(state.phase, Raiding):
        must_be_player(state, move.seat)
        first = state.phase.card
        if camp != state.phase.camp:
            refuse("PC-14", "not_beside", card=first)
        both = (first, _second_warrior(move.cards, first))
        must_hold(state, tribe, both)
        raise_if(warrior_pair_objection(state, camp, both))
        _launch(draft, move, both, state.actions.left)
        return
    must_act(state, move.seat)
    standing = state.tribes[camp].raid if camp in state.camps else None
    if state.actions.fresh != camp or standing is None:
        raise_if(None if state.summer else double_attack_objection(state))
        refuse("PC-14", "no_second")
    second = _second_warrior(move.cards, standing.cards[0])
    must_hold(state, tribe, (second,))
    draft.play_cards(tribe, second)
    cards = (*standing.cards, second)
    draft.set_tribe(camp, raid=replace(standing, cards=cards))
    _announce_strength(draft, "PC-14", "plenty_coups.raid.double", move, cards)
    count_action(draft, target=camp, cost=state.actions.left)


def _second_warrior(cards: tuple[str, ...], first: str) -> str:
    """Return the second of two warriors from the same clan (PC-14)."""
    new, missing = compare_cards(cards, (first,))
    if missing:
        refuse("PC-14", "first_gone", card=first)
    second = single_card(tuple(new))
    if clan_of(second) < 0:
        refuse("PC-14", "no_warrior", card=second)
    if clan_of(second) != clan_of(first):
        refuse("PC-14", "two_clans", card=second, first_card=first)
    return second


def _launch(
    draft: Draft,
    move: moves.Raid | moves.Reinforce,
    cards: tuple[str, ...],
    cost: int,
    fresh: int | None = None,
) -> None:
    """Send warriors before a camp. They drive off an earlier raid there (PC-13)."""
    tribe, camp = draft.state.turn, move.camp
    standing = draft.state.tribes[camp].raid
    draft.play_cards(tribe, *cards)
    if standing is not None:
        end_raid(draft, camp, standing)
    turned = not draft.state.raid_markers_at_camp(tribe)
    draft.set_tribe(camp, raid=Raid(tribe, cards, turned))
    key = "plenty_coups.raid.turned" if turned else "plenty_coups.raid.launched"
    _announce_strength(draft, "PC-14" if len(cards) > 1 else "PC-11", key, move, cards)
    if standing is not None:
        chased = "plenty_coups.raid.chased"
        draft.add_tribe_ruling("PC-13", chased, standing.tribe, cards=standing.cards)
    count_action(draft, What.CHASED if standing else What.RAID, camp, cost=cost, fresh=fresh)


def _announce_strength(
    draft: Draft, rule: str, key: str, move: moves.Raid | moves.Reinforce, cards: tuple[str, ...]
) -> None:
    """Announce the strength of a raid, and its bonus if it has one (PC-35)."""
    by, printed = draft.state.strength(draft.state.turn, cards), total(cards)
    draft.add_tribe_ruling(
        rule, key, proof=move.proof, camp_seat=move.camp, cards=cards, strength=by
    )
    if by > printed:
        own = draft.state.camp_of(cards[0]) == draft.state.turn
        why = "plenty_coups.raid.own" if own else "plenty_coups.raid.ally"
        draft.add_tribe_ruling(rule, why, printed=printed, strength=by)


def take_back(draft: Draft, move: moves.TakeBack) -> None:
    """Take back a card that waits for a second one."""
    phase = draft.state.phase
    if not isinstance(phase, Defending):
        phase = must_be_phase(draft.state, Raiding)
    must_be_player(draft.state, move.seat)
    rule = "PC-14" if isinstance(phase, Raiding) else "PC-16"
    draft.add_tribe_ruling(rule, "plenty_coups.taken_back", card=phase.card)
    draft.enter_phase(Acting(phase.actions))
