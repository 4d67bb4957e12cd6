"""Summaries of a match of Coup d'État, from its view, offers and layout.

Tests read the state only through this module, so only it knows the state's shape.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee import library
from referee.contract import Message
from referee.coup_detat.rules.ending import settle_and_resume
from referee.coup_detat.rules.paying import add_payments
from referee.coup_detat.state.deals import Revoke
from referee.coup_detat.state.money import Accounts, Flow, Payment
from referee.coup_detat.state.phases import DecidingRevokes, Drawing
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.state import Result, State
from referee.coup_detat.state.tricks import Tricks

GAME = library.game("coup_detat")

# -- shown to everybody ---------------------------------------------------------------------------


def phase(state: State) -> str:
    """Return the last word of the phase's message: ``play``."""
    return GAME.shown.view(state, None).phase.key.rpartition(".")[2]


def fact(state: State, name: str) -> Message | None:
    """Return one of the facts."""
    facts = GAME.shown.view(state, None).facts
    return next((message for message in facts if message.key == f"coup_detat.fact.{name}"), None)


def noted(state: State, name: str) -> int | None:
    """Return the seat with this note: ``president``."""
    key = f"coup_detat.note.{name}"
    seats = GAME.shown.view(state, None).seats
    return next((seat.seat for seat in seats if key in [note.key for note in seat.notes]), None)


def francs(state: State) -> tuple[int, ...]:
    """Return the francs of each seat, the bank's last."""
    return tuple(piece.count for piece in GAME.table.layout(state).pieces if piece.kind == "franc")


def left(state: State) -> tuple[str, ...]:
    """Return the contracts that may be named in this tour."""
    message = fact(state, "left")
    words = message.params["words"] if message else ()
    assert isinstance(words, tuple)
    return tuple(str(word).removeprefix("card.") for word in words)


def turn(state: State) -> int:
    """Return the seat that lays the next card, to a trick or to the rows."""
    due = [
        offer for offer in GAME.rules.offers(state) if offer.move in ("card_played", "card_laid")
    ]
    return int(due[0].given["player"])


def taking_back(state: State) -> list[int | None]:
    """Return the seats that may take a card back."""
    return [offer.seat for offer in GAME.rules.offers(state) if offer.move == "take_back"]


def shown(state: State) -> list[int]:
    """Return the numbers of the tricks or turns with a pending revoke, counted from zero."""
    results = {offer.given["at"] for offer in GAME.rules.offers(state) if offer.move == "correct"}
    return sorted(int(entry) for entry in results)


# -- of the state itself --------------------------------------------------------------------------


def compared(state: State) -> dict[str, object]:
    """Return the money, the pending seats, and the result of the last deal."""
    now, accounts, deal = state.phase, state.accounts, state.phase.deal
    paid = flows(state) if state.results else ()
    return {
        "CE-2: cash": accounts.cash,
        "CE-2: bank": accounts.bank,
        "CE-2: all money": sum(accounts.cash) + accounts.bank,
        "CE-70: debts": [(debt.lender, debt.borrower, debt.owed) for debt in accounts.debts],
        "phase": str(now),
        "over": str(now) == "over",
        "CE-3: drawing": now.of if isinstance(now, Drawing) else (),
        "CE-4: President": state.president,
        "CE-6: tour": state.tour.number,
        "CE-6: contracts left": state.contracts_left,
        "goes on at": now.after.word if isinstance(now, DecidingRevokes) else "",
        "CE-22: declared": isinstance(deal, Tricks) and deal.declared,
        "who paid whom": [(flow.payer, flow.payee, flow.amount) for flow in paid],
    }


def accounts(state: State) -> Accounts:
    """Return all cash, debts and payments due."""
    return state.accounts


def tricks(state: State) -> Tricks:
    """Return the tricks of the current deal."""
    deal = state.phase.deal
    assert isinstance(deal, Tricks)
    return deal


def rows(state: State) -> Rows | None:
    """Return the rows of the current deal of Dominoes."""
    deal = state.phase.deal
    return deal if isinstance(deal, Rows) else None


def laid(state: State) -> list[dict[int, str]]:
    """Return the cards of each trick by seat. At Dominoes each card is one trick."""
    deal = state.phase.deal
    if isinstance(deal, Tricks):
        return [dict(zip(trick.players, trick.cards, strict=False)) for trick in deal.all_tricks]
    return [{turn.player: turn.card} for turn in deal.turns] if deal else []


def fails(state: State) -> tuple[Revoke, ...]:
    """Return the revokes of this deal that may still show."""
    return state.phase.deal.fails if state.phase.deal else ()


def last(state: State) -> Result:
    """Return the result of the last deal."""
    return state.results[-1]


def flows(state: State) -> tuple[Flow, ...]:
    """Return the payments of the last deal."""
    return last(state).flows


def with_cash(state: State, cash: tuple[int, ...], bank: int = 0) -> State:
    """Return a match before a deal with this cash, which no moves may lead to."""
    return replace(state, accounts=replace(state.accounts, cash=cash, bank=bank))


def with_dues(state: State, *dues: Payment) -> State:
    """Make payments fall due together, between two deals or tricks."""
    return settle_and_resume(add_payments(state, *dues))
