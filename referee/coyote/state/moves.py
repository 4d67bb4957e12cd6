"""What can happen in a match of Coyote, and how it is refused."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from referee.kit import MoveBase, Refusals

refuse = Refusals("coyote")

# Any whole number may be announced; this is as far as every JSON reader keeps it whole.
Whole = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]


class Announce(MoveBase, tag="announce"):
    """A seat declares a number; what is not a whole number is refused by CY-2."""

    seat: int
    number: Whole | float


class Challenge(MoveBase, tag="challenge"):
    """A seat calls "Coyote!"."""

    seat: int


class CardsRead(MoveBase, tag="cards_read"):
    """All cards that lie face up on the mat now, and the pictures that they were read from."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class CardsCorrected(MoveBase, tag="cards_corrected"):
    """What the table says the cards of the last reading were: what followed is ruled anew."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class Leave(MoveBase, tag="leave"):
    """A player leaves the match for good (CY-79)."""

    seat: int


# -- optional actions ---------------------------------------------------------------------


class Approve(MoveBase, tag="approve"):
    """The seat on turn takes over the standing announcement as its own (CY-40, CY-50)."""

    seat: int


class Double(MoveBase, tag="double"):
    """The announcer doubles what a challenge by the next seat costs (CY-41, CY-53)."""

    seat: int


class Reverse(MoveBase, tag="reverse"):
    """The seat on turn turns the direction of play about, then announces (CY-42, CY-61)."""

    seat: int


class HandBack(MoveBase, tag="hand_back"):
    """The seat on turn turns the direction about: the announcer announces again (CY-51)."""

    seat: int


class Extra(MoveBase, tag="extra"):
    """The announcer has another seat take a second card, unseen (CY-43, CY-52)."""

    seat: int
    target: int


class Again(MoveBase, tag="again"):
    """The seat on turn refuses the announcement: its author gives another number (CY-44, CY-54)."""

    seat: int


class NextIs(MoveBase, tag="next_is"):
    """The announcer names the seat that goes next (CY-45, CY-55)."""

    seat: int
    target: int


class Open(MoveBase, tag="open"):
    """The seat on turn turns up the pile's top card before itself (CY-60)."""

    seat: int


class Skip(MoveBase, tag="skip"):
    """The seat on turn declares nothing (CY-62)."""

    seat: int


class Swap(MoveBase, tag="swap"):
    """The seat on turn takes a new card in front of its old one (CY-63)."""

    seat: int


class Know(MoveBase, tag="know"):
    """The seat on turn says which card is its own, and looks (CY-64)."""

    seat: int
    card: str


class SitOut(MoveBase, tag="sit_out"):
    """The seat that knew its own card sits out the rest of the round (CY-64)."""

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
