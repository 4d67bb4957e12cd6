"""The money of Coup d'État: who pays whom for a deal, loans, and the settlement at the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from tests.referee.models.coup_detat_deal import rank, suit

BANK = -1
CONTRACTS = ("barbu", "victory", "siege", "prison", "guillotine", "dominoes")
SECRET = ("victory", "siege", "guillotine")  # CE-60
REWARD = dict(zip(CONTRACTS, (600, 1000, 1000, 600, 1500, 600), strict=True))  # CE-30 … CE-35
FINE = 800  # CE-38
ONE_TRICK = 400  # CE-33
LAST_DOMINO = 800  # CE-35


@dataclass(frozen=True)
class Due:
    """A payment; the payee may be the bank. `act` is the wrong one whose price it is (CE-26)."""

    payer: int
    payee: int
    amount: int
    act: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Debt:
    """What must be repaid at the end, interest included; the lender may be the bank."""

    lender: int
    borrower: int
    due: int


@dataclass
class Books:
    """All cash, the bank, the debts from the oldest on, and payments: those that wait (CE-71),
    and those made since the list was last emptied. `asked` have answered whether they lend for the
    oldest that waits, and `prices` tells what the bank lent of the price of each wrong act."""

    cash: list[int]
    bank: int = 0
    debts: list[Debt] = field(default_factory=list)
    waiting: list[Due] = field(default_factory=list)
    paid: list[Due] = field(default_factory=list)
    asked: set[int] = field(default_factory=set)
    prices: dict[int, Debt | None] = field(default_factory=dict)

    def pay(self, dues: Collection[Due]) -> None:
        """Make each payment that cash reaches for; the others wait (CE-71)."""
        self.waiting += dues
        self._pay_waiting()

    def lend(self, lender: int, borrower: int, amount: int) -> None:
        """Let an opponent lend hundreds of francs at 20 per cent, once (CE-70)."""
        assert lender != borrower
        assert amount > 0
        assert amount % 100 == 0
        assert self.cash[lender] >= amount
        self._move(lender, borrower, amount)
        self.debts.append(Debt(lender, borrower, amount * 120 // 100))

    def share(self, amount: int) -> None:
        """Let the next who is asked lend so much of what is missing, or nothing (CE-70)."""
        lender = self.next_lender()
        assert lender is not None
        self.asked.add(lender)
        if amount:
            assert amount <= self.most_of(lender)
            self.lend(lender, self.waiting[0].payer, amount)
        if not self.missing():
            self._make(0)
            self._pay_waiting()

    def payee_lends(self) -> None:
        """Let the payee of the oldest waiting payment lend what is missing, and be paid."""
        self._make(0)
        self._pay_waiting()

    def price_back(self, seat: int, amount: int, act: int) -> None:
        """Give the price of a wrong act back, as far as it was cash; the bank's loan is void."""
        lent = self.prices.pop(act)
        if lent is not None:  # an older one may be just like it
            self.debts = [debt for debt in self.debts if debt is not lent]
        self._move(BANK, seat, amount - (lent.due * 100 // 120 if lent else 0))
        self.paid.append(Due(BANK, seat, amount))

    def empty_bank(self, seat: int) -> None:
        """Hand what lies in the bank to a seat (CE-39, CE-40)."""
        if self.bank:
            self.paid.append(Due(BANK, seat, self.bank))
        self._move(BANK, seat, self.bank)

    def settle(self) -> None:
        """Repay the debts, the oldest first and again while anything moves (CE-72)."""
        moved = True
        while moved:
            moved = False
            for number, debt in enumerate(self.debts):
                amount = min(debt.due, self.cash[debt.borrower])
                self._move(debt.borrower, debt.lender, amount)
                self.debts[number] = Debt(debt.lender, debt.borrower, debt.due - amount)
                moved = moved or amount > 0
        self.debts.clear()

    def _pay_waiting(self) -> None:
        reached = True
        while reached:
            reached = False
            for number, due in enumerate(self.waiting):
                if due.amount <= self.cash[due.payer]:
                    self._make(number)
                    reached = True
                    break

    def _make(self, number: int) -> None:
        """Make a payment, its payee lending what is missing."""
        due = self.waiting.pop(number)
        missing = max(0, due.amount - self.cash[due.payer])
        self.asked.clear()
        self.paid.append(due)
        self._move(due.payer, due.payee, due.amount - missing)
        debt = Debt(due.payee, due.payer, missing * 120 // 100) if missing else None
        if debt is not None:
            self.debts.append(debt)
        if due.act is not None:
            self.prices[due.act] = debt

    def missing(self) -> int:
        """Return what the payer of the oldest waiting payment lacks."""
        due = self.waiting[0]
        return max(0, due.amount - self.cash[due.payer])

    def most_of(self, seat: int) -> int:
        """Return how much of what is missing a seat can lend, in hundreds."""
        return min(self.missing(), self.cash[seat]) // 100 * 100

    def next_lender(self) -> int | None:
        """Return who is asked next: from the borrower's right on, who has cash and owes none."""
        size, payer = len(self.cash), self.waiting[0].payer
        owing = {due.payer for due in self.waiting}
        for step in range(1, size):
            seat = (payer - step) % size
            if seat not in self.asked | owing and self.most_of(seat):
                return seat
        return None

    def _move(self, payer: int, payee: int, amount: int) -> None:
        for who, change in ((payer, -amount), (payee, amount)):
            if who == BANK:
                self.bank += change
            else:
                self.cash[who] += change
        assert min(*self.cash, self.bank) >= 0


@dataclass(frozen=True)
class Result:
    """What a deal came to: the piles and who won the first and the last trick, or at Dominoes
    who ran out first and who still holds cards at the end (None in an attempt)."""

    contract: str
    players: Sequence[str]  # the pack, to know what "all spades" are (CE-41)
    seats: int
    president: int
    attempter: int | None = None
    lodged: frozenset[int] = frozenset()
    taken: Sequence[Collection[str]] = ()
    first: int | None = None
    last: int | None = None
    first_out: int | None = None
    holder: int | None = None

    def winner_of_coup(self) -> int | None:
        """Return who succeeded, in the open or in secret (CE-30 … CE-35, CE-60)."""
        if self.attempter is not None:
            return self.attempter if self._reached(self.attempter) else None
        return next((seat for seat in sorted(self.lodged) if self._reached(seat)), None)

    def _reached(self, seat: int) -> bool:
        if self.contract == "dominoes":
            return self.first_out == seat
        both = self.first == seat == self.last
        if self.contract == "prison":
            return both
        asked = {card for card in self.players if _counts(self.contract, card)}
        return asked <= set(self.taken[seat]) and (both or self.contract != "guillotine")

    def penalty(self, seat: int) -> int:
        """Return what a seat's pile costs by the President's column, the two tricks left out."""
        if self.contract == "dominoes":
            return LAST_DOMINO if self.holder == seat else 0
        return sum(_price(self.contract, card) for card in self.taken[seat])

    def dues(self) -> list[Due]:
        """Return the payments of the deal's end, the first trick's being booked already.

        The last trick falls before the contract ends (CE-37); payers go from the payee's left.
        """
        winner = self.winner_of_coup()
        if self.attempter is not None and winner is None:
            return [Due(self.attempter, BANK, FINE)]
        if winner is not None:
            return [
                *(self._handed_back(winner) if self.attempter is None else []),
                *(Due(seat, winner, REWARD[self.contract]) for seat in self._from_left(winner)),
            ]
        payee = dict.fromkeys(range(self.seats), self.president) | dict.fromkeys(self.lodged, BANK)
        dues = []
        for seat in self._from_left(self.president):
            booked = self._handed_back(seat) if seat in self.lodged else []
            dues += [*booked, *(Due(seat, BANK, due.amount) for due in booked)]
        if self.last is not None:
            for due in trick_due(self.contract, self.president, self.last):
                dues.append(Due(due.payer, payee[due.payer], due.amount))
        for seat in self._from_left(self.president):
            if self.penalty(seat):
                dues.append(Due(seat, payee[seat], self.penalty(seat)))
        return dues

    def _from_left(self, seat: int) -> list[int]:
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def _handed_back(self, seat: int) -> list[Due]:
        """Return what sets right the first trick that a seat won and paid for (CE-61)."""
        if self.first != seat:
            return []
        booked = trick_due(self.contract, self.president, seat)
        return [Due(due.payee, due.payer, due.amount) for due in booked]


def trick_due(contract: str, president: int, winner: int) -> list[Due]:
    """Return what the first or the last trick costs when nobody attempts (CE-33, CE-37)."""
    if contract not in ("prison", "guillotine") or winner == president:
        return []
    return [Due(winner, president, ONE_TRICK)]


def _price(contract: str, card: str) -> int:
    """Return what a card costs whoever takes it (CE-30 … CE-34)."""
    whole = contract == "guillotine"
    price = 0
    if card == "KH" and (whole or contract == "barbu"):
        price += 800
    if rank(card) == "Q" and (whole or contract == "victory"):
        price += 200
    if suit(card) == "S" and (whole or contract == "siege"):
        price += 100
    return price


def _counts(contract: str, card: str) -> bool:
    return _price(contract, card) > 0
