"""What a table agrees on before a match of Coup d'État, and how it begins."""

from __future__ import annotations

from typing import Annotated

from referee.contract import Frozen
from referee.coup_detat.cards import CONTRACT_CARDS
from referee.coup_detat.money import PURSE, STEP, Accounts
from referee.coup_detat.moves import ContractName, refuse
from referee.coup_detat.state import Phase, Setup, State
from referee.options import whole

SEATS = range(3, 5)
PER_TOUR_SIMPLER = 3  # contracts of the four that are left (CE-6)
MOST_PRICE = 2000


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """What the table agrees on before a match; the defaults stand in ``options.toml``.

    `simpler` takes the contracts `first_out` and `second_out` out. With `coup_names_suit` the
    player of a led Coup card names the suit to follow, else anyone may play anything. A revoke
    that stands costs `revoke_price` francs, to the bank.
    """

    simpler: bool = False
    first_out: ContractName = "barbu"
    second_out: ContractName = "prison"
    coup_names_suit: bool = True
    secret_coup: bool = False
    revoke_price: Annotated[int, whole(0, MOST_PRICE, STEP, "F")] = 0
    loans: bool = True
    analysis: bool = True


def begin(options: Options, seats: int) -> State:
    """Return the state before the first President is drawn; raises `BadOptions`."""
    if seats not in SEATS:
        refuse.options("CE-1", "seats", given=seats, least=SEATS[0], most=SEATS[-1])
    out = {options.first_out, options.second_out} if options.simpler else set()
    if len(out) == 1:
        refuse.options("CE-6", "out_twice", card=options.first_out)
    price = options.revoke_price
    if price % STEP or not 0 <= price <= MOST_PRICE:
        refuse.options("CE-26", "price", given=price, step=STEP, most=MOST_PRICE)
    contracts = tuple(name for name in CONTRACT_CARDS if name not in out)
    setup = Setup(
        seats,
        contracts,
        PER_TOUR_SIMPLER if options.simpler else len(contracts),
        options.coup_names_suit,
        options.secret_coup,
        price,
        options.loans,
        options.analysis,
    )
    accounts = Accounts((PURSE,) * seats)
    drawing, drawn = tuple(range(seats)), ("",) * seats
    return State(setup, Phase.DRAW, accounts, drawing=drawing, drawn=drawn)
