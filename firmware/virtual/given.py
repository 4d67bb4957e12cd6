"""What the virtual table is given: what the running match wants, and the console in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from referee.contract import AskPlace, Deal
from referee.judging import Judgement, Missing
from referee.match.desk import Snapshot
from referee.reports.tabletop import ConsoleScreen
from referee.table import ANYWHERE, EMPTY, Change, Laid, Layout, Zone


@dataclass(frozen=True)
class Brief:
    """What the running match says of its table: what is due, how it lies, where cards may go.

    `waits` is what it waits for, `places` where a card may lie in a grid; `comes_to` judges a
    change. `hand` is played by another seat than the one before which it lies.
    """

    deal: Deal | None = None
    layout: Layout = EMPTY
    waits: tuple[Missing, ...] = ()
    places: tuple[AskPlace, ...] = ()
    comes_to: Callable[[Change], Judgement] = lambda _: Judgement()
    hand: int | None = None

    @classmethod
    def of(cls, match: Snapshot | None) -> Brief:
        """Return what a match says; nothing is due while none is on."""
        if match is None:
            return cls()
        places = (ask for offer in match.offers for ask in offer.ask if isinstance(ask, AskPlace))
        view = match.view(None)
        return cls(
            view.deal,
            match.layout,
            match.waits,
            tuple(places),
            lambda change: match.game.judge(match.state, (change,)),
            view.focus.hand,
        )

    @property
    def anywhere(self) -> Missing | None:
        """What is to be laid wherever there is room, as all cards are at a count."""
        return next((missing for missing in self.waits if missing.zone == ANYWHERE), None)

    def zones_for(self, card: str, holder: int, zones: Iterable[str]) -> tuple[str, ...]:
        """Return the zones where a card may be laid that a seat holds."""
        return tuple(zone for zone in zones if self._takes(Laid(card, Zone.parse(zone)), holder))

    def _takes(self, laid: Laid, holder: int) -> bool:
        judged = self.comes_to(laid)
        ways = (*judged.moves, *(judged.choice.ways if judged.choice else ()))
        if self.hand is not None:
            return bool(ways) and holder == self.hand
        return any(getattr(way.move, "seat", holder) == holder for way in ways)


class KnobAndScreen(Protocol):
    """The console, as far as a page has it in hand."""

    shown: ConsoleScreen

    def turn(self, steps: int, bounces: int = 0) -> None:
        """Turn the knob by so many detents, each contact bouncing so often."""

    def push(self, down: bool) -> None:
        """Push the knob or let it go."""
