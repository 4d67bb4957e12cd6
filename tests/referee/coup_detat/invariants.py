"""What holds after every move of Coup d'État."""

from __future__ import annotations

from referee.coup_detat.state.notes import PURSE
from tests.bench.rules.randomplay import Transition


def check(step: Transition) -> None:
    """Check the sum of all money, and that nobody's cash is below zero."""
    accounts = step.after.accounts
    assert accounts.total == PURSE * len(accounts.cash)
    assert min(accounts.cash) >= 0 <= accounts.bank
    assert step.after.window >= step.before.window
