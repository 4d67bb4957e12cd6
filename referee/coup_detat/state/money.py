"""The accounts in francs: payments, the bank, loans and their repayment.

No function here changes the sum of all cash and the bank (CE-71). No player's cash falls below
zero.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup_detat.state.notes import Handover, Purses, handover, purse_value
from referee.kit import replaced

STEP = 100  # A loan is a multiple of this many francs (CE-70).
INTEREST = 5  # Interest is the loan divided by this number, charged once (CE-70).


class Debt(Frozen):
    """The amount that `borrower` owes `lender` (None: the bank), interest included."""

    borrower: int
    lender: int | None
    owed: int


class Flow(Frozen):
    """A payment that was made in a deal, and the rule that demanded it.

    A payer or payee of None stands for the bank.
    """

    payer: int | None
    payee: int | None
    amount: int
    rule: str


class Payment(Flow):
    """A payment that is due from a player."""

    payer: int


def net_gain(flows: Iterable[Flow], seat: int) -> int:
    """Return what a seat received minus what it paid."""
    return sum(flow.amount * ((flow.payee == seat) - (flow.payer == seat)) for flow in flows)


class Loan(Frozen):
    """A loan that a player asks for. If it is for a waiting payment, the lender may lend less."""

    borrower: int
    lender: int
    amount: int


class Accounts(Frozen):
    """All money: cash by seat, the bank, debts in the order they were made, and payments due.

    `flows` holds the payments made so far in this deal. `notes` holds the purses of the players and
    the bank. The accounts track purses only while every amount is a multiple of 100 francs; once a
    player repays interest, `notes` is empty.
    """

    cash: tuple[int, ...]
    bank: int = 0
    debts: tuple[Debt, ...] = ()
    dues: tuple[Payment, ...] = ()
    flows: tuple[Flow, ...] = ()
    notes: Purses = ()

    def handover(self, payer: int | None, payee: int | None, amount: int) -> Handover:
        """Return which notes pay an amount. A payer or payee of None stands for the bank."""
        known = tuple(map(purse_value, self.notes)) == (*self.cash, self.bank)
        ends = [len(self.cash) if holder is None else holder for holder in (payer, payee)]
        return handover(self.notes if known else (), *ends, amount)

    def transfer(self, payer: int | None, payee: int | None, amount: int) -> Accounts:
        """Return the accounts after a payment.

        A payer or payee of None stands for the bank. The payer must have enough money.
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
        """Return the accounts after the lender has handed over a loan (CE-70)."""
        return self.add_debt(lender, borrower, amount).transfer(lender, borrower, amount)

    def add_debt(self, lender: int | None, borrower: int, amount: int) -> Accounts:
        """Return the accounts with a new debt: the amount and its interest (CE-70)."""
        debt = Debt(borrower, lender, with_interest(amount))
        return replace(self, debts=(*self.debts, debt))

    def add_payments(self, *dues: Payment) -> Accounts:
        """Return the accounts with `dues` appended to the payments due."""
        return replace(self, dues=(*self.dues, *dues))

    def add_flow(self, payer: int | None, payee: int | None, amount: int, rule: str) -> Accounts:
        """Return the accounts with one more payment listed in `flows`."""
        return replace(self, flows=(*self.flows, Flow(payer, payee, amount, rule)))

    def shortfall(self, due: Payment) -> int:
        """Return how many francs the payer lacks to make a payment."""
        return max(0, due.amount - self.cash[due.payer])

    def remove_payment(self, due: Payment) -> Accounts:
        """Return the accounts without a given payment due."""
        at = self.dues.index(due)
        return replace(self, dues=(*self.dues[:at], *self.dues[at + 1 :]))

    def pay(self, due: Payment) -> Accounts:
        """Return the accounts after a payment. The payee lends what the payer lacks (CE-71)."""
        lacks, rest = self.shortfall(due), self.remove_payment(due)
        if lacks:
            rest = rest.add_debt(due.payee, due.payer, lacks)
        rest = rest.transfer(due.payer, due.payee, due.amount - lacks)
        return rest.add_flow(due.payer, due.payee, due.amount, due.rule)

    def refund(self, seat: int, amount: int, since: int) -> tuple[Accounts, int]:
        """Return the accounts after the bank refunded a payment, and how much debt was cancelled.

        `since` is the number of debts when the payment fell due. If the bank lent money for the
        payment, that debt is newer. It is cancelled, and the rest of the payment comes back as
        cash.
        """
        back = self.add_flow(None, seat, amount, "CE-26")
        debts = enumerate(self.debts[since:], since)
        at = next((n for n, one in debts if (one.borrower, one.lender) == (seat, None)), None)
        if at is None:
            return back.transfer(None, seat, amount), 0
        owed = self.debts[at].owed
        left = replace(back, debts=(*self.debts[:at], *self.debts[at + 1 :]))
        return left.transfer(None, seat, amount - owed * INTEREST // (INTEREST + 1)), owed

    def repay_debts(self) -> tuple[Accounts, tuple[Debt, ...]]:
        """Return the accounts after all possible repayments, and these repayments (CE-72).

        Borrowers repay from the oldest debt to the newest while they have cash. The rounds repeat
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


def with_interest(amount: int) -> int:
    """Return how much a borrower owes for a loan of `amount`, with interest (CE-70).

    >>> with_interest(1_000)
    1200
    """
    return amount + amount // INTEREST


def largest_loan(cash: int) -> int:
    """Return the largest loan that a player with `cash` can give, in whole hundreds (CE-70)."""
    return cash - cash % STEP
