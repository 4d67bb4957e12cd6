"""Where a match stands: each phase with what there is then and at no other time.

A deal goes from `Speaking` through `Naming` to its tricks (`Playing` and `Gathering`, eight times)
or to `Laying`, and on to the next `Speaking`, or to `Over`. A revoke that shows or a payment beyond
somebody's cash interrupts it (`Judging`, `Short`), and leads back to where it was.
"""

from __future__ import annotations

from typing import ClassVar

from referee.contract import Frozen
from referee.coup_detat.state.deals import AnyDeal, Fail, Rows, Tricks
from referee.coup_detat.state.money import Loan
from referee.coup_detat.state.rows import Turn
from referee.table import Zone


class Phase(Frozen):
    """What every phase has: the `word` by which it is called, and the deal, where one is on."""

    word: ClassVar[str]

    def __str__(self) -> str:
        return self.word

    @property
    def deal(self) -> AnyDeal | None:
        """The deal whose contract is named."""
        return None

    @property
    def attempter(self) -> int | None:
        """Who attempts."""
        return self.deal.attempter if self.deal else None


class Drawing(Phase, tag="draw"):
    """Those `of` whom a card is asked draw for the first Presidency; `drawn` by each seat."""

    word = "draw"
    of: tuple[int, ...]
    drawn: tuple[str, ...]

    @property
    def due(self) -> tuple[int, ...]:
        """Who draws a card still."""
        return tuple(seat for seat in self.of if not self.drawn[seat])


class Drawn(Phase, tag="drawn"):
    """The drawn cards are to go; those `of` whom there are equals draw again, nobody else."""

    word = "clear"
    of: tuple[int, ...]
    drawn: tuple[str, ...]


class Speaking(Phase, tag="coup"):
    """A new deal: the holder of the Coup card attempts, or declines.

    The `rows` of the deal before lie there still.
    """

    word = "coup"
    rows: tuple[Turn, ...] = ()


class Lending(Phase, tag="asked"):
    """An opponent is asked for a loan between two deals."""

    word = "asked"
    loan: Loan
    after: Speaking


class Claiming(Phase, tag="claim"):
    """The Coup card lies in the middle: whose is it?"""

    word = "claim"


class PuttingBack(Phase, tag="coup_back"):
    """The Coup card that was shown goes back, to whoever attempts; None: all is dealt again."""

    word = "clear"
    lies: Zone
    attempter: int | None


class Naming(Phase, tag="name"):
    """A contract is to be named by `seat`: who attempts where nobody declined."""

    word = "name"
    seat: int
    decliner: int | None = None

    @property
    def attempter(self) -> int | None:
        """Who attempts."""
        return self.seat if self.decliner is None else None


class InTricks(Phase):
    """A deal of tricks is on."""

    deal: Tricks


class Playing(InTricks, tag="play"):
    """A card is due."""

    word = "play"


class NamingSuit(InTricks, tag="suit"):
    """The Coup card was led: its player names the suit, perhaps after its `colour`."""

    word = "suit"
    colour: str = ""


class TurningUp(InTricks, tag="table"):
    """The winner of an attempt's first trick turns up the table card."""

    word = "table"


class Gathering(InTricks, tag="gather"):
    """A full trick is to go."""

    word = "clear"


class Laying(Phase, tag="rows"):
    """Dominoes: a card or a pass is due."""

    word = "rows"
    deal: Rows


class TurningLeft(Phase, tag="left"):
    """An attempt at Dominoes is over: was `seat` left with one of the `cards`, which fitted?"""

    word = "left"
    deal: Rows
    seat: int
    cards: tuple[str, ...]


class Ending(Phase, tag="ending"):
    """A deal is over once its payments are made; `won` is who succeeded, openly or in secret."""

    word = "over"
    deal: AnyDeal
    won: int | None = None


class Judging(Phase, tag="revoke"):
    """Revokes that are `shown`: correct one, or let them stand and go on?"""

    word = "revoke"
    shown: tuple[Fail, ...]
    after: Playing | TurningUp | Gathering | Laying

    @property
    def deal(self) -> AnyDeal:
        """The deal that it interrupts."""
        return self.after.deal

    @property
    def seat(self) -> int:
        """Whose revokes are decided first."""
        return self.shown[0].seat

    @property
    def these(self) -> tuple[Fail, ...]:
        """The revokes that are decided first: those of one player."""
        return tuple(fail for fail in self.shown if fail.seat == self.seat)


class Short(Phase, tag="short"):
    """A payment waits for a loan; those `heard` are asked no more for it."""

    word = "short"
    after: Playing | TurningUp | Gathering | Laying | Ending
    heard: tuple[int, ...] = ()

    @property
    def deal(self) -> AnyDeal:
        """The deal that it interrupts."""
        return self.after.deal


class Over(Phase, tag="over"):
    """The match is over; the `rows` of its last deal lie there still."""

    word = "over"
    rows: tuple[Turn, ...] = ()


Opening = Drawing | Drawn | Speaking | Lending | Claiming | PuttingBack | Naming
InTrick = Playing | NamingSuit | TurningUp | Gathering
AnyPhase = Opening | InTrick | Laying | TurningLeft | Judging | Short | Ending | Over
