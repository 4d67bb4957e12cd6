"""Raids: warriors before a camp, driving off another raid, and double attacks (PC-11 … 14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from referee.contract import IllegalMove, Message, Value
from referee.kit import Refused, compare_cards, raise_if
from referee.plenty_coups.rules import changes, checks
from referee.plenty_coups.rules.turns import SUMMER_ACTIONS, count_action, end_raid
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import CARDS_OF_CLAN, clan_of, total
from referee.plenty_coups.state.hands import may_hold, may_hold_both
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Defending, Raiding
from referee.plenty_coups.state.state import MARKERS, Raid, State, What

_Attack = moves.Raid | moves.Reinforce

# -- refusals ------------------------------------------------------------------------------------


def raid_objection(state: State, camp: int) -> Refused:
    """Return why no warrior may raid a camp, or None if one may (PC-11, PC-13, PC-30, 33, 35)."""
    tribe = state.turn
    if (mine := checks.other_camp_objection(state, camp, "PC-11")) is not None:
        return mine
    if len(state.raids(tribe)) == MARKERS:
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
    tribe, others = state.turn, (name for name in CARDS_OF_CLAN[clan_of(card)] if name != card)
    strong = (name for name in others if state.strength(tribe, (card, name)) > least)
    return any(may_hold_both(state, tribe, card, name) for name in strong)


def second_warriors(state: State, card: str) -> Iterable[str]:
    """Yield the other warriors of the same clan that the hand may hold."""
    others = (name for name in CARDS_OF_CLAN[clan_of(card)] if name != card)
    return (name for name in others if may_hold(state, state.turn, name))


def warrior_objection(state: State, camp: int, card: str) -> Refused:
    """Return why a card cannot raid, by itself or with a second warrior, or None (PC-13)."""
    if clan_of(card) < 0:
        return refuse.refusal("PC-11", "no_warrior", card=card)
    may = any(strong_warriors(state, camp, (card,)))
    return None if may else weakness_objection(state, camp, (card,))


def weakness_objection(
    state: State, camp: int, cards: tuple[str, ...], key: str = "plenty_coups.refused.too_weak"
) -> Refused:
    """Return why warriors cannot drive a raid off, or None if they can (PC-13)."""
    raid = state.tribes[camp].raid
    if raid is None or beats(state, camp, cards):
        return None
    params: dict[str, Value] = {"cards": cards, "strength": state.strength(state.turn, cards)}
    params |= {"stands": standing_strength(state, camp), "tribe_seat": raid.tribe}
    return IllegalMove("PC-13", Message(key, params))


# -- actions -------------------------------------------------------------------------------------


def raid(state: State, phase: Acting, move: moves.Raid) -> State:
    """Start a raid. A warrior that is too weak alone waits for a second one."""
    camp = move.camp
    raise_if(raid_objection(state, camp))
    card = checks.laid_card(state, move.cards)
    raise_if(warrior_objection(state, camp, card))
    if beats(state, camp, move.cards):
        return _launch(state, move, move.cards, 1, camp if may_double(state) else None)
    key = "plenty_coups.raid.waits"
    state = changes.make_known(state, state.turn, card)
    state = changes.enter_phase(state, Raiding(phase.actions, card, camp))
    return state.tell("PC-14", key, proof=move.proof, card=card, camp_seat=camp)


def reinforce(state: State, phase: Acting, move: moves.Reinforce) -> State:
    """Turn a raid of one warrior into a double attack (PC-14)."""
    tribe, camp = state.turn, move.camp
    standing = state.tribes[camp].raid if camp in state.camps else None
    if phase.actions.fresh != camp or standing is None:
        raise_if(None if state.summer else double_attack_objection(state))
        refuse("PC-14", "no_second")
    second = _second_warrior(move.cards, standing.cards[0])
    checks.must_hold(state, tribe, (second,))
    cards = (*standing.cards, second)
    state = changes.play_cards(state, tribe, second)
    state = changes.change_tribe(state, camp, raid=replace(standing, cards=cards))
    state = _tell_strength(state, "PC-14", "plenty_coups.raid.double", move, cards)
    return count_action(state, target=camp, cost=phase.actions.left)


def join_waiting(state: State, phase: Raiding, move: moves.Reinforce) -> State:
    """Start a raid with the warrior that waits and a second one (PC-13, PC-14)."""
    first, camp = phase.card, phase.camp
    if move.camp != camp:
        refuse("PC-14", "not_beside", card=first)
    both = (first, _second_warrior(move.cards, first))
    checks.must_hold(state, state.turn, both)
    raise_if(weakness_objection(state, camp, both))
    return _launch(state, move, both, phase.actions.left)


def _second_warrior(cards: tuple[str, ...], first: str) -> str:
    """Return the second of two warriors from the same clan (PC-14)."""
    new, missing = compare_cards(cards, (first,))
    if missing:
        refuse("PC-14", "first_gone", card=first)
    second = checks.single_card(tuple(new))
    if clan_of(second) < 0:
        refuse("PC-14", "no_warrior", card=second)
    if clan_of(second) != clan_of(first):
        refuse("PC-14", "two_clans", card=second, first_card=first)
    return second


def _launch(
    state: State, move: _Attack, cards: tuple[str, ...], cost: int, fresh: int | None = None
) -> State:
    """Send warriors before a camp. They drive off an earlier raid there (PC-13)."""
    tribe, camp = state.turn, move.camp
    standing = state.tribes[camp].raid
    state = changes.play_cards(state, tribe, *cards)
    if standing is not None:
        state = end_raid(state, camp, standing)
    turned = not state.raid_markers_at_camp(tribe)
    state = changes.change_tribe(state, camp, raid=Raid(tribe, cards, turned))
    key = "plenty_coups.raid.turned" if turned else "plenty_coups.raid.launched"
    rule = "PC-14" if len(cards) > 1 else "PC-11"
    state = _tell_strength(state, rule, key, move, cards)
    if standing is not None:
        chased = "plenty_coups.raid.chased"
        state = state.tell("PC-13", chased, standing.tribe, cards=standing.cards)
    what = What.CHASED if standing else What.RAID
    return count_action(state, what, camp, cost=cost, fresh=fresh)


def _tell_strength(
    state: State, rule: str, key: str, move: _Attack, cards: tuple[str, ...]
) -> State:
    """Announce the strength of a raid, and its bonus if it has one (PC-35)."""
    by, printed = state.strength(state.turn, cards), total(cards)
    state = state.tell(rule, key, proof=move.proof, camp_seat=move.camp, cards=cards, strength=by)
    if by == printed:
        return state
    own = state.camp_of(cards[0]) == state.turn
    why = "plenty_coups.raid.own" if own else "plenty_coups.raid.ally"
    return state.tell(rule, why, printed=printed, strength=by)


def take_back(state: State, phase: Raiding | Defending, move: moves.TakeBack) -> State:
    """Take back a card that waits for a second one."""
    checks.must_be_player(state, move.seat)
    rule = "PC-14" if isinstance(phase, Raiding) else "PC-16"
    state = changes.enter_phase(state, Acting(phase.actions))
    return state.tell(rule, "plenty_coups.taken_back", card=phase.card)
