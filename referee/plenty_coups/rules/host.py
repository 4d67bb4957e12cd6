"""Host actions: correcting counts, and removing a player.

The rule sheet does not say what happens to the tribe of a player who leaves. Here it continues like
the neutral tribe of two players (PC-53): the other players take turns playing it, each for a round.
Its seat comes last, and its agreements with players end.
"""

from __future__ import annotations

from referee.kit import left_behind
from referee.plenty_coups.rules.alliances import end_alliance
from referee.plenty_coups.rules.checks import refuse_early_move
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.turns import end_match, end_turn_if_idle, withdraw_proposals
from referee.plenty_coups.state import moves, open_cards
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Phase, Sweeping, Taking, Turning
from referee.plenty_coups.state.state import MARKERS, Event, State, What

HOST_PHASES = (Turning, Sweeping, Taking, Acting)  # The host may act in these phases.
HAND_COUNT_PHASES = (Taking, Acting)  # The host may count hands when nobody is about to draw.

# -- counts --------------------------------------------------------------------------------------


def most_horses(state: State, tribe: int) -> int:
    """Return the largest possible herd of a tribe: its own horses and all horses of the plain."""
    return state.tribes[tribe].horses + state.plain


def prestige_bounds(state: State, tribe: int) -> tuple[int, int]:
    """Return the minimum and maximum prestige of a tribe, given its markers on raids."""
    return state.markers_on_raids(tribe, turned=True), MARKERS - state.markers_on_raids(
        tribe, turned=False
    )


def hand_bounds(state: State, tribe: int) -> tuple[int, int]:
    """Return the minimum and maximum number of cards in a hand.

    The minimum is the number of its known cards, or of the actions still to make if that is larger.
    """
    phase, one = state.phase, state.tribes[tribe]
    owes = phase.actions.left if isinstance(phase, Acting) and tribe == state.turn else 0
    return max(owes, len(one.known)), one.hand + state.deck.pile


def hand_set(draft: Draft, move: moves.HandSet) -> None:
    """Set the number of cards in a hand. The pile loses or gains the difference (PC-5)."""
    state, camp, cards = draft.state, move.camp, move.cards
    _must_be_settable(state, camp, "PC-5", HAND_COUNT_PHASES)
    least, most = hand_bounds(state, camp)
    if not least <= cards <= most:
        refuse("PC-5", "no_such_hand", given=cards, least=least, most=most)
    _set_count(draft, camp, hand=cards)
    draft.set_deck(pile=most - cards)
    was = state.tribes[camp].hand
    draft.add_tribe_ruling("PC-5", "plenty_coups.hand_set", camp, was=was, number=cards)


def horses_set(draft: Draft, move: moves.HorsesSet) -> None:
    """Set the number of horses in a herd. The plain loses or gains the difference (PC-2)."""
    state, camp, horses = draft.state, move.camp, move.horses
    _must_be_settable(state, camp, "PC-2")
    most = most_horses(state, camp)
    if not 0 <= horses <= most:
        refuse("PC-2", "no_such_herd", given=horses, most=most)
    _set_count(draft, camp, horses=horses)
    draft.set_state(plain=most - horses)
    was = state.tribes[camp].horses
    draft.add_tribe_ruling("PC-2", "plenty_coups.horses_set", camp, was=was, horses=horses)


def prestige_set(draft: Draft, move: moves.PrestigeSet) -> None:
    """Set the number of a tribe's markers that show prestige (PC-7)."""
    state, camp, prestige = draft.state, move.camp, move.prestige
    _must_be_settable(state, camp, "PC-7")
    least, most = prestige_bounds(state, camp)
    if not least <= prestige <= most:
        refuse("PC-7", "no_such_prestige", given=prestige, least=least, most=most)
    _set_count(draft, camp, prestige=prestige)
    was = state.tribes[camp].prestige
    draft.add_tribe_ruling("PC-7", "plenty_coups.prestige_set", camp, was=was, prestige=prestige)


def _set_count(draft: Draft, camp: int, **counted: int) -> None:
    """Set a tribe's count. Cards that the tribe on turn still had to draw now count as drawn."""
    phase = draft.state.phase
    if isinstance(phase, Taking):
        draft.set_state(phase=Taking(phase.left, phase.exchanged))
    draft.set_tribe(camp, **counted)
    draft.set_state(last=Event(What.SET, camp))


def _must_be_settable(
    state: State, camp: int, rule: str, when: tuple[type[Phase], ...] = HOST_PHASES
) -> None:
    _must_be_between(state, when)
    if camp not in state.camps:
        refuse(rule, "no_tribe", number=camp + 1)


def _must_be_between(state: State, when: tuple[type[Phase], ...] = HOST_PHASES) -> None:
    """Raise `IllegalMove` if the host interrupts a move (PC-5)."""
    if not isinstance(state.phase, when):
        refuse_early_move(state)


# -- leaving -------------------------------------------------------------------------------------


def may_leave(state: State) -> tuple[int, ...]:
    """Return who may leave now: every player, between moves and once the market has been read."""
    return state.players if isinstance(state.phase, HOST_PHASES) and state.last.what else ()


def leave(draft: Draft, move: moves.Leave) -> None:
    """Remove a player from the match. If only one player stays, that player has won."""
    state, seat, stay = draft.state, move.seat, draft.state.players
    _must_be_between(state)
    if seat not in stay:
        refuse("PC-53", "gone", seat=seat)
    if not may_leave(state):
        refuse("PC-53", "not_begun")
    draft.add_ruling("PC-53", "plenty_coups.leaves", seat, seat=seat)
    face_up = tuple(open_cards.open_cards(state))
    cards = (*face_up, *open_cards.used_cards(state, face_up))
    draft.rulings += left_behind((card.name for card in cards if card.seat == seat), seat)
    other = state.ally(seat)
    if other is not None:
        end_alliance(draft, seat)
        by = state.player_of(other)
        draft.add_ruling(
            "PC-53", "plenty_coups.leaves.alliance", by, tribe_seat=seat, other_seat=other
        )
    its = [one for one in state.proposals if seat in (one.tribe, one.target)]
    withdraw_proposals(draft, its, "plenty_coups.proposal.withdrawn")
    draft.set_state(gone=tuple(sorted((*state.gone, seat))), last=Event(What.LEFT, seat))
    if len(stay) == 2:
        end_match(draft)
    elif isinstance(state.phase, Acting) and not state.phase.actions.left:
        end_turn_if_idle(draft)
