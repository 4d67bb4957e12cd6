"""What everybody at the table may see of a match of Coup d'État, and a seat's own secret."""

from __future__ import annotations

from collections import Counter

from referee.contract import Cue, Deal, Focus, Message, SeatView, Token, Value, View
from referee.coup_detat import review
from referee.coup_detat.cards import HAND, left_out
from referee.coup_detat.contracts import CONTRACTS
from referee.coup_detat.lights import cues, waits_for
from referee.coup_detat.paying import asked
from referee.coup_detat.play import outcome
from referee.coup_detat.revokes import suspected
from referee.coup_detat.state import (
    Phase,
    State,
    answering,
    contracts_left,
    taken,
)


def view(state: State, seat: int | None) -> View:
    """Return what `seat`'s phone may show; None is a stranger."""
    over = state.phase is Phase.OVER
    return View(
        game="coup_detat",
        round=state.round,
        phase=Message(f"coup_detat.phase.{state.phase.value}"),
        focus=_focus(state),
        seats=tuple(_seat(state, one, cue, seat) for one, cue in enumerate(cues(state))),
        seat=seat,
        facts=review.most(state) if over else _facts(state),
        deal=_deal(state),
        outcome=outcome(state),
    )


def _deal(state: State) -> Deal | None:
    """Eight cards each and one on the table, before the holder of the Coup card speaks (CE-1)."""
    if state.phase is not Phase.COUP:
        return None
    seats = state.setup.seats
    return Deal(state.deals, (HAND,) * seats, True, left_out(seats), 1)


def _seat(state: State, seat: int, cue: Cue, viewer: int | None) -> SeatView:
    tokens = [Token("franc", state.accounts.cash[seat])]
    if state.play is not None:
        won = sum(trick.winner(state.setup.seats) == seat for trick in state.play.tricks)
        tokens.append(Token("trick", won, HAND))
    if state.rows is not None:
        tokens.append(Token("card", state.rows.held(seat), HAND))
    if state.phase is Phase.OVER:
        notes = review.of_match(state, seat)
    else:
        notes = (*_notes(state, seat), *_secret(state, seat, viewer))
    return SeatView(seat, cue, tuple(tokens), notes=notes)


def _notes(state: State, seat: int) -> tuple[Message, ...]:
    """Return who a seat is, what it took that costs, and whom it owes."""
    notes: list[Message] = []
    if seat == state.president and state.phase is not Phase.DRAW and not state.drawing:
        notes.append(Message("coup_detat.note.president"))
    if seat == state.attempter:
        notes.append(Message("coup_detat.note.attempts"))
    if seat in answering(state):
        notes.append(Message("coup_detat.note.answers"))
    if state.play is not None and state.contract:
        price = CONTRACTS[state.contract].price
        pile = taken(state.play, state.setup.seats)[seat]
        if costly := tuple(card for card in pile if card in price):
            notes.append(Message("coup_detat.note.took", {"cards": costly}))
    owed: Counter[int | None] = Counter()
    for debt in state.accounts.debts:
        if debt.borrower == seat:
            owed[debt.lender] += debt.owed
    for lender, amount in owed.items():
        if lender is None:
            notes.append(Message("coup_detat.note.owes_bank", {"amount": amount}))
        else:
            params: dict[str, Value] = {"amount": amount, "lender_seat": lender}
            notes.append(Message("coup_detat.note.owes", params))
    return tuple(notes)


def _secret(state: State, seat: int, viewer: int | None) -> tuple[Message, ...]:
    """Return what a seat answered about a secret coup, for its own eyes alone (CE-61)."""
    if viewer != seat or not state.answers or state.answers[seat] is None:
        return ()
    return (Message("coup_detat.lodged" if state.answers[seat] else "coup_detat.not_lodged"),)


def _facts(state: State) -> tuple[Message, ...]:
    facts = []
    if state.contract:
        facts.append(Message("coup_detat.fact.contract", {"word": CONTRACTS[state.contract].word}))
    facts.append(Message("coup_detat.fact.bank", {"amount": state.accounts.bank}))
    seats = state.setup.seats
    facts.append(Message("coup_detat.fact.tour", {"number": state.tour, "most": seats}))
    if state.phase in (Phase.COUP, Phase.NAME) and (left := contracts_left(state)):
        facts.append(
            Message("coup_detat.fact.left", {"words": tuple(f"card.{one}" for one in left)})
        )
    return tuple(facts)


def _focus(state: State) -> Focus:
    """Return whom the table waits for, and what for."""
    if state.phase is Phase.OVER:
        ended = outcome(state)
        assert ended is not None
        return Focus(ended.reason, seat=ended.winners[0])
    phase, due = state.phase, waits_for(state)
    seat = due[0] if due else None
    params: dict[str, Value] = {}
    key = f"coup_detat.focus.{phase.value}"
    if phase is Phase.PLAY and not due:
        key, params["seats"] = "coup_detat.focus.answers", answering(state)
    elif phase in (Phase.COUP, Phase.CLAIM):
        params["seat"], seat = state.president, None  # it is on whoever holds the Coup card
    elif phase is Phase.REVOKE:
        params["seat"] = state.shown[0].seat
        if state.play is None:
            key = "coup_detat.focus.revoke_rows"
    elif phase is Phase.LEFT and (found := suspected(state)) is not None:
        params["seat"] = found[0]
    elif phase is Phase.DRAW:
        params["seats"], seat = due, None
    elif phase is Phase.CLEAR and state.play is None:
        key, seat = "coup_detat.focus.coup_back", None
    elif (loan := asked(state)) is not None:
        params |= {"seat": loan.lender, "borrower_seat": loan.borrower, "amount": loan.amount}
    elif seat is not None:
        params["seat"] = seat
        if phase is Phase.ROWS and state.rows is not None and state.rows.run:
            key = "coup_detat.focus.rows_on"
        elif phase is Phase.ROWS and state.rows is not None and not state.rows.turns:
            key = "coup_detat.focus.rows_first"
    return Focus(Message(key, params), seat=seat)
