"""Host actions: correcting counts, and removing a player.

The rule sheet does not say what happens to the tribe of a player who leaves. Here it continues like
the neutral tribe of two players (PC-53): the other players take turns playing it, each for a round.
Its seat comes last, and its agreements with players end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from referee.contract import IllegalMove, Message
from referee.kit import left_behind
from referee.plenty_coups.rules.alliances import end_alliance
from referee.plenty_coups.rules.changes import change_deck, change_tribe
from referee.plenty_coups.rules.turns import end_match, end_turn_if_idle, withdraw_proposals
from referee.plenty_coups.state import moves, open_cards
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Phase, Taking
from referee.plenty_coups.state.state import MARKERS, Event, State, What

# -- counts --------------------------------------------------------------------------------------


def horse_bounds(state: State, tribe: int) -> tuple[int, int]:
    """Return the smallest and the largest possible herd: with all horses of the plain."""
    return 0, state.tribes[tribe].horses + state.plain


def prestige_bounds(state: State, tribe: int) -> tuple[int, int]:
    """Return the minimum and maximum prestige of a tribe, given its markers on raids."""
    turned = [raid.turned for _, raid in state.raids() if raid.tribe == tribe]
    return turned.count(True), MARKERS - turned.count(False)


def hand_bounds(state: State, tribe: int) -> tuple[int, int]:
    """Return the minimum and maximum number of cards in a hand.

    The minimum is the number of its known cards, or of the actions still to make if that is larger.
    """
    phase, owner = state.phase, state.tribes[tribe]
    owes = phase.actions.left if isinstance(phase, Acting) and tribe == state.turn else 0
    return max(owes, len(owner.known)), owner.hand + state.deck.pile


# The field of each move with a count, the field of a tribe, and the bounds.
COUNTS: Mapping[Any, tuple[str, str, Callable[[State, int], tuple[int, int]]]] = {
    moves.HorsesSet: ("horses", "horses", horse_bounds),
    moves.PrestigeSet: ("prestige", "prestige", prestige_bounds),
    moves.HandSet: ("cards", "hand", hand_bounds),
}


def hand_set(state: State, _phase: Phase, move: moves.HandSet) -> State:
    """Set the number of cards in a hand. The pile loses or gains the difference (PC-5)."""
    state, was = _set_count(state, move, "PC-5", "plenty_coups.refused.no_such_hand")
    state = change_deck(state, pile=state.deck.pile - move.cards + was)
    return state.tell("PC-5", "plenty_coups.hand_set", move.camp, was=was, number=move.cards)


def horses_set(state: State, _phase: Phase, move: moves.HorsesSet) -> State:
    """Set the number of horses in a herd. The plain loses or gains the difference (PC-2)."""
    state, was = _set_count(state, move, "PC-2", "plenty_coups.refused.no_such_herd")
    state = replace(state, plain=state.plain - move.horses + was)
    return state.tell("PC-2", "plenty_coups.horses_set", move.camp, was=was, horses=move.horses)


def prestige_set(state: State, _phase: Phase, move: moves.PrestigeSet) -> State:
    """Set the number of a tribe's markers that show prestige (PC-7)."""
    state, was = _set_count(state, move, "PC-7", "plenty_coups.refused.no_such_prestige")
    key = "plenty_coups.prestige_set"
    return state.tell("PC-7", key, move.camp, was=was, prestige=move.prestige)


def _set_count(
    state: State, move: moves.HandSet | moves.HorsesSet | moves.PrestigeSet, rule: str, key: str
) -> tuple[State, int]:
    """Set a tribe's count, and also return what it was. Raise `IllegalMove` if it cannot be so.

    Cards that the tribe on turn still had to draw now count as drawn.
    """
    camp, phase, (field, counted, bounds) = move.camp, state.phase, COUNTS[type(move)]
    if camp not in state.camps:
        refuse(rule, "no_tribe", number=camp + 1)
    given, (least, most) = getattr(move, field), bounds(state, camp)
    if not least <= given <= most:
        raise IllegalMove(rule, Message(key, {"given": given, "least": least, "most": most}))
    if isinstance(phase, Taking):
        phase = Taking(phase.left, phase.exchanged)
    after = replace(change_tribe(state, camp, **{counted: given}), phase=phase)
    return replace(after, last=Event(What.SET, camp)), getattr(state.tribes[camp], counted)


# -- leaving -------------------------------------------------------------------------------------


def leaving_seats(state: State) -> tuple[int, ...]:
    """Return who may leave between two moves: every player, once the market has been read."""
    return state.players if state.last.what else ()


def leave(state: State, phase: Phase, move: moves.Leave) -> State:
    """Remove a player from the match. If only one player stays, that player has won."""
    seat, stay = move.seat, state.players
    if seat not in stay:
        refuse("PC-53", "gone", seat=seat)
    if not leaving_seats(state):
        refuse("PC-53", "not_begun")
    face_up = tuple(open_cards.open_cards(state))
    cards = (*face_up, *open_cards.used_cards(state, face_up))
    behind = left_behind((card.name for card in cards if card.seat == seat), seat)
    state = state.say("PC-53", "plenty_coups.leaves", seat=seat).add(*behind)
    other = state.ally(seat)
    if other is not None:
        state, seats = end_alliance(state, seat), (state.player_of(other),)
        key = "plenty_coups.leaves.alliance"
        state = state.say("PC-53", key, seats, tribe_seat=seat, other_seat=other)
    its = [proposal for proposal in state.proposals if seat in (proposal.tribe, proposal.target)]
    state = withdraw_proposals(state, its, "plenty_coups.proposal.withdrawn")
    gone = tuple(sorted((*state.gone, seat)))
    state = replace(state, gone=gone, last=Event(What.LEFT, seat))
    if len(stay) == 2:
        return end_match(state)
    if isinstance(phase, Acting) and not phase.actions.left:
        return end_turn_if_idle(state)
    return state
