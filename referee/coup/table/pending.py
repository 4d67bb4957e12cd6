"""The actions by hand in each phase: show a card, turn one up, take one back, or draw."""

from __future__ import annotations

from typing import Any

from referee.contract import Message
from referee.coup.rules.open_cards import turnable_cards
from referee.coup.state import phases
from referee.coup.state.cards import DRAWN
from referee.coup.state.moves import offer
from referee.coup.state.state import MIDDLE, State, claimer, hidden_cards, seat_zone
from referee.pending import Draw, Lay, PendingAction, draw
from referee.pending import Return as GiveBack


def card_to_show(state: State, phase: phases.Show) -> tuple[PendingAction, ...]:
    """Return the claimed card, which the claimer must lay in the middle (CP-24)."""
    seat = claimer(state)
    prompt = Message("coup.want.show", {"seat": seat, "cards": phase.play.claims})
    at = (prompt, MIDDLE, seat, hidden_cards(state))
    return (offer.by_hand(Lay, "card_shown", "CP-24", *at, first=phase.play.claims),)


def card_to_turn_up(state: State, phase: phases.Lose) -> tuple[PendingAction, ...]:
    """Return the card that the loser must turn up next to the open ones (CP-26)."""
    seat, up = phase.loser, state.faces[phase.loser]
    prompt, cards = Message("coup.want.turn", {"seat": seat}), turnable_cards(state, seat)
    lay = offer.by_hand(Lay, "card_turned", "CP-26", prompt, seat_zone(seat), seat, cards, up)
    return (lay, *cards_to_draw(state))


def card_to_take_back(state: State, phase: phases.Return) -> tuple[PendingAction, ...]:
    """Return the shown card, which goes into the Court (CP-25) or back to the hand (CP-42)."""
    seat, goes_in = claimer(state), phase.loser is None
    rule, into = ("CP-25", MIDDLE) if goes_in else ("CP-42", None)
    fixed: dict[str, Any] = {"cards": (phase.shown,), "into": into}
    at = (Message("coup.focus.return", {"seat": seat}), MIDDLE, seat)
    back = offer.by_hand(GiveBack, "card_returned", rule, *at, **fixed)
    return (back, *cards_to_draw(state))


def cards_to_draw(state: State, _phase: object = None) -> tuple[Draw, ...]:
    """Return the draw from the Court: two cards for an exchange, or one for a proven card (CP-25).

    A card is proven if it is the claimed one. So it goes into the Court.
    """
    phase = state.phase
    if type(phase) is phases.Exchange:
        return (draw(MIDDLE, state.turn, DRAWN),)
    if type(phase) is phases.Return:
        proven = phase.loser is None
    elif type(phase) is phases.Lose and phase.shown:
        proven = isinstance(phase.cause, phases.Contest) and phase.cause.held
    else:
        return ()
    return (draw(MIDDLE, claimer(state)),) if proven else ()
