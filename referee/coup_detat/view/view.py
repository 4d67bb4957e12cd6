"""The view of a match that each seat sees: all public facts, and its own secret answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from referee.contract import Deal, Message, SeatView, Token, Value, View
from referee.coup_detat.flow import FLOW
from referee.coup_detat.rules.ending import outcome
from referee.coup_detat.state import phases
from referee.coup_detat.state.cards import COUP, HAND_SIZE, SUIT_WORDS
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.setup import Options
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import Tricks
from referee.coup_detat.view import review
from referee.kit import newest_by_seat


@newest_by_seat
def view(state: State, seat: int | None) -> View:
    """Return what `seat` may see, or what a spectator may see if `seat` is None."""
    over, focus = outcome(state), FLOW.focus(state)
    phase = Message(f"coup_detat.phase.{state.phase}")
    seats = _final_seats(state) if over else _seats(state, seat)
    facts = review.largest_total_fact(state) if over else _facts(state)
    speaks = isinstance(state.phase, phases.Speaking)  # The deal comes before that (CE-1).
    deal = Deal(state.deals, (HAND_SIZE,) * state.seats, True, 1) if speaks else None
    about = (phase, focus, seats, seat, facts, deal, over)
    return View("coup_detat", state.round, *about)


# -- seats --------------------------------------------------------------------------------------


def _final_seats(state: State) -> tuple[SeatView, ...]:
    """Return the seats at the end of the match, with notes on the deals of each player."""
    return tuple(
        SeatView(seat, cue, (Token("franc", cash),), notes=review.match_notes(state, seat))
        for seat, (cue, cash) in enumerate(zip(FLOW.cues(state), state.accounts.cash, strict=True))
    )


def _seats(state: State, viewer: int | None) -> tuple[SeatView, ...]:
    """Return all seats. Only the view for `viewer` shows its secret answer."""
    cash, phase, deal = state.accounts.cash, state.phase, state.phase.deal
    drawing = isinstance(phase, phases.Drawing | phases.ClearingDraw) and phase.of
    president, attempter = None if drawing else state.president, phase.attempter
    tricks = deal if isinstance(deal, Tricks) else None
    winners = tricks.winners if tricks else ()
    asked = tricks.answers.unanswered if tricks else ()
    priced = tricks if winners and tricks and tricks.terms.price else None
    piles = [*map(priced.terms.costly, priced.taken_cards)] if priced else ()
    seats = []
    for seat, cue in enumerate(FLOW.cues(state)):
        tokens, notes = [Token("franc", cash[seat])], list[Message]()
        if seat == president:
            notes.append(_PRESIDES)
        if seat == attempter:
            notes.append(_ATTEMPTS)
        if seat in asked:
            notes.append(_ANSWERS)
        if tricks is not None:
            tokens.append(Token("trick", winners.count(seat), HAND_SIZE))
        elif isinstance(deal, Rows):
            tokens.append(Token("card", deal.held[seat], HAND_SIZE))
        if piles and piles[seat]:
            notes.append(Message("coup_detat.note.took", {"cards": piles[seat]}))
        notes += _debt_notes(state, seat) if state.accounts.debts else ()
        if tricks is not None and tricks.answers.given and viewer == seat != president:
            lodged = tricks.answers.given[seat]
            if lodged is not None:
                notes.append(Message("coup_detat.lodged" if lodged else "coup_detat.not_lodged"))
        seats.append(SeatView(seat, cue, tuple(tokens), notes=tuple(notes)))
    return tuple(seats)


_PRESIDES, _ATTEMPTS = Message("coup_detat.note.president"), Message("coup_detat.note.attempts")
_ANSWERS = Message("coup_detat.note.answers")


def _debt_notes(state: State, seat: int) -> Iterator[Message]:
    """Yield a note on what a seat owes to each lender. None stands for the bank."""
    owed = Counter[int | None]()
    for debt in state.accounts.debts:
        if debt.borrower == seat:
            owed[debt.lender] += debt.owed
    for lender, amount in owed.items():
        if lender is None:
            yield Message("coup_detat.note.owes_bank", {"amount": amount})
        else:
            yield Message("coup_detat.note.owes", {"amount": amount, "lender_seat": lender})


# -- facts about the match ----------------------------------------------------------------------


@lru_cache
def _tour_fact(options: Options, number: int, seats: int) -> Message:
    """Return the number of the tour, and how many contracts it has (CE-4, CE-6)."""
    params: dict[str, Value] = {"number": number, "most": seats}
    if options.per_tour == len(options.contracts):
        return Message("coup_detat.fact.tour", params)
    params |= {"few": options.per_tour, "given": len(options.contracts)}
    return Message("coup_detat.fact.short_tour", params)


def _facts(state: State) -> tuple[Message, ...]:
    deal, phase = state.phase.deal, state.phase
    facts = []
    if deal is not None:
        about = "tariff" if deal.attempter is None else "aim"
        facts.append(Message("coup_detat.fact.contract", {"word": deal.terms.word}))
        facts.append(Message(f"coup_detat.{about}.{deal.contract}"))
    if isinstance(phase, phases.Playing):
        facts.append(Message("coup_detat.fact.rank"))  # CE-20
        if phase.deal.attempter is None:
            facts.append(Message("coup_detat.fact.president"))  # CE-36
        if COUP in phase.deal.trick.cards[:1]:  # CE-24
            suit = phase.deal.trick.suit
            key = "coup_detat.fact.suit" if suit else "coup_detat.fact.any_card"
            facts.append(Message(key, {"word": SUIT_WORDS[suit]} if suit else {}))
    facts.append(Message("coup_detat.fact.bank", {"amount": state.accounts.bank}))
    facts.append(_tour_fact(state.options, state.tour.number, state.seats))
    if isinstance(phase, phases.Speaking):
        facts.append(Message("coup_detat.fact.count_hands"))
    if isinstance(phase, phases.Playing) and len(phase.deal.tricks) == HAND_SIZE - 1:
        facts.append(Message("coup_detat.fact.last_card"))
    if isinstance(phase, phases.Speaking | phases.Naming) and (left := state.contracts_left):
        words = tuple(f"card.{item}" for item in left)
        facts.append(Message("coup_detat.fact.left", {"words": words}))
    return tuple(facts)
