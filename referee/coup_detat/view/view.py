"""The view of a match that each seat sees: all public facts, and its own secret answer."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Cue, Deal, Message, SeatView, Token, Value, View
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
    about = (phase, focus, seats, seat, facts, _deal(state), over)
    return View("coup_detat", state.round, *about)


def _deal(state: State) -> Deal | None:
    """Return the deal to make before the holder of the Coup card speaks, or None (CE-1).

    Each player gets eight cards, and one card goes on the table.
    """
    if not isinstance(state.phase, phases.Speaking):
        return None
    return Deal(state.deals, (HAND_SIZE,) * state.seats, True, 1)


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
    piles = [*map(tricks.terms.costly, tricks.taken_cards)] if tricks and winners else ()
    seats = []
    for seat, cue in enumerate(FLOW.cues(state)):
        count: tuple[str, int] | None = None
        secret = None
        if tricks is not None:
            count = "trick", winners.count(seat)
            if tricks.answers.given and viewer == seat != president:
                secret = tricks.answers.given[seat]
        elif isinstance(deal, Rows):
            count = "card", deal.held[seat]
        who = (seat == president, seat == attempter, seat in asked)
        costly = piles[seat] if piles else ()
        owed = _debts_by_lender(state, seat) if state.accounts.debts else ()
        seats.append(_seat(seat, cue, cash[seat], count, who, costly, owed, secret))
    return tuple(seats)


@lru_cache(maxsize=256)
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
    """Return a seat: its role, the costly cards it took, its debts and its secret answer."""
    tokens: tuple[Token, ...] = (Token("franc", cash),)
    if count is not None:
        tokens = (*tokens, Token(*count, HAND_SIZE))
    notes = [note for note, holds in zip(_ROLE_NOTES, who, strict=True) if holds]
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


_ROLE_NOTES = (
    Message("coup_detat.note.president"),
    Message("coup_detat.note.attempts"),
    Message("coup_detat.note.answers"),
)


def _debts_by_lender(state: State, seat: int) -> tuple[tuple[int | None, int], ...]:
    """Return what a seat owes to each lender. None stands for the bank."""
    owed = dict[int | None, int]()
    for debt in state.accounts.debts:
        if debt.borrower == seat:
            owed[debt.lender] = owed.get(debt.lender, 0) + debt.owed
    return tuple(owed.items())


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
