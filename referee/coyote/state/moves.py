"""The moves of Coyote, and `refuse`, which raises its refusals."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.contract import OfferMaker
from referee.kit import Reading, Refusals, SeatMove

refuse, offer = Refusals("coyote"), OfferMaker("coyote")

# Any whole number may be announced, up to the largest that every JSON reader keeps exact.
Whole = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]


class Announce(SeatMove, tag="announce"):
    """A seat announces a number. The field accepts a fraction, so that CY-2 can refuse it."""

    number: Whole | float


class Challenge(SeatMove, tag="challenge"):
    """A seat calls "Coyote!"."""


class CardsRead(Reading, tag="cards_read"):
    """All cards that lie face up on the mat now; `proof` are the ids of their pictures."""


class CardsCorrected(Reading, tag="cards_corrected"):
    """The true cards of the last reading. Everything that followed from it is judged again."""


class Leave(SeatMove, tag="leave"):
    """A player leaves the match for good (CY-79)."""


# -- optional actions ---------------------------------------------------------------------


class Approve(SeatMove, tag="approve"):
    """The seat to move takes over the standing announcement (CY-40, CY-50)."""


class Double(SeatMove, tag="double"):
    """The announcer doubles the strikes of a challenge by the next seat (CY-41, CY-53)."""


class Reverse(SeatMove, tag="reverse"):
    """The seat to move reverses the direction of play, then announces (CY-42, CY-61)."""


class HandBack(SeatMove, tag="hand_back"):
    """The seat to move reverses the direction; the announcer must announce again (CY-51)."""


class Extra(SeatMove, tag="extra"):
    """The announcer makes another seat take a second card that it must not see (CY-43, CY-52)."""

    target: int


class Again(SeatMove, tag="again"):
    """The seat to move refuses the announcement, so its announcer says another (CY-44, CY-54)."""


class NextIs(SeatMove, tag="next_is"):
    """The announcer names the seat that goes next (CY-45, CY-55)."""

    target: int


class Open(SeatMove, tag="open"):
    """The seat to move turns up the top card of the pile in front of itself (CY-60)."""


class Skip(SeatMove, tag="skip"):
    """The seat to move says nothing and passes the turn on (CY-62)."""


class Swap(SeatMove, tag="swap"):
    """The seat to move puts a new card in front of its old one (CY-63)."""


class Know(SeatMove, tag="know"):
    """The seat to move names its own card, then looks at it (CY-64)."""

    card: str


class SitOut(SeatMove, tag="sit_out"):
    """A seat that guessed its card sits out the rest of the round (CY-64)."""


_Words = Announce | Challenge
_Readings = CardsRead | CardsCorrected
_SpokenActions = Approve | Double | Reverse | HandBack | Extra | Again | NextIs
_TokenActions = Open | Skip | Swap | Know | SitOut
Move = _Words | _Readings | Leave | _SpokenActions | _TokenActions
