"""What the virtual table is given: what the running match wants, and the console in hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from referee.contract import AskCards, AskPlace, Deal, Want
from referee.reports.tabletop import ConsoleScreen


@dataclass(frozen=True)
class Brief:
    """What the running match wants: the deal that is due, what is to be read, what is to stay.

    `lays` are the seats that may lay cards somewhere, each with which and where.
    """

    deal: Deal | None = None
    reads: tuple[AskCards, ...] = ()
    places: tuple[AskPlace, ...] = ()
    wanted: tuple[Want, ...] = ()
    lays: tuple[tuple[int, AskCards], ...] = ()

    def zones_for(self, card: str, holder: int) -> tuple[str, ...]:
        """Return the zones where a card may be laid that a seat holds."""
        asks = [ask for seat, ask in self.lays if seat == holder]
        return tuple(dict.fromkeys(ask.zone for ask in asks if _takes(ask, card)))


def _takes(ask: AskCards, card: str) -> bool:
    """Tell whether a card may be a new one among those that are asked for."""
    return ask.limit().get(card, 0) > ask.known.count(card)


class KnobAndScreen(Protocol):
    """The console, as far as a page has it in hand."""

    shown: ConsoleScreen

    def turn(self, steps: int, bounces: int = 0) -> None:
        """Turn the knob by so many detents, each contact bouncing so often."""

    def push(self, down: bool) -> None:
        """Push the knob or let it go."""
