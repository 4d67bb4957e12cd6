"""The phases of a match. Each type holds only the data that exists in that phase.

A deal begins with `Speaking`, then `Naming`. Its tricks follow (`Playing` and `Gathering`, eight
times), or `Laying` for Dominoes. After the deal comes the next `Speaking`, or `Over`. Two phases
interrupt a deal and then return to the interrupted phase: `DecidingRevokes` after a player shows a
revoke, and `WaitingForLoan` if a payer lacks the cash for a payment.
"""

from __future__ import annotations

from typing import ClassVar

from referee.contract import Frozen
from referee.coup_detat.state.cards import COUP
from referee.coup_detat.state.deals import Revoke
from referee.coup_detat.state.money import Loan
from referee.coup_detat.state.rows import Rows, Turn
from referee.coup_detat.state.tricks import Tricks
from referee.table import Zone

AnyDeal = Tricks | Rows


class Leftovers(Frozen):
    """The open cards of a trick that was not gathered, and the cards that were never played.

    People may throw their hands anywhere until they deal again.
    """

    trick: tuple[Turn, ...] = ()
    hands: tuple[str, ...] = ()


NOTHING = Leftovers()


def leftovers_of(deal: AnyDeal | None) -> Leftovers:
    """Return what a deal leaves behind. If it was played to its end, that is nothing."""
    if deal is None or deal.rest is None:
        return NOTHING
    trick = deal.open_turns if isinstance(deal, Tricks) else ()
    return Leftovers(trick, deal.unseen if deal.coup is None else (*deal.unseen, COUP))


class Phase(Frozen):
    """Base of every phase. Its name in message keys is its `word` or, without one, its tag."""

    word: ClassVar[str] = ""

    def __str__(self) -> str:
        return self.word or str(self.__struct_config__.tag)

    @property
    def deal(self) -> AnyDeal | None:
        """The current deal, or None before its contract is named."""
        return None

    @property
    def left(self) -> Leftovers:
        """The cards left on the table from a deal that was ended early."""
        return NOTHING

    @property
    def attempter(self) -> int | None:
        """The seat that attempts a coup d'État, or None."""
        return self.deal.attempter if self.deal else None

    @property
    def decliner(self) -> int | None:
        """The seat that put the Coup card away, or None."""
        return self.deal.decliner if self.deal else None

    @property
    def coup_is_away(self) -> bool:
        """Whether the Coup card was exchanged for the table card (CE-11, CE-53)."""
        return self.decliner is not None or isinstance(self.deal, Rows)


class Drawing(Phase, tag="draw"):
    """The seats in `of` draw cards for the first Presidency. `drawn[i]` is the card of seat `i`."""

    of: tuple[int, ...]
    drawn: tuple[str, ...]

    @property
    def seats_to_draw(self) -> tuple[int, ...]:
        """The seats that must still draw."""
        return tuple(seat for seat in self.of if not self.drawn[seat])


class ClearingDraw(Phase, tag="drawn"):
    """Players must take the drawn cards away. Any seats in `of` had equal cards and draw again."""

    word = "clear"
    of: tuple[int, ...]
    drawn: tuple[str, ...]


class BetweenDeals(Phase):
    """Base of the phases after a deal. Its Dominoes cards in `rows` may still lie on the table."""

    rows: tuple[Turn, ...] = ()
    left: Leftovers = NOTHING


class Speaking(BetweenDeals, tag="coup"):
    """A new deal, in which the holder of the Coup card attempts a coup or declines."""


class Lending(Phase, tag="asked"):
    """A player has asked an opponent for a loan between two deals."""

    loan: Loan
    after: Speaking

    @property
    def left(self) -> Leftovers:
        return self.after.left


class Claiming(Phase, tag="claim"):
    """The Coup card lies in the middle, and its holder must claim it."""


class PuttingBack(Phase, tag="coup_back"):
    """The attempter takes the shown Coup card back into their hand.

    If `attempter` is None, the cards are dealt again instead.
    """

    word = "clear"
    lies: Zone
    attempter: int | None


class Naming(Phase, tag="name"):
    """The player in `seat` must name a contract. If nobody declined, they attempt a coup."""

    seat: int
    decliner: int | None = None

    @property
    def attempter(self) -> int | None:
        return self.seat if self.decliner is None else None


class InTricks(Phase):
    """Base of the phases during a deal of tricks."""

    deal: Tricks


class Playing(InTricks, tag="play"):
    """The player to move must play a card."""


class NamingSuit(InTricks, tag="suit"):
    """The player who led the Coup card names the suit. They may have named its `colour` already."""

    colour: str = ""


class TurningUp(InTricks, tag="table"):
    """The winner of an attempt's first trick turns up the table card."""


class Gathering(InTricks, tag="gather"):
    """The winner must gather a full trick."""

    word = "clear"


class Laying(Phase, tag="rows"):
    """Dominoes: the player to move lays a card or passes."""

    deal: Rows


class TurningUpRest(Phase, tag="left"):
    """An attempt at Dominoes is over, and a suspected player turns up their cards.

    The player in `seat` may still hold one of `cards`. These fitted when the player passed.
    """

    deal: Rows
    seat: int
    cards: tuple[str, ...]


class Ending(Phase, tag="ending"):
    """The deal is over, but its payments are not yet settled. No state between two moves is here.

    `won` is the seat whose attempt or secret coup succeeded, or None.
    """

    word = "over"
    deal: AnyDeal
    won: int | None = None


Interrupted = Playing | TurningUp | Gathering | Laying


class DecidingRevokes(Phase, tag="revoke"):
    """The opponents decide about the `shown` revokes: correct one, or let them all stand."""

    shown: tuple[Revoke, ...]
    after: Interrupted

    @property
    def deal(self) -> AnyDeal:
        """The interrupted deal."""
        return self.after.deal

    @property
    def seat(self) -> int:
        """The player whose revokes the opponents decide first."""
        return self.shown[0].seat

    @property
    def first_revokes(self) -> tuple[Revoke, ...]:
        """The revokes to decide first. All of them are by the same player."""
        return tuple(fail for fail in self.shown if fail.seat == self.seat)


class WaitingForLoan(Phase, tag="short"):
    """A payment waits for a loan. The seats in `heard` have already answered the request."""

    after: Interrupted | Ending
    heard: tuple[int, ...] = ()

    @property
    def left(self) -> Leftovers:
        return leftovers_of(self.deal)

    @property
    def deal(self) -> AnyDeal:
        """The interrupted deal."""
        return self.after.deal


class Over(BetweenDeals, tag="over"):
    """The match is over."""


Opening = Drawing | ClearingDraw | Speaking | Lending | Claiming | PuttingBack | Naming
InTrick = Playing | NamingSuit | TurningUp | Gathering
BetweenMoves = Opening | InTrick | Laying | TurningUpRest | DecidingRevokes | WaitingForLoan | Over
AnyPhase = BetweenMoves | Ending
