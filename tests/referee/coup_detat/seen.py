"""What the table sees of a match of Coup d'État, as plain values: all that is read of its state."""

from __future__ import annotations

from referee.coup_detat.search import judged
from referee.coup_detat.state import State


def seen(state: State) -> dict[str, object]:
    """Return the money, who is to do what, and what the last deal came to."""
    accounts = state.accounts
    flows = state.results.last.flows if state.results else ()
    return {
        "CE-2: cash": accounts.cash,
        "CE-2: bank": accounts.bank,
        "CE-2: all money": accounts.total,
        "CE-70: debts": [(debt.lender, debt.borrower, debt.owed) for debt in accounts.debts],
        "phase": str(state.phase.value),
        "over": state.phase.value == "over",
        "CE-3: drawing": state.drawing,
        "CE-4: President": state.president,
        "CE-6: tour": state.tour,
        "CE-6: contracts left": tuple(
            name for name in state.setup.contracts if name not in state.played
        ),
        "goes on at": str(state.resume.value),
        "CE-22: declared": state.play is not None and state.play.declared,
        "who paid whom": [(flow.payer, flow.payee, flow.amount) for flow in flows],
    }


def others(state: State) -> list[tuple[int, int, str, str, int]]:
    """Return better cards of the last deal: seat, trick, card, the better one, by how much."""
    assert state.last is not None
    found = judged(
        state.last, state.results.last, state.setup.names_suit, len(state.accounts.cash)
    ).others
    return [(one.seat, one.trick, one.card, one.instead, one.better) for one in found]
