"""Accounts in francs: payments, the bank, loans and what is left of them at the end.

Whatever is done here leaves the sum of all cash and the bank as it was, and no cash below zero.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup_detat.state.notes import NOTHING, PURSE, STARTS, Handover, Purses, handover, worth
from referee.kit import replaced

STEP = 100  # loans are in hundreds (CE-70)
INTEREST = 5  # one in so many is added to what is borrowed, once (CE-70)


class Debt(Frozen):
    """What `borrower` owes `lender` (None: the bank), interest included."""

    borrower: int
    lender: int | None
    owed: int


class Due(Frozen):
    """A payment that is due, to `payee` (None: the bank), by a rule."""

    payer: int
    payee: int | None
    amount: int
    rule: str


class Flow(Frozen):
    """Money that went from one to another (None: the bank) in a deal."""

    payer: int | None
    payee: int | None
    amount: int


class Loan(Frozen):
    """A loan that is asked for; towards a payment that waits the lender may lend less."""

    borrower: int
    lender: int
    amount: int


class Accounts(Frozen):
    """Everybody's cash, the bank, who owes whom in the order in which it was lent, what is due.

    `flows` are the payments of the deal so far. `notes` are the purses, as long as there are only
    hundreds: they are none from the moment on when interest is repaid.
    """

    cash: tuple[int, ...]
    bank: int = 0
    debts: tuple[Debt, ...] = ()
    dues: tuple[Due, ...] = ()
    flows: tuple[Flow, ...] = ()
    notes: Purses = ()

    @property
    def total(self) -> int:
        """All cash and the bank, which is always the same (CE-71)."""
        return sum(self.cash) + self.bank

    def handover(self, payer: int | None, payee: int | None, amount: int) -> Handover:
        """Return which notes a payment takes; None is the bank."""
        bank = len(self.cash)
        known = tuple(map(worth, self.notes)) == (*self.cash, self.bank)
        return handover(
            self.notes if known else (),
            bank if payer is None else payer,
            bank if payee is None else payee,
            amount,
        )

    def moved(self, payer: int | None, payee: int | None, amount: int) -> Accounts:
        """Return the accounts after a payment; None is the bank. The payer must have it."""
        cash, bank, notes = self.cash, self.bank, self.handover(payer, payee, amount).after
        for who, change in ((payer, -amount), (payee, amount)):
            if who is None:
                bank += change
            else:
                cash = replaced(cash, who, cash[who] + change)
        assert bank >= 0 <= min(cash)
        return replace(self, cash=cash, bank=bank, notes=notes)

    def lent(self, lender: int | None, borrower: int, amount: int) -> Accounts:
        """Return the accounts after a loan that is handed over (CE-70)."""
        return self.owing(lender, borrower, amount).moved(lender, borrower, amount)

    def owing(self, lender: int | None, borrower: int, amount: int) -> Accounts:
        """Return the accounts with the debt for what is lent and its interest (CE-70)."""
        debt = Debt(borrower, lender, with_interest(amount))
        return replace(self, debts=(*self.debts, debt))

    def owes(self, *dues: Due) -> Accounts:
        """Return the accounts with payments that are due, after those that are already."""
        return replace(self, dues=(*self.dues, *dues))

    def flowed(self, payer: int | None, payee: int | None, amount: int) -> Accounts:
        """Return the accounts with a payment of the deal entered."""
        return replace(self, flows=(*self.flows, Flow(payer, payee, amount)))

    def short(self, due: Due) -> int:
        """Return what the payer of a payment lacks."""
        return max(0, due.amount - self.cash[due.payer])

    def without(self, due: Due) -> Accounts:
        """Return the accounts in which a payment is due no more."""
        at = self.dues.index(due)
        return replace(self, dues=(*self.dues[:at], *self.dues[at + 1 :]))

    def paid(self, due: Due) -> Accounts:
        """Return the accounts after a payment; its payee lends what lacks (CE-71)."""
        lacks, rest = self.short(due), self.without(due)
        if lacks:
            rest = rest.owing(due.payee, due.payer, lacks)
        rest = rest.moved(due.payer, due.payee, due.amount - lacks)
        return rest.flowed(due.payer, due.payee, due.amount)

    def paid_out(self, seat: int) -> Accounts:
        """Return the accounts after somebody took the bank."""
        return self.moved(None, seat, self.bank).flowed(None, seat, self.bank)

    def refunded(self, seat: int, amount: int, since: int) -> tuple[Accounts, int]:
        """Return the accounts after the bank gave a payment back, and what is owed to it no more.

        What it lent towards that payment is one of the debts from number `since` on: it is owed
        no more, and the rest comes back as cash.
        """
        back = self.flowed(None, seat, amount)
        debts = enumerate(self.debts[since:], since)
        at = next((n for n, one in debts if (one.borrower, one.lender) == (seat, None)), None)
        if at is None:
            return back.moved(None, seat, amount), 0
        owed = self.debts[at].owed
        left = replace(back, debts=(*self.debts[:at], *self.debts[at + 1 :]))
        return left.moved(None, seat, amount - owed * INTEREST // (INTEREST + 1)), owed

    def repaid(self) -> tuple[Accounts, tuple[Debt, ...]]:
        """Return the accounts after the match's end, and what was repaid of which debt (CE-72).

        The oldest comes first, as far as cash reaches, and again while anything moves.
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
                    accounts = accounts.moved(debt.borrower, debt.lender, part)
                    repaid.append(Debt(debt.borrower, debt.lender, part))
        left = (replace(debt, owed=rest) for debt, rest in zip(self.debts, owed, strict=True))
        return replace(accounts, debts=tuple(debt for debt in left if debt.owed)), tuple(repaid)


def at_first(seats: int) -> Accounts:
    """Return the accounts with which a match begins (CE-2)."""
    return Accounts((PURSE,) * seats, notes=(*(STARTS,) * seats, NOTHING))


def with_interest(amount: int) -> int:
    """Return what is owed for so much that was lent (CE-70).

    >>> with_interest(1_000)
    1200
    """
    return amount + amount // INTEREST


def in_hundreds(cash: int) -> int:
    """Return the most that somebody with so much cash can lend: hundreds (CE-70)."""
    return cash - cash % STEP
