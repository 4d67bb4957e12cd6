"""The phases of a match. Each type holds only the data that exists in that phase.

A deal goes from `Speaking` through `Naming` to its tricks (`Playing` and `Gathering`, eight times)
or to `Laying`. Then comes the next `Speaking`, or `Over`. Two phases interrupt a deal and lead back
to the interrupted phase: `DecidingRevokes` after a shown revoke, and `WaitingForLoan` if a payment
is beyond the payer's cash.
"""

from __future__ import annotations

from typing import ClassVar

from referee.contract import Frozen
from referee.coup_detat.state.deals import AnyDeal, Revoke, Rows, Tricks
from referee.coup_detat.state.money import Loan
from referee.coup_detat.state.rows import Turn
from referee.table import Zone


class Phase(Frozen):
    """Base of every phase. `word` is its name in message keys."""

    word: ClassVar[str]

    def __str__(self) -> str:
        return self.word

    @property
    def deal(self) -> AnyDeal | None:
        """The current deal, once its contract is named."""
        return None

    @property
    def attempter(self) -> int | None:
        """The seat that attempts a coup d'État, if any."""
        return self.deal.attempter if self.deal else None


class Drawing(Phase, tag="draw"):
    """The seats in `of` draw cards for the first Presidency. `drawn` has each seat's card."""

    word = "draw"
    of: tuple[int, ...]
    drawn: tuple[str, ...]

    @property
    def seats_to_draw(self) -> tuple[int, ...]:
        """The seats that must still draw."""
        return tuple(seat for seat in self.of if not self.drawn[seat])


class ClearingDraw(Phase, tag="drawn"):
    """The drawn cards must be taken away. The seats in `of`, if any, were equal and draw again."""

    word = "clear"
    of: tuple[int, ...]
    drawn: tuple[str, ...]


class Speaking(Phase, tag="coup"):
    """A new deal: the holder of the Coup card attempts or declines.

    `rows` are the Dominoes cards of the previous deal that may still lie on the table.
    """

    word = "coup"
    rows: tuple[Turn, ...] = ()


class Lending(Phase, tag="asked"):
    """A player asked an opponent for a loan between two deals."""

    word = "asked"
    loan: Loan
    after: Speaking


class Claiming(Phase, tag="claim"):
    """The Coup card lies in the middle, and its holder must claim it."""

    word = "claim"


class PuttingBack(Phase, tag="coup_back"):
    """The shown Coup card goes back to the attempter.

    If `attempter` is None, the cards are dealt again.
    """

    word = "clear"
    lies: Zone
    attempter: int | None


class Naming(Phase, tag="name"):
    """The player in `seat` must name a contract. It is an attempt if nobody declined."""

    word = "name"
    seat: int
    decliner: int | None = None

    @property
    def attempter(self) -> int | None:
        return self.seat if self.decliner is None else None


class InTricks(Phase):
    """Base of the phases of a deal played in tricks."""

    deal: Tricks


class Playing(InTricks, tag="play"):
    """The player to move must play a card."""

    word = "play"


class NamingSuit(InTricks, tag="suit"):
    """The player who led the Coup card names the suit, perhaps after naming its `colour`."""

    word = "suit"
    colour: str = ""


class TurningUp(InTricks, tag="table"):
    """The winner of an attempt's first trick turns up the table card."""

    word = "table"


class Gathering(InTricks, tag="gather"):
    """A full trick must be gathered."""

    word = "clear"


class Laying(Phase, tag="rows"):
    """Dominoes: the player to move lays a card or passes."""

    word = "rows"
    deal: Rows


class TurningUpRest(Phase, tag="left"):
    """An attempt at Dominoes is over, and a suspected player turns up their cards.

    The player in `seat` may still hold one of `cards`, which fitted when they passed.
    """

    word = "left"
    deal: Rows
    seat: int
    cards: tuple[str, ...]


class Ending(Phase, tag="ending"):
    """A deal is over except for its payments.

    `won` is the seat that succeeded, openly or in secret.
    """

    word = "over"
    deal: AnyDeal
    won: int | None = None


class DecidingRevokes(Phase, tag="revoke"):
    """The opponents decide about the `shown` revokes: correct one, or let them stand."""

    word = "revoke"
    shown: tuple[Revoke, ...]
    after: Playing | TurningUp | Gathering | Laying

    @property
    def deal(self) -> AnyDeal:
        """The interrupted deal."""
        return self.after.deal

    @property
    def seat(self) -> int:
        """The player whose revokes are decided first."""
        return self.shown[0].seat

    @property
    def first_revokes(self) -> tuple[Revoke, ...]:
        """The revokes to decide first: all of one player."""
        return tuple(fail for fail in self.shown if fail.seat == self.seat)


class WaitingForLoan(Phase, tag="short"):
    """A payment waits for a loan. The seats in `heard` have already answered."""

    word = "short"
    after: Playing | TurningUp | Gathering | Laying | Ending
    heard: tuple[int, ...] = ()

    @property
    def deal(self) -> AnyDeal:
        """The interrupted deal."""
        return self.after.deal


class Over(Phase, tag="over"):
    """The match is over.

    `rows` are the Dominoes cards of its last deal that may still lie on the table.
    """

    word = "over"
    rows: tuple[Turn, ...] = ()


Opening = Drawing | ClearingDraw | Speaking | Lending | Claiming | PuttingBack | Naming
InTrick = Playing | NamingSuit | TurningUp | Gathering
AnyPhase = (
    Opening | InTrick | Laying | TurningUpRest | DecidingRevokes | WaitingForLoan | Ending | Over
)
