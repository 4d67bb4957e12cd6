"""The offers before the first card of a deal, and the offers to borrow and to lend."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import (
    AskCards,
    AskChoice,
    AskNumber,
    By,
    Choice,
    Message,
    Offer,
    Press,
    Value,
)
from referee.coup_detat.rules.opening import drawable_cards
from referee.coup_detat.rules.paying import current_loan
from referee.coup_detat.state.cards import COUP, one_of_each
from referee.coup_detat.state.money import STEP, largest_loan
from referee.coup_detat.state.phases import (
    Claiming,
    Drawing,
    Lending,
    Naming,
    Speaking,
    WaitingForLoan,
)
from referee.coup_detat.state.state import MIDDLE, State, seat_zone
from referee.kit import GRACE_S


def draw_offers(_state: State, phase: Drawing) -> tuple[Offer, ...]:
    """Offer a draw to each player who must still draw a card. They may draw in any order (CE-3)."""
    possible = one_of_each(drawable_cards(phase))
    return tuple(
        _camera_offer(
            "card_drawn", Message("coup_detat.offer.card_drawn", {"seat": seat}), seat, possible
        )
        for seat in phase.seats_to_draw
    )


def _camera_offer(tag: str, label: Message, seat: int | None, possible: dict[str, int]) -> Offer:
    """Return an offer that the camera fulfils by reading a card, at a seat or in the middle."""
    where = str(MIDDLE if seat is None else seat_zone(seat))
    ask = AskCards("cards", where, 1, 1, possible)
    given = {} if seat is None else {"player": seat}
    return Offer(tag, label, None, given, (ask,), by=By.CAMERA)


def coup_offers(state: State, _phase: Speaking) -> tuple[Offer, ...]:
    """Let every player attempt a coup, decline, or ask for a loan (CE-10, CE-11, CE-70)."""
    said = _holder_offers(state.seats, state.president)
    return (*said, *_borrow_offers(state.accounts.cash)) if state.options.loans else said


@lru_cache
def _holder_offers(seats: int, president: int) -> tuple[Offer, ...]:
    tries, declines = Message("coup_detat.offer.attempt"), Message("coup_detat.offer.decline")
    for_all, leaves = Message("coup_detat.effect.attempt"), Message("coup_detat.effect.decline")
    coup, label = one_of_each((COUP,)), Message("coup_detat.offer.coup_shown")
    before = [Message("coup_detat.offer.coup_before", {"seat": seat}) for seat in range(seats)]
    return (
        *(
            Offer("attempt", tries, seat, press=Press.DOUBLE, effect=for_all)
            for seat in range(seats)
        ),
        *(
            Offer("decline", declines, seat, press=Press.LONG, effect=leaves)
            for seat in range(seats)
        ),
        Offer("on_table", Message("coup_detat.offer.on_table"), president, aside=True),
        _camera_offer("coup_shown", label, None, coup),
        *(_camera_offer("coup_shown", before[seat], seat, coup) for seat in range(seats)),
    )


@lru_cache
def _borrow_offers(cash: tuple[int, ...]) -> tuple[Offer, ...]:
    """Return the offers to borrow from each opponent in steps of 100 francs (CE-70)."""
    return tuple(
        Offer(
            "borrow",
            Message("coup_detat.offer.borrow", {"lender_seat": lender}),
            seat,
            {"lender": lender},
            (AskNumber("amount", STEP, largest_loan(cash[lender]), STEP),),
            aside=True,
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
    said = (
        Offer("lend", lends, loan.lender, press=Press.LONG, after_s=GRACE_S),
        Offer("refuse", no, loan.lender, press=Press.SHORT, after_s=GRACE_S),
    )
    if isinstance(phase, Lending):
        return said
    less = Message("coup_detat.offer.lend_less", {"borrower_seat": loan.borrower})
    ask = AskNumber("amount", STEP, loan.amount, STEP)
    return (*said, Offer("lend", less, loan.lender, ask=(ask,), aside=True))


def claim_offers(state: State, _phase: Claiming) -> tuple[Offer, ...]:
    """Let every player claim the Coup card in the middle. Let the President order a new deal."""
    mine, again = Message("coup_detat.offer.mine"), Message("coup_detat.offer.on_table")
    return (
        *(Offer("mine", mine, seat, press=Press.SHORT) for seat in range(state.seats)),
        Offer("on_table", again, state.president, press=Press.LONG),
    )


def contract_offers(state: State, phase: Naming) -> tuple[Offer, ...]:
    """Offer the contracts. The player names one, or lays its card in the middle (CE-12)."""
    left = state.contracts_left
    about = "tariff" if phase.attempter is None else "aim"
    choices = tuple(
        Choice(name, Message(f"card.{name}"), Message(f"coup_detat.{about}.{name}"))
        for name in left
    )
    label = Message("coup_detat.offer.name_contract")
    read = Message("coup_detat.offer.contract_read")
    return (
        Offer("name_contract", label, phase.seat, ask=(AskChoice("contract", choices),)),
        _camera_offer("contract_read", read, None, one_of_each(left)),
    )
