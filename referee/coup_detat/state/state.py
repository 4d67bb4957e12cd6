"""The state of a match of Coup d'État. It holds no hands, but it does hold the secret answers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup_detat.state.money import Accounts, Flow
from referee.coup_detat.state.moves import ContractName
from referee.coup_detat.state.phases import AnyDeal, AnyPhase, Over
from referee.coup_detat.state.setup import Options
from referee.kit import Speaking
from referee.table import Zone
from referee.tricks import in_turn

MIDDLE = Zone("middle")  # Contract cards and the shown Coup card lie here.
SEATS = Zone("seats")  # The zone in front of any seat.
GRID = Zone("layout")  # The rows of Dominoes lie here.
TALON = Zone("talon")  # The table card lies here.


class Tour(Frozen):
    """The current tour: its President, the player who began it, and the contracts played so far."""

    president: int = 0
    opener: int = 0
    number: int = 1
    played: tuple[str, ...] = ()


class Result(Frozen):
    """A finished deal. `won` is the seat whose attempt or secret coup succeeded, or None."""

    deal: AnyDeal
    president: int
    won: int | None
    flows: tuple[Flow, ...]


class State(Speaking):
    """The state of a match.

    `deals` counts how often the cards were dealt. `marker` is the contract card that was laid last
    in the middle.
    """

    options: Options
    phase: AnyPhase
    accounts: Accounts
    tour: Tour = Tour()
    deals: int = 1
    results: tuple[Result, ...] = ()
    marker: str = ""
    window: int = 0

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.accounts.cash)

    @property
    def president(self) -> int:
        return self.tour.president

    @property
    def round(self) -> int:
        """The number of the current deal. After the match, it is the number of the last deal."""
        return len(self.results) + (not isinstance(self.phase, Over))

    @property
    def contracts_left(self) -> tuple[ContractName, ...]:
        """The contracts not yet played in this tour (CE-13)."""
        return tuple(name for name in self.options.contracts if name not in self.tour.played)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Return the other seats in turn, starting to the left of `seat`."""
        return in_turn(seat, self.seats)[1:]

    def in_phase(self, phase: AnyPhase, **changes: Any) -> State:
        """Return the state in a new phase. Its `window` number is new too."""
        return replace(self, phase=phase, window=self.window + 1, **changes)


@lru_cache
def seat_zone(seat: int) -> Zone:
    """Return the zone in front of a seat."""
    return Zone("seat", seat)
