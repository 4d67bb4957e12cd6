"""What the host does: what was miscounted is set right, and a player leaves.

The sheet does not say what becomes of the tribe of one who leaves in the midst of a match, so the
table does: it goes on as the neutral one of two players does (PC-53). Whoever stays plays it by
turns, round by round, and its seat takes the last place. What it agreed on with players ends.
"""

from __future__ import annotations

from referee.kit import left_lying
from referee.plenty_coups.rules.alliances import part
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.must import refuse_for_now
from referee.plenty_coups.rules.turns import over, rests, withdraw
from referee.plenty_coups.state import lying, moves
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Phase, Sweeping, Taking, Turning
from referee.plenty_coups.state.state import MARKERS, Event, State, What

BETWEEN = (Turning, Sweeping, Taking, Acting)  # when the host may
HANDS = (Taking, Acting)  # and for a hand: no cards are due from the pile

# -- what was miscounted -------------------------------------------------------------------------


def most_horses(state: State, tribe: int) -> int:
    """Return how many horses a herd can have: the plain keeps none."""
    return state.tribes[tribe].horses + state.plain


def markers(state: State, tribe: int) -> tuple[int, int]:
    """Return how much prestige a tribe can show, by the markers that lie on raids."""
    return state.out(tribe, turned=True), MARKERS - state.out(tribe, turned=False)


def hand_bounds(state: State, tribe: int) -> tuple[int, int]:
    """Return how many cards a hand can have: those that were seen, and for what it owes, to all."""
    phase, one = state.phase, state.tribes[tribe]
    owes = phase.actions.left if isinstance(phase, Acting) and tribe == state.turn else 0
    return max(owes, len(one.known)), one.hand + state.deck.pile


def hand_set(now: Draft, move: moves.HandSet) -> None:
    """Set how many cards a hand has; the pile has the difference (PC-5)."""
    state, camp, cards = now.state, move.camp, move.cards
    _must_be_set(state, camp, "PC-5", HANDS)
    least, most = hand_bounds(state, camp)
    if not least <= cards <= most:
        refuse("PC-5", "no_such_hand", given=cards, least=least, most=most)
    _set(now, camp, hand=cards)
    now.deck(pile=most - cards)
    was = state.tribes[camp].hand
    now.says("PC-5", "plenty_coups.hand_set", camp, was=was, number=cards)


def horses_set(now: Draft, move: moves.HorsesSet) -> None:
    """Set a herd; the plain gives or takes the difference, so that the sum stays (PC-2)."""
    state, camp, horses = now.state, move.camp, move.horses
    _must_be_set(state, camp, "PC-2")
    most = most_horses(state, camp)
    if not 0 <= horses <= most:
        refuse("PC-2", "no_such_herd", given=horses, most=most)
    _set(now, camp, horses=horses)
    now.set(plain=most - horses)
    was = state.tribes[camp].horses
    now.says("PC-2", "plenty_coups.horses_set", camp, was=was, horses=horses)


def prestige_set(now: Draft, move: moves.PrestigeSet) -> None:
    """Set how many markers of a tribe show prestige (PC-7)."""
    state, camp, prestige = now.state, move.camp, move.prestige
    _must_be_set(state, camp, "PC-7")
    least, most = markers(state, camp)
    if not least <= prestige <= most:
        refuse("PC-7", "no_such_prestige", given=prestige, least=least, most=most)
    _set(now, camp, prestige=prestige)
    was = state.tribes[camp].prestige
    now.says("PC-7", "plenty_coups.prestige_set", camp, was=was, prestige=prestige)


def _set(now: Draft, camp: int, **counted: int) -> None:
    """Set what a tribe has; cards that were to be drawn before count as drawn."""
    phase = now.state.phase
    if isinstance(phase, Taking):
        now.set(phase=Taking(phase.left, phase.exchanged))
    now.tribe(camp, **counted)
    now.set(last=Event(What.SET, camp))


def _must_be_set(
    state: State, camp: int, rule: str, when: tuple[type[Phase], ...] = BETWEEN
) -> None:
    _must_be_between(state, when)
    if camp not in state.camps:
        refuse(rule, "no_tribe", number=camp + 1)


def _must_be_between(state: State, when: tuple[type[Phase], ...] = BETWEEN) -> None:
    """Refuse what the host does amid a move (PC-5)."""
    if not isinstance(state.phase, when):
        refuse_for_now(state)


# -- who leaves ----------------------------------------------------------------------------------


def may_leave(state: State) -> tuple[int, ...]:
    """Return who may leave now: any player between two moves, once the market was turned."""
    return state.players if isinstance(state.phase, BETWEEN) and state.last.what else ()


def leave(now: Draft, move: moves.Leave) -> None:
    """Let a player go; the one who stays alone has won."""
    state, seat, stay = now.state, move.seat, now.state.players
    _must_be_between(state)
    if seat not in stay:
        refuse("PC-53", "gone", seat=seat)
    if not may_leave(state):
        refuse("PC-53", "not_begun")
    now.rule("PC-53", "plenty_coups.leaves", seat, seat=seat)
    stands = tuple(lying.standing(state))
    lie = (*stands, *lying.used(state, stands))
    now.rulings += left_lying((card.name for card in lie if card.seat == seat), seat)
    other = state.ally(seat)
    if other is not None:
        part(now, seat)
        by = state.player(other)
        now.rule("PC-53", "plenty_coups.leaves.alliance", by, tribe_seat=seat, other_seat=other)
    its = [one for one in state.proposals if seat in (one.tribe, one.target)]
    withdraw(now, its, "plenty_coups.proposal.withdrawn")
    now.set(gone=tuple(sorted((*state.gone, seat))), last=Event(What.LEFT, seat))
    if len(stay) == 2:
        over(now)
    elif isinstance(state.phase, Acting) and not state.phase.actions.left:
        rests(now)
