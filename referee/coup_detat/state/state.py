"""What the table knows of a match of Coup d'État: no hand, and what was lodged in secret."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup_detat.state.deals import AnyDeal
from referee.coup_detat.state.money import Accounts, Flow
from referee.coup_detat.state.phases import AnyPhase, Over
from referee.coup_detat.state.setup import Options
from referee.coup_detat.state.trick import in_turn
from referee.kit import History
from referee.table import Zone

MIDDLE = Zone("middle")  # where contract cards are laid, and the Coup card is shown
SEATS = Zone("seats")  # before any of the seats
GRID = Zone("layout")  # where the rows of Dominoes lie
TALON = Zone("talon")  # where the table card lies


class Tour(Frozen):
    """The tour that is on: who presides now, who started it, and its contracts so far."""

    president: int = 0
    opener: int = 0
    number: int = 1
    played: tuple[str, ...] = ()


class Result(Frozen):
    """A deal that is over; `won` is who succeeded, openly or in secret."""

    deal: AnyDeal
    president: int
    won: int | None
    flows: tuple[Flow, ...]


class State(Frozen):
    """A match now.

    `deals` counts how often cards were dealt. `marker` is the contract card that was laid in the
    middle last.
    """

    options: Options
    phase: AnyPhase
    accounts: Accounts
    tour: Tour = Tour()
    deals: int = 1
    results: History[Result] = History()
    marker: str = ""
    window: int = 0

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.accounts.cash)

    @property
    def president(self) -> int:
        """Who presides."""
        return self.tour.president

    @property
    def round(self) -> int:
        """The number of the deal that is on; once the match is over, of the last one."""
        return len(self.results) + (not isinstance(self.phase, Over))

    @property
    def contracts_left(self) -> tuple[str, ...]:
        """The contracts that the tour has not seen yet (CE-13)."""
        return tuple(name for name in self.options.contracts if name not in self.tour.played)

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the other seats, from the left of `seat` on."""
        return in_turn(seat, self.seats)[1:]

    def to(self, phase: AnyPhase, **changes: Any) -> State:
        """Return the state in a phase, with a window of its own."""
        return replace(self, phase=phase, window=self.window + 1, **changes)


@lru_cache
def zone(seat: int) -> Zone:
    """Return the zone before a seat."""
    return Zone("seat", seat)
