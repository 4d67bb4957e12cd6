"""The start, course and end of a turn: returning raids, rounds and winter (PC-3, PC-12, PC-50)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.plenty_coups.rules.changes import change_deck, change_tribe, discard, draw
from referee.plenty_coups.rules.checks import must_be_player
from referee.plenty_coups.rules.ending import final_rulings
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import STICK
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Actions, Over, Taking, Turning
from referee.plenty_coups.state.state import (
    HAND_SIZE,
    LAST_ROUND,
    LAST_SUMMER_ROUND,
    Event,
    Proposal,
    Raid,
    State,
    What,
    turn_order,
)
from referee.plenty_coups.state.zones import HERDS, RAIDS
from referee.table import Zone

SUMMER_ACTIONS = 2  # Number of actions in a summer turn.

# -- the turn opens ------------------------------------------------------------------------------


def start_turn(state: State) -> State:
    """Start a tribe's turn: end its own proposals and its disdain, then let it take cards."""
    # A proposal stands for one round (PC-30).
    stood = [proposal for proposal in state.proposals if proposal.tribe == state.turn]
    state = withdraw_proposals(state, stood, "plenty_coups.proposal.lapses")
    hand, stick = state.own_tribe.hand, state.own_tribe.stick
    if stick is not None:
        state = _end_disdain(state, stick)
    many = min(state.take_count, len(state.market))
    if many:
        return replace(state, phase=Taking(many, draws=state.own_tribe.hand - hand))
    if action_count(state):  # a turn without actions clears no used cards
        deck = state.deck
        laid = {(card.name, card.zone) for card in deck.away}  # the last move discarded these cards
        beside = (card for card in deck.before if (card.name, card.zone) in laid)
        state = change_deck(state, before=(*beside, *deck.away), away=())
    return start_actions(state)


def drop_proposal(state: State, proposal: Proposal) -> State:
    """End a proposal and discard its card."""
    left = tuple(item for item in state.proposals if item is not proposal)
    state = replace(state, proposals=left)
    return discard(state, proposal.tribe, HERDS[proposal.tribe], proposal.card)


def withdraw_proposals(state: State, proposals: Iterable[Proposal], key: str) -> State:
    """End proposals, and announce each of them (PC-30)."""
    for proposal in proposals:
        tribe, target, card = proposal.tribe, proposal.target, proposal.card
        state = drop_proposal(state, proposal)
        state = state.tell("PC-30", key, tribe, target_seat=target, card=card)
    return state


def _end_disdain(state: State, stick: Zone) -> State:
    """End the disdain of a tribe, which draws until it holds three cards (PC-22)."""
    tribe = state.turn
    state = discard(change_tribe(state, tribe, stick=None), tribe, stick, STICK)
    hand = state.own_tribe.hand
    many = min(max(0, HAND_SIZE - hand), state.deck.drawable_count)
    if not many:
        return state.tell("PC-22", "plenty_coups.disdain.ends")
    state = draw(state.tell("PC-22", "plenty_coups.disdain.draws", count=many), many)
    return change_tribe(state, tribe, hand=hand + many)


def start_actions(state: State) -> State:
    """Bring home the tribe's raids, then let it act (PC-12)."""
    exchanged, raids = state.exchanged, state.raids(state.turn)
    for camp, raid in raids:
        state = bring_home(state, camp, raid, "PC-12")
    returned = tuple([camp for camp, raid in raids if not raid.turned])
    turned = tuple([camp for camp, raid in raids if raid.turned])
    actions = Actions(action_count(state), 0, returned, exchanged=exchanged, turned=turned)
    state = replace(state, phase=Acting(actions))
    return state if actions.left else end_turn_if_idle(state)


def action_count(state: State) -> int:
    """Return the number of actions that this tribe has in its turn (PC-5, PC-50)."""
    hand = state.own_tribe.hand
    return max(0, min(SUMMER_ACTIONS, hand - HAND_SIZE)) if state.summer else min(1, hand)


def bring_home(state: State, camp: int, raid: Raid, rule: str) -> State:
    """Bring a raid home. It brings a horse if the raided herd has one (PC-12, PC-32)."""
    key, horses = "plenty_coups.raid.home_without", state.tribes[camp].horses
    if horses:
        key = "plenty_coups.raid.home"
        state = change_tribe(state, camp, horses=horses - 1)
        state = change_tribe(state, raid.tribe, horses=state.tribes[raid.tribe].horses + 1)
    seats = state.player_of(raid.tribe), state.player_of(camp)
    params = {"tribe_seat": raid.tribe, "camp_seat": camp, "cards": raid.cards}
    return end_raid(state, camp, raid).say(rule, key, seats, **params)


def end_raid(state: State, camp: int, raid: Raid) -> State:
    """End a raid. Its marker returns to its tribe and its warriors are discarded."""
    return discard(change_tribe(state, camp, raid=None), raid.tribe, RAIDS[camp], *raid.cards)


# -- the turn goes on ----------------------------------------------------------------------------


def count_action(
    state: State,
    what: What = What.OTHER,
    target: int | None = None,
    tribe: int | None = None,
    *,
    cost: int = 1,
    coup: bool = False,
    fresh: int | None = None,
    parried: bool = False,
) -> State:
    """Count an action. End the turn after the last action.

    `target` is the tribe that the action concerned. `tribe` is the tribe that acted; by default, it
    is the tribe on turn. After an action that is no `coup`, raids that came home mark no coup.
    """
    was = state.actions
    left, done = was.left - cost, was.done + cost
    returned = tuple([camp for camp in was.returned if coup and camp != target])
    marked = (*was.marked, target) if coup and target is not None else was.marked
    late = was.late if coup else was.late + was.returned
    actions = Actions(left, done, returned, fresh, parried, was.exchanged, was.turned, marked, late)
    last = Event(what, state.turn if tribe is None else tribe, target)
    if left or may_exchange(state):
        return replace(state, phase=Acting(actions), last=last)
    return end_turn(replace(state, last=last))


def may_exchange(state: State) -> bool:
    """Whether the tribe on turn may still exchange gifts with its ally (PC-35)."""
    other = state.ally(state.turn)
    if other is None or state.exchanged:
        return False
    return state.own_tribe.hand > 0 and state.tribes[other].hand > 0


def may_end(state: State, phase: Acting) -> bool:
    """Whether a turn may end: no action is left (PC-5), or it is winter (PC-50)."""
    return not phase.actions.left or not state.summer


def end_turn_if_idle(state: State) -> State:
    """End a turn that has no actions left, unless the tribe may still exchange gifts."""
    return state if may_exchange(state) else end_turn(state)


def done(state: State, phase: Acting, move: moves.Done) -> State:
    """End the turn. In summer, the tribe must have made all its actions."""
    left = phase.actions.left
    must_be_player(state, move.seat)
    if not may_end(state, phase):
        refuse("PC-5", "owes", count=left)
    state = state.tell("PC-50" if left else "PC-5", "plenty_coups.done")
    return end_turn(replace(state, last=Event(What.OTHER, state.turn)))


# -- the turn ends -------------------------------------------------------------------------------


def end_turn(state: State) -> State:
    """Pass the turn to the next tribe, start the next round, or end the match (PC-1, PC-3)."""
    around = turn_order(state.setup.seats, state.setup.elder)
    at = around.index(state.turn) + 1
    if at < len(around):
        state = replace(state, turn=around[at], phase=Turning())
        state = state.tell("PC-1", "plenty_coups.next")
    elif state.round == LAST_ROUND:
        return end_match(state)
    else:
        key = "plenty_coups.winter" if state.round == LAST_SUMMER_ROUND else "plenty_coups.round"
        number = state.round + 1
        state = replace(state, turn=around[0], round=number, phase=Turning())
        state = state.tell("PC-3", key, number=number)
    waits = state.take_count and state.market_target > len(state.market)
    return state if waits else start_turn(state)


def end_match(state: State) -> State:
    """End the match. Raids that still lie before a camp earn nothing (PC-3, PC-51)."""
    for camp, raid in state.raids():
        state = end_raid(state, camp, raid)
        state = state.tell("PC-51", "plenty_coups.raid.lost", raid.tribe, camp_seat=camp)
    state = replace(state, phase=Over())
    return state.add(*final_rulings(state))
