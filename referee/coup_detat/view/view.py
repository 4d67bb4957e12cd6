"""What everybody at the table may see of a match of Coup d'État, and a seat's own secret."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from referee.contract import Cue, Deal, Focus, Message, SeatView, Token, Value, View
from referee.coup_detat.rules.paying import asked
from referee.coup_detat.rules.play import outcome
from referee.coup_detat.rules.revokes import suspected
from referee.coup_detat.state.cards import HAND, left_out
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.state import (
    Phase,
    State,
    answering,
    contract_of,
    contracts_left,
    taken,
)
from referee.coup_detat.view import review
from referee.coup_detat.view.lights import cues, waits_for

PHASES = {phase: Message(f"coup_detat.phase.{phase.value}") for phase in Phase}


def view(state: State, seat: int | None) -> View:
    """Return what `seat`'s phone may show; None is a stranger."""
    over = state.phase is Phase.OVER
    return View(
        game="coup_detat",
        round=state.round,
        phase=PHASES[state.phase],
        focus=_focus(state),
        seats=_seats(state, seat),
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


def _seats(state: State, viewer: int | None) -> tuple[SeatView, ...]:
    """Return all seats, `viewer` with what is for its own eyes."""
    cash, play, rows = state.accounts.cash, state.play, state.rows
    piles, asked = _costly(state), answering(state)
    president = None if state.phase is Phase.DRAW or state.drawing else state.president
    counted = None if play is None else play.winners()
    seats = []
    for seat, cue in enumerate(cues(state)):
        count: tuple[str, int] | None = None
        if counted is not None:
            count = "trick", counted.count(seat)
        elif rows is not None:
            count = "card", rows.held[seat]
        if state.phase is Phase.OVER:
            tokens = (Token("franc", cash[seat]),)
            seats.append(SeatView(seat, cue, tokens, notes=review.of_match(state, seat)))
            continue
        who = (seat == president, seat == state.attempter, seat in asked)
        costly = piles[seat] if piles else ()
        owed = _owed(state, seat) if state.accounts.debts else ()
        secret = state.answers[seat] if state.answers and viewer == seat else None
        seats.append(_seat(seat, cue, cash[seat], count, who, costly, owed, secret))
    return tuple(seats)


@lru_cache(maxsize=1024)
def _seat(
    seat: int,
    cue: Cue,
    cash: int,
    count: tuple[str, int] | None,
    who: tuple[bool, bool, bool],
    costly: tuple[str, ...],
    owed: tuple[tuple[int | None, int], ...],
    secret: bool | None,
) -> SeatView:
    """Return a seat: who it is, what it took that costs, whom it owes, and its own secret."""
    tokens: tuple[Token, ...] = (Token("franc", cash),)
    if count is not None:
        tokens = (*tokens, Token(*count, HAND))
    notes = [note for note, holds in zip(WHO, who, strict=True) if holds]
    if costly:
        notes.append(Message("coup_detat.note.took", {"cards": costly}))
    for lender, amount in owed:
        if lender is None:
            notes.append(Message("coup_detat.note.owes_bank", {"amount": amount}))
        else:
            params: dict[str, Value] = {"amount": amount, "lender_seat": lender}
            notes.append(Message("coup_detat.note.owes", params))
    if secret is not None:
        notes.append(Message("coup_detat.lodged" if secret else "coup_detat.not_lodged"))
    return SeatView(seat, cue, tokens, notes=tuple(notes))


WHO = (
    Message("coup_detat.note.president"),
    Message("coup_detat.note.attempts"),
    Message("coup_detat.note.answers"),
)


def _owed(state: State, seat: int) -> tuple[tuple[int | None, int], ...]:
    """Return what a seat owes, once a lender."""
    owed: Counter[int | None] = Counter()
    for debt in state.accounts.debts:
        if debt.borrower == seat:
            owed[debt.lender] += debt.owed
    return tuple(owed.items())


def _costly(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the cards that each took and that the contract is about; nothing where it has none."""
    if state.play is None or not state.play.tricks or not (price := contract_of(state).price):
        return ()
    return tuple(
        [
            tuple([card for card in pile if card in price])
            for pile in taken(state.play, state.setup.seats)
        ]
    )


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
