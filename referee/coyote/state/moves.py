"""The moves of Coyote, and `refuse`, which raises its refusals."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.kit import MoveBase, Refusals

refuse = Refusals("coyote")

# Any whole number may be announced, up to the largest that every JSON reader keeps exact.
Whole = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]


class Announce(MoveBase, tag="announce"):
    """A seat announces a number. The field accepts a fraction, so that CY-2 can refuse it."""

    seat: int
    number: Whole | float


class Challenge(MoveBase, tag="challenge"):
    """A seat calls "Coyote!"."""

    seat: int


class CardsRead(MoveBase, tag="cards_read"):
    """All cards that lie face up on the mat now; `proof` are the ids of their pictures."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class CardsCorrected(MoveBase, tag="cards_corrected"):
    """The true cards of the last reading. Everything that followed from it is judged again."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Leave(MoveBase, tag="leave"):
    """A player leaves the match for good (CY-79)."""

    seat: int


# -- optional actions ---------------------------------------------------------------------


class Approve(MoveBase, tag="approve"):
    """The seat to move takes over the standing announcement (CY-40, CY-50)."""

    seat: int


class Double(MoveBase, tag="double"):
    """The announcer doubles the strikes of a challenge by the next seat (CY-41, CY-53)."""

    seat: int


class Reverse(MoveBase, tag="reverse"):
    """The seat to move reverses the direction of play, then announces (CY-42, CY-61)."""

    seat: int


class HandBack(MoveBase, tag="hand_back"):
    """The seat to move reverses the direction; the announcer must announce again (CY-51)."""

    seat: int


class Extra(MoveBase, tag="extra"):
    """The announcer makes another seat take a second card that it must not see (CY-43, CY-52)."""

    seat: int
    target: int


class Again(MoveBase, tag="again"):
    """The seat to move refuses the announcement, so its announcer says another (CY-44, CY-54)."""

    seat: int


class NextIs(MoveBase, tag="next_is"):
    """The announcer names the seat that goes next (CY-45, CY-55)."""

    seat: int
    target: int


class Open(MoveBase, tag="open"):
    """The seat to move turns up the top card of the pile in front of itself (CY-60)."""

    seat: int


class Skip(MoveBase, tag="skip"):
    """The seat to move says nothing and passes the turn on (CY-62)."""

    seat: int


class Swap(MoveBase, tag="swap"):
    """The seat to move puts a new card in front of its old one (CY-63)."""

    seat: int


class Know(MoveBase, tag="know"):
    """The seat to move names its own card, then looks at it (CY-64)."""

    seat: int
    card: str


class SitOut(MoveBase, tag="sit_out"):
    """A seat that guessed its card sits out the rest of the round (CY-64)."""

    seat: int


Move = (
    Announce
    | Challenge
    | CardsRead
    | CardsCorrected
    | Leave
    | Approve
    | Double
    | Reverse
    | HandBack
    | Extra
    | Again
    | NextIs
    | Open
    | Skip
    | Swap
    | Know
    | SitOut
)
