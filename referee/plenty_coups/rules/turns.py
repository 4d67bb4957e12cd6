"""The start, course and end of a turn: returning raids, rounds and winter (PC-3, PC-12, PC-50)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.plenty_coups.rules.checks import must_be_phase, must_be_player
from referee.plenty_coups.rules.draft import Draft
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


def start_turn(draft: Draft) -> None:
    """Start a tribe's turn: end its own proposals and its disdain, then let it take cards."""
    state = draft.state
    if state.proposals:  # a proposal lasts one round (PC-30)
        stood = [one for one in state.proposals if one.tribe == state.turn]
        withdraw_proposals(draft, stood, "plenty_coups.proposal.lapses")
    stick = state.own_tribe.stick
    draws = _end_disdain(draft, stick) if stick is not None else 0
    state = draft.state
    many = min(state.take_count, len(state.market))
    if many:
        draft.set_state(phase=Taking(many, draws=draws))
        return
    if action_count(state):  # a turn without actions clears no used cards
        deck = state.deck
        laid = {(card.name, card.zone) for card in deck.away}  # the last move discarded these cards
        beside = (card for card in deck.before if (card.name, card.zone) in laid)
        draft.set_deck(before=(*beside, *deck.away), away=())
    start_actions(draft)


def drop_proposal(draft: Draft, proposal: Proposal) -> None:
    """End a proposal and discard its card."""
    draft.set_state(proposals=tuple(one for one in draft.state.proposals if one is not proposal))
    draft.discard(proposal.tribe, HERDS[proposal.tribe], proposal.card)


def withdraw_proposals(draft: Draft, proposals: Iterable[Proposal], key: str) -> None:
    """End proposals, and announce each of them (PC-30)."""
    for one in proposals:
        drop_proposal(draft, one)
        draft.add_tribe_ruling("PC-30", key, one.tribe, target_seat=one.target, card=one.card)


def _end_disdain(draft: Draft, stick: Zone) -> int:
    """End the disdain of a tribe. Return how many cards it draws to hold three (PC-22)."""
    tribe = draft.state.turn
    draft.set_tribe(tribe, stick=None)
    draft.discard(tribe, stick, STICK)
    hand = draft.state.own_tribe.hand
    many = min(max(0, HAND_SIZE - hand), draft.state.deck.drawable_count)
    if many:
        draft.add_tribe_ruling("PC-22", "plenty_coups.disdain.draws", count=many)
        draft.draw(many)
        draft.set_tribe(tribe, hand=hand + many)
    else:
        draft.add_tribe_ruling("PC-22", "plenty_coups.disdain.ends")
    return many


def start_actions(draft: Draft) -> None:
    """Bring home the tribe's raids, then let it act (PC-12)."""
    state = draft.state
    raids = state.raids(state.turn)
    for camp, raid in raids:
        bring_home(draft, camp, raid, "PC-12")
    actions = Actions(
        action_count(state),
        returned=tuple([camp for camp, raid in raids if not raid.turned]),
        exchanged=state.exchanged,
        turned=tuple([camp for camp, raid in raids if raid.turned]),
    )
    draft.set_state(phase=Acting(actions))
    if not actions.left:
        end_turn_if_idle(draft)


def action_count(state: State) -> int:
    """Return the number of actions that this tribe has in its turn (PC-5, PC-50)."""
    hand = state.own_tribe.hand
    return max(0, min(SUMMER_ACTIONS, hand - HAND_SIZE)) if state.summer else min(1, hand)


def bring_home(draft: Draft, camp: int, raid: Raid, rule: str) -> None:
    """Bring a raid home. It brings a horse if the raided herd has one (PC-12, PC-32)."""
    state, key = draft.state, "plenty_coups.raid.home_without"
    horses = state.tribes[camp].horses
    if horses:
        key = "plenty_coups.raid.home"
        draft.set_tribe(camp, horses=horses - 1)
        draft.set_tribe(raid.tribe, horses=state.tribes[raid.tribe].horses + 1)
    end_raid(draft, camp, raid)
    seats = state.player_of(raid.tribe), state.player_of(camp)
    draft.add_ruling(rule, key, *seats, tribe_seat=raid.tribe, camp_seat=camp, cards=raid.cards)


def end_raid(draft: Draft, camp: int, raid: Raid) -> None:
    """End a raid. Its marker returns to its tribe and its warriors are discarded."""
    draft.set_tribe(camp, raid=None)
    draft.discard(raid.tribe, RAIDS[camp], *raid.cards)


# -- the turn goes on ----------------------------------------------------------------------------


def count_action(
    draft: Draft,
    what: What = What.OTHER,
    target: int | None = None,
    tribe: int | None = None,
    *,
    cost: int = 1,
    coup: bool = False,
    fresh: int | None = None,
    parried: bool = False,
) -> None:
    """Count an action. End the turn after the last action.

    `target` is the tribe that the action concerned. `tribe` is the tribe that acted; by default, it
    is the tribe on turn. After an action that is no `coup`, raids that came home mark no coup.
    """
    was = draft.state.actions
    left, done = was.left - cost, was.done + cost
    returned = tuple([camp for camp in was.returned if coup and camp != target])
    marked = (*was.marked, target) if coup and target is not None else was.marked
    late = was.late if coup else was.late + was.returned
    actions = Actions(left, done, returned, fresh, parried, was.exchanged, was.turned, marked, late)
    by = draft.state.turn if tribe is None else tribe
    last = Event(what, by, target)
    if left or may_exchange(draft.state):
        draft.set_state(phase=Acting(actions), last=last)
    else:
        end_turn(draft, last)


def may_exchange(state: State) -> bool:
    """Whether the tribe on turn may still exchange gifts with its ally (PC-35)."""
    other = state.ally(state.turn)
    if other is None or state.exchanged:
        return False
    return state.own_tribe.hand > 0 and state.tribes[other].hand > 0


def may_end(state: State) -> bool:
    """Whether a turn may end: no action is left (PC-5), or it is winter (PC-50)."""
    return isinstance(state.phase, Acting) and (not state.phase.actions.left or not state.summer)


def end_turn_if_idle(draft: Draft) -> None:
    """End a turn that has no actions left, unless the tribe may still exchange gifts."""
    if not may_exchange(draft.state):
        end_turn(draft)


def done(draft: Draft, move: moves.Done) -> None:
    """End the turn. In summer, the tribe must have made all its actions."""
    left = must_be_phase(draft.state, Acting).actions.left
    must_be_player(draft.state, move.seat)
    if not may_end(draft.state):
        refuse("PC-5", "owes", count=left)
    draft.add_tribe_ruling("PC-50" if left else "PC-5", "plenty_coups.done")
    end_turn(draft, Event(What.OTHER, draft.state.turn))


# -- the turn ends -------------------------------------------------------------------------------


def end_turn(draft: Draft, last: Event | None = None) -> None:
    """Pass the turn to the next tribe, start the next round, or end the match (PC-1, PC-3)."""
    state, last = draft.state, last or draft.state.last
    around = turn_order(state.setup.seats, state.setup.elder)
    at = around.index(state.turn) + 1
    if at < len(around):
        draft.set_state(turn=around[at], phase=Turning(), last=last)
        draft.add_tribe_ruling("PC-1", "plenty_coups.next")
    elif state.round == LAST_ROUND:
        draft.set_state(last=last)
        end_match(draft)
        return
    else:
        draft.set_state(turn=around[0], round=state.round + 1, phase=Turning(), last=last)
        key = "plenty_coups.winter" if state.round == LAST_SUMMER_ROUND else "plenty_coups.round"
        draft.add_tribe_ruling("PC-3", key, number=state.round + 1)
    state = draft.state
    if not (state.take_count and state.market_target > len(state.market)):
        start_turn(draft)


def end_match(draft: Draft) -> None:
    """End the match. Raids that still lie before a camp earn nothing (PC-3, PC-51)."""
    for camp, raid in draft.state.raids():
        end_raid(draft, camp, raid)
        draft.add_tribe_ruling("PC-51", "plenty_coups.raid.lost", raid.tribe, camp_seat=camp)
    draft.set_state(phase=Over())
    draft.rulings += final_rulings(draft.state)
