"""The offers before the first card of a deal, and the offers to borrow and to lend."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from referee.contract import (
    AskCards,
    AskChoice,
    AskNumber,
    By,
    Choice,
    Message,
    Offer,
    Press,
    Typed,
)
from referee.coup_detat.rules.paying import current_loan
from referee.coup_detat.state.cards import COUP, one_of_each
from referee.coup_detat.state.money import STEP, largest_loan
from referee.coup_detat.state.moves import offer
from referee.coup_detat.state.phases import Claiming, Lending, Naming, Speaking, WaitingForLoan
from referee.coup_detat.state.state import State, seat_zone
from referee.kit import GRACE_S

# The holder of the Coup card has this long to say so, before the President may say that nobody has
# it. With half, the President would speak while the holder still thinks.
SILENCE_S = 20.0


def coup_offers(state: State, phase: Speaking) -> tuple[Offer, ...]:
    """Let every player attempt a coup, decline, or ask for a loan (CE-10, CE-11, CE-70).

    The Coup card cannot be shown in a place in which it still lies since the last deal (SL-25).
    """
    lies_at = next((turn.player for turn in phase.left.trick if turn.card == COUP), None)
    offers = _holder_offers(state.seats, state.president, lies_at)
    return (*offers, *_borrow_offers(state.accounts.cash)) if state.options.loans else offers


@lru_cache
def _holder_offers(seats: int, president: int, lies_at: int | None) -> tuple[Offer, ...]:
    every, holder = range(seats), (COUP,)
    attempt = partial(offer, "attempt", effect="attempt", press=Press.DOUBLE, if_held=holder)
    decline = partial(offer, "decline", effect="decline", press=Press.LONG, if_held=holder)
    return (
        *map(attempt, every),
        *map(decline, every),
        offer("on_table", president, unless_held=holder, after_s=SILENCE_S),
        *(_coup_offer(seat) for seat in every if seat != lies_at),
    )


def _coup_offer(seat: int) -> Offer:
    """Return the offer that the camera fulfils by reading the Coup card in front of a seat."""
    ask = AskCards("cards", str(seat_zone(seat)), 1, 1, one_of_each((COUP,)))
    reading: dict[str, Any] = {"by": By.CAMERA, "typed": Typed.READING, "given": {"player": seat}}
    return offer("coup_shown", None, ask, key="coup_before", seat=seat, **reading)


@lru_cache
def _borrow_offers(cash: tuple[int, ...]) -> tuple[Offer, ...]:
    """Return the offers to borrow from each opponent in steps of 100 francs (CE-70)."""
    amounts = [AskNumber("amount", STEP, largest_loan(has), STEP) for has in cash]
    return tuple(
        offer("borrow", seat, ask, given={"lender": lender}, lender_seat=lender, aside=True)
        for seat in range(len(cash))
        for lender, ask in enumerate(amounts)
        if lender != seat and cash[lender] >= STEP
    )


def loan_offers(state: State, phase: Lending | WaitingForLoan) -> tuple[Offer, ...]:
    """Offer to lend everything with a long press, nothing with a short one, or another amount."""
    if (loan := current_loan(state)) is None:
        return ()
    lender, borrower, amount = loan.lender, loan.borrower, loan.amount
    lends: dict[str, Any] = {"borrower_seat": borrower, "amount": amount, "after_s": GRACE_S}
    lend = offer("lend", lender, press=Press.LONG, **lends)
    refuse = offer("refuse", lender, press=Press.SHORT, after_s=GRACE_S)
    ask = AskNumber("amount", STEP, amount, STEP)
    less = offer("lend", lender, ask, key="lend_less", borrower_seat=borrower, aside=True)
    return (lend, refuse) if isinstance(phase, Lending) else (lend, refuse, less)


def claim_offers(state: State, _phase: Claiming) -> tuple[Offer, ...]:
    """Let every player claim the Coup card in the middle. Let the President order a new deal."""
    mine = (offer("mine", seat, press=Press.SHORT) for seat in range(state.seats))
    return (*mine, offer("on_table", state.president, unless_held=(COUP,), press=Press.LONG))


def contract_offers(state: State, phase: Naming) -> tuple[Offer, ...]:
    """Offer the contracts by name (CE-12)."""
    about = "tariff" if phase.attempter is None else "aim"
    choices = tuple(
        Choice(name, Message(f"card.{name}"), Message(f"coup_detat.{about}.{name}"))
        for name in state.contracts_left
    )
    return (offer("name_contract", phase.seat, AskChoice("contract", choices)),)
