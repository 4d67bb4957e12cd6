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
    """All cards that lie on the mat now, and the pictures that they were read from."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class CardsCorrected(MoveBase, tag="cards_corrected"):
    """What the table says the cards of the last reading were: the round is counted anew."""

    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


Move = Announce | Challenge | CardsRead | CardsCorrected
