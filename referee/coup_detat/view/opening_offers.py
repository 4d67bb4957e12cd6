"""The offers before the first card of a deal, and the offers to borrow and to lend."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from referee.contract import (
    AskCards,
    AskChoice,
    AskNumber,
    By,
    Choice,
    Message,
    Offer,
    Presentation,
    Press,
    Typed,
    Value,
)
from referee.coup_detat.rules.paying import current_loan
from referee.coup_detat.state.cards import COUP, one_of_each
from referee.coup_detat.state.money import STEP, largest_loan
from referee.coup_detat.state.phases import (
    Claiming,
    Lending,
    Naming,
    Speaking,
    WaitingForLoan,
)
from referee.coup_detat.state.state import State, seat_zone
from referee.kit import GRACE_S

_ATTEMPT = Presentation(
    Message("coup_detat.offer.attempt"),
    effect=Message("coup_detat.effect.attempt"),
    press=Press.DOUBLE,
    if_held=(COUP,),
)
_DECLINE = Presentation(
    Message("coup_detat.offer.decline"),
    effect=Message("coup_detat.effect.decline"),
    press=Press.LONG,
    if_held=(COUP,),
)
_ON_TABLE = Presentation(Message("coup_detat.offer.on_table"), unless_held=(COUP,))


def coup_offers(state: State, phase: Speaking) -> tuple[Offer, ...]:
    """Let every player attempt a coup, decline, or ask for a loan (CE-10, CE-11, CE-70).

    The Coup card cannot be shown in a place in which it still lies since the last deal (SL-25).
    """
    lies_at = next((turn.player for turn in phase.left.trick if turn.card == COUP), None)
    offers = _holder_offers(state.seats, state.president, lies_at)
    return (*offers, *_borrow_offers(state.accounts.cash)) if state.options.loans else offers


@lru_cache
def _holder_offers(seats: int, president: int, lies_at: int | None) -> tuple[Offer, ...]:
    return (
        *(Offer("attempt", _ATTEMPT, seat) for seat in range(seats)),
        *(Offer("decline", _DECLINE, seat) for seat in range(seats)),
        Offer("on_table", replace(_ON_TABLE, aside=True), president),
        *(_coup_offer(seat) for seat in range(seats) if seat != lies_at),
    )


def _coup_offer(seat: int) -> Offer:
    """Return the offer that the camera fulfils by reading the Coup card in front of a seat."""
    ask = AskCards("cards", str(seat_zone(seat)), 1, 1, one_of_each((COUP,)))
    shown = Presentation(Message("coup_detat.offer.coup_before", {"seat": seat}))
    given, typed = {"player": seat}, Typed.READING
    return Offer("coup_shown", shown, None, given, (ask,), by=By.CAMERA, typed=typed)


@lru_cache
def _borrow_offers(cash: tuple[int, ...]) -> tuple[Offer, ...]:
    """Return the offers to borrow from each opponent in steps of 100 francs (CE-70)."""
    return tuple(
        Offer(
            "borrow",
            Presentation(Message("coup_detat.offer.borrow", {"lender_seat": lender}), aside=True),
            seat,
            {"lender": lender},
            (AskNumber("amount", STEP, largest_loan(cash[lender]), STEP),),
        )
        for seat in range(len(cash))
        for lender in range(len(cash))
        if lender != seat and cash[lender] >= STEP
    )


def loan_offers(state: State, phase: Lending | WaitingForLoan) -> tuple[Offer, ...]:
    """Offer to lend everything with a long press, nothing with a short one, or another amount."""
    if (loan := current_loan(state)) is None:
        return ()
    params: dict[str, Value] = {"borrower_seat": loan.borrower, "amount": loan.amount}
    lends, no = Message("coup_detat.offer.lend", params), Message("coup_detat.offer.refuse")
    results = (
        Offer("lend", Presentation(lends, press=Press.LONG, after_s=GRACE_S), loan.lender),
        Offer("refuse", Presentation(no, press=Press.SHORT, after_s=GRACE_S), loan.lender),
    )
    if isinstance(phase, Lending):
        return results
    less = Message("coup_detat.offer.lend_less", {"borrower_seat": loan.borrower})
    ask = AskNumber("amount", STEP, loan.amount, STEP)
    return (*results, Offer("lend", Presentation(less, aside=True), loan.lender, ask=(ask,)))


def claim_offers(state: State, _phase: Claiming) -> tuple[Offer, ...]:
    """Let every player claim the Coup card in the middle. Let the President order a new deal."""
    mine = Message("coup_detat.offer.mine")
    return (
        *(
            Offer("mine", Presentation(mine, press=Press.SHORT), seat)
            for seat in range(state.seats)
        ),
        Offer("on_table", replace(_ON_TABLE, press=Press.LONG), state.president),
    )


def contract_offers(state: State, phase: Naming) -> tuple[Offer, ...]:
    """Offer the contracts by name (CE-12)."""
    about = "tariff" if phase.attempter is None else "aim"
    choices = tuple(
        Choice(name, Message(f"card.{name}"), Message(f"coup_detat.{about}.{name}"))
        for name in state.contracts_left
    )
    label = Message("coup_detat.offer.name_contract")
    return (
        Offer(
            "name_contract", Presentation(label), phase.seat, ask=(AskChoice("contract", choices),)
        ),
    )
