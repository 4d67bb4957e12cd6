"""Host actions: correcting counts, and removing a player.

The rule sheet does not say what happens to the tribe of a player who leaves. Here it continues like
the neutral tribe of two players (PC-53): the other players take turns playing it, each for a round.
Its seat comes last, and its agreements with players end.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.kit import left_behind
from referee.plenty_coups.rules.alliances import end_alliance
from referee.plenty_coups.rules.changes import change_deck, change_tribe
from referee.plenty_coups.rules.turns import end_match, end_turn_if_idle, withdraw_proposals
from referee.plenty_coups.state import moves, open_cards
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Phase, Taking
from referee.plenty_coups.state.state import MARKERS, Event, State, What

# -- counts --------------------------------------------------------------------------------------


def most_horses(state: State, tribe: int) -> int:
    """Return the largest possible herd of a tribe: its own horses and all horses of the plain."""
    return state.tribes[tribe].horses + state.plain


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


def hand_set(state: State, _phase: Phase, move: moves.HandSet) -> State:
    """Set the number of cards in a hand. The pile loses or gains the difference (PC-5)."""
    camp, cards = move.camp, move.cards
    _must_be_tribe(state, camp, "PC-5")
    least, most = hand_bounds(state, camp)
    if not least <= cards <= most:
        refuse("PC-5", "no_such_hand", given=cards, least=least, most=most)
    was, key = state.tribes[camp].hand, "plenty_coups.hand_set"
    state = change_deck(_set_count(state, camp, hand=cards), pile=most - cards)
    return state.tell("PC-5", key, camp, was=was, number=cards)


def horses_set(state: State, _phase: Phase, move: moves.HorsesSet) -> State:
    """Set the number of horses in a herd. The plain loses or gains the difference (PC-2)."""
    camp, horses = move.camp, move.horses
    _must_be_tribe(state, camp, "PC-2")
    most = most_horses(state, camp)
    if not 0 <= horses <= most:
        refuse("PC-2", "no_such_herd", given=horses, most=most)
    was, key = state.tribes[camp].horses, "plenty_coups.horses_set"
    state = replace(_set_count(state, camp, horses=horses), plain=most - horses)
    return state.tell("PC-2", key, camp, was=was, horses=horses)


def prestige_set(state: State, _phase: Phase, move: moves.PrestigeSet) -> State:
    """Set the number of a tribe's markers that show prestige (PC-7)."""
    camp, prestige = move.camp, move.prestige
    _must_be_tribe(state, camp, "PC-7")
    least, most = prestige_bounds(state, camp)
    if not least <= prestige <= most:
        refuse("PC-7", "no_such_prestige", given=prestige, least=least, most=most)
    was, key = state.tribes[camp].prestige, "plenty_coups.prestige_set"
    state = _set_count(state, camp, prestige=prestige)
    return state.tell("PC-7", key, camp, was=was, prestige=prestige)


def _set_count(state: State, camp: int, **counted: int) -> State:
    """Set a tribe's count. Cards that the tribe on turn still had to draw now count as drawn."""
    phase = state.phase
    if isinstance(phase, Taking):
        phase = Taking(phase.left, phase.exchanged)
    state = change_tribe(state, camp, **counted)
    return replace(state, phase=phase, last=Event(What.SET, camp))


def _must_be_tribe(state: State, camp: int, rule: str) -> None:
    if camp not in state.camps:
        refuse(rule, "no_tribe", number=camp + 1)


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
