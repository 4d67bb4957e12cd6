"""The accounts in francs: payments, the bank, loans and their repayment.

No function here changes the sum of all cash and the bank (CE-71). Nobody's cash goes below zero.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup_detat.state.notes import (
    NOTHING,
    PURSE,
    STARTS,
    Handover,
    Purses,
    handover,
    purse_value,
)
from referee.kit import replaced

STEP = 100  # loans are in hundreds (CE-70)
INTEREST = 5  # a loan costs one fifth of its amount, once (CE-70)


class Debt(Frozen):
    """The amount that `borrower` owes `lender` (None: the bank), interest included."""

    borrower: int
    lender: int | None
    owed: int


class Payment(Frozen):
    """A payment that is due to `payee` (None: the bank), and the rule that demands it."""

    payer: int
    payee: int | None
    amount: int
    rule: str


class Flow(Frozen):
    """Money that changed hands in a deal. None stands for the bank."""

    payer: int | None
    payee: int | None
    amount: int


class Loan(Frozen):
    """A loan that a player asks for. For a waiting payment, the lender may lend less."""

    borrower: int
    lender: int
    amount: int


class Accounts(Frozen):
    """All money: cash by seat, the bank, debts in the order they were made, and payments due.

    `flows` are the payments of the deal so far. `notes` are the purses of the players and the bank.
    Purses are kept only while all amounts are in hundreds: once interest is repaid, `notes` is
    empty.
    """

    cash: tuple[int, ...]
    bank: int = 0
    debts: tuple[Debt, ...] = ()
    dues: tuple[Payment, ...] = ()
    flows: tuple[Flow, ...] = ()
    notes: Purses = ()

    @property
    def total(self) -> int:
        """All cash plus the bank. It never changes (CE-71)."""
        return sum(self.cash) + self.bank

    def handover(self, payer: int | None, payee: int | None, amount: int) -> Handover:
        """Return the notes that change hands in a payment. None stands for the bank."""
        bank = len(self.cash)
        known = tuple(map(purse_value, self.notes)) == (*self.cash, self.bank)
        return handover(
            self.notes if known else (),
            bank if payer is None else payer,
            bank if payee is None else payee,
            amount,
        )

    def transfer(self, payer: int | None, payee: int | None, amount: int) -> Accounts:
        """Return the accounts after a payment.

        None stands for the bank. The payer must have the money.
        """
        cash, bank, notes = self.cash, self.bank, self.handover(payer, payee, amount).purses
        for who, change in ((payer, -amount), (payee, amount)):
            if who is None:
                bank += change
            else:
                cash = replaced(cash, who, cash[who] + change)
        assert bank >= 0 <= min(cash)
        return replace(self, cash=cash, bank=bank, notes=notes)

    def lend(self, lender: int | None, borrower: int, amount: int) -> Accounts:
        """Return the accounts after a loan was handed over (CE-70)."""
        return self.add_debt(lender, borrower, amount).transfer(lender, borrower, amount)

    def add_debt(self, lender: int | None, borrower: int, amount: int) -> Accounts:
        """Return the accounts with a new debt: the amount and its interest (CE-70)."""
        debt = Debt(borrower, lender, with_interest(amount))
        return replace(self, debts=(*self.debts, debt))

    def add_payments(self, *dues: Payment) -> Accounts:
        """Return the accounts with `dues` added at the end of the payments due."""
        return replace(self, dues=(*self.dues, *dues))

    def add_flow(self, payer: int | None, payee: int | None, amount: int) -> Accounts:
        """Return the accounts with a payment entered in `flows`."""
        return replace(self, flows=(*self.flows, Flow(payer, payee, amount)))

    def shortfall(self, due: Payment) -> int:
        """Return how much cash the payer lacks for a payment."""
        return max(0, due.amount - self.cash[due.payer])

    def remove_payment(self, due: Payment) -> Accounts:
        """Return the accounts without one of the payments due."""
        at = self.dues.index(due)
        return replace(self, dues=(*self.dues[:at], *self.dues[at + 1 :]))

    def pay(self, due: Payment) -> Accounts:
        """Return the accounts after a payment. The payee lends the shortfall (CE-71)."""
        lacks, rest = self.shortfall(due), self.remove_payment(due)
        if lacks:
            rest = rest.add_debt(due.payee, due.payer, lacks)
        rest = rest.transfer(due.payer, due.payee, due.amount - lacks)
        return rest.add_flow(due.payer, due.payee, due.amount)

    def pay_out_bank(self, seat: int) -> Accounts:
        """Return the accounts after `seat` took the bank."""
        return self.transfer(None, seat, self.bank).add_flow(None, seat, self.bank)

    def refund(self, seat: int, amount: int, since: int) -> tuple[Accounts, int]:
        """Return the accounts after the bank returned a payment, and the cancelled debt.

        `since` is the number of debts when the payment fell due. If the bank lent money for the
        payment, its debt was made after those. This debt is cancelled, and the rest of the payment
        comes back as cash.
        """
        back = self.add_flow(None, seat, amount)
        debts = enumerate(self.debts[since:], since)
        at = next((n for n, one in debts if (one.borrower, one.lender) == (seat, None)), None)
        if at is None:
            return back.transfer(None, seat, amount), 0
        owed = self.debts[at].owed
        left = replace(back, debts=(*self.debts[:at], *self.debts[at + 1 :]))
        return left.transfer(None, seat, amount - owed * INTEREST // (INTEREST + 1)), owed

    def repay_debts(self) -> tuple[Accounts, tuple[Debt, ...]]:
        """Return the accounts after the debts were repaid, and the repayments (CE-72).

        Debts are repaid from the oldest to the newest while the borrower has cash. This is repeated
        until no money moves.
        """
        accounts, owed = self, [debt.owed for debt in self.debts]
        repaid: list[Debt] = []
        moves = True
        while moves:
            moves = False
            for number, debt in enumerate(self.debts):
                part = min(owed[number], accounts.cash[debt.borrower])
                if part:
                    moves = True
                    owed[number] -= part
                    accounts = accounts.transfer(debt.borrower, debt.lender, part)
                    repaid.append(Debt(debt.borrower, debt.lender, part))
        left = (replace(debt, owed=rest) for debt, rest in zip(self.debts, owed, strict=True))
        return replace(accounts, debts=tuple(debt for debt in left if debt.owed)), tuple(repaid)


def starting_accounts(seats: int) -> Accounts:
    """Return the accounts at the start of a match (CE-2)."""
    return Accounts((PURSE,) * seats, notes=(*(STARTS,) * seats, NOTHING))


def with_interest(amount: int) -> int:
    """Return the debt for a loan of `amount` (CE-70).

    >>> with_interest(1_000)
    1200
    """
    return amount + amount // INTEREST


def largest_loan(cash: int) -> int:
    """Return the most that a player with `cash` can lend, in whole hundreds (CE-70)."""
    return cash - cash % STEP
