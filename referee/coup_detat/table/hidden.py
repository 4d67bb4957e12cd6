"""The cards that nobody sees, and the answers that bots do not know."""

from __future__ import annotations

from msgspec.structs import replace

from referee.coup_detat.state import phases
from referee.coup_detat.state.cards import COUP, HAND_SIZE, pack, remove_cards
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import SecretAnswers
from referee.coup_detat.table.layout import hand_sizes
from referee.determinization import Chance, Hidden

LODGE_PROBABILITY = 0.1  # Probability that another player lodges a secret coup.


def hidden(state: State) -> Hidden:
    """Return the cards that nobody sees. The table card is in no hand."""
    phase, deal, holder = state.phase, state.phase.deal, state.phase.attempter
    cards, held, lacks = pack(state.seats), (HAND_SIZE,) * state.seats, {}
    coup_is_seen = phase.coup_is_away
    if isinstance(phase, phases.Drawing | phases.ClearingDraw):
        return Hidden(remove_cards(cards, phase.drawn), (0,) * state.seats)
    if deal is not None:
        held = hand_sizes(deal)
        lacks = {seat: tuple(deal.lacked_by(seat)) for seat in range(state.seats)}
        cards, holder, coup_is_seen = deal.unseen, deal.coup, deal.coup is None
    known = dict[int, tuple[str, ...]]()
    if not coup_is_seen:
        cards = (*cards, COUP)
        if holder is not None:
            known[holder] = (COUP,)
    return Hidden(cards, held, known=known, deal=state.deals, lacks=lacks)


def sample_answers(state: State, seat: int, chance: Chance) -> State:
    """Return the state after sampling what the other seats answer about a secret coup (CE-61)."""
    phase = state.phase
    at = phase if isinstance(phase, phases.InTricks) else getattr(phase, "after", None)
    if not isinstance(at, phases.InTricks) or not at.deal.answers.given:
        return state
    answers = [*at.deal.answers.given]
    for other, answer in enumerate(answers):
        if answer is not None and other not in (seat, state.president):
            answers[other] = chance.random() < LODGE_PROBABILITY
    now = replace(at, deal=replace(at.deal, answers=SecretAnswers(tuple(answers))))
    return replace(state, phase=now if at is phase else replace(phase, after=now))
