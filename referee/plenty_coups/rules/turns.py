"""The start, course and end of a turn: raids come home, rounds, winter (PC-3, PC-12, PC-50)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.ending import counted
from referee.plenty_coups.rules.must import must_be, must_be_player
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import STICK
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Actions, Over, Taking, Turning
from referee.plenty_coups.state.places import HERDS, RAIDS
from referee.plenty_coups.state.state import (
    HAND,
    LAST,
    SUMMER,
    Event,
    Proposal,
    Raid,
    State,
    What,
    order,
)
from referee.table import Zone

ACTIONS = 2  # in a summer turn

# -- the turn opens ------------------------------------------------------------------------------


def opens(now: Draft) -> None:
    """Start a tribe's turn: end its proposals and its disdain, then let it take cards."""
    state = now.state
    if state.proposals:  # they last a round (PC-30)
        stood = [one for one in state.proposals if one.tribe == state.turn]
        withdraw(now, stood, "plenty_coups.proposal.lapses")
    stick = state.own.stick
    draws = _stands_up(now, stick) if stick is not None else 0
    state = now.state
    many = min(state.takes, len(state.market))
    if many:
        now.set(phase=Taking(many, draws=draws))
        return
    if owes(state):  # a turn without actions clears no used cards
        deck = state.deck
        laid = {(card.name, card.zone) for card in deck.away}  # by the move that started this turn
        beside = (card for card in deck.before if (card.name, card.zone) in laid)
        now.deck(before=(*beside, *deck.away), away=())
    acts(now)


def drop(now: Draft, proposal: Proposal) -> None:
    """End a proposal and discard its card."""
    now.set(proposals=tuple(one for one in now.state.proposals if one is not proposal))
    now.discard(proposal.tribe, HERDS[proposal.tribe], proposal.card)


def withdraw(now: Draft, proposals: Iterable[Proposal], key: str) -> None:
    """End proposals and announce each (PC-30)."""
    for one in proposals:
        drop(now, one)
        now.says("PC-30", key, one.tribe, target_seat=one.target, card=one.card)


def _stands_up(now: Draft, stick: Zone) -> int:
    """End a tribe's disdain: it draws back to three cards (PC-22). Return how many it draws."""
    tribe = now.state.turn
    now.tribe(tribe, stick=None)
    now.discard(tribe, stick, STICK)
    hand = now.state.own.hand
    many = min(max(0, HAND - hand), now.state.deck.left)
    if many:
        now.says("PC-22", "plenty_coups.disdain.draws", count=many)
        now.draw(many)
        now.tribe(tribe, hand=hand + many)
    else:
        now.says("PC-22", "plenty_coups.disdain.ends")
    return many


def acts(now: Draft) -> None:
    """Bring home the tribe's raids, then let it act (PC-12)."""
    state = now.state
    raids = state.raids(state.turn)
    for camp, raid in raids:
        come_home(now, camp, raid, "PC-12")
    returned = tuple([camp for camp, raid in raids if not raid.turned])
    actions = Actions(owes(state), returned=returned, exchanged=state.exchanged)
    now.set(phase=Acting(actions))
    if not actions.left:
        rests(now)


def owes(state: State) -> int:
    """Return the number of actions in a tribe's turn, given its hand (PC-5, PC-50)."""
    hand = state.own.hand
    return max(0, min(ACTIONS, hand - HAND)) if state.summer else min(1, hand)


def come_home(now: Draft, camp: int, raid: Raid, rule: str) -> None:
    """Bring a raid home, with one horse if the herd has any (PC-12, PC-32)."""
    state, key = now.state, "plenty_coups.raid.home_without"
    horses = state.tribes[camp].horses
    if horses:
        key = "plenty_coups.raid.home"
        now.tribe(camp, horses=horses - 1)
        now.tribe(raid.tribe, horses=state.tribes[raid.tribe].horses + 1)
    call_off(now, camp, raid)
    seats = state.player(raid.tribe), state.player(camp)
    now.rule(rule, key, *seats, tribe_seat=raid.tribe, camp_seat=camp, cards=raid.cards)


def call_off(now: Draft, camp: int, raid: Raid) -> None:
    """End a raid: its marker goes back and its warriors are discarded."""
    now.tribe(camp, raid=None)
    now.discard(raid.tribe, RAIDS[camp], *raid.cards)


# -- the turn goes on ----------------------------------------------------------------------------


def acted(
    now: Draft,
    what: What = What.OTHER,
    target: int | None = None,
    tribe: int | None = None,
    *,
    cost: int = 1,
    returned: tuple[int, ...] = (),
    fresh: int | None = None,
    parried: bool = False,
) -> None:
    """Count an action, and end the turn after the last one.

    The action was done to `target`. `tribe` did it, by default the tribe on turn.
    """
    was = now.state.actions
    left, done = was.left - cost, was.done + cost
    actions = Actions(left, done, returned, fresh, parried, was.exchanged)
    by = now.state.turn if tribe is None else tribe
    last = Event(what, by, target)
    if left or may_exchange(now.state):
        now.set(phase=Acting(actions), last=last)
    else:
        ends(now, last)


def may_exchange(state: State) -> bool:
    """Whether the tribe on turn may still exchange gifts with its ally (PC-35)."""
    other = state.ally(state.turn)
    if other is None or state.exchanged:
        return False
    return state.own.hand > 0 and state.tribes[other].hand > 0


def may_end(state: State) -> bool:
    """Whether a turn may end: no action is owed (PC-5), or it is winter (PC-50)."""
    return isinstance(state.phase, Acting) and (not state.phase.actions.left or not state.summer)


def rests(now: Draft) -> None:
    """End a turn without actions left, unless an exchange is possible."""
    if not may_exchange(now.state):
        ends(now)


def done(now: Draft, move: moves.Done) -> None:
    """End the turn. Its player must owe no action."""
    left = must_be(now.state, Acting).actions.left
    must_be_player(now.state, move.seat)
    if not may_end(now.state):
        refuse("PC-5", "owes", count=left)
    now.says("PC-50" if left else "PC-5", "plenty_coups.done")
    ends(now, Event(What.OTHER, now.state.turn))


# -- the turn ends -------------------------------------------------------------------------------


def ends(now: Draft, last: Event | None = None) -> None:
    """Go on to the next tribe, the next round or the end of the match (PC-1, PC-3)."""
    state, last = now.state, last or now.state.last
    around = order(state.setup.seats, state.setup.elder)
    at = around.index(state.turn) + 1
    if at < len(around):
        now.set(turn=around[at], phase=Turning(), last=last)
        now.says("PC-1", "plenty_coups.next")
    elif state.round == LAST:
        now.set(last=last)
        over(now)
        return
    else:
        now.set(turn=around[0], round=state.round + 1, phase=Turning(), last=last)
        key = "plenty_coups.winter" if state.round == SUMMER else "plenty_coups.round"
        now.says("PC-3", key, number=state.round + 1)
    state = now.state
    if not (state.takes and state.due > len(state.market)):
        opens(now)


def over(now: Draft) -> None:
    """End the match. Raids that are still out bring nothing (PC-3, PC-51)."""
    for camp, raid in now.state.raids():
        call_off(now, camp, raid)
        now.says("PC-51", "plenty_coups.raid.lost", raid.tribe, camp_seat=camp)
    now.set(phase=Over())
    now.rulings += counted(now.state)
