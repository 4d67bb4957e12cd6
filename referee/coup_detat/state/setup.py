"""The options of a match of Coup d'État."""

from __future__ import annotations

from typing import Annotated

from referee.contract import Frozen
from referee.coup_detat.state.cards import CONTRACT_CARDS
from referee.coup_detat.state.money import STEP
from referee.coup_detat.state.moves import ContractName
from referee.options import needing, whole

SEATS = range(3, 5)
PER_TOUR_SIMPLER = 3  # Number of contracts in a tour if only four are in play (CE-6).
MOST_PRICE = 2000


class Options(Frozen, forbid_unknown_fields=True, omit_defaults=False):
    """The options that the players agree on. The defaults are in ``options.toml``.

    `simpler` removes the contracts `first_out` and `second_out`. With `coup_names_suit`, a player
    who leads the Coup card names the suit to follow; without it, any card may follow. If a revoke
    stands, the player pays `revoke_price` francs to the bank.
    """

    simpler: bool = False
    first_out: Annotated[ContractName, needing("simpler")] = "barbu"
    second_out: Annotated[ContractName, needing("simpler")] = "prison"
    coup_names_suit: bool = True
    secret_coup: bool = False
    revoke_price: Annotated[int, whole(0, MOST_PRICE, STEP, "F")] = 0
    loans: bool = True

    @property
    def out(self) -> set[str]:
        """The contracts that the options remove (CE-6)."""
        return {self.first_out, self.second_out} if self.simpler else set()

    @property
    def contracts(self) -> tuple[ContractName, ...]:
        """The contracts in play."""
        out = self.out
        return tuple(name for name in CONTRACT_CARDS if name not in out)

    @property
    def per_tour(self) -> int:
        """The number of contracts in a tour (CE-4, CE-6)."""
        return PER_TOUR_SIMPLER if self.simpler else len(CONTRACT_CARDS)
